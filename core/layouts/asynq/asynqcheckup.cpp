// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqcheckup.h"

#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/layouts/asynq/asynqsources.h"
#include "core/layouts/asynq/asynqwords.h"
#include "core/layouts/asynq/asynqworkers.h"
#include "core/redis/reply.h"

#include <QStringList>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

using AsynqRisk = QueueFinding::Risk;

/// Suffixes of the keys that contain tasks, by state. Group sets aren't included.
constexpr std::array asynqPlaces{"pending", "active", "scheduled", "retry", "archived", "completed"};

bool isListOfAsynq(QByteArrayView place) { return place == "pending" || place == "active"; }

} // namespace

AsynqCheckup::AsynqCheckup(RedisClient& client, RedisClock& clock, std::shared_ptr<JobHashes> hashes,
    const QueueInfo& queue, const QueueName& called, Part part)
    : m_client(client)
    , m_clock(clock)
    , m_hashes(std::move(hashes))
    , m_queue(queue.name)
    , m_called(called)
    , m_shown(printable(called, 60))
    , m_part(part)
{
    if (part == Part::Told)
        setLooks<AsynqCheckup>(this,
            {&AsynqCheckup::readOverview, &AsynqCheckup::readServers, &AsynqCheckup::readPlace,
                &AsynqCheckup::judgeSuspects});
    else
        setLooks<AsynqCheckup>(this,
            {&AsynqCheckup::readPlace, &AsynqCheckup::judgeSuspects, &AsynqCheckup::readHashes,
                &AsynqCheckup::leaveOutListed, &AsynqCheckup::judgeStrays});
}

QByteArray AsynqCheckup::key(const char* place) const { return AsynqKeys::base(m_queue) + place; }

QByteArray AsynqCheckup::taskKey(const TaskId& id) const { return AsynqKeys::task(m_queue, id); }

Command AsynqCheckup::standsIn(const QByteArray& place, const TaskId& id) const
{
    const QByteArray stands = key(place.constData());
    return isListOfAsynq(place) ? Command{"LPOS", stands, id, "RANK", "-1", "MAXLEN", "10000"}
                                : Command{"ZSCORE", stands, id};
}

void AsynqCheckup::tell(const char* kind, AsynqRisk risk, qint64 count, const QString& reason, const QString& remedy)
{
    if (count > 0)
        m_findings.push_back({kind, risk, count, reason, remedy});
}

Result<bool> AsynqCheckup::readOverview()
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    m_now = *now;
    const auto replies
        = m_client.callAll({{"ZCARD", key("archived")}, {"LRANGE", key("active"), "0", number(mostActive - 1)}});
    if (!replies)
        return replies.error();
    for (const Reply& id : (*replies)[1].items)
        m_active.push_back(id.bytes);
    const qint64 archived = (*replies)[0].integer;
    tell("archive-full", AsynqRisk::Possible, archived >= mostArchived ? archived : 0,
        asynqwords::archiveIsFull(m_shown, QString::number(archived)),
        asynqwords::exportArchive(shellOperands({m_called})));
    return false;
}

