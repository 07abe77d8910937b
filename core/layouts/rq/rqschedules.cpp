// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/rq/rqschedules.h"

#include "core/base/text.h"
#include "core/layouts/rq/rqjob.h"
#include "core/layouts/rq/rqsources.h"
#include "core/layouts/rq/rqwords.h"
#include "core/layouts/shared/jobs/jsonfields.h"
#include "core/payload/pickletree.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <array>
#include <map>

namespace dueline {

namespace {

constexpr const char* rqSchedulerJobs = "rq:scheduler:scheduled_jobs"; ///< key with rq-scheduler's jobs
constexpr const char* rqCronSchedulers = "rq:cron_schedulers";

Error rqSchedulersOwn() { return {ErrorCode::NotSupported, rqwords::schedulesAreReadOnly()}; }

QByteArray everyOf(const QByteArray& seconds)
{
    bool isNumber = false;
    const double every = seconds.toDouble(&isNumber);
    return isNumber && every > 0 && every < 1e9 ? "@every " + QByteArray::number(qint64(every * 1000 + 0.5)) + "ms"
                                                : QByteArray();
}

/// Returns the arguments as JSON, or in RQ's own notation if they have no JSON form.
QByteArray argumentsOf(const JsonFields& fields, const char* name, const char* none)
{
    const QByteArray text = fields.text(name);
    return text.isEmpty() ? QByteArray(none) : text;
}

ScheduleState readCronJob(const JsonFields& fields)
{
    ScheduleState state;
    state.isOurs = false;
    Schedule& schedule = state.schedule;
    schedule.type = fields.text("func_name");
    schedule.name = schedule.type;
    schedule.cron = fields.text("cron").simplified();
    if (schedule.cron.isEmpty())
        schedule.cron = everyOf(fields.text("interval"));
    schedule.damaged = schedule.type.isEmpty() || schedule.cron.isEmpty();
    if (schedule.damaged) {
        schedule.cron.clear();
        schedule.type.clear();
        return state;
    }
    schedule.payload = '[' + argumentsOf(fields, "args", "[]") + ", " + argumentsOf(fields, "kwargs", "{}") + ']';
    state.next = rqInstant(fields.text("next_enqueue_time"));
    state.last = rqInstant(fields.text("latest_enqueue_time"));
    return state;
}

/// Parses an rq-scheduler job. `fields`: HMGET reply for origin, meta, description and data.
ScheduleState readScheduledJob(const TaskId& id, const std::vector<Reply>& fields, double due)
{
    ScheduleState state;
    state.isOurs = false;
    Schedule& schedule = state.schedule;
    schedule.name = id;
    schedule.definition = fields[1].bytes;
    const auto recurrence = RqSchedules::recurrenceOf(fields[1].bytes);
    schedule.damaged = !recurrence;
    if (schedule.damaged)
        return state;
    schedule.cron = *recurrence;
    const auto payload = rqPayload(fields[3].bytes, RqJob::previewInflated);
    schedule.payload = payload.value_or(QByteArray()).left(RqSchedules::longestField);
    schedule.type = rqTypeOf(fields[2].bytes, schedule.payload);
    if (due > 0 && due * 1000 < endOfTime)
        state.next = fromMs(qint64(due * 1000 + 0.0005));
    return state;
}

/// Returns the text or number with this name in a pickled dictionary; empty if there is none.
QByteArray valueOf(const PickleTree& tree, QByteArrayView name)
{
    const PickleNode& dict = tree.nodes[std::size_t(tree.root)];
    QByteArray found;
    for (std::size_t i = 0; i + 1 < dict.children.size(); i += 2) {
        const PickleNode& key = tree.nodes[std::size_t(dict.children[i])];
        const PickleNode& value = tree.nodes[std::size_t(dict.children[i + 1])];
        const bool isPlain = value.kind == PickleNode::Kind::Word || value.kind == PickleNode::Kind::String;
        if (key.kind == PickleNode::Kind::String && key.bytes() == name && isPlain)
            found = value.bytes().toByteArray();
    }
    return found;
}

} // namespace

RqSchedules::RqSchedules(RedisClient& client)
    : ListedSchedules(rqSchedulersOwn())
    , m_client(client)
{ }

std::optional<QByteArray> RqSchedules::recurrenceOf(const QByteArray& meta)
{
    if (meta.isEmpty())
        return QByteArray("once");
    QByteArray cron;
    QByteArray interval;
    if (const auto json = JsonTree::parse(meta)) {
        const JsonFields fields(*json, 0);
        cron = fields.text("cron_string");
        interval = fields.text("interval");
    } else if (const auto pickle = PickleTree::read(meta);
               pickle && pickle->nodes[std::size_t(pickle->root)].kind == PickleNode::Kind::Dict) {
        cron = valueOf(*pickle, "cron_string");
        interval = valueOf(*pickle, "interval");
    } else {
        return std::nullopt;
    }
    if (!interval.isEmpty() && interval != "None") {
        const QByteArray every = everyOf(interval);
        return every.isEmpty() ? std::nullopt : std::optional(every);
    }
    cron = cron.simplified().left(200);
    return cron.isEmpty() || cron == "None" ? QByteArray("once") : cron;
}

std::vector<ScheduleState> RqSchedules::readCronJobs(const QByteArray& cronJobs, const QueueName& queue)
{
    std::vector<ScheduleState> states;
    const auto tree = JsonTree::parse(cronJobs);
    if (!tree || tree->root().kind != JsonTree::Kind::Array)
        return states;
    for (const int job : tree->root().children) {
        const JsonFields fields(*tree, job);
        if (fields.text("queue_name") != queue)
            continue;
        states.push_back(readCronJob(fields));
        states.back().schedule.definition = tree->raw(job).left(longestField);
    }
    return states;
}

Result<std::vector<QByteArray>> RqSchedules::cronJobLists()
{
    const auto time = m_client.serverTime();
    if (!time)
        return time.error();
    // Read the list of schedulers directly: RQ's own listing code also removes expired schedulers.
    const qint64 since = toMs(*time) / secondMs - heard.count() / 1000;
    const auto names = m_client.call(
        {"ZRANGE", rqCronSchedulers, number(since), "+inf", "BYSCORE", "LIMIT", "0", number(mostSchedulers)});
    if (!names)
        return names.error();
    std::vector<Command> pipeline;
    for (const Reply& name : names->items)
        pipeline.push_back({"HSTRLEN", "rq:cron_scheduler:" + name.bytes, "cron_jobs"});
    if (pipeline.empty())
        return std::vector<QByteArray>();
    const auto sizes = m_client.pipeline(pipeline);
    if (!sizes)
        return sizes.error();
    pipeline.clear();
    for (std::size_t i = 0; i < sizes->size(); ++i) {
        if ((*sizes)[i].isError())
            return errorFromReply((*sizes)[i].bytes);
        if ((*sizes)[i].integer > 0 && (*sizes)[i].integer <= longestList)
            pipeline.push_back({"HGET", "rq:cron_scheduler:" + names->items[i].bytes, "cron_jobs"});
    }
    std::vector<QByteArray> found;
    if (pipeline.empty())
        return found;
    const auto lists = m_client.pipeline(pipeline);
    if (!lists)
        return lists.error();
    for (const Reply& list : *lists) {
        if (list.isError())
            return errorFromReply(list.bytes);
        found.push_back(list.bytes);
    }
    return found;
}

Result<> RqSchedules::appendCronJobs(std::vector<ScheduleState>& states, const QueueName& queue)
{
    const auto lists = cronJobLists();
    if (!lists)
        return lists.error();
    for (const QByteArray& list : *lists) {
        for (ScheduleState& state : readCronJobs(list, queue))
            states.push_back(std::move(state));
    }
    return {};
}

Result<std::vector<RqSchedules::ListedJob>> RqSchedules::listedJobs()
{
    const auto rows = m_client.call({"ZRANGE", rqSchedulerJobs, "0", number(mostListed - 1), "WITHSCORES"});
    if (!rows)
        return rows.error();
    if (!rows->isArray() || rows->items.size() % 2 != 0)
        return unexpectedReply();
    std::vector<ListedJob> jobs;
    std::vector<Command> pipeline;
    for (std::size_t i = 0; i < rows->items.size(); i += 2) {
        jobs.push_back({rows->items[i].bytes, rows->items[i + 1].bytes.toDouble(), {}});
        pipeline.push_back({"HGET", RqKeys::job(jobs.back().id), "origin"});
    }
    if (pipeline.empty())
        return jobs;
    const auto origins = m_client.pipeline(pipeline);
    if (!origins)
        return origins.error();
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if ((*origins)[i].isBytes() && !(*origins)[i].isError())
            jobs[i].queue = (*origins)[i].bytes;
    }
    return jobs;
}

