// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/formatting.h"

#include "core/base/text.h"

#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace dueline {

QString Formatting::stateWord(TaskState state)
{
    switch (state) {
    case TaskState::Scheduled:
        return tr("Scheduled");
    case TaskState::Due:
        return tr("Due");
    case TaskState::Retrying:
        return tr("Retrying");
    case TaskState::Leased:
        return tr("Leased");
    case TaskState::Failed:
        return tr("Failed");
    case TaskState::Done:
        return tr("Done");
    case TaskState::Trash:
        return tr("Trash");
    }
    return {};
}

QString Formatting::outcomeWord(const QByteArray& outcome)
{
    if (outcome == "done")
        return tr("Done");
    if (outcome == "retry")
        return tr("Retry");
    if (outcome == "released")
        return tr("Released");
    if (outcome == "failed")
        return tr("Failed");
    if (outcome == "expired")
        return tr("Lease expired");
    if (outcome == "cancelled")
        return tr("Canceled");
    if (outcome == "started")
        return tr("Started");
    return printable(outcome, 24);
}

namespace {

template <typename Pair> QString joinedBy(const QStringList& parts, Pair pair)
{
    QString whole;
    for (const QString& part : parts) {
        if (!part.isEmpty())
            whole = whole.isEmpty() ? part : pair(whole, part);
    }
    return whole;
}

} // namespace

QString Formatting::list(const QStringList& parts)
{
    return joinedBy(
        parts, [](const QString& a, const QString& b) { return tr("%1; %2", "parts of a list").arg(a, b); });
}

QString Formatting::commas(const QStringList& parts)
{
    return joinedBy(
        parts, [](const QString& a, const QString& b) { return tr("%1, %2", "items of an enumeration").arg(a, b); });
}

QString Formatting::sentences(const QStringList& sentences)
{
    return joinedBy(sentences, [](const QString& a, const QString& b) { return tr("%1 %2", "sentences").arg(a, b); });
}

QString Formatting::whole(const QString& text)
{
    constexpr qsizetype longest = 32; // maximum length of an unbroken word; longer ones may not fit
    constexpr QChar joiner(0x2060);
    static const QRegularExpression words(QStringLiteral("\\S+"));
    QString kept;
    qsizetype end = 0;
    for (auto found = words.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch word = found.next();
        kept += QStringView(text).sliced(end, word.capturedStart() - end);
        end = word.capturedEnd();
        const bool joins = word.capturedLength() <= longest && word.capturedView().contains(u'/');
        for (const QChar c : word.capturedView()) {
            kept += c;
            if (joins && !c.isLetterOrNumber())
                kept += joiner;
        }
    }
    return kept += QStringView(text).sliced(end);
}

int Formatting::plural(qint64 number) { return int(std::clamp<qint64>(number, 0, std::numeric_limits<int>::max())); }

QString Formatting::count(qint64 number) { return QLocale().toString(number); }

QString Formatting::attempts(int attempt, int most)
{
    return most > 0 ? QStringLiteral("%1/%2").arg(attempt).arg(most) : QString::number(attempt);
}

QString Formatting::duration(Millis length)
{
    const qint64 ms = std::abs(length.count());
    if (ms < secondMs)
        return tr("%1 ms").arg(ms);
    if (ms < 10 * secondMs)
        return tr("%1 s").arg(QLocale().toString(double(ms) / 1000, 'f', ms % secondMs == 0 ? 0 : 1));
    if (ms < minuteMs)
        return tr("%1 s").arg(ms / secondMs);
    const auto two
        = [](const QString& first, const QString& rest, bool hasRest) { return hasRest ? first + u' ' + rest : first; };
    if (ms < hourMs)
        return ms < 10 * minuteMs && ms % minuteMs >= secondMs
            ? two(tr("%1 min", "with hours or seconds").arg(ms / minuteMs), tr("%1 s").arg(ms % minuteMs / secondMs),
                true)
            : tr("%1 min").arg(ms / minuteMs);
    if (ms < dayMs)
        return two(tr("%1 h").arg(ms / hourMs), tr("%1 min", "with hours or seconds").arg(ms % hourMs / minuteMs),
            ms % hourMs >= minuteMs);
    return two(
        tr("%1 d").arg(ms / dayMs), tr("%1 h").arg(ms % dayMs / hourMs), ms < 10 * dayMs && ms % dayMs >= hourMs);
}

