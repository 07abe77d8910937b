// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/bull/jobcheckup.h"

#include "core/base/duration.h"
#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/layouts/shared/bull/bulljobwords.h"
#include "core/redis/reply.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

using Risk = QueueFinding::Risk;

QString waited(TimePoint since, TimePoint now)
{
    return formatDuration(std::chrono::ceil<std::chrono::seconds>(now - since));
}

std::optional<TimePoint> msOf(const Reply& reply)
{
    const qint64 ms = qint64(reply.bytes.toDouble());
    return reply.isBytes() && ms > 0 ? std::optional(fromMs(ms)) : std::nullopt;
}

/// Returns whether the part of a key name after the queue's prefix may be a job id. The job's other keys have another
/// part after the id.
bool mayBeJob(const QByteArray& name) { return !name.contains(':') || name.startsWith("repeat:"); }

} // namespace

JobCheckup::JobCheckup(RedisClient& client, RedisClock& clock, std::shared_ptr<JobWorkers> workers,
    std::shared_ptr<JobHashes> hashes, JobCheckupPlace place)
    : m_client(client)
    , m_clock(clock)
    , m_workers(std::move(workers))
    , m_hashes(std::move(hashes))
    , m_place(std::move(place))
    , m_shown(printable(m_place.called, 60))
    , m_operand(shellOperands({m_place.called}))
    , m_orphans(client, m_place.base, m_place.sources, m_shown)
{
    setLooks<JobCheckup>(this,
        {&JobCheckup::readOverview, &JobCheckup::readActive, &JobCheckup::judgeStalled, &JobCheckup::judgeCrashes,
            &JobCheckup::walkKeys, &JobCheckup::leaveOutMembers, &JobCheckup::leaveOutListed, &JobCheckup::judgeStrays,
            &JobCheckup::lookForOrphans, &JobCheckup::lookForLostChildren});
}

void JobCheckup::tell(const char* kind, Risk risk, qint64 count, const QString& reason, const QString& remedy)
{
    m_findings.push_back({kind, risk, count, reason, remedy});
}

Result<bool> JobCheckup::readOverview()
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    m_now = *now;
    const QByteArray& base = m_place.base;
    const auto served = m_workers->serve(m_place.info.name, m_now);
    if (!served)
        return served.error();
    m_isServed = *served;
    const auto delayed = std::find_if(m_place.sources.begin(), m_place.sources.end(),
        [](const TaskSource& source) { return source.whenDue.has_value(); });
    const auto replies = m_client.callAll({{"LLEN", base + "paused"}, {"HEXISTS", base + "meta", "paused"},
        {"EXISTS", base + "meta-paused"}, {"EXISTS", base + "limiter"}, {"ZCARD", base + "marker"},
        {"ZCOUNT", delayed->key, "-inf", '(' + delayed->scoreFrom(m_now - markerGrace)},
        {"ZRANGE", delayed->key, "0", number(mostFirst - 1), "WITHSCORES"}, {"LLEN", base + "wait"},
        {"LINDEX", base + "wait", "-1"}});
    if (!replies)
        return replies.error();
    m_leftPaused = (*replies)[0].integer;
    m_isPaused = (*replies)[1].integer == 1 || (*replies)[2].integer == 1;
    m_isLimited = (*replies)[3].integer == 1;
    m_markers = (*replies)[4].integer;
    m_due = (*replies)[5].integer;
    if (const auto read = readFirstDue(*delayed, (*replies)[6].items); !read)
        return read.error();
    m_waiting = (*replies)[7].integer;
    if ((*replies)[8].isBytes()) {
        // A waiting job may have been delayed or run before, so read its times.
        const auto times = m_client.call({"HMGET", base + (*replies)[8].bytes, "timestamp", "processedOn"});
        if (!times)
            return times.error();
        if (times->items.size() == 2)
            m_oldest = std::max(msOf(times->items[0]), msOf(times->items[1]));
    }
    return false;
}

