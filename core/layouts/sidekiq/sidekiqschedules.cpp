// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqschedules.h"

#include "core/base/text.h"
#include "core/layouts/sidekiq/sidekiqsources.h"
#include "core/layouts/sidekiq/sidekiqwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTimeZone>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr QByteArrayView keyBegin = "cron_job:";

/// Fields to read. All but the last are compared before a job is enabled or disabled.
constexpr std::array cronFields{"status", "cron", "klass", "args", "last_enqueue_time"};
constexpr std::size_t compared = 4;

/// Returns the fields to compare, as a JSON array of Latin-1 strings.
QByteArray definitionOf(const std::vector<Reply>& values)
{
    QJsonArray list;
    for (std::size_t i = 0; i < compared; ++i)
        list.append(QString::fromLatin1(values[i].bytes));
    return QJsonDocument(list).toJson(QJsonDocument::Compact);
}

/// Parses a time such as `2026-11-25 18:05:00 +0000`.
std::optional<TimePoint> lastRun(const QByteArray& text)
{
    const QDateTime time
        = QDateTime::fromString(QString::fromLatin1(text.left(19)), QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    const QByteArray zone = text.mid(20);
    if (!time.isValid() || zone.size() != 5 || (zone[0] != '+' && zone[0] != '-'))
        return std::nullopt;
    const int offset = zone.mid(1, 2).toInt() * 3600 + zone.mid(3, 2).toInt() * 60;
    const qint64 wall = QDateTime(time.date(), time.time(), QTimeZone::utc()).toMSecsSinceEpoch();
    return fromMs(wall - 1000LL * (zone[0] == '-' ? -offset : offset));
}

/// Parses a cron expression, optionally with a time zone at the end, as in `0 5 * * * Europe/Berlin`.
void readCron(Schedule& schedule, const QByteArray& text)
{
    schedule.cron = text.simplified();
    const qsizetype space = schedule.cron.lastIndexOf(' ');
    const QByteArray last = schedule.cron.mid(space + 1);
    const bool isZone = space > 0 && !last.isEmpty()
        && ((last[0] >= 'A' && last[0] <= 'Z' && (last.contains('/') || last == "UTC" || last == "Z")));
    if (!isZone)
        return;
    schedule.zone = last == "Z" ? QByteArray("UTC") : last;
    schedule.cron = schedule.cron.left(space);
}

} // namespace

SidekiqSchedules::SidekiqSchedules(RedisClient& client, const SidekiqSpec& spec, const QByteArray& ours)
    : ListedSchedules({ErrorCode::NotSupported, sidekiqwords::schedulesAreFixed()})
    , m_client(client)
    , m_spec(spec)
    , m_ours(ours)
    , m_scripts(client, FrameworkScripts::library("sidekiq"), [](const QByteArray&) { return QString(); })
{ }

Result<std::vector<QByteArray>> SidekiqSchedules::members()
{
    auto members = m_client.membersOf(m_spec.key("cron_jobs"), mostListed);
    if (members)
        std::erase_if(*members, [](const QByteArray& member) { return !member.startsWith(keyBegin); });
    return members;
}

Result<std::vector<ScheduleState>> SidekiqSchedules::schedules(const QueueName& queue)
{
    std::vector<ScheduleState> states;
    if (!m_spec.isShared(queue))
        return states;
    const auto keys = members();
    if (!keys)
        return keys.error();
    if (keys->empty())
        return states;
    std::vector<Command> sizes;
    std::vector<Command> pipeline{{"TIME"}};
    for (const QByteArray& key : *keys) {
        sizes.push_back({"HSTRLEN", m_spec.key(key), "args"});
        pipeline.push_back({"HMGET", m_spec.key(key)});
        pipeline.back().insert(pipeline.back().end(), cronFields.begin(), cronFields.end());
    }
    const auto lengths = m_client.pipeline(sizes);
    if (!lengths)
        return lengths.error();
    for (std::size_t i = 0; i < keys->size(); ++i) {
        if ((*lengths)[i].integer > longestField) // list the schedule without the field, which may be too long
            pipeline[i + 1] = {"HMGET", m_spec.key((*keys)[i]), "status", "cron", "klass", "none", "last_enqueue_time"};
    }
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    if (replies->front().items.size() != 2)
        return unexpectedReply();
    const TimePoint now = fromMs(replies->front().items[0].bytes.toLongLong() * 1000);
    for (std::size_t i = 0; i < keys->size(); ++i) {
        const Reply& reply = (*replies)[i + 1];
        ScheduleState state;
        state.isOurs = false;
        Schedule& schedule = state.schedule;
        schedule.name = (*keys)[i].mid(keyBegin.size());
        const bool isHash = reply.items.size() == cronFields.size();
        if (isHash && std::none_of(reply.items.begin(), reply.items.end(), [](const Reply& f) { return f.isBytes(); }))
            continue; // The hash is missing; sidekiq-cron skips such entries too.
        schedule.damaged = !isHash || reply.items[1].bytes.isEmpty() || (*lengths)[i].integer > longestField;
        if (!schedule.damaged) {
            const std::vector<Reply>& values = reply.items;
            schedule.definition = definitionOf(values);
            schedule.enabled = values[0].bytes != "disabled";
            readCron(schedule, values[1].bytes);
            schedule.type = values[2].bytes;
            schedule.payload = values[3].bytes;
            state.last = lastRun(values[4].bytes);
            const auto cron = CronSchedule::parse(schedule.cron, schedule.zone);
            if (schedule.enabled && cron)
                state.next = cron->next(now);
        }
        states.push_back(std::move(state));
    }
    return states;
}

Result<> SidekiqSchedules::put(const QueueName& queue, const Schedule& schedule, bool replace)
{
    if (!m_spec.isShared(queue) || !replace)
        return refusal();
    const auto known = schedules(queue);
    if (!known)
        return known.error();
    const auto found = std::find_if(known->begin(), known->end(),
        [&schedule](const ScheduleState& state) { return state.schedule.name == schedule.name; });
    if (found == known->end())
        return Error{ErrorCode::NotFound, sidekiqwords::noSchedule(printable(schedule.name, 80))};
    Schedule same = found->schedule;
    same.enabled = schedule.enabled;
    same.definition = schedule.definition;
    if (same != schedule || schedule.damaged)
        return refusal();
    const QJsonArray seen = QJsonDocument::fromJson(schedule.definition).array();
    if (seen.size() != qsizetype(compared))
        return refusal();
    std::vector<QByteArray> arguments{
        keyBegin.toByteArray() + schedule.name, schedule.enabled ? "enabled" : "disabled", number(qint64(compared))};
    for (std::size_t i = 0; i < compared; ++i) {
        arguments.push_back(cronFields[i]);
        arguments.push_back(seen[qsizetype(i)].toString().toLatin1());
    }
    const OverlayKeys keys = sidekiqKeys(m_spec, m_ours, queue);
    const auto reply = m_scripts.run("cron", keys, {keys.first(), keys.overlay}, arguments);
    if (!reply)
        return reply.error();
    switch (reply->integer) {
    case 1:
        return {};
    case 2:
        return Error{ErrorCode::Busy, sidekiqwords::scheduleHasChanged(printable(schedule.name, 80))};
    default:
        return Error{ErrorCode::NotFound, sidekiqwords::noSchedule(printable(schedule.name, 80))};
    }
}

} // namespace dueline
