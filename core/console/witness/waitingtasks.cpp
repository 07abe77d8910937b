// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/waitingtasks.h"

#include "core/base/text.h"
#include "core/console/transfer/tasklines.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

/// States in scan order. A task that changes state during a scan moves to a state that is read later, so it isn't
/// missed.
constexpr TaskState scannedStates[]{TaskState::Scheduled, TaskState::Retrying, TaskState::Due, TaskState::Failed};

qint64 tokenOf(const Task& task) { return task.addedAt ? std::max<qint64>(toMs(*task.addedAt), 0) : 0; }

/// Returns a hash of the task properties shown in lists.
std::size_t versionOf(const Task& task, TaskState state, std::optional<qint64> due)
{
    return qHashMulti(1, int(state), due.value_or(0), task.attempt, task.maxAttempts, task.size, task.preview);
}

/// Returns whether two tasks with the same id are the same task, judging by their creation times (0: unknown).
bool isSameTask(qint64 token, qint64 other) { return token == other || token == 0 || other == 0; }

/// Returns whether a task is so new that workers will probably claim it before the next reading.
bool isNew(qint64 token, std::optional<qint64> due, TimePoint now)
{
    constexpr Millis youth{5 * secondMs};
    const qint64 soon = toMs(now + youth);
    return due.value_or(0) <= soon && (token == 0 || token + 2 * youth.count() > soon);
}

} // namespace

/// Loads the queues whose lost tasks haven't been looked up yet, including queues that no longer exist.
Result<> WaitingTasks::begin()
{
    std::vector<QueueName> names;
    const auto read = m_file.database().read(
        "SELECT DISTINCT q.name FROM vanished v JOIN queue q ON q.id=v.queue WHERE v.how='unknown'", {},
        [&names](const SqliteRow& row) {
            names.push_back(row.text(0));
            return true;
        });
    if (!read)
        return read;
    for (const QueueName& name : names) {
        if (const auto loaded = load(name, m_scans[name]); !loaded)
            return loaded;
    }
    m_hasBegun = true;
    return {};
}

/// Loads a queue's recorded tasks from the file.
Result<> WaitingTasks::load(const QueueName& name, Scan& scan)
{
    const auto id = m_file.database().number("SELECT id FROM queue WHERE name=?", {name});
    if (!id)
        return id.error();
    if (!*id)
        return {}; // the file doesn't contain the queue yet
    scan.queue = **id;
    const auto read = m_file.database().read(
        "SELECT id, token, body IS NOT NULL FROM waiting WHERE queue=?", {scan.queue}, [&scan](const SqliteRow& row) {
            scan.known.insert(row.text(0), {row.number(1), 0, scan.pass, row.number(2) != 0});
            return true;
        });
    if (!read)
        return read;
    return chooseEvent(scan);
}

Result<> WaitingTasks::chooseEvent(Scan& scan)
{
    const auto event
        = m_file.database().number("SELECT max(event) FROM vanished WHERE queue=? AND how='unknown'", {scan.queue});
    if (!event)
        return event.error();
    scan.event = event->value_or(0);
    return {};
}

Result<> WaitingTasks::read(const std::vector<QueueInfo>& queues, bool isWhole, TimePoint now)
{
    if (!m_hasBegun) {
        if (const auto begun = begin(); !begun)
            return begun;
    }
    for (auto& [name, scan] : m_scans) {
        scan.met.clear();
        scan.asked.clear();
        scan.present.clear();
        scan.isComplete = false;
    }
    int tasks = m_options.payloads ? mostTasksWithPayloads : mostTasks;
    PayloadBudget payloads;
    // Start with the queue after the one where the last reading reached its limit, so that large queues don't hold up
    // the others.
    const auto first
        = std::find_if(queues.begin(), queues.end(), [this](const QueueInfo& info) { return info.name == m_next; });
    const std::size_t offset = first == queues.end() ? 0 : std::size_t(first - queues.begin());
    m_next.clear();
    std::set<QueueName> listed;
    for (std::size_t i = 0; i < queues.size(); ++i) {
        const QueueInfo& info = queues[(offset + i) % queues.size()];
        listed.insert(info.name);
        if (!info.unreadable.isEmpty())
            continue;
        Scan& scan = m_scans[info.name];
        if (scan.queue == 0) {
            if (const auto loaded = load(info.name, scan); !loaded)
                return loaded;
        }
        if (const auto looked = lookUp(info.name, scan, true); !looked)
            return looked;
        if (tasks > 0) {
            if (const auto scanned = scanPart(info, scan, tasks); !scanned)
                return scanned;
            if (tasks <= 0)
                m_next = queues[(offset + i + 1) % queues.size()].name;
        }
        if (const auto read = readBodies(info.name, scan, now, payloads); !read)
            return read;
    }
    for (auto& [name, scan] : m_scans) {
        if (!isWhole || listed.contains(name))
            continue;
        if (const auto looked = lookUp(name, scan, false); !looked)
            return looked;
    }
    return {};
}

