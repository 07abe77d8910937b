// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/queue/taskstate.h"

#include <QCoreApplication>
#include <QTimeZone>

namespace dueline {

/// Words and numbers for display. The results depend only on the arguments, the selected zone, and the application's
/// language.
class Formatting
{
    Q_DECLARE_TR_FUNCTIONS(Formatting)

public:
    explicit Formatting(const QTimeZone& zone = QTimeZone::systemTimeZone())
        : m_zone(zone)
    { }

    const QTimeZone& zone() const { return m_zone; }
    /// Sets the zone for times that are formatted from now on. Callers must update times that are already shown.
    void setZone(const QTimeZone& zone) { m_zone = zone; }

    /// Returns `Scheduled`, `Leased` and so on, as in the glossary.
    static QString stateWord(TaskState state);
    /// Returns the outcome of an attempt, such as `done` or `failed`; an unknown outcome is made printable.
    static QString outcomeWord(const QByteArray& outcome);
    /// Returns `a; b; c`, with the separator of the language. Omits empty parts.
    static QString list(const QStringList& parts);
    /// Returns `a, b, c`, with the separator of the language, for short parts of the same kind. Omits empty parts.
    static QString commas(const QStringList& parts);
    /// Joins sentences, with a space between them if the language uses one.
    static QString sentences(const QStringList& sentences);
    /// Returns the text with line breaks suppressed within short addresses and paths. For display only; do not copy the
    /// inserted characters.
    static QString whole(const QString& text);
    /// Returns a number with separators: `22,619`.
    static QString count(qint64 number);
    /// Returns `number`, clamped to the range of int, as an argument of tr() for %n and %Ln.
    static int plural(qint64 number);
    /// Returns `2/5`: an attempt and the maximum number of attempts; `2` if there is no maximum (0).
    static QString attempts(int attempt, int most);
    /// Returns `7 s ago`, `in 12 s`, `in 2 h 5 min`; within half a second, `now`.
    static QString relative(TimePoint at, TimePoint now);
    /// Returns `803 ms`, `1.2 s`, `2 h 17 min`, `3 d 4 h`: at most two units.
    static QString duration(Millis length);
    /// Returns duration() if it is exact, otherwise milliseconds, because durations that are compared may differ by one
    /// millisecond.
    static QString exactDuration(Millis length);
    /// Returns `12:59:44` for today, `Nov 22 12:59:44` for this year, otherwise with the year.
    QString instant(TimePoint at, TimePoint now) const;
    /// Returns instant(), but without seconds on other days.
    QString brief(TimePoint at, TimePoint now) const;
    /// Returns `2026-11-21 12:59:44.123 UTC+8`.
    QString exact(TimePoint at) const;
    /// Returns exact() followed by the time in UTC or, if the zone is UTC, in the machine's zone. Omits the second text
    /// if the two are equal.
    QString exactBoth(TimePoint at) const;
    /// Returns the offset at that instant: `UTC+8`, `UTC-3:30`.
    QString offset(TimePoint at) const;
    /// Returns `Sun 22 Nov`.
    QString day(TimePoint at) const;
    /// Returns `14:20`, with seconds or milliseconds if `resolution` is finer.
    QString clock(TimePoint at, Millis resolution) const;
    /// Returns `14:20 – 14:30`.
    QString range(TimePoint from, TimePoint to) const;
    QDateTime local(TimePoint at) const;

private:
    QTimeZone m_zone;
};

} // namespace dueline
