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
    StateSet states = StateSet::all(); ///< states to restrict the import to
    TaskFilter filter; ///< filter that tasks must match
    QByteArray source; ///< file name, as stored in the record
    QByteArray by; ///< requesting user, as `user@host`
    QByteArray reason;
    // Maximum length of a line in bytes. Longer lines are invalid and aren't kept in memory.
    qint64 longestLine = 64 * 1024 * 1024;
    bool dryRun = false; ///< true to only report what would be imported
};

/// Line that wasn't imported.
struct ImportProblem
{
    qint64 line = 0;
    QString why; ///< complete sentence that includes the line number

    bool operator==(const ImportProblem&) const = default;
};

struct ImportProgress
{
    static constexpr std::size_t problemsKept = 1000;

    qint64 lines = 0; ///< number of records read, excluding the title line and empty lines
    qint64 bytes = 0; ///< number of bytes read from the file
    qint64 size = 0; ///< size of the file in bytes; 0: unknown
    qint64 added = 0; ///< number of tasks added or, in a dry run, to be added
    StateCounts states; ///< number of added tasks, by state
    qint64 exists = 0;
    qint64 conflicts = 0; ///< number of tasks whose id belongs to another task in the queue
    qint64 invalid = 0;
    qint64 filtered = 0; ///< number of tasks excluded by the filter or the states
    qint64 noPlace = 0; ///< number of tasks in states that the layout can't import
    /// number of added tasks that lost their attempts and errors, because the layout can't import these
    qint64 attemptsLost = 0;
    qint64 relationsLost = 0; ///< number of added tasks that lost their relations; see losesRelations()
    qint64 flowParents = 0; ///< number of tasks not added because they wait for their children; see waitsForChildren()
    /// Number of tasks that count as existing although they aren't in the queue (see missingText()). Only determined
    /// for the first batch with existing tasks.
    qint64 missing = 0;
    qint64 renamed = 0; ///< number of added tasks whose id got a suffix; see isRenamed()
    qint64 movedOn = 0; ///< number of tasks changed by another client before the import had set their state
    qint64 wereLeased = 0; ///< number of added tasks that were leased in the file and are now waiting for a retry
    std::vector<ImportProblem> problems; ///< first invalid lines and conflicts
    bool finished = false;
    bool cancelled = false;

    qint64 skipped() const { return exists + conflicts + invalid + noPlace + movedOn + flowParents; }
    bool operator==(const ImportProgress&) const = default;
};

/// Import of tasks from a file into a queue, in bounded steps and with bounded memory. Tasks whose id already exists
/// aren't changed, so an interrupted import can be repeated. The import is recorded as a single operation. Undoing it
/// discards the imported tasks that haven't run since then.
class ImportRun
{
public:
    /// Creates an import. `device`: open for reading; owned by the caller.
    ImportRun(ImportRequest request, QIODevice& device);

    const OperationRecord& record() const { return m_record; }
    /// Imports up to 100 tasks. Can be called again after an error. Errors: Io, Usage (a CSV file's title line is
    /// invalid); otherwise same as importTasks().
    Result<ImportProgress> step(Backend& backend);
    /// Runs all remaining steps. `observer`: progress callback that returns false to cancel the import.
    Result<ImportProgress> finish(Backend& backend, const std::function<bool(const ImportProgress&)>& observer = {});
    /// Cancels the import: the next step writes the record and ends it. Thread-safe.
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
    std::vector<TaskRecord> m_pending; ///< tasks that have been read but may not be in the queue yet
    std::vector<qint64> m_lines; ///< line number of each task in m_pending
    ImportedTasks m_added; ///< tasks added or, in a dry run, to be added
    TimePoint m_now{};
    bool m_began = false;
    ImportUndo m_undo;
    bool m_hasCountedMissing = false;
    bool m_titled = false;
    bool m_ended = false; ///< true at end of file
    std::atomic<bool> m_cancelled = false;
    QElapsedTimer m_recorded;
};

/// Returns a summary, such as `12 added (9 due, 3 failed), 3 already added, 1 invalid`; for a dry run, `12 would be
/// added, …`. `states`: the added tasks by state, as text.
QString describe(const ImportProgress& progress, bool dryRun, const QString& states);
/// Returns a sentence that says why tasks can count as existing although they aren't in the queue.
QString missingText(qint64 count);

} // namespace dueline
