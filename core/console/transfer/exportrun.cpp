// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/exportrun.h"

#include "core/console/operations/operationsteering.h"

namespace dueline {

ExportRun::ExportRun(ExportRequest request)
    : m_request(std::move(request))
    , m_walk(m_request.queue, m_request.selection, m_request.states)
{ }

Result<ExportProgress> ExportRun::step(QueueInspector& inspector, TaskFile& file)
{
    if (m_progress.finished)
        return m_progress;
    if (m_cancelled) {
        m_progress.cancelled = m_progress.finished = true;
        return m_progress;
    }
    const auto step = m_walk.step(inspector);
    if (!step)
        return step.error();
    QByteArray bytes;
    if (m_request.format == TaskFormat::Csv && !std::exchange(m_titled, true))
        bytes = csvTitles(m_request.marked);
    for (const TaskRecord& task : step->tasks) {
        bytes += m_request.format == TaskFormat::Csv ? csvRecord(task, m_request.masked)
                                                     : taskLine(task, m_request.masked);
    }
    if (const auto written = file.write(bytes); !written)
        return written.error();
    m_progress.bytes += bytes.size();
    m_progress.written += qint64(step->tasks.size());
    m_progress.examined = m_walk.examined();
    m_progress.expected = m_walk.inQueue();
    m_progress.gone = m_walk.gone();
    m_progress.damaged = m_walk.damaged();
    m_progress.damage = m_walk.damage();
    m_progress.gap = m_walk.gap();
    if (step->finished || file.isClosed()) {
        if (const auto finished = file.finish(); !finished)
            return finished.error();
        m_progress.finished = true;
    }
    return m_progress;
}

Result<ExportProgress> ExportRun::finish(
    QueueInspector& inspector, TaskFile& file, const std::function<bool(const ExportProgress&)>& observer)
{
    return stepToEnd(
        m_progress, observer, [&] { return step(inspector, file); }, [this] { cancel(); }, [] {});
}

} // namespace dueline
