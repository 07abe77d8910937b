// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/rq/rqcheckup.h"

#include "core/base/duration.h"
#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/layouts/rq/rqdependencies.h"
#include "core/layouts/rq/rqjob.h"
#include "core/layouts/rq/rqsources.h"
#include "core/layouts/rq/rqwords.h"
#include "core/layouts/shared/jobs/jobhashes.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

using RqRisk = QueueFinding::Risk;

} // namespace

Result<> RqHashes::walk()
{
    const QByteArray beginning = RqKeys::job({});
    JobHashes hashes(m_client, beginning);
    if (const auto walked = hashes.walk(); !walked)
        return walked.error();
    m_ids = hashes.below(beginning);
    std::erase_if(
        *m_ids, [](const TaskId& id) { return id.isEmpty() || id.startsWith(':') || id.endsWith(":dependents"); });
    return {};
}

Result<bool> RqHashes::step(qint64& looked)
{
    looked = 0;
    if (!m_ids) {
        const auto walked = walk();
        return walked ? Result(true) : walked.error();
    }
    const std::size_t last = std::min(m_ids->size(), m_read + perStep);
    std::vector<Command> pipeline;
    for (std::size_t i = m_read; i < last; ++i) {
        pipeline.push_back({"HMGET", RqKeys::job((*m_ids)[i]), "origin", "status"});
        pipeline.push_back({"PTTL", RqKeys::job((*m_ids)[i])});
    }
    if (pipeline.empty())
        return false;
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    auto reply = replies->begin();
    for (; m_read < last; ++m_read) {
        const std::vector<Reply>& job = reply++->items;
        const bool lasts = reply++->integer == -1;
        // Jobs that were just created or are delayed by a rate limit are in none of the queue's lists and sets.
        if (lasts && job.size() == 2 && job[1].bytes != "created" && job[1].bytes != "rate_limited")
            m_lasting[job[0].bytes].push_back((*m_ids)[m_read]);
        ++looked;
    }
    return m_read < m_ids->size();
}

RqCheckup::RqCheckup(RedisClient& client, RedisClock& clock, std::shared_ptr<RqHashes> hashes, const QueueInfo& queue,
    const QueueName& called)
    : m_client(client)
    , m_clock(clock)
    , m_hashes(std::move(hashes))
    , m_queue(queue.name)
    , m_shown(printable(called, 60))
    , m_operand(shellOperands({called}))
    , m_sources(rqSources(queue.name))
{
    if (!m_sources.empty())
        setLooks<RqCheckup>(this,
            {&RqCheckup::readOverview, &RqCheckup::readHashes, &RqCheckup::leaveOutMembers, &RqCheckup::leaveOutListed,
                &RqCheckup::judgeStrays, &RqCheckup::judgeTaken, &RqCheckup::judgeDeferred});
}

Result<bool> RqCheckup::readOverview()
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    m_now = *now;
    const auto scheduled = std::find_if(
        m_sources.begin(), m_sources.end(), [](const TaskSource& source) { return source.whenDue.has_value(); });
    const auto started = std::find_if(
        m_sources.begin(), m_sources.end(), [](const TaskSource& source) { return source.state == TaskState::Leased; });
    const QByteArray before = '(' + scheduled->scoreFrom(m_now - grace);
    const auto replies
        = m_client.callAll({{"EXISTS", RqKeys::schedulerLock(m_queue)}, {"ZCOUNT", scheduled->key, "-inf", before},
            {"ZRANGE", scheduled->key, "0", "0", "WITHSCORES"}, {"ZCOUNT", started->key, "-inf", before},
            {"LRANGE", RqKeys::queue(m_queue) + ":intermediate", "0", number(perWindow - 1)}});
    if (!replies)
        return replies.error();
    const std::vector<Reply>& first = (*replies)[2].items;
    if ((*replies)[0].integer == 0)
        tellUnscheduled((*replies)[1].integer,
            first.size() == 2 ? std::optional(scheduled->instantOf(first[1].bytes.toDouble())) : std::nullopt);
    tellAbandoned((*replies)[3].integer);
    for (const Reply& id : (*replies)[4].items)
        m_taken.push_back(id.bytes);
    return false;
}

