// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/queue/taskstate.h"

#include <QCoreApplication>
#include <QTimeZone>

namespace dueline {

/// Formats words and numbers for display. Results depend only on the arguments, the current time zone and the
/// application's language.
class Formatting
{
    Q_DECLARE_TR_FUNCTIONS(Formatting)

public:
    explicit Formatting(const QTimeZone& zone = QTimeZone::systemTimeZone())
        : m_zone(zone)
    { }

    const QTimeZone& zone() const { return m_zone; }
    /// Sets the time zone for all future results. Callers must update times that are already displayed.
    void setZone(const QTimeZone& zone) { m_zone = zone; }

    /// Returns a state's name, such as `Scheduled` or `Leased`, as in the glossary.
    static QString stateWord(TaskState state);
    /// Returns an attempt's outcome, such as `done` or `failed`. Unknown outcomes are made printable.
    static QString outcomeWord(const QByteArray& outcome);
    /// Joins the non-empty parts with the language's separator, as in `a; b; c`.
    static QString list(const QStringList& parts);
    /// Joins the non-empty parts, which are short and similar, with the language's separator, as in `a, b, c`.
    static QString commas(const QStringList& parts);
    /// Joins sentences, separated by spaces if the language uses them.
    static QString sentences(const QStringList& sentences);
    /// Returns the text with characters that prevent line breaks within short addresses and paths. The result is for
    /// display only; the inserted characters must not be copied.
    static QString whole(const QString& text);
    /// Returns a number with thousands separators, such as `22,619`.
    static QString count(qint64 number);
    /// Returns `number`, clamped to the range of int, for %n and %Ln in tr().
    static int plural(qint64 number);
    /// Returns an attempt and the maximum number of attempts, such as `2/5`, or just the attempt if there is no maximum
    /// (0).
    static QString attempts(int attempt, int most);
    /// Returns a relative time, such as `7 s ago`, `in 12 s` or `in 2 h 5 min`. Returns `now` for times within half a
    /// second.
    static QString relative(TimePoint at, TimePoint now);
    /// Returns a duration with at most two units, such as `803 ms`, `1.2 s`, `2 h 17 min` or `3 d 4 h`.
    static QString duration(Millis length);
    /// Returns duration() if it is exact; otherwise, the duration in milliseconds. Use this for durations that the user
    /// compares, which may differ by a single millisecond.
    static QString exactDuration(Millis length);
    /// Returns a time such as `12:59:44` for today or `Nov 22 12:59:44` for other days. Includes the year unless it is
    /// the current one.
    QString instant(TimePoint at, TimePoint now) const;
    /// Same as instant(), but without seconds for days other than today.
    QString brief(TimePoint at, TimePoint now) const;
    /// Returns an exact time, such as `2026-11-21 12:59:44.123 UTC+8`.
    QString exact(TimePoint at) const;
    /// Returns exact(), followed by the time in UTC, or in the machine's zone if the zone is UTC. Omits the second time
    /// if both are the same.
    QString exactBoth(TimePoint at) const;
    /// Returns the UTC offset at that instant, such as `UTC+8` or `UTC-3:30`.
    QString offset(TimePoint at) const;
    /// Returns a date, such as `Sun 22 Nov`.
    QString day(TimePoint at) const;
    /// Returns a time of day, such as `14:20`. Includes seconds or milliseconds if `resolution` requires them.
    QString clock(TimePoint at, Millis resolution) const;
    /// Returns a range of times, such as `14:20 – 14:30`.
    QString range(TimePoint from, TimePoint to) const;
    QDateTime local(TimePoint at) const;

private:
    QTimeZone m_zone;
};

} // namespace dueline