/// If the scan has already passed the end of a queue's due tasks, reads the ones added since then.
Result<> WaitingTasks::readArrivals(const QueueInfo& info, Scan& scan, int& budget)
{
    if (!info.states.contains(TaskState::Due) || (scan.state == 0 && !scan.offset))
        return {};
    PageRequest request;
    request.queue = info.name;
    request.state = TaskState::Due;
    request.limit = arrivalsPerPage;
    request.offset = info.counts[TaskState::Due];
    bool isKnown = false;
    for (int page = 0; page < mostArrivals / arrivalsPerPage && request.offset > 0 && !isKnown && budget > 0; ++page) {
        request.offset = std::max<qint64>(request.offset - request.limit, 0);
        const auto newest = m_backend.inspector().page(request);
        if (!newest)
            return endsReading(newest.error().code) ? Result<>(newest.error()) : Result<>();
        budget -= std::max(int(newest->tasks.size()), 1);
        for (const Task& task : newest->tasks) {
            if (scan.known.contains(exactId(task)))
                isKnown = true;
            else
                addMet(scan, task, TaskState::Due);
        }
    }
    return {};
}

/// Continues a queue's scan within the budget. If the scan ends, the next reading begins a new one.
Result<> WaitingTasks::scanPart(const QueueInfo& info, Scan& scan, int& budget)
{
    if (const auto read = readArrivals(info, scan, budget); !read)
        return read;
    while (scan.state < std::size(scannedStates)) {
        const TaskState state = scannedStates[scan.state];
        if (!info.states.contains(state) || (info.counts[state] == 0 && !scan.offset)) {
            ++scan.state;
            continue;
        }
        if (budget <= 0)
            return {};
        const auto isOver = readPage(info, scan, state, budget);
        if (!isOver && endsReading(isOver.error().code))
            return isOver.error();
        if (!isOver) { // the queue can't be read right now, so start over and keep all recorded tasks
            scan.state = 0;
            scan.offset.reset();
            ++scan.pass;
            for (Known& known : scan.known)
                known.pass = scan.pass;
            return {};
        }
        if (*isOver) {
            ++scan.state;
            scan.offset.reset();
        }
    }
    scan.isComplete = true;
    scan.state = 0;
    return {};
}

/// Reads the next page of a state, from the last task to the first: tasks leave at the front, so reading forward would
/// skip some. Failed tasks are listed newest first, so they are read forward. Returns true at the end.
Result<bool> WaitingTasks::readPage(const QueueInfo& info, Scan& scan, TaskState state, int& budget)
{
    const bool isForward = state == TaskState::Failed;
    // more tasks may have become due since they were counted
    const qint64 newlyDue = state == TaskState::Due ? arrivalsPerPage : 0;
    const qint64 end = scan.offset.value_or(isForward ? 0 : info.counts[state] + newlyDue);
    const int limit = std::min(budget, QueueInspector::maxPage);
    PageRequest request;
    request.queue = info.name;
    request.state = state;
    request.offset = isForward ? end : std::max<qint64>(end - limit, 0);
    request.limit = int(isForward ? limit : std::max<qint64>(end - request.offset, 1));
    const auto page = m_backend.inspector().page(request);
    if (!page)
        return page.error();
    budget -= std::max(int(page->tasks.size()), 1);
    for (const Task& task : page->tasks)
        addMet(scan, task, state);
    scan.offset = isForward ? end + qint64(page->tasks.size()) : request.offset;
    return isForward ? page->tasks.empty() || *scan.offset >= page->total : request.offset == 0;
}

void WaitingTasks::addMet(Scan& scan, const Task& task, TaskState state)
{
    const bool isTimed = !task.untimed && StateSet::pending().contains(state);
    const std::optional<qint64> due = isTimed ? std::optional(toMs(task.at)) : std::nullopt;
    scan.met.push_back({exactId(task), tokenOf(task), versionOf(task, state, due), state, due, {}});
}

