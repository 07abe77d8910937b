// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/recordreader.h"
#include "core/console/transfer/taskimport.h"
#include "core/console/transfer/tasklines.h"

#include <QElapsedTimer>

#include <atomic>
#include <functional>
#include <memory>

namespace dueline {

struct ImportRequest
{
    QueueName queue;
    TaskFormat format = TaskFormat::Lines;
    StateSet states = StateSet::all(); ///< states to which the import is restricted
    TaskFilter filter; ///< filter that the tasks must match
    QByteArray source; ///< name of the file, which the record stores
    QByteArray by; ///< user who requested the import, as `user@host`
    QByteArray reason;
    // Maximum length of a line. A longer line is invalid, and is not kept in memory.
    qint64 longestLine = 64 * 1024 * 1024;
    bool dryRun = false; ///< true to report what would be imported, without changing anything
};

/// Line that was not imported.
struct ImportProblem
{
    qint64 line = 0;
    QString why; ///< complete sentence that includes the line number

    bool operator==(const ImportProblem&) const = default;
};

struct ImportProgress
{
    static constexpr std::size_t problemsKept = 1000;

    qint64 lines = 0; ///< number of records read, without the title line and empty lines
    qint64 bytes = 0; ///< number of bytes read from the file
    qint64 size = 0; ///< size of the file in bytes; 0: unknown
    qint64 added = 0; ///< number of tasks that were added or, in a dry run, would be added
    StateCounts states; ///< the added tasks by state
    qint64 exists = 0;
    qint64 conflicts = 0; ///< number of tasks whose id belongs to another task in the queue
    qint64 invalid = 0;
    qint64 filtered = 0; ///< number of tasks that the filter or the states exclude
    qint64 noPlace = 0; ///< number of tasks in states that the layout cannot import
    /// number of added tasks that lost their attempts and errors, which the layout cannot import
    qint64 attemptsLost = 0;
    qint64 relationsLost = 0; ///< number of added tasks that lost their relations; see losesRelations()
    qint64 flowParents = 0; ///< number of tasks that were not added; see waitsForChildren()
    /// Number of tasks that count as existing although they are not in the queue (see missingText()). Determined only
    /// for the first batch with existing tasks.
    qint64 missing = 0;
    qint64 renamed = 0; ///< number of added tasks whose id got a suffix; see isRenamed()
    qint64 movedOn = 0; ///< number of tasks that another client changed before the import had set their state
    qint64 wereLeased = 0; ///< number of added tasks that were leased in the file, and now wait for a retry
    std::vector<ImportProblem> problems; ///< the first invalid lines and conflicts
    bool finished = false;
    bool cancelled = false;

    qint64 skipped() const { return exists + conflicts + invalid + noPlace + movedOn + flowParents; }
    bool operator==(const ImportProgress&) const = default;
};

/// Import of tasks from a file into a queue, in bounded steps and with bounded memory. Tasks whose id already exists
/// are not changed, so an interrupted import can be repeated. The import is recorded as one operation. Undoing it
/// discards the imported tasks that have not run since.
class ImportRun
{
public:
    /// Creates an import. `device`: open for reading; owned by the caller.
    ImportRun(ImportRequest request, QIODevice& device);

    const OperationRecord& record() const { return m_record; }
    /// Imports up to 100 tasks. After an error, step() can be called again. Errors: Io, Usage (the title line of a CSV
    /// file), those of importTasks().
    Result<ImportProgress> step(Backend& backend);
    /// Runs all remaining steps. `observer`: callback for progress; it returns false to cancel the import.
    Result<ImportProgress> finish(Backend& backend, const std::function<bool(const ImportProgress&)>& observer = {});
    /// Makes the next step write the record and end the import. Thread-safe.
    void cancel() { m_cancelled = true; }
    const ImportProgress& progress() const { return m_progress; }

private:
    Result<> begin(Backend& backend);
    Result<bool> readSome();
    Result<> settle(Backend& backend);
    Result<std::vector<ImportOutcome>> import(Backend& backend);
    Result<bool> leaveOutRefused(Backend& backend, const Error& why);
    Error allRefused(const Error& why, const std::vector<QString>& refusals) const;
    Result<> countMissing(Backend& backend, const std::vector<ImportOutcome>& outcomes);
    Result<> writeRecord(Backend& backend, bool finished);
    void problem(qint64 line, const QString& why);

    ImportRequest m_request;
    QIODevice& m_device;
    RecordReader m_reader;
    CsvTasks m_csv;
    OperationRecord m_record;
    ImportProgress m_progress;
    std::vector<TaskRecord> m_pending; ///< tasks that have been read, and may not be in the queue yet
    std::vector<qint64> m_lines; ///< line number of each task in m_pending
    ImportedTasks m_added; ///< tasks that were added or, in a dry run, would be added
    TimePoint m_now{};
    bool m_began = false;
    ImportUndo m_undo;
    bool m_hasCountedMissing = false;
    bool m_titled = false;
    bool m_ended = false; ///< true if the end of the file has been reached
    std::atomic<bool> m_cancelled = false;
    QElapsedTimer m_recorded;
};

/// Returns a summary, such as `12 added (9 due, 3 failed), 3 already added, 1 invalid`; for a dry run, `12 would be
/// added, …`. `states`: the added tasks by state, as text.
QString describe(const ImportProgress& progress, bool dryRun, const QString& states);
/// Returns a sentence that says why tasks can count as existing although they are not in the queue.
QString missingText(qint64 count);

} // namespace dueline
