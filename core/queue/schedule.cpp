// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/schedule.h"

#include "core/base/text.h"
#include "core/base/zonename.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qsizetype longestName = 64;
constexpr qsizetype largestPayload = 64 * 1024;
constexpr Millis stillInTime{60'000};
constexpr qint64 mostCounted = 1000;

bool isNameCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')
        || QByteArrayView("._:-").contains(c);
}

} // namespace

Result<> checkSchedule(const Schedule& schedule)
{
    const auto usage = [](const QString& what) { return Error{ErrorCode::Usage, what}; };
    if (schedule.name.isEmpty() || schedule.name.size() > longestName
        || !std::all_of(schedule.name.begin(), schedule.name.end(), isNameCharacter))
        return usage(
            QStringLiteral("\"%1\" is not a valid name for a schedule: use 1 to 64 letters, digits and . _ : -.")
                .arg(printable(schedule.name, 80)));
    if (const auto type = checkType(schedule.type); !type)
        return type;
    if (!schedule.type.isValidUtf8())
        return usage(QStringLiteral("The type of a schedule's tasks must be UTF-8."));
    if (schedule.payload.size() > largestPayload)
        return usage(QStringLiteral("A schedule's payload can have at most 64 KiB, but this one has %1.")
                         .arg(formatBytes(schedule.payload.size())));
    if (schedule.expiresAfter && *schedule.expiresAfter < Millis(1))
        return usage(QStringLiteral("The expiry of a schedule's tasks must be at least 1 ms."));
    const auto cron = CronSchedule::parse(schedule.cron, schedule.zone);
    return cron ? Result<>() : Result<>(cron.error());
}

Result<> checkReplacing(const Schedule& schedule)
{
    if (!schedule.enabled && !schedule.unready.isEmpty() && whyUnready(schedule))
        return {};
    return checkSchedule(schedule);
}

std::optional<QString> whyUnready(const Schedule& schedule)
{
    if (checkSchedule(schedule))
        return QString();
    Schedule inUtc = schedule;
    inUtc.zone.clear();
    if (!checkSchedule(inUtc))
        return std::nullopt;
    return timeZoneNamed(schedule.zone, ZoneOrigin::Stored).error().message;
}

TaskId taskIdOf(const Schedule& schedule, TimePoint tick)
{
    return schedule.type + '#' + schedule.name + '@' + QByteArray::number(toMs(tick));
}

NewTask taskOf(const Schedule& schedule, TimePoint tick)
{
    NewTask task;
    task.id = taskIdOf(schedule, tick);
    task.dueAt = tick;
    task.options = schedule.options;
    task.options.expiresAt.reset();
    if (schedule.expiresAfter)
        task.options.expiresAt = tick + *schedule.expiresAfter;
    task.payload = schedule.payload;
    return task;
}

Result<TickDecision> decideTick(const Schedule& schedule, TimePoint due, TimePoint now)
{
    const auto cron = CronSchedule::parse(schedule.cron, schedule.zone);
    if (!cron)
        return cron.error();
    TickDecision decision;
    decision.next = cron->next(now);
    // Use the last due tick. If the expression has changed and has no due tick, use `due`.
    const TimePoint last = std::max(due, cron->last(now, std::max(Millis(0), now - due)).value_or(due));
    if (schedule.runMissed || now - last <= stillInTime)
        decision.run = last;
    for (TimePoint tick = due; tick < last && decision.skipped < mostCounted; tick = cron->next(tick))
        ++decision.skipped;
    if (!decision.run)
        ++decision.skipped;
    return decision;
}

} // namespace dueline