Result<std::set<QueueName>> RqSchedules::queues()
{
    const auto lists = cronJobLists();
    if (!lists)
        return lists.error();
    std::set<QueueName> queues;
    for (const QByteArray& list : *lists) {
        const auto tree = JsonTree::parse(list);
        if (!tree || tree->root().kind != JsonTree::Kind::Array)
            continue;
        for (const int job : tree->root().children)
            queues.insert(JsonFields(*tree, job).text("queue_name"));
    }
    const auto jobs = listedJobs();
    if (!jobs)
        return jobs.error();
    for (const ListedJob& job : *jobs)
        queues.insert(job.queue);
    queues.erase(QueueName()); // the empty name stands for jobs that no longer exist
    return queues;
}

Result<> RqSchedules::appendScheduledJobs(std::vector<ScheduleState>& states, const QueueName& queue)
{
    auto listed = listedJobs();
    if (!listed)
        return listed.error();
    std::erase_if(*listed, [&queue](const ListedJob& job) { return job.queue != queue; });
    std::vector<Command> pipeline;
    for (const ListedJob& job : *listed) {
        for (const char* field : {"meta", "description", "data"})
            pipeline.push_back({"HSTRLEN", RqKeys::job(job.id), field});
    }
    if (pipeline.empty())
        return {};
    const auto sizes = m_client.pipeline(pipeline);
    if (!sizes)
        return sizes.error();
    pipeline.clear();
    for (std::size_t i = 0; i < sizes->size(); i += 3) {
        Command command{"HMGET", RqKeys::job((*listed)[i / 3].id), "origin"};
        for (std::size_t field = 0; field < 3; ++field) {
            const bool isShort = (*sizes)[i + field].isInteger() && (*sizes)[i + field].integer <= longestField;
            static constexpr std::array fields{"meta", "description", "data"};
            command.push_back(isShort ? fields[field] : ""); // no field has an empty name
        }
        pipeline.push_back(std::move(command));
    }
    const auto jobs = m_client.pipeline(pipeline);
    if (!jobs)
        return jobs.error();
    for (std::size_t i = 0; i < jobs->size(); ++i) {
        const std::vector<Reply>& fields = (*jobs)[i].items;
        if (fields.size() != 4 || fields[0].bytes != queue)
            continue; // the job no longer exists
        states.push_back(readScheduledJob((*listed)[i].id, fields, (*listed)[i].due));
        // the field that contains the recurrence is too large, or its size is unknown
        if (!(*sizes)[3 * i].isInteger() || (*sizes)[3 * i].integer > longestField) {
            states.back().schedule.damaged = true;
            states.back().next.reset();
        }
    }
    return {};
}

Result<std::vector<ScheduleState>> RqSchedules::schedules(const QueueName& queue)
{
    std::vector<ScheduleState> states;
    if (RqKeys::isShared(queue))
        return states;
    if (const auto read = appendCronJobs(states, queue); !read)
        return read.error();
    if (const auto read = appendScheduledJobs(states, queue); !read)
        return read.error();
    std::stable_sort(states.begin(), states.end(),
        [](const ScheduleState& a, const ScheduleState& b) { return a.schedule.name < b.schedule.name; });
    // Several recurring tasks may call the same function.
    std::map<QByteArray, int> times;
    for (ScheduleState& state : states) {
        const int time = ++times[state.schedule.name];
        if (time > 1)
            state.schedule.name += '~' + QByteArray::number(time);
    }
    return states;
}

} // namespace dueline