void RqCheckup::tellUnscheduled(qint64 due, std::optional<TimePoint> first)
{
    if (due == 0 || !first)
        return;
    m_findings.push_back({"no-scheduler", RqRisk::Present, due,
        rqwords::schedulerIsMissing(
            due, m_shown, formatDuration(std::chrono::ceil<std::chrono::seconds>(m_now - *first))),
        rqwords::startScheduler(shellOperands({m_queue}))});
}

void RqCheckup::tellAbandoned(qint64 count)
{
    if (count == 0)
        return;
    m_findings.push_back({"abandoned", RqRisk::Possible, count, rqwords::jobsAreAbandoned(count, m_shown),
        rqwords::retryAbandoned(m_operand)});
}

Result<bool> RqCheckup::readHashes()
{
    qint64 looked = 0;
    const auto more = m_hashes->step(looked);
    m_looked += looked;
    return more;
}

/// Adds jobs that are in none of the sorted sets to m_strays.
Result<bool> RqCheckup::leaveOutMembers()
{
    const std::vector<TaskId>& ids = m_hashes->of(m_queue);
    const auto first = std::size_t(m_offset);
    const std::size_t last = std::min(ids.size(), first + perStep);
    if (first == last)
        return false;
    std::vector<Command> pipeline;
    for (const TaskSource& source : m_sources) {
        if (source.kind != TaskSource::Kind::SortedSet)
            continue;
        Command scores{"ZMSCORE", source.key};
        scores.insert(scores.end(), ids.begin() + std::ptrdiff_t(first), ids.begin() + std::ptrdiff_t(last));
        pipeline.push_back(std::move(scores));
    }
    const auto scores = m_client.pipeline(pipeline);
    if (!scores)
        return scores.error();
    for (std::size_t i = first; i < last; ++i) {
        const bool stands = std::any_of(scores->begin(), scores->end(),
            [at = i - first](const Reply& set) { return at < set.items.size() && set.items[at].isBytes(); });
        if (!stands)
            m_strays.insert(ids[i]);
    }
    m_offset = qint64(last);
    return last < ids.size();
}

/// Removes jobs that are in lists from m_strays. Reading a list once is cheaper than searching it for each job. The set
/// of running jobs is read the same way: its members contain more than the job id, so they can't be looked up.
Result<bool> RqCheckup::leaveOutListed()
{
    while (m_source < m_sources.size() && m_sources[m_source].kind == TaskSource::Kind::SortedSet
        && m_sources[m_source].state != TaskState::Leased)
        ++m_source;
    if (m_strays.empty() || m_source >= m_sources.size())
        return false;
    const TaskSource& source = m_sources[m_source];
    const char* command = source.kind == TaskSource::Kind::List ? "LRANGE" : "ZRANGE";
    const auto members = m_client.call({command, source.key, number(m_offset), number(m_offset + perWindow - 1)});
    if (!members)
        return members.error();
    for (const Reply& member : members->items)
        m_strays.erase(rqJobOf(member.bytes));
    const auto count = qint64(members->items.size());
    m_looked += count;
    m_offset += count;
    if (count < perWindow || m_offset >= mostListed) {
        if (count == perWindow) // the list is too long to be read completely, so report no strays
            m_strays.clear();
        ++m_source;
        m_offset = 0;
    }
    return true;
}

