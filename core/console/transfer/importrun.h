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
    StateSet states = StateSet::all(); ///< states of the tasks to import
    TaskFilter filter; ///< filter that the tasks must also match
    QByteArray source; ///< name of the file, for the record
    QByteArray by; ///< user who requested the import: `user@host`
    QByteArray reason;
    // maximum length of a line; longer lines are invalid and not stored in memory
    qint64 longestLine = 64 * 1024 * 1024;
    bool dryRun = false; ///< true to read the file without changing anything
};

/// Line that was not imported.
struct ImportProblem
{
    qint64 line = 0;
    QString why; ///< complete sentence that names the line

    bool operator==(const ImportProblem&) const = default;
};

struct ImportProgress
{
    static constexpr std::size_t problemsKept = 1000;

    qint64 lines = 0; ///< number of records read, excluding titles and empty lines
    qint64 bytes = 0; ///< number of bytes read from the file
    qint64 size = 0; ///< size of the file; 0: unknown
    qint64 added = 0; ///< number of tasks added, or to be added in a dry run
    StateCounts states; ///< number of added tasks per state
    qint64 exists = 0;
    qint64 conflicts = 0; ///< ids that belong to other tasks
    qint64 invalid = 0;
    qint64 filtered = 0; ///< tasks excluded by state or filter
    qint64 noPlace = 0; ///< tasks in states that the layout cannot import
    qint64 attemptsLost = 0; ///< added tasks whose attempts and errors the layout does not import
    qint64 relationsLost = 0; ///< added tasks that lost their relations; see losesRelations()
    /// number of tasks that count as existing but are not in the queue (see missingText()), counted only in the first
    /// batch that contains existing tasks
    qint64 missing = 0;
    qint64 renamed = 0; ///< added tasks whose ids got a suffix; see isRenamed()
    qint64 movedOn = 0; ///< tasks that another client changed before they reached their final state
    qint64 wereLeased = 0; ///< added tasks that were leased in the file and are now waiting
    std::vector<ImportProblem> problems; ///< first invalid lines and conflicts
    bool finished = false;
    bool cancelled = false;

    qint64 skipped() const { return exists + conflicts + invalid + noPlace + movedOn; }
    bool operator==(const ImportProgress&) const = default;
};

/// Import of the tasks in a file into a queue, in bounded steps and with bounded memory. Tasks whose ids already exist
/// are not changed, so an interrupted import can be repeated. An import is one operation, and undoing it discards the
/// imported tasks that have not run since.
class ImportRun
{
public:
    /// Creates an import. `device`: device opened for reading; owned by the caller.
    ImportRun(ImportRequest request, QIODevice& device);

    const OperationRecord& record() const { return m_record; }
    /// Imports up to 100 tasks. After an error, the run is unchanged, and the step can be repeated. Errors: Io, Usage
    /// (the titles of a CSV file), those of importTasks().
    Result<ImportProgress> step(Backend& backend);
    /// Runs all steps. Cancels the import when `observer` returns false.
    Result<ImportProgress> finish(Backend& backend, const std::function<bool(const ImportProgress&)>& observer = {});
    /// Cancels the import: the next step writes the record and ends the import. Thread-safe.
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
    std::vector<qint64> m_lines; ///< line numbers of the tasks in m_pending
    ImportedTasks m_added; ///< tasks added so far, or to be added in a dry run
    TimePoint m_now{};
    bool m_began = false;
    ImportUndo m_undo;
    bool m_hasCountedMissing = false;
    bool m_titled = false;
    bool m_ended = false; ///< true if the end of the file was reached
    std::atomic<bool> m_cancelled = false;
    QElapsedTimer m_recorded;
};

/// Returns a summary: `12 added (9 due, 3 failed), 3 already added, 1 invalid`; for a dry run `12 would be added, …`.
/// `states`: states of the added tasks, as text.
QString describe(const ImportProgress& progress, bool dryRun, const QString& states);
/// Returns a sentence that explains why tasks that are not in the queue count as existing.
QString missingText(qint64 count);

} // namespace dueline
