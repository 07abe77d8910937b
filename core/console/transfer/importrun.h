// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/recordreader.h"
#include "core/console/transfer/taskimport.h"
#include "core/console/transfer/tasklines.h"

#include <QElapsedTimer>
#include <QHash>

#include <atomic>
#include <functional>
#include <memory>

namespace dueline {

struct ImportRequest
{
    QueueName queue;
    TaskFormat format = TaskFormat::Lines;
    StateSet states = StateSet::all(); ///< only tasks of the file in these states
    TaskFilter filter; ///< and that match this
    QByteArray source; ///< the file's name, for the record
    QByteArray by; ///< user@host
    QByteArray reason;
    qint64 longestLine = 64 * 1024 * 1024; ///< a longer one is invalid, and not kept in memory
    bool dryRun = false; ///< looks, changes nothing
};

/// A line that was not taken in.
struct ImportProblem
{
    qint64 line = 0;
    QString why; ///< a whole sentence that names the line

    bool operator==(const ImportProblem&) const = default;
};

struct ImportProgress
{
    static constexpr std::size_t problemsKept = 1000;

    qint64 lines = 0; ///< records read, titles and empty lines left out
    qint64 bytes = 0; ///< of the file
    qint64 size = 0; ///< of the file; 0: not known
    qint64 added = 0; ///< or, in a dry run, would be
    StateCounts states; ///< of those
    qint64 exists = 0;
    qint64 conflicts = 0; ///< the id is taken by another task
    qint64 invalid = 0;
    qint64 filtered = 0; ///< not what was asked for
    qint64 noPlace = 0; ///< in a state that the layout cannot take in
    qint64 movedOn = 0; ///< acted on before they had their place
    qint64 wereLeased = 0; ///< of the added: they wait again
    std::vector<ImportProblem> problems; ///< the first ones: invalid lines and conflicts
    bool finished = false;
    bool cancelled = false;

    qint64 skipped() const { return exists + conflicts + invalid + noPlace + movedOn; }
    bool operator==(const ImportProgress&) const = default;
};

/// Brings the tasks of a file into a queue, in bounded steps and bounded memory. By id: a task that is there already is
/// left as it is, so an import that was interrupted is simply made again. It is one operation, whose undo discards what
/// it brought in and nobody ran since.
class ImportRun
{
public:
    /// `device`: open for reading, and stays the caller's.
    ImportRun(ImportRequest request, QIODevice& device);

    const OperationRecord& record() const { return m_record; }
    /// At most 100 tasks. An error leaves the run as it was; the step may be called again. Errors: Io, Usage (the
    /// titles of a CSV file), those of importTasks().
    Result<ImportProgress> step(Backend& backend);
    /// step() to the end; `observer` returning false cancels.
    Result<ImportProgress> finish(Backend& backend, const std::function<bool(const ImportProgress&)>& observer = {});
    /// The next step writes the record and finishes. From any thread.
    void cancel() { m_cancelled = true; }
    const ImportProgress& progress() const { return m_progress; }

private:
    Result<> begin(Backend& backend);
    Result<bool> readSome();
    Result<> settle(Backend& backend);
    Result<> writeRecord(Backend& backend, bool finished);
    ImportOutcome outcomeInFile(const TaskRecord& task, ImportOutcome outcome);
    void problem(qint64 line, const QString& why);

    ImportRequest m_request;
    QIODevice& m_device;
    RecordReader m_reader;
    CsvTasks m_csv;
    OperationRecord m_record;
    ImportProgress m_progress;
    std::vector<TaskRecord> m_pending; ///< read, and not yet known to be in the queue
    std::vector<qint64> m_lines; ///< of these
    QHash<quint64, quint64> m_added; ///< hashes of the ids that were added, or would be, and of what they hold
    TimePoint m_now{};
    bool m_began = false;
    bool m_isKnown = false; ///< the queue has the record
    bool m_titled = false;
    bool m_ended = false; ///< of the file
    std::atomic<bool> m_cancelled = false;
    QElapsedTimer m_recorded;
};

/// `12 added, 3 there already, 1 invalid`; would: `12 would be added, …`.
QString describe(const ImportProgress& progress, bool dryRun);

} // namespace dueline