/// Finds the first delayed job that still exists: workers skip ids without a job.
Result<> JobCheckup::readFirstDue(const TaskSource& delayed, const std::vector<Reply>& first)
{
    std::vector<Command> pipeline;
    for (std::size_t i = 0; i + 1 < first.size(); i += 2)
        pipeline.push_back({"EXISTS", m_place.base + first[i].bytes});
    const auto there = m_client.pipeline(pipeline);
    if (!there)
        return there.error();
    for (std::size_t i = 0; i < there->size() && !m_firstDue; ++i) {
        const TimePoint at = delayed.instantOf(first[2 * i + 1].bytes.toDouble());
        if ((*there)[i].integer == 1)
            m_firstDue = at;
        else if (at < m_now - markerGrace)
            --m_due;
    }
    return {};
}

/// Reads the list of active jobs. It is rarely longer than the number of worker slots.
Result<bool> JobCheckup::readActive()
{
    const QByteArray key = m_place.base + "active";
    const auto ids = m_client.call({"LRANGE", key, number(m_offset), number(m_offset + perStep - 1)});
    if (!ids)
        return ids.error();
    std::vector<Command> pipeline;
    for (const Reply& id : ids->items)
        pipeline.push_back({"EXISTS", m_place.base + id.bytes + ":lock"});
    const auto locks = m_client.pipeline(pipeline);
    if (!locks)
        return locks.error();
    for (std::size_t i = 0; i < locks->size(); ++i) {
        if ((*locks)[i].integer == 1)
            m_isWorked = true;
        else
            m_unlocked.push_back(ids->items[i].bytes);
    }
    const auto count = qint64(ids->items.size());
    m_looked += count;
    m_offset += count;
    return count == perStep && m_offset < mostActive;
}

/// Keeps the jobs that still have no lock. A job gets its lock only after it has been added to the list, and it may end
/// between the two checks. A job that still has no lock at the second check has stalled.
Result<bool> JobCheckup::judgeStalled()
{
    std::vector<TaskId> stalled;
    if (!m_unlocked.empty() && !m_isServed.value_or(false) && !m_isWorked) {
        m_workers->settle();
        const auto served = m_workers->serve(m_place.info.name, m_now);
        if (!served)
            return served.error();
        m_isServed = *served;
        const auto active = m_client.call({"LRANGE", m_place.base + "active", "0", number(mostActive - 1)});
        if (!active)
            return active.error();
        std::set<TaskId> standing;
        for (const Reply& id : active->items)
            standing.insert(id.bytes);
        std::vector<Command> pipeline;
        for (const TaskId& id : m_unlocked)
            pipeline.push_back({"EXISTS", m_place.base + id + ":lock"});
        const auto locks = m_client.pipeline(pipeline);
        if (!locks)
            return locks.error();
        for (std::size_t i = 0; i < m_unlocked.size(); ++i) {
            if ((*locks)[i].integer == 0 && standing.count(m_unlocked[i]))
                stalled.push_back(m_unlocked[i]);
        }
    }
    const bool isLeft = !m_isServed.value_or(false) && !m_isWorked;
    const auto count = qint64(stalled.size());
    if (count > 0 && isLeft)
        tell("stalled", m_isServed ? Risk::Present : Risk::Possible, count,
            bulljobwords::jobsAreStalled(count, m_shown, m_isServed.has_value()), bulljobwords::returnStalled());
    if (m_leftPaused > 0 && !m_isPaused)
        tell("left-paused", Risk::Present, m_leftPaused, bulljobwords::jobsAreLeftPaused(m_leftPaused, m_shown),
            bulljobwords::joinLists(m_operand));
    tellUnmarked();
    tellUnserved();
    return false;
}