/// Reads the servers, and the leases of active tasks. Reports leases that have expired, are missing or belong to a lost
/// server, and a queue that no server processes.
Result<bool> AsynqCheckup::readServers()
{
    const auto servers = AsynqWorkers::read(m_client, m_now);
    if (!servers)
        return servers.error();
    const auto holders = AsynqWorkers::holders(m_client, m_now);
    if (!holders)
        return holders.error();
    std::vector<Command> pipeline{{"LLEN", key("pending")},
        {"ZCOUNT", key("scheduled"), "-inf", number(toMs(m_now - grace) / 1000)}, {"LINDEX", key("pending"), "-1"}};
    for (const TaskId& id : m_active)
        pipeline.push_back({"ZSCORE", key("lease"), id});
    for (const TaskId& id : m_active)
        pipeline.push_back({"HGET", taskKey(id), "state"});
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    const bool isServed = std::any_of(servers->begin(), servers->end(), [this](const WorkerInfo& server) {
        return !server.lost && std::find(server.queues.begin(), server.queues.end(), m_queue) != server.queues.end();
    });
    QStringList gone;
    for (const WorkerInfo& server : *servers) {
        if (server.lost)
            gone << printable(server.id.left(server.id.lastIndexOf(':')), 80);
    }
    std::vector<TaskId> over;
    std::vector<TaskId> held;
    std::vector<TaskId> without;
    for (std::size_t i = 0; i < m_active.size(); ++i) {
        const Reply& lease = (*replies)[3 + i];
        if ((*replies)[3 + m_active.size() + i].bytes != "active")
            continue; // the task has finished since then, or readPlace() will report it
        const TimePoint ends = fromMs(qint64(std::clamp(lease.bytes.toDouble() * 1000, 0.0, endOfTime)));
        if (!lease.isBytes())
            without.push_back(m_active[i]);
        else if (ends < m_now - grace)
            over.push_back(m_active[i]);
        else if (ends < m_now + missedBeats && !holders->count(m_active[i]))
            held.push_back(m_active[i]);
    }
    m_looked += qint64(m_active.size());
    tell("lease-over", isServed ? AsynqRisk::Possible : AsynqRisk::Present, qint64(over.size()),
        asynqwords::leasesAreOver(qint64(over.size()), m_shown, firstNames(over), isServed),
        asynqwords::returnExpired(isServed, shellOperands({m_called})));
    tell("lost-server", AsynqRisk::Possible, qint64(held.size()),
        asynqwords::serverIsLost(qint64(held.size()), m_shown, firstNames(held), gone.join(u", "_s)),
        asynqwords::anotherServerTakesOver(qint64(held.size())));
    tell("without-lease", AsynqRisk::Present, qint64(without.size()),
        asynqwords::leasesAreMissing(qint64(without.size()), m_shown, firstNames(without)),
        without.empty() ? QString()
                        : asynqwords::writeExpiredLease(shellName(without.front()), shellName(key("lease"))));
    if (!isServed)
        tellUnserved((*replies)[0].integer, (*replies)[1].integer, (*replies)[2].bytes);
    return false;
}

/// Reports a queue that no server processes, unless the queue is paused or its only task was just added.
void AsynqCheckup::tellUnserved(qint64 pending, qint64 due, const QByteArray& next)
{
    const auto about = m_client.pipeline({{"HGET", taskKey(next), "pending_since"}, {"EXISTS", key("paused")}});
    if (!about || (*about)[1].integer > 0)
        return;
    const qint64 sinceMs = (*about)[0].bytes.toLongLong() / 1'000'000;
    const qint64 waiting = sinceMs > 0 && fromMs(sinceMs) < m_now - grace ? pending : 0;
    const qint64 count = waiting + due;
    tell("unserved", AsynqRisk::Possible, count, asynqwords::tasksAreUnserved(count, m_shown),
        asynqwords::startServer(shellName(m_queue)));
}

/// Reads a batch of ids from a list or set, and the states stored in their tasks. Tasks with a different state become
/// suspects.
Result<bool> AsynqCheckup::readPlace()
{
    if (m_place >= asynqPlaces.size())
        return false;
    const char* place = asynqPlaces[m_place];
    const auto ids = m_client.call(
        {isListOfAsynq(place) ? "LRANGE" : "ZRANGE", key(place), number(m_offset), number(m_offset + perWindow - 1)});
    if (!ids)
        return ids.error();
    std::vector<Command> pipeline;
    for (const Reply& id : ids->items)
        pipeline.push_back({"HGET", taskKey(id.bytes), "state"});
    const auto states = m_client.pipeline(pipeline);
    if (!states)
        return states.error();
    for (std::size_t i = 0; i < states->size() && m_suspects.size() < mostSuspects; ++i) {
        const Reply& state = (*states)[i];
        if (!state.isError() && state.bytes != place)
            m_suspects.push_back({place, ids->items[i].bytes, state.isBytes() ? state.bytes : QByteArray()});
    }
    const auto count = qint64(ids->items.size());
    m_looked += count;
    m_offset += count;
    if (count < perWindow || m_offset >= mostPerPlace) {
        ++m_place;
        m_offset = 0;
    }
    return true;
}

/// Confirms the suspects. A task may move during the check, so it is confirmed only if its key and state are unchanged.
Result<bool> AsynqCheckup::judgeSuspects()
{
    std::vector<Command> pipeline;
    for (const Suspect& suspect : m_suspects) {
        pipeline.push_back({"HGET", taskKey(suspect.id), "state"});
        pipeline.push_back(standsIn(suspect.place, suspect.id));
    }
    if (pipeline.empty())
        return false;
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    std::vector<TaskId> gone;
    for (std::size_t i = 0; i < m_suspects.size(); ++i) {
        const Suspect& suspect = m_suspects[i];
        const Reply& state = (*replies)[2 * i];
        const Reply& stands = (*replies)[2 * i + 1];
        if (state.bytes != suspect.state || (!stands.isInteger() && !stands.isBytes()))
            continue;
        if (state.isBytes())
            m_differing.insert(suspect.id);
        else
            gone.push_back(suspect.id);
    }
    if (m_part != Part::Told)
        return false;
    tell("without-task", AsynqRisk::Possible, qint64(gone.size()),
        asynqwords::tasksAreGone(qint64(gone.size()), m_shown, firstNames(gone)),
        gone.empty() ? QString() : asynqwords::deleteId(shellOperands({m_called, gone.front()})));
    return false;
}

