// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/schedulecommand.h"

#include "core/base/duration.h"
#include "core/base/shellword.h"

#include <QStringList>

namespace dueline {

QString addScheduleCommand(const QueueName& queue, const Schedule& schedule, bool replace)
{
    QStringList words{QStringLiteral("duectl schedules")};
    const auto option = [&words](const char* name, const QByteArray& value) {
        words << QStringLiteral("--%1=%2").arg(QLatin1StringView(name), shellWord(value));
    };
    if (!schedule.zone.isEmpty())
        option("zone", schedule.zone);
    if (schedule.runMissed)
        option("missed", "once");
    if (!schedule.payload.isEmpty())
        option("payload", schedule.payload);
    if (schedule.options.maxAttempts)
        option("max-attempts", QByteArray::number(*schedule.options.maxAttempts));
    if (schedule.options.backoff)
        option("backoff", formatBackoff(*schedule.options.backoff).toUtf8());
    if (schedule.options.leaseFor)
        option("lease", formatDuration(*schedule.options.leaseFor).toUtf8());
    if (schedule.expiresAfter)
        option("expires", formatDuration(*schedule.expiresAfter).toUtf8());
    if (schedule.options.keepResult)
        words << QStringLiteral("--keep-result");
    if (!schedule.enabled)
        words << QStringLiteral("--disabled");
    if (replace)
        words << QStringLiteral("--replace");
    if (queue.startsWith('-') || schedule.name.startsWith('-') || schedule.type.startsWith('-'))
        words << QStringLiteral("--");
    words << shellWord(queue) << QStringLiteral("add") << shellWord(schedule.name) << shellWord(schedule.cron)
          << shellWord(schedule.type);
    return words.join(u' ');
}

QString scheduleCommand(const QueueName& queue, const QByteArray& verb, const QByteArray& name)
{
    const bool likeAnOption = queue.startsWith('-') || name.startsWith('-');
    return QStringLiteral("duectl schedules %1%2 %3 %4")
        .arg(likeAnOption ? QStringLiteral("-- ") : QString(), shellWord(queue), QString::fromLatin1(verb),
            shellWord(name));
}

} // namespace dueline
