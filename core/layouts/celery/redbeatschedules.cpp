// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/redbeatschedules.h"

#include "core/base/text.h"
#include "core/layouts/celery/celerywords.h"
#include "core/layouts/shared/jobs/jsonfields.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>

namespace dueline {

namespace {

constexpr const char* redbeatDue = "redbeat::schedule";
constexpr QByteArrayView redbeatKeys = "redbeat:";

Error redbeatsOwn() { return {ErrorCode::NotSupported, celerywords::schedulesAreReadOnly()}; }

/// Parses `{"__type__": "datetime", "year": …}`; nullopt if it has a different form.
std::optional<TimePoint> redbeatInstant(const JsonFields& fields)
{
    const auto number = [&fields](const char* name) { return fields.raw(name).toInt(); };
    const QDate date(number("year"), number("month"), number("day"));
    const QTime time(number("hour"), number("minute"), number("second"), number("microsecond") / 1000);
    const QByteArray zone = fields.text("timezone");
    const bool isUtc = zone.isEmpty() || zone == "UTC" || zone.startsWith("UTC");
    if (!date.isValid() || !time.isValid() || !isUtc)
        return std::nullopt;
    const qint64 at = QDateTime(date, time, QTimeZone::utc()).toMSecsSinceEpoch();
    return at > 0 ? std::optional(fromMs(at)) : std::nullopt;
}

/// Returns the expression for CronSchedule; empty for unknown schedule types.
QByteArray cronOf(const JsonFields& schedule)
{
    const QByteArray type = schedule.text("__type__");
    if (type == "interval") {
        const double seconds = schedule.raw("every").toDouble();
        return seconds > 0 && seconds < 1e9 ? "@every " + QByteArray::number(qint64(seconds * 1000 + 0.5)) + "ms"
                                            : QByteArray();
    }
    if (type != "crontab")
        return {};
    QByteArray cron;
    for (const char* field : {"minute", "hour", "day_of_month", "month_of_year", "day_of_week"}) {
        const QByteArray value = schedule.text(field).replace(" ", "");
        cron += (cron.isEmpty() ? "" : " ") + (value.isEmpty() ? QByteArray("*") : value);
    }
    return cron;
}

} // namespace

RedbeatSchedules::RedbeatSchedules(RedisClient& client, const CelerySpec& spec)
    : ListedSchedules(redbeatsOwn())
    , m_client(client)
    , m_spec(spec)
{ }

ScheduleState RedbeatSchedules::read(const QByteArray& name, const QByteArray& definition, const QByteArray& meta)
{
    ScheduleState state;
    state.isOurs = false;
    Schedule& schedule = state.schedule;
    schedule.name = name;
    schedule.definition = definition;
    const auto tree = JsonTree::parse(definition);
    const JsonFields fields = tree ? JsonFields(*tree, 0) : JsonFields();
    const auto when = fields.place("schedule");
    schedule.type = fields.text("task");
    schedule.damaged = !when || schedule.type.isEmpty();
    if (schedule.damaged)
        return state;
    schedule.enabled = fields.raw("enabled") != "false";
    schedule.cron = cronOf(JsonFields(*tree, *when));
    if (schedule.cron.isEmpty())
        schedule.cron = tree->raw(*when).left(200);
    const QByteArray args = fields.raw("args");
    const QByteArray kwargs = fields.raw("kwargs");
    schedule.payload = '[' + (args.isEmpty() || args == "null" ? QByteArray("[]") : args) + ", "
        + (kwargs.isEmpty() || kwargs == "null" ? QByteArray("{}") : kwargs) + ']';
    const auto metaTree = JsonTree::parse(meta);
    const JsonFields ran = metaTree ? JsonFields(*metaTree, 0) : JsonFields();
    if (const auto last = ran.place("last_run_at"))
        state.last = redbeatInstant(JsonFields(*metaTree, *last));
    return state;
}

Result<std::vector<ScheduleState>> RedbeatSchedules::schedules(const QueueName& queue)
{
    std::vector<ScheduleState> states;
    if (!m_spec.isShared(queue))
        return states;
    const auto rows = m_client.call({"ZRANGE", redbeatDue, "0", number(mostListed - 1), "WITHSCORES"});
    if (!rows)
        return rows.error();
    if (!rows->isArray() || rows->items.size() % 2 != 0)
        return unexpectedReply();
    std::vector<Command> pipeline;
    for (std::size_t i = 0; i < rows->items.size(); i += 2) {
        for (const char* field : {"definition", "meta"})
            pipeline.push_back({"HSTRLEN", rows->items[i].bytes, field});
    }
    if (pipeline.empty())
        return states;
    const auto sizes = m_client.pipeline(pipeline);
    if (!sizes)
        return sizes.error();
    pipeline.clear();
    for (std::size_t i = 0; i < sizes->size(); i += 2) {
        const bool isShort
            = (*sizes)[i].isInteger() && (*sizes)[i].integer <= longestField && (*sizes)[i + 1].integer <= longestField;
        const QByteArray& key = rows->items[i].bytes;
        pipeline.push_back(isShort ? Command{"HMGET", key, "definition", "meta"} : Command{"EXISTS", key});
    }
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < replies->size(); ++i) {
        const QByteArray& key = rows->items[2 * i].bytes;
        const std::vector<Reply>& fields = (*replies)[i].items;
        const QByteArray name = key.startsWith(redbeatKeys) ? key.mid(redbeatKeys.size()) : key;
        ScheduleState state = fields.size() == 2 ? read(name, fields[0].bytes, fields[1].bytes) : read(name, {}, {});
        const double next = rows->items[2 * i + 1].bytes.toDouble();
        if (!state.schedule.damaged && state.schedule.enabled && next > 0 && next * 1000 < endOfTime)
            state.next = fromMs(qint64(next * 1000 + 0.0005));
        states.push_back(std::move(state));
    }
    std::sort(states.begin(), states.end(),
        [](const ScheduleState& a, const ScheduleState& b) { return a.schedule.name < b.schedule.name; });
    return states;
}

} // namespace dueline