/// Reads the complete data of new and changed tasks. Few new tasks are read: in a busy queue, workers claim most of
/// them before the next reading.
Result<> WaitingTasks::readBodies(const QueueName& name, Scan& scan, TimePoint now, PayloadBudget& budget)
{
    if (!m_options.payloads || !m_hasRoom)
        return {};
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < scan.met.size() && missing.size() < budget.tasks; ++i) {
        const Met& met = scan.met[i];
        const auto known = scan.known.constFind(met.id);
        if (known != scan.known.constEnd() && known->hasBody && known->version == met.version)
            continue;
        if (known == scan.known.constEnd() && isNew(met.token, met.due, now)) {
            if (budget.newTasks == 0)
                continue;
            --budget.newTasks;
        }
        missing.push_back(i);
    }
    budget.tasks -= missing.size();
    QElapsedTimer timer;
    timer.start();
    const auto addSpent = qScopeGuard([&budget, &timer] { budget.spentMs += timer.elapsed(); });
    for (std::size_t from = 0; from < missing.size() && budget.spentMs + timer.elapsed() < longestPayloads.count();) {
        std::vector<TaskId> ids;
        for (std::size_t i = from; i < missing.size() && ids.size() < QueueInspector::taskRecords; ++i)
            ids.push_back(scan.met[missing[i]].id);
        const auto records = m_backend.inspector().readRecords(name, ids);
        if (!records && endsReading(records.error().code))
            return records.error();
        if (!records || records->empty())
            return {};
        for (std::size_t i = 0; i < records->size(); ++i) {
            Met& met = scan.met[missing[from + i]];
            const auto& record = (*records)[i];
            if (record && record->damage.isEmpty() && isSameTask(tokenOf(record->detail.task), met.token))
                met.body = taskLine(*record, m_options.isMasked).trimmed();
        }
        from += records->size();
    }
    return {};
}

/// Looks up tasks listed as lost, and notes the ones that the queue still contains. `exists`: true if the queue exists.
Result<> WaitingTasks::lookUp(const QueueName& name, Scan& scan, bool exists)
{
    if (scan.event == 0)
        return {};
    std::vector<qint64> tokens;
    const auto read
        = m_file.database().read("SELECT id, token FROM vanished WHERE event=? AND queue=? AND how='unknown' LIMIT 500",
            {scan.event, scan.queue}, [&](const SqliteRow& row) {
                scan.asked.push_back(row.text(0));
                tokens.push_back(row.number(1));
                return true;
            });
    if (!read)
        return read;
    for (std::size_t from = 0; exists && from < scan.asked.size();) {
        const std::size_t count = std::min(scan.asked.size() - from, QueueInspector::taskRecords);
        const auto records = m_backend.inspector().readRecords(
            name, {scan.asked.begin() + qsizetype(from), scan.asked.begin() + qsizetype(from + count)});
        if (!records && endsReading(records.error().code))
            return records.error();
        if (!records || records->empty()) {
            scan.asked.resize(from); // the next reading looks up the rest
            return {};
        }
        for (std::size_t i = 0; i < records->size(); ++i) {
            const auto& record = (*records)[i];
            if (record && (!record->damage.isEmpty() || isSameTask(tokenOf(record->detail.task), tokens[from + i])))
                scan.present.push_back(scan.asked[from + i]);
        }
        from += records->size();
    }
    return {};
}

Result<> WaitingTasks::write(TimePoint now, const std::vector<QueueName>& undecided)
{
    const auto room = hasRoom();
    if (!room)
        return room.error();
    if (m_hasRoom && !*room) {
        const QString text = u"The recording has reached its limit of %1, so no more task ids are recorded."_s.arg(
            formatBytes(m_options.mostBytes));
        const QJsonObject detail{{u"limit"_s, m_options.mostBytes}};
        if (const auto written = m_file.write(
                RecordEvent{0, now, {}, "cut", text.toUtf8(), QJsonDocument(detail).toJson(QJsonDocument::Compact)});
            !written)
            return written.error();
    }
    m_hasRoom = *room;
    for (auto& [name, scan] : m_scans) {
        if (scan.queue == 0) {
            const auto id = m_file.database().number("SELECT id FROM queue WHERE name=?", {name});
            if (!id)
                return id.error();
            scan.queue = id->value_or(0);
        }
        if (scan.queue == 0 || std::find(undecided.begin(), undecided.end(), name) != undecided.end())
            continue;
        if (const auto written = writeLookUp(scan); !written)
            return written;
        if (const auto written = writeScan(scan, now); !written)
            return written;
    }
    return {};
}

/// Returns whether more tasks may be recorded. A quarter of the maximum size is reserved for the recording's other
/// data.
Result<bool> WaitingTasks::hasRoom()
{
    const auto used = m_file.usedBytes();
    if (!used)
        return used.error();
    return *used <= m_options.mostBytes / 4 * 3;
}

Result<> WaitingTasks::writeScan(Scan& scan, TimePoint now)
{
    for (const Met& met : scan.met) {
        if (const auto written = writeMet(scan, met, now); !written)
            return written;
    }
    return scan.isComplete ? removeUnmet(scan) : Result<>();
}

