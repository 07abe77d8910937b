// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/tables.h"

#include "core/base/duration.h"

#include <QDateTime>

#include <array>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// Returns the output time zone. Set it before printing anything.
QTimeZone& zoneOfProgram()
{
    static QTimeZone zone = QTimeZone::utc();
    return zone;
}

} // namespace

QString roughDuration(Millis duration)
{
    using namespace std::chrono_literals;
    const Millis length = duration < Millis::zero() ? -duration : duration;
    constexpr std::array<Millis, 4> units{24h, 1h, 1min, 1s};
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (length < units[i])
            continue;
        const Millis fine = i + 1 < units.size() ? units[i + 1] : 1s;
        return formatDuration(length - length % fine);
    }
    return formatDuration(length);
}

QString relativeTime(TimePoint at, TimePoint now)
{
    if (at == TimePoint()) // no time was recorded
        return u"-"_s;
    const Millis distance = at - now;
    if (distance == Millis::zero())
        return u"now"_s;
    return distance > Millis::zero() ? u"in "_s + roughDuration(distance) : roughDuration(distance) + u" ago"_s;
}

void setDisplayZone(const QTimeZone& zone) { zoneOfProgram() = zone; }

const QTimeZone& displayZone() { return zoneOfProgram(); }

QString instantText(TimePoint at)
{
    if (displayZone() == QTimeZone::utc())
        return formatInstant(at);
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(toMs(at)).toTimeZone(displayZone());
    return local.toOffsetFromUtc(local.offsetFromUtc()).toString(Qt::ISODateWithMs);
}

QString timeText(TimePoint at, TimePoint now)
{
    return at == TimePoint() ? u"-"_s : u"%1 (%2)"_s.arg(relativeTime(at, now), instantText(at));
}

QString clockText(TimePoint at)
{
    const QDateTime moment = QDateTime::fromMSecsSinceEpoch(toMs(at));
    const bool chosen = displayZone() != QTimeZone::utc();
    return (chosen ? moment.toTimeZone(displayZone()) : moment.toLocalTime()).toString(u"HH:mm:ss.zzz"_s);
}

QString tasksText(qint64 count) { return count == 1 ? u"1 task"_s : u"%1 tasks"_s.arg(count); }

QString hasText(qint64 count) { return count == 1 ? u"1 has"_s : u"%1 have"_s.arg(count); }

} // namespace dueline::duectl