QString Formatting::exactDuration(Millis length)
{
    const qint64 ms = std::abs(length.count());
    const bool isWhole = ms < secondMs || (ms < minuteMs && ms % secondMs == 0) || (ms < dayMs && ms % minuteMs == 0)
        || (ms < 10 * dayMs && ms % hourMs == 0) || ms % dayMs == 0;
    return isWhole ? duration(length) : tr("%1 ms").arg(count(ms));
}

QString Formatting::relative(TimePoint at, TimePoint now)
{
    const Millis distance = at - now;
    if (std::abs(distance.count()) < 500)
        return tr("now");
    // Use whole seconds: a value that changes ten times per second is unreadable.
    const Millis whole = std::abs(distance.count()) < minuteMs
        ? Millis((std::abs(distance.count()) + 500) / 1000 * 1000)
        : Millis(std::abs(distance.count()));
    return distance.count() < 0 ? tr("%1 ago").arg(duration(whole)) : tr("in %1").arg(duration(whole));
}

QDateTime Formatting::local(TimePoint at) const { return QDateTime::fromMSecsSinceEpoch(toMs(at), m_zone); }

QString Formatting::instant(TimePoint at, TimePoint now) const
{
    const QDateTime when = local(at);
    const QDateTime today = local(now);
    if (when.date() == today.date())
        return when.toString(QStringLiteral("HH:mm:ss"));
    if (when.date().year() == today.date().year())
        return QLocale().toString(when, tr("MMM d HH:mm:ss", "date format of this year"));
    return when.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

QString Formatting::brief(TimePoint at, TimePoint now) const
{
    const QString whole = instant(at, now);
    const bool sameDay = local(at).date() == local(now).date();
    return sameDay || !whole.endsWith(local(at).toString(QStringLiteral(":ss"))) ? whole : whole.chopped(3);
}

QString Formatting::offset(TimePoint at) const
{
    const int seconds = local(at).offsetFromUtc();
    if (seconds == 0)
        return QStringLiteral("UTC");
    const QChar sign = seconds < 0 ? u'-' : u'+';
    const int hours = std::abs(seconds) / 3600;
    const int minutes = std::abs(seconds) % 3600 / 60;
    QString text = QStringLiteral("UTC") + sign + QString::number(hours);
    if (minutes != 0)
        text += QStringLiteral(":%1").arg(minutes, 2, 10, QLatin1Char('0'));
    return text;
}

QString Formatting::exact(TimePoint at) const
{
    return local(at).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz ")) + offset(at);
}

QString Formatting::exactBoth(TimePoint at) const
{
    const bool inUtc = local(at).offsetFromUtc() == 0;
    const QString other = Formatting(inUtc ? QTimeZone::systemTimeZone() : QTimeZone::utc()).exact(at);
    return other == exact(at) ? other : tr("%1 (%2)", "an instant in two zones").arg(exact(at), other);
}

QString Formatting::day(TimePoint at) const
{
    return QLocale().toString(local(at), tr("ddd d MMM", "date format of a day on the timeline"));
}

QString Formatting::clock(TimePoint at, Millis resolution) const
{
    if (resolution < Millis(secondMs))
        return local(at).toString(QStringLiteral("HH:mm:ss.zzz"));
    if (resolution < Millis(minuteMs))
        return local(at).toString(QStringLiteral("HH:mm:ss"));
    return local(at).toString(QStringLiteral("HH:mm"));
}

QString Formatting::range(TimePoint from, TimePoint to) const
{
    const Millis length = to - from;
    const auto isOn = [&](qint64 ms) { return toMs(from) % ms == 0 && toMs(to) % ms == 0; };
    // Use a finer resolution for short ranges, and for ranges up to an hour that don't start and end on the minute.
    const Millis resolution = length < Millis(2 * secondMs)                              ? Millis(1)
        : length < Millis(10 * minuteMs) || (length < Millis(hourMs) && !isOn(minuteMs)) ? Millis(secondMs)
                                                                                         : Millis(minuteMs);
    const QDateTime first = local(from);
    const QDateTime last = local(to);
    QString start = clock(from, resolution);
    QString end = clock(to, resolution);
    if (first.date() != last.date() && length > Millis(dayMs / 2)) {
        start = day(from) + u' ' + start;
        end = day(to) + u' ' + end;
    }
    return tr("%1 – %2", "from – to").arg(start, end);
}

} // namespace dueline
