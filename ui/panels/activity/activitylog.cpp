// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/activity/activitylog.h"

#include "core/console/operations/operationlog.h"
#include "ui/presenters/windowrecord.h"
#include "ui/workbench/actionrunner.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 measureEveryMs = 500;
constexpr std::size_t keptNames = 50; ///< maximum number of stored ids of skipped tasks per operation
constexpr std::size_t endedRuns = 100; ///< maximum size of m_runs and m_leftAlone

bool mayUndo(const Connection* connection, const QueueName& queue)
{
    return connection && connection->mayWrite() && connection->session().isOnline()
        && connection->session().capabilities(queue).undo;
}

bool isNewer(const ActivityRow& a, const ActivityRow& b)
{
    if (a.runsHere() != b.runsHere())
        return a.runsHere();
    return a.record.at != b.record.at ? a.record.at > b.record.at : a.record.id > b.record.id;
}

/// Sets the actions available for a recorded operation. If another program's operation has no stored plan, it may have
/// been interrupted before its end was recorded. Undo is offered anyway, because it does no harm.
void offer(ActivityRow& row, const Connection& connection)
{
    const bool may = mayUndo(&connection, row.record.queue) && !row.record.running && row.record.undoneBy.isEmpty();
    row.canUndo = may && row.record.undoable && (row.record.done > 0 || !row.record.finished);
    row.canResume = may && row.record.isInterrupted();
}

} // namespace

ActivityLog::ActivityLog(ActionRunner& runner, QObject* parent)
    : QObject(parent)
    , m_runner(runner)
    , m_view(runner.view())
{
    connect(&m_runner.events(), &WindowEvents::operationStarted, this, &ActivityLog::track);
    connect(&m_runner.events(), &WindowEvents::undoStarted, this, &ActivityLog::track);
    connect(&m_view.connections(), &OpenConnections::changed, this, &ActivityLog::follow);
    follow();
}

ActivityLog::~ActivityLog() = default;

void ActivityLog::setActive(bool active)
{
    if (active == m_active)
        return;
    m_active = active;
    for (const auto& connection : m_view.connections().all())
        connection->refresher().watchOperations(active);
}

void ActivityLog::follow()
{
    QSet<QString> open;
    for (const auto& connection : m_view.connections().all()) {
        open.insert(connection->id());
        if (m_followed.contains(connection->id()))
            continue;
        connection->refresher().watchOperations(m_active);
        connect(connection.get(), &Connection::operationsChanged, this, [this, from = connection.get()] {
            if (m_limit > listedAtFirst && m_active)
                askForMore(*from);
            forgetRecorded();
            Q_EMIT changed();
        });
        connect(connection.get(), &Connection::stateChanged, this, &ActivityLog::changed);
        const auto followRecord = [this, from = connection.get()] {
            if (from->record())
                connect(&from->record()->promises(), &DrainPromises::changed, this, &ActivityLog::changed,
                    Qt::UniqueConnection);
        };
        connect(connection.get(), &Connection::recordChanged, this, followRecord);
        followRecord();
    }
    m_followed = open;
    std::erase_if(m_older, [&open](const auto& entry) { return !open.contains(entry.first); });
    std::erase_if(m_runs, [&open](const auto& run) { return !open.contains(run->row.connection); });
    Q_EMIT changed();
}

void ActivityLog::track(RunningJob* job)
{
    auto owned = std::make_unique<Run>();
    Run* run = owned.get();
    run->job = job;
    run->row.connection = job->connection()->id();
    run->row.connectionName = job->connection()->profile().name;
    run->row.record = job->record();
    if (run->row.record.at == TimePoint{})
        run->row.record.at = job->connection()->session().serverNow();
    run->row.phase = ActivityRow::Phase::Running;
    // A resumed run replaces the earlier run, which was stopped.
    std::erase_if(m_runs, [run](const auto& earlier) { return earlier->row.key() == run->row.key(); });
    m_runs.insert(m_runs.begin(), std::move(owned));
    // Look up the run by its job, because runs are removed when their connection is closed.
    const auto runOf = [this, job]() -> Run* {
        const auto found = std::find_if(m_runs.begin(), m_runs.end(), [job](const auto& r) { return r->job == job; });
        return found == m_runs.end() ? nullptr : found->get();
    };
    connect(job, &RunningJob::progressed, this, [this, runOf](const OperationProgress& progress) {
        if (Run* found = runOf())
            progressed(*found, progress);
    });
    connect(job, &RunningJob::finished, this, [this, runOf](const OperationProgress& progress) {
        if (Run* found = runOf())
            ended(*found, progress, {});
    });
    connect(job, &RunningJob::failed, this, [this, job, runOf](const Error& error) {
        if (Run* found = runOf())
            ended(*found, job->reached(), error.message);
    });
    // If a job was only a preview, remove its run without a message.
    connect(job, &QObject::destroyed, this, [this] {
        std::erase_if(m_runs, [](const auto& r) { return !r->job && r->row.runsHere(); });
        Q_EMIT changed();
    });
}