/// Reports the jobs that are still in no list or set. Reads the lists and sets again, because a job may have moved
/// during the check.
Result<bool> RqCheckup::judgeStrays()
{
    std::vector<TaskId> strays;
    std::vector<Command> pipeline;
    const std::vector<TaskId> some(m_strays.begin(), m_strays.end());
    for (const TaskId& id : some) {
        pipeline.push_back({"HGET", RqKeys::job(id), "status"});
        pipeline.push_back({"LPOS", RqKeys::queue(m_queue), id, "RANK", "-1", "MAXLEN", "2000"});
        for (const TaskSource& source : m_sources) {
            if (source.kind == TaskSource::Kind::SortedSet)
                pipeline.push_back({"ZSCORE", source.key, id});
        }
    }
    if (pipeline.empty())
        return false;
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    const std::size_t perJob = replies->size() / some.size();
    for (std::size_t i = 0; i < some.size(); ++i) {
        const auto first = replies->begin() + std::ptrdiff_t(i * perJob);
        const bool stands = std::any_of(first + 1, first + std::ptrdiff_t(perJob),
            [](const Reply& place) { return place.isInteger() || place.isBytes(); });
        if (first->isBytes() && first->bytes != "started" && !stands)
            strays.push_back(some[i]);
    }
    if (strays.empty())
        return false;
    const auto count = qint64(strays.size());
    m_findings.push_back({"stray", RqRisk::Possible, count, rqwords::jobsAreNowhere(count, m_shown, firstNames(strays)),
        rqwords::inspectStray(shellName(RqKeys::job(strays.front())))});
    return false;
}

/// Checks the list of claimed jobs, in which jobs normally stay only for a moment.
Result<bool> RqCheckup::judgeTaken()
{
    if (m_taken.empty())
        return false;
    const QByteArray key = RqKeys::queue(m_queue) + ":intermediate";
    const auto still = m_client.call({"LRANGE", key, "0", number(perWindow - 1)});
    if (!still)
        return still.error();
    std::set<TaskId> standing;
    for (const Reply& id : still->items)
        standing.insert(id.bytes);
    std::vector<Command> pipeline;
    for (const TaskId& id : m_taken)
        pipeline.push_back({"HMGET", RqKeys::job(id), "status", "enqueued_at"});
    const auto jobs = m_client.pipeline(pipeline);
    if (!jobs)
        return jobs.error();
    std::vector<TaskId> left;
    for (std::size_t i = 0; i < m_taken.size(); ++i) {
        const std::vector<Reply>& fields = (*jobs)[i].items;
        const auto queued = fields.size() == 2 ? rqInstant(fields[1].bytes) : std::nullopt;
        const bool isOld = !queued || *queued < m_now - grace;
        if (standing.count(m_taken[i]) && isOld && (fields.size() != 2 || fields[0].bytes != "started"))
            left.push_back(m_taken[i]);
    }
    if (left.empty())
        return false;
    const auto count = qint64(left.size());
    m_findings.push_back({"left-taken", RqRisk::Possible, count,
        rqwords::jobsWereFetchedOnly(count, m_shown, firstNames(left)), rqwords::retryFetched(m_operand)});
    return false;
}

/// Checks deferred jobs. RQ itself checks them only when one of their dependencies ends.
Result<bool> RqCheckup::judgeDeferred()
{
    const auto members
        = m_client.call({"ZRANGE", "rq:deferred:" + m_queue, number(m_offset), number(m_offset + qint64(perStep) - 1)});
    if (!members)
        return members.error();
    std::vector<TaskId> ids;
    for (const Reply& member : members->items)
        ids.push_back(member.bytes);
    const auto obstacles = rqObstacles(m_client, ids);
    if (!obstacles)
        return obstacles.error();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if ((*obstacles)[i])
            ((*obstacles)[i]->isGone() ? m_behindGone : m_behindFailed).push_back(ids[i]);
    }
    m_offset += qint64(ids.size());
    m_looked += qint64(ids.size());
    if (ids.size() == perStep && m_offset < mostDeferred)
        return true;
    if (const auto count = qint64(m_behindFailed.size()); count > 0) {
        m_findings.push_back({"behind-failed", RqRisk::Possible, count,
            rqwords::dependenciesHaveFailed(count, m_shown, firstNames(m_behindFailed)), rqwords::retryDependency()});
    }
    if (const auto count = qint64(m_behindGone.size()); count > 0) {
        m_findings.push_back({"behind-gone", RqRisk::Possible, count,
            rqwords::dependenciesAreGone(count, m_shown, firstNames(m_behindGone)), rqwords::enqueueWithRq()});
    }
    return false;
}

} // namespace dueline