/// Finds jobs that have stalled repeatedly but haven't failed, because their workers allow it. A stalled job returns to
/// the end of `wait` that runs next.
Result<bool> JobCheckup::judgeCrashes()
{
    const auto lists = m_client.callAll({{"LRANGE", m_place.base + "active", "0", number(mostCrashing - 1)},
        {"LRANGE", m_place.base + "wait", number(-mostCrashing), "-1"}});
    if (!lists)
        return lists.error();
    std::vector<Command> pipeline;
    for (const Reply& list : *lists) {
        for (const Reply& id : list.items)
            pipeline.push_back({"HMGET", m_place.base + id.bytes, m_place.stalledField, "name"});
    }
    const auto jobs = m_client.pipeline(pipeline);
    if (!jobs)
        return jobs.error();
    qint64 count = 0;
    QByteArray type;
    for (const Reply& job : *jobs) {
        if (job.items.size() != 2 || job.items[0].bytes.toLongLong() < leastCrashes)
            continue;
        if (++count == 1)
            type = job.items[1].bytes;
    }
    if (count > 0)
        tell("crash-suspects", Risk::Possible, count,
            bulljobwords::jobsMayCrashWorkers(count, m_shown, printable(type, 60), leastCrashes),
            bulljobwords::inspectSuspects(count, m_operand));
    return false;
}

void JobCheckup::tellUnmarked()
{
    const bool isHeldBack = m_isPaused || m_isLimited || m_isWorked;
    if (!m_place.hasMarker || m_due == 0 || m_markers > 0 || isHeldBack || !m_firstDue)
        return;
    tell("unmarked", Risk::Possible, m_due, bulljobwords::markerIsMissing(m_due, m_shown, waited(*m_firstDue, m_now)),
        bulljobwords::wakeWorker());
}

void JobCheckup::tellUnserved()
{
    if (m_isPaused || m_isWorked || m_isServed.value_or(true))
        return;
    const std::optional<TimePoint> due = m_due > 0 ? m_firstDue : std::nullopt;
    std::optional<TimePoint> first = m_waiting > 0 ? m_oldest : std::nullopt;
    if (due && (!first || *due < *first))
        first = due;
    if (!first || m_now - *first < grace)
        return;
    tell("unserved", Risk::Possible, m_waiting + m_due, bulljobwords::jobsAreUnserved(m_shown, waited(*first, m_now)),
        bulljobwords::startWorker());
}

Result<bool> JobCheckup::walkKeys()
{
    const auto walked = m_hashes->walk();
    if (!walked)
        return walked.error();
    if (*walked && !m_hashes->isWhole())
        tell("not-all-keys", Risk::None, 0, bulljobwords::keysAreCut(m_hashes->lookedAt()),
            bulljobwords::showJob(m_operand));
    m_named = m_hashes->below(m_place.base);
    std::erase_if(m_named, [](const QByteArray& name) { return name.isEmpty() || !mayBeJob(name); });
    m_looked += qint64(m_named.size());
    return false;
}

Result<std::vector<TaskId>> JobCheckup::inNoSet(const std::vector<TaskId>& ids)
{
    std::vector<Command> pipeline;
    for (const TaskSource& source : m_place.sources) {
        if (source.kind != TaskSource::Kind::SortedSet || source.state == TaskState::Trash)
            continue;
        pipeline.push_back({"ZMSCORE", source.key});
        pipeline.back().insert(pipeline.back().end(), ids.begin(), ids.end());
    }
    const auto scores = m_client.callAll(pipeline);
    if (!scores)
        return scores.error();
    std::vector<TaskId> left;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const bool isMember = std::any_of(scores->begin(), scores->end(),
            [i](const Reply& set) { return i < set.items.size() && !set.items[i].isNil(); });
        if (!isMember)
            left.push_back(ids[i]);
    }
    return left;
}

Result<bool> JobCheckup::leaveOutMembers()
{
    const auto from = std::size_t(m_offset);
    const std::size_t until = std::min(m_named.size(), from + std::size_t(perStep));
    if (from < until) {
        const auto left = inNoSet({m_named.begin() + qptrdiff(from), m_named.begin() + qptrdiff(until)});
        if (!left)
            return left.error();
        m_unplaced.insert(m_unplaced.end(), left->begin(), left->end());
        m_offset = qint64(until);
    }
    if (until < m_named.size())
        return true;
    m_named.clear();
    m_strays = {m_unplaced.begin(), m_unplaced.end()};
    return false;
}