Result<> WaitingTasks::writeMet(Scan& scan, const Met& met, TimePoint now)
{
    const auto known = scan.known.find(met.id);
    const bool isSame = known != scan.known.end() && isSameTask(known->token, met.token);
    if (isSame)
        known->pass = scan.pass;
    if (isSame && known->version == met.version && (known->hasBody || met.body.isEmpty()))
        return {};
    if (!isSame && !m_hasRoom)
        return {};
    SqliteDatabase& database = m_file.database();
    const bool hasBody = !met.body.isEmpty() && m_hasRoom;
    const SqliteValue body = hasBody ? SqliteValue(met.body) : SqliteValue();
    if (isSame) {
        // Keep the old hash until the new payload has been read, so that the next scan reads the payload.
        if (hasBody || !m_options.payloads || !m_hasRoom)
            known->version = met.version;
        known->hasBody = known->hasBody || hasBody;
        return database.run("UPDATE waiting SET state=?, due=?, body=coalesce(?, body) WHERE queue=? AND id=?",
            {int(met.state), met.due, body, scan.queue, met.id});
    }
    scan.known.insert(met.id, {met.token, met.version, scan.pass, hasBody});
    return database.run("INSERT OR REPLACE INTO waiting VALUES(?, ?, ?, ?, ?, ?, ?)",
        {scan.queue, met.id, met.token, int(met.state), met.due, toMs(now), body});
}

/// Removes tasks that neither this scan nor the previous one found: they were claimed or removed.
Result<> WaitingTasks::removeUnmet(Scan& scan)
{
    for (auto known = scan.known.begin(); known != scan.known.end();) {
        if (known->pass >= scan.pass - 1) {
            ++known;
            continue;
        }
        const auto removed
            = m_file.database().run("DELETE FROM waiting WHERE queue=? AND id=?", {scan.queue, known.key()});
        if (!removed)
            return removed;
        known = scan.known.erase(known);
    }
    ++scan.pass;
    return {};
}

Result<> WaitingTasks::writeLookUp(Scan& scan)
{
    SqliteDatabase& database = m_file.database();
    for (const QByteArray& id : scan.present) {
        const auto removed = database.run(
            "DELETE FROM vanished WHERE event=? AND queue=? AND id=? AND how='unknown'", {scan.event, scan.queue, id});
        if (!removed)
            return removed;
    }
    for (const QByteArray& id : scan.asked) {
        const auto written
            = database.run("UPDATE vanished SET how='gone' WHERE event=? AND queue=? AND id=? AND how='unknown'",
                {scan.event, scan.queue, id});
        if (!written)
            return written;
    }
    if (scan.event == 0 || !scan.asked.empty())
        return {};
    // all of this event's tasks have been looked up
    return chooseEvent(scan);
}

Result<> WaitingTasks::lost(const QueueName& queue, const QueueLoss& loss)
{
    Scan& scan = m_scans[queue];
    if (scan.queue == 0) {
        if (const auto loaded = load(queue, scan); !loaded)
            return loaded;
    }
    // Don't list tasks that the last complete scan didn't find: they were claimed before the event. Only evictions can
    // happen during a scan, so if it found almost no tasks, list all of them.
    constexpr qsizetype fewTasks = 10;
    const auto isUnmet = [&scan](const Known& known) { return known.pass < scan.pass - 1; };
    const auto unmet = std::count_if(scan.known.cbegin(), scan.known.cend(), isUnmet);
    SqliteDatabase& database = m_file.database();
    if (loss.cause != "evicted" || unmet <= fewTasks * (scan.known.size() - unmet)) {
        for (auto known = scan.known.cbegin(); known != scan.known.cend(); ++known) {
            if (!isUnmet(*known))
                continue;
            const auto removed = database.run("DELETE FROM waiting WHERE queue=? AND id=?", {scan.queue, known.key()});
            if (!removed)
                return removed;
        }
    }
    scan.known.clear();
    scan.asked.clear(); // the tasks in `asked` belong to an earlier event
    scan.present.clear();
    // Tasks listed as lost in an earlier event but found since then weren't lost.
    const auto kept = database.run(
        "DELETE FROM vanished WHERE queue=? AND how='unknown' AND EXISTS (SELECT 1 FROM waiting w WHERE "
        "w.queue=vanished.queue AND w.id=vanished.id AND (w.token=vanished.token OR w.token=0 OR vanished.token=0))",
        {scan.queue});
    if (!kept)
        return kept;
    const auto listed = database.run(
        "INSERT OR REPLACE INTO vanished SELECT ?, queue, id, token, state, due, first, ?, body FROM waiting WHERE "
        "queue=?",
        {loss.event, QByteArray(loss.isTotal ? "gone" : "unknown"), scan.queue});
    if (!listed)
        return listed;
    if (!loss.isTotal)
        scan.event = loss.event;
    return database.run("DELETE FROM waiting WHERE queue=?", {scan.queue});
}

void WaitingTasks::forget()
{
    m_scans.clear();
    m_hasBegun = false;
}

} // namespace dueline
