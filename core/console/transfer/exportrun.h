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
    StateSet states = StateSet::all(); ///< states to restrict the selection to
    TaskFormat format = TaskFormat::Lines;
    bool marked = false; ///< for CSV: true to start the file with a byte order mark
    bool masked = false; ///< true if the backend masks payloads; the file then says so
};

struct ExportProgress
{
    qint64 examined = 0;
    qint64 expected = 0; ///< number of tasks in the selected states at the start; a filter may match fewer
    qint64 written = 0;
    qint64 gone = 0; ///< number of tasks that were removed or left the selected states before they could be read
    qint64 damaged = 0; ///< number of tasks omitted because their stored data is unreadable
    QStringList damage; ///< one sentence for each of the first TaskWalk::damageTold damaged tasks
    QString gap; ///< reason why tasks may be missing; see TaskWalk::gap()
    qint64 bytes = 0;
    bool finished = false;
    bool cancelled = false;

    bool operator==(const ExportProgress&) const = default;
};

/// Export of tasks to a file, in bounded steps and with bounded memory. It has no thread: the backend's owner calls
/// step(). Changes nothing on the server.
class ExportRun
{
public:
    explicit ExportRun(ExportRequest request);

    /// Writes the next tasks to `file`, and completes the file after the last one. Errors: same as TaskWalk::step() and
    /// TaskFile.
    Result<ExportProgress> step(QueueInspector& inspector, TaskFile& file);
    /// Runs all remaining steps. `observer`: progress callback that returns false to cancel the export, which then
    /// leaves no file.
    Result<ExportProgress> finish(
        QueueInspector& inspector, TaskFile& file, const std::function<bool(const ExportProgress&)>& observer = {});
    /// Cancels the export at the next step. Thread-safe.
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