void ActivityLog::progressed(Run& run, const OperationProgress& progress)
{
    run.began = true;
    const qint64 done = progress.done + progress.skipped;
    if (!run.measured.isValid() || progress.phase == OperationProgress::Phase::Selecting) {
        run.measured.start();
        run.doneThen = done;
    } else if (run.measured.elapsed() >= measureEveryMs) {
        run.row.pace = double(done - run.doneThen) * 1000 / double(run.measured.restart());
        run.doneThen = done;
    }
    run.row.progress = progress;
    run.row.phase = run.job->isPaused() ? ActivityRow::Phase::Paused : ActivityRow::Phase::Running;
    Q_EMIT changed();
}

void ActivityLog::ended(Run& run, const OperationProgress& progress, const QString& trouble)
{
    keepLeftAlone(run);
    run.job.clear();
    run.row.progress = progress;
    run.row.trouble = trouble;
    run.row.phase = trouble.isEmpty() ? ActivityRow::Phase::Recorded : ActivityRow::Phase::Stopped;
    // Show these values until the record has been read.
    run.row.record.total = progress.total;
    run.row.record.done = progress.done;
    run.row.record.skipped = progress.skipped;
    run.row.record.finished = trouble.isEmpty();
    const Connection* connection = m_view.connections().find(run.row.connection);
    const auto action = actionFromName(run.row.record.kind);
    run.row.record.undoable = progress.done > 0 && action && action != ActionKind::Delete && connection
        && connection->session().capabilities(run.row.record.queue).undo;
    if (!run.began)
        std::erase_if(m_runs, [&run](const auto& r) { return r.get() == &run; });
    forgetRecorded();
    Q_EMIT changed();
}

/// Keeps only the first skipped tasks' ids, which is enough for display.
void ActivityLog::keepLeftAlone(const Run& run)
{
    const SkippedTasks skipped = run.job->skipped();
    if (skipped.total() == 0)
        return;
    if (m_leftAlone.size() >= qsizetype(endedRuns))
        m_leftAlone.clear();
    SkippedTasks first;
    for (const auto& [reason, count] : skipped.counts())
        first.add(reason, count);
    for (std::size_t i = 0; i < std::min(skipped.named().size(), keptNames); ++i)
        first.name(skipped.named()[i].id, skipped.named()[i].reason);
    m_leftAlone.insert(run.row.key(), first);
}

/// Drops runs that have ended, here or in another program, according to their records.
void ActivityLog::forgetRecorded()
{
    std::erase_if(m_runs, [this](const auto& run) {
        if (run->row.runsHere())
            return false;
        const Connection* connection = m_view.connections().find(run->row.connection);
        if (!connection)
            return true;
        const auto& records = connection->operations();
        return std::any_of(records.begin(), records.end(), [&run](const OperationRecord& r) {
            return r.id == run->row.record.id && (r.finished || !r.undoneBy.isEmpty());
        });
    });
    if (m_runs.size() > endedRuns)
        std::erase_if(m_runs, [](const auto& run) { return !run->row.runsHere(); });
}

std::vector<OperationRecord> ActivityLog::recordsOf(const Connection& connection) const
{
    std::vector<OperationRecord> records = connection.operations();
    const auto older = m_older.find(connection.id());
    if (older == m_older.end())
        return records;
    QSet<OperationId> known;
    for (const OperationRecord& record : records)
        known.insert(record.id);
    for (const OperationRecord& record : older->second) {
        if (!known.contains(record.id))
            records.push_back(record);
    }
    return records;
}

