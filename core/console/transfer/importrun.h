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
    StateSet states = StateSet::all(); ///< imports only tasks in these states
    TaskFilter filter; ///< filter that restricts the tasks further
    QByteArray source; ///< name of the file, for the record
    QByteArray by; ///< user@host
    QByteArray reason;
    qint64 longestLine = 64 * 1024 * 1024; ///< a longer line is invalid, and not kept in memory
    bool dryRun = false; ///< reads without changing anything
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

    qint64 lines = 0; ///< records read, without titles and empty lines
    qint64 bytes = 0; ///< bytes read of the file
    qint64 size = 0; ///< size of the file; 0: unknown
    qint64 added = 0; ///< number of added tasks; in a dry run, of tasks to add
    StateCounts states; ///< states of the added tasks
    qint64 exists = 0;
    qint64 conflicts = 0; ///< ids that belong to other tasks
    qint64 invalid = 0;
    qint64 filtered = 0; ///< excluded by states or filter
    qint64 noPlace = 0; ///< tasks in a state that the layout cannot import
    qint64 attemptsLost = 0; ///< added tasks whose attempts and errors the layout does not import
    qint64 movedOn = 0; ///< changed before they reached their state
    qint64 wereLeased = 0; ///< added tasks that were leased: they wait again
    std::vector<ImportProblem> problems; ///< first invalid lines and conflicts
    bool finished = false;
    bool cancelled = false;

    qint64 skipped() const { return exists + conflicts + invalid + noPlace + movedOn; }
    bool operator==(const ImportProgress&) const = default;
};

/// Import of a file's tasks into a queue, in bounded steps and bounded memory. Existing ids stay unchanged, so an
/// interrupted import can be repeated. It is one operation; its undo discards imported tasks that have not run since.
class ImportRun
{
public:
    /// `device`: open for reading, owned by the caller.
    ImportRun(ImportRequest request, QIODevice& device);

    const OperationRecord& record() const { return m_record; }
    /// Imports at most 100 tasks. An error leaves the run unchanged, and the step may be repeated. Errors: Io, Usage
    /// (the titles of a CSV file), those of importTasks().
    Result<ImportProgress> step(Backend& backend);
    /// Runs all steps; `observer` returning false cancels.
    Result<ImportProgress> finish(Backend& backend, const std::function<bool(const ImportProgress&)>& observer = {});
    /// Requests the next step to write the record and finish. Thread-safe.
    void cancel() { m_cancelled = true; }
    const ImportProgress& progress() const { return m_progress; }

private:
    Result<> begin(Backend& backend);
    Result<bool> readSome();
    Result<> settle(Backend& backend);
    Result<> writeRecord(Backend& backend, bool finished);
    void problem(qint64 line, const QString& why);

    ImportRequest m_request;
    QIODevice& m_device;
    RecordReader m_reader;
    CsvTasks m_csv;
    OperationRecord m_record;
    ImportProgress m_progress;
    std::vector<TaskRecord> m_pending; ///< tasks that were read, and are not known to be in the queue
    std::vector<qint64> m_lines; ///< lines of m_pending
    ImportedTasks m_added; ///< tasks added so far, or to be added
    TimePoint m_now{};
    bool m_began = false;
    ImportUndo m_undo;
    bool m_titled = false;
    bool m_ended = false; ///< end of the file
    std::atomic<bool> m_cancelled = false;
    QElapsedTimer m_recorded;
};

/// Returns a summary: `12 added (9 due, 3 failed), 3 already added, 1 invalid`; for a dry run `12 would be added, …`.
/// `states`: the states of the added tasks as a text.
QString describe(const ImportProgress& progress, bool dryRun, const QString& states);

} // namespace dueline