/// Reads the states of the tasks that have a hash. Adds each task missing from the key for its state to m_strays. Tasks
/// that should be in the pending list are collected in m_unlisted and checked later.
Result<bool> AsynqCheckup::readHashes()
{
    if (!m_ids) {
        if (const auto walked = m_hashes->walk(); !walked)
            return walked;
        m_ids = m_hashes->below(AsynqKeys::task(m_queue, {}));
        return true;
    }
    const auto first = std::size_t(m_offset);
    const std::size_t last = std::min(m_ids->size(), first + std::size_t(perWindow));
    if (first == last)
        return false;
    std::vector<Command> pipeline;
    for (std::size_t i = first; i < last; ++i)
        pipeline.push_back({"HGET", taskKey((*m_ids)[i]), "state"});
    const auto states = m_client.pipeline(pipeline);
    if (!states)
        return states.error();
    pipeline.clear();
    std::vector<TaskId> asked;
    for (std::size_t i = first; i < last; ++i) {
        const Reply& state = (*states)[i - first];
        const TaskId& id = (*m_ids)[i];
        const bool isKnown = std::find(asynqPlaces.begin(), asynqPlaces.end(), state.bytes) != asynqPlaces.end();
        if (state.isError() || !isKnown)
            continue;
        if (state.bytes == "pending") {
            m_unlisted.insert(id);
        } else {
            asked.push_back(id);
            pipeline.push_back(standsIn(state.bytes, id));
        }
    }
    const auto places = m_client.pipeline(pipeline);
    if (!places)
        return places.error();
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (!(*places)[i].isBytes() && !(*places)[i].isInteger() && m_strays.size() < mostSuspects)
            m_strays.insert(asked[i]);
    }
    m_looked += qint64(last - first);
    m_offset = qint64(last);
    return last < m_ids->size();
}

/// Searches the pending list for the tasks in m_unlisted, and adds the missing ones to m_strays. Reading the list once
/// is cheaper than searching it for every id.
Result<bool> AsynqCheckup::leaveOutListed()
{
    if (m_unlisted.empty())
        return false;
    constexpr qint64 window = 1'000;
    const auto ids = m_client.call({"LRANGE", key("pending"), number(m_offset), number(m_offset + window - 1)});
    if (!ids)
        return ids.error();
    for (const Reply& id : ids->items)
        m_unlisted.erase(id.bytes);
    const auto count = qint64(ids->items.size());
    m_looked += count;
    m_offset += count;
    if (count == window && m_offset < mostListed)
        return true;
    if (count < window) { // the list was read completely; otherwise, missing ids prove nothing
        for (const TaskId& id : m_unlisted) {
            if (m_strays.size() < mostSuspects)
                m_strays.insert(id);
        }
    }
    return false;
}

Result<bool> AsynqCheckup::judgeStrays()
{
    const std::vector<TaskId> some(m_strays.begin(), m_strays.end());
    std::vector<Command> pipeline;
    for (const TaskId& id : some) {
        pipeline.push_back({"HGET", taskKey(id), "state"});
        for (const char* place : asynqPlaces)
            pipeline.push_back(standsIn(place, id));
        // Search the list again, because the id may have just been pushed.
        pipeline.push_back({"LPOS", key("pending"), id, "MAXLEN", "10000"});
    }
    if (pipeline.empty())
        return false;
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    constexpr std::size_t perTask = 2 + asynqPlaces.size();
    for (std::size_t i = 0; i < some.size(); ++i) {
        const auto first = replies->begin() + std::ptrdiff_t(i * perTask);
        const bool stands = std::any_of(
            first + 1, first + perTask, [](const Reply& place) { return place.isInteger() || place.isBytes(); });
        if (first->isBytes() && !stands)
            m_nowhere.insert(some[i]);
    }
    return false;
}

} // namespace dueline