std::vector<ActivityRow> ActivityLog::rows() const
{
    std::vector<ActivityRow> rows;
    QHash<QByteArray, std::size_t> here;
    const Connection* current = m_view.current();
    for (const auto& run : m_runs) {
        // List running operations on all connections, but finished operations only on the current connection.
        if (!run->began || !(run->row.runsHere() || (current && run->row.connection == current->id())))
            continue;
        here.insert(run->row.key(), rows.size());
        rows.push_back(run->row);
        const Connection* connection = m_view.connections().find(run->row.connection);
        const bool answers = connection && connection->session().isOnline() && !connection->session().silentSince();
        if (run->row.phase == ActivityRow::Phase::Running && !answers)
            rows.back().phase = ActivityRow::Phase::Waiting;
        rows.back().canUndo = mayUndo(connection, run->row.record.queue) && run->row.record.undoable
            && run->row.phase == ActivityRow::Phase::Recorded;
    }
    const std::vector<OperationRecord> records = current ? recordsOf(*current) : std::vector<OperationRecord>();
    for (const OperationRecord& record : records) {
        ActivityRow row;
        row.connection = current->id();
        row.connectionName = current->profile().name;
        row.record = record;
        row.putBack = putBack(record, records);
        offer(row, *current);
        const auto known = here.constFind(row.key());
        if (known == here.cend()) {
            rows.push_back(std::move(row));
        } else if (ActivityRow& stopped = rows[*known]; stopped.phase == ActivityRow::Phase::Stopped) {
            stopped.record = std::move(row.record);
            stopped.canUndo = row.canUndo;
            stopped.canResume = row.canResume;
        }
    }
    for (ActivityRow& row : rows) {
        const Connection* connection = m_view.connections().find(row.connection);
        const WindowRecord* record = connection ? connection->record() : nullptr;
        if (const DrainPromise* promise = record ? record->promises().of(row.record.id) : nullptr)
            row.drain = *promise;
        row.leftAlone = m_leftAlone.value(row.key());
        row.canUndo = row.canUndo && !isBeingUndone(row);
    }
    std::stable_sort(rows.begin(), rows.end(), isNewer);
    return rows;
}

/// Returns whether the operation is being undone. The record shows an undo only after it has ended.
bool ActivityLog::isBeingUndone(const ActivityRow& row) const
{
    return std::any_of(m_runs.begin(), m_runs.end(), [&row](const auto& run) {
        return run->row.runsHere() && run->row.connection == row.connection && run->row.record.undoes == row.record.id;
    });
}

int ActivityLog::running() const
{
    return int(
        std::count_if(m_runs.begin(), m_runs.end(), [](const auto& run) { return run->began && run->row.runsHere(); }));
}

std::vector<ActivityRow> ActivityLog::acting(const QString& connection) const
{
    std::vector<ActivityRow> rows;
    for (const auto& run : m_runs) {
        if (run->began && run->row.runsHere() && (connection.isEmpty() || run->row.connection == connection))
            rows.push_back(run->row);
    }
    return rows;
}

bool ActivityLog::hasMore() const
{
    const Connection* current = m_view.current();
    return current && int(recordsOf(*current).size()) >= m_limit;
}

bool ActivityLog::isLoading() const
{
    const Connection* current = m_view.current();
    return current && !current->session().connection().isLost() && !current->knowsOperations();
}

void ActivityLog::showMore()
{
    m_limit *= 5;
    for (const auto& connection : m_view.connections().all())
        askForMore(*connection);
}

void ActivityLog::askForMore(Connection& connection)
{
    if (!connection.session().isOnline())
        return;
    connection.session().runInTurns(
        Session::Lane::Background, this, OperationsReading(m_limit),
        [this, id = connection.id()](Result<OperationsReading> read) {
            if (!read || !m_view.connections().find(id))
                return;
            m_older[id] = read->take();
            Q_EMIT changed();
        },
        [](const OperationsReading&) { return true; });
}

RunningJob* ActivityLog::jobOf(const QByteArray& key) const
{
    for (const auto& run : m_runs) {
        if (run->row.key() == key)
            return run->job;
    }
    return nullptr;
}

void ActivityLog::setPaused(const QByteArray& key, bool paused)
{
    RunningJob* job = jobOf(key);
    if (!job)
        return;
    job->setPaused(paused);
    for (const auto& run : m_runs) {
        if (run->job != job)
            continue;
        run->row.phase = paused ? ActivityRow::Phase::Paused : ActivityRow::Phase::Running;
        run->row.pace = 0;
        run->measured.invalidate();
    }
    Q_EMIT changed();
}

void ActivityLog::cancel(const QByteArray& key)
{
    if (RunningJob* job = jobOf(key))
        job->cancel();
}

void ActivityLog::resume(const ActivityRow& row)
{
    Connection* connection = m_view.connections().find(row.connection);
    if (connection && row.canResume)
        m_runner.resume(*connection, row.record);
}

void ActivityLog::undo(const ActivityRow& row)
{
    Connection* connection = m_view.connections().find(row.connection);
    if (connection && row.canUndo)
        m_runner.undo().undo(*connection, row.record);
}

} // namespace dueline
