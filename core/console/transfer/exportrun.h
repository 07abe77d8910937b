// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/taskfile.h"
#include "core/console/transfer/tasklines.h"
#include "core/console/transfer/taskwalk.h"

#include <atomic>
#include <functional>

namespace dueline {

struct ExportRequest
{
    QueueName queue;
    TaskSelection selection;
    StateSet states = StateSet::all(); ///< narrows the selection
    TaskFormat format = TaskFormat::Lines;
    bool marked = false; ///< CSV: with a byte order mark
    bool masked = false; ///< the backend masks payloads: the file says so
};

struct ExportProgress
{
    qint64 examined = 0;
    qint64 expected = 0; ///< tasks in the wanted states when it began; a filter may match fewer
    qint64 written = 0;
    qint64 gone = 0; ///< went, or changed their state, before they were read
    qint64 damaged = 0; ///< left out: what is stored of them cannot be read
    QStringList damage; ///< a sentence each, of the first of those
    qint64 bytes = 0;
    bool finished = false;
    bool cancelled = false;

    bool operator==(const ExportProgress&) const = default;
};

/// Writes tasks into a file, in bounded steps and bounded memory; changes nothing. Whoever owns the backend calls
/// step().
class ExportRun
{
public:
    explicit ExportRun(ExportRequest request);

    /// Writes one step's tasks to `file`, and finishes that with the last one. Errors: those of TaskWalk::step and
    /// TaskFile.
    Result<ExportProgress> step(QueueInspector& inspector, TaskFile& file);
    /// step() to the end; `observer` returning false cancels, which leaves no file.
    Result<ExportProgress> finish(
        QueueInspector& inspector, TaskFile& file, const std::function<bool(const ExportProgress&)>& observer = {});
    /// The next step finishes. From any thread.
    void cancel() { m_cancelled = true; }
    const ExportProgress& progress() const { return m_progress; }

private:
    ExportRequest m_request;
    TaskWalk m_walk;
    ExportProgress m_progress;
    bool m_titled = false;
    std::atomic<bool> m_cancelled = false;
};

} // namespace dueline
