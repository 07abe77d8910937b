// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqschedules.h"

#include "core/layouts/asynq/asynqwords.h"
#include "core/layouts/asynq/protobuf.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr QByteArrayView schedulerKeys = "asynq:schedulers:{";

Error schedulersOwn() { return {ErrorCode::NotSupported, asynqwords::schedulesAreReadOnly()}; }

/// Parses a protobuf Timestamp. Returns nullopt for a time before 1970, which means "never" in asynq.
std::optional<TimePoint> timestampOf(const QByteArray& bytes)
{
    quint64 seconds = 0;
    quint64 nanos = 0;
    for (const ProtobufField& field : Protobuf::read(bytes).value_or(std::vector<ProtobufField>())) {
        if (field.number == 1)
            seconds = field.value;
        else if (field.number == 2)
            nanos = std::min<quint64>(field.value, 999'999'999);
    }
    if (seconds == 0 || seconds > 9'000'000'000'000)
        return std::nullopt;
    return fromMs(qint64(seconds * 1000 + nanos / 1'000'000));
}

/// Parses a schedule option in asynq's notation, such as `Queue("mail")` or `MaxRetry(3)`.
void readOption(const QByteArray& option, QueueName& queue, Schedule& schedule)
{
    const qsizetype open = option.indexOf('(');
    if (open < 0 || !option.endsWith(')'))
        return;
    const QByteArray name = option.left(open);
    QByteArray value = option.mid(open + 1).chopped(1);
    bool isNumber = false;
    if (name == "MaxRetry") {
        const int retries = value.toInt(&isNumber);
        if (isNumber && retries >= 0 && retries < 1'000'000)
            schedule.options.maxAttempts = retries + 1;
    } else if (name == "Queue" && value.size() > 2 && value.startsWith('"') && value.endsWith('"')) {
        value = value.mid(1).chopped(1);
        queue = value.replace("\\\"", "\"").replace("\\\\", "\\");
    }
}

/// Parses a schedule expression, which may begin with a time zone: `CRON_TZ=Asia/Tokyo 0 5 * * *`.
void readSpec(const QByteArray& spec, Schedule& schedule)
{
    schedule.cron = spec.simplified();
    for (const char* beginning : {"CRON_TZ=", "TZ="}) {
        if (!schedule.cron.startsWith(beginning))
            continue;
        const qsizetype space = schedule.cron.indexOf(' ');
        const qsizetype from = qsizetype(qstrlen(beginning));
        schedule.zone = schedule.cron.mid(from, space < 0 ? -1 : space - from);
        schedule.cron = space < 0 ? QByteArray() : schedule.cron.mid(space + 1);
        return;
    }
}

} // namespace

AsynqSchedules::AsynqSchedules(RedisClient& client)
    : ListedSchedules(schedulersOwn())
    , m_client(client)
{ }

std::optional<std::pair<QueueName, ScheduleState>> AsynqSchedules::read(const QByteArray& entry)
{
    const auto fields = Protobuf::read(entry);
    if (!fields)
        return std::nullopt;
    QueueName queue = "default"; // asynq's default queue
    ScheduleState state;
    state.isOurs = false;
    Schedule& schedule = state.schedule;
    QByteArray spec;
    for (const ProtobufField& field : *fields) {
        if (field.wire != ProtobufField::Wire::Bytes)
            continue;
        switch (field.number) {
        case 1:
            schedule.name = field.bytes;
            break;
        case 2:
            spec = field.bytes;
            break;
        case 3:
            schedule.type = field.bytes;
            break;
        case 4:
            schedule.payload = field.bytes;
            break;
        case 5:
            readOption(field.bytes, queue, schedule);
            break;
        case 6:
            state.next = timestampOf(field.bytes);
            break;
        case 7:
            state.last = timestampOf(field.bytes);
            break;
        default:
            break;
        }
    }
    if (schedule.name.isEmpty())
        return std::nullopt;
    readSpec(spec, schedule);
    schedule.definition = entry;
    schedule.damaged = schedule.cron.isEmpty() || schedule.type.isEmpty() || entry.size() > longestEntry;
    if (schedule.damaged) {
        const Schedule read = schedule;
        state = {};
        state.isOurs = false;
        state.schedule.name = read.name;
        state.schedule.definition = read.definition.left(longestEntry);
        state.schedule.damaged = true;
    }
    return std::pair(queue, state);
}

Result<AsynqSchedules::Entries> AsynqSchedules::readAll(RedisClient& client)
{
    const auto now = client.serverTime();
    if (!now)
        return now.error();
    // A lost scheduler's name remains in the set until asynq's own console is opened, although its list has expired.
    const auto schedulers = client.call({"ZRANGE", "asynq:schedulers", number(toMs(*now) / secondMs), "+inf", "BYSCORE",
        "LIMIT", "0", number(mostSchedulers)});
    if (!schedulers)
        return schedulers.error();
    std::vector<Command> pipeline;
    for (const Reply& scheduler : schedulers->items) {
        if (scheduler.bytes.startsWith(schedulerKeys))
            pipeline.push_back({"LRANGE", scheduler.bytes, "0", number(mostEntries - 1)});
    }
    Entries entries;
    if (pipeline.empty())
        return entries;
    const auto lists = client.pipeline(pipeline);
    if (!lists)
        return lists.error();
    for (const Reply& list : *lists) {
        if (list.isError())
            return errorFromReply(list.bytes);
        for (const Reply& entry : list.items) {
            if (auto found = read(entry.bytes))
                entries.push_back(*std::move(found));
        }
    }
    return entries;
}

Result<std::vector<QueueName>> AsynqSchedules::queues(RedisClient& client)
{
    const auto entries = readAll(client);
    if (!entries)
        return entries.error();
    std::vector<QueueName> names;
    for (const auto& [queue, state] : *entries)
        names.push_back(queue);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

Result<std::vector<ScheduleState>> AsynqSchedules::schedules(const QueueName& queue)
{
    auto entries = readAll(m_client);
    if (!entries)
        return entries.error();
    std::vector<ScheduleState> states;
    for (auto& [addsTo, state] : *entries) {
        if (addsTo == queue)
            states.push_back(std::move(state));
    }
    std::sort(states.begin(), states.end(),
        [](const ScheduleState& a, const ScheduleState& b) { return a.schedule.name < b.schedule.name; });
    return states;
}

} // namespace dueline