/// Excludes ids that are in lists. Scans each list twice, starting at the end where producers push, because a job may
/// move to another list during a scan.
Result<bool> JobCheckup::leaveOutListed()
{
    std::vector<QByteArray> lists;
    for (const TaskSource& source : m_place.sources) {
        if (source.kind == TaskSource::Kind::List)
            lists.push_back(source.key);
    }
    if (m_strays.empty() || m_listRound == 2)
        return false;
    const auto ids = m_client.call({"LRANGE", lists[m_list], number(m_offset), number(m_offset + perWindow - 1)});
    if (!ids)
        return ids.error();
    for (const Reply& id : ids->items)
        m_strays.erase(id.bytes);
    m_offset += qint64(ids->items.size());
    if (m_offset >= mostListed) {
        m_strays.clear();
        tell("not-all-keys", Risk::None, 0, bulljobwords::listIsTooLong(m_shown, QString::number(mostListed)),
            bulljobwords::checkLater());
        return false;
    }
    if (qint64(ids->items.size()) == perWindow)
        return true;
    m_offset = 0;
    if (++m_list == lists.size()) {
        m_list = 0;
        ++m_listRound;
    }
    return m_listRound < 2;
}

/// Keeps ids that are still in none of the queue's sets, and whose hashes have a job's fields and haven't changed
/// recently.
Result<bool> JobCheckup::judgeStrays()
{
    std::vector<TaskId> strays;
    std::vector<TaskId> left(m_strays.begin(), m_strays.end());
    for (std::size_t from = 0; from < left.size(); from += std::size_t(perStep)) {
        const std::size_t until = std::min(left.size(), from + std::size_t(perStep));
        const auto unplaced = inNoSet({left.begin() + qptrdiff(from), left.begin() + qptrdiff(until)});
        if (!unplaced)
            return unplaced.error();
        if (unplaced->empty())
            continue;
        std::vector<Command> pipeline;
        // the `gid` field is written by BullMQ Pro
        for (const TaskId& id : *unplaced)
            pipeline.push_back({"HMGET", m_place.base + id, "timestamp", "processedOn", "finishedOn", "gid", "opts"});
        const auto fields = m_client.pipeline(pipeline);
        if (!fields)
            return fields.error();
        for (std::size_t i = 0; i < unplaced->size(); ++i) {
            const std::vector<Reply>& job = (*fields)[i].items; // empty if the hash doesn't exist
            if (job.size() != 5 || !job[0].isBytes() || !job[4].isBytes() || job[3].isBytes())
                continue;
            const auto touched = std::max({msOf(job[0]), msOf(job[1]), msOf(job[2])});
            if (!touched || m_now - *touched > grace)
                strays.push_back((*unplaced)[i]);
        }
    }
    if (!strays.empty())
        tellStrays(strays);
    return false;
}

Result<bool> JobCheckup::lookForOrphans()
{
    const qint64 before = m_orphans.looked();
    const auto more = m_orphans.step();
    m_looked += m_orphans.looked() - before;
    return more;
}

Result<bool> JobCheckup::lookForLostChildren()
{
    const auto more = m_orphans.stepThroughParents();
    if (!more || *more)
        return more;
    const std::vector<QueueFinding> found = m_orphans.findings();
    m_findings.insert(m_findings.end(), found.begin(), found.end());
    return false;
}

void JobCheckup::tellStrays(const std::vector<TaskId>& strays)
{
    const auto count = qint64(strays.size());
    tell("strays", Risk::Possible, count, bulljobwords::jobsAreNowhere(count, m_shown, firstNames(strays)),
        bulljobwords::inspectStray(shellName(m_place.base + strays.front())));
}

} // namespace dueline
