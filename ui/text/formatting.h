// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/queue/taskstate.h"

#include <QCoreApplication>
#include <QTimeZone>

namespace dueline {

/// Words and numbers as people read them. Functions of their arguments, the zone chosen, and the application's
/// language.
class Formatting
{
    Q_DECLARE_TR_FUNCTIONS(Formatting)

public:
    explicit Formatting(const QTimeZone& zone = QTimeZone::systemTimeZone())
        : m_zone(zone)
    { }

    const QTimeZone& zone() const { return m_zone; }
    /// From here on every instant is written in this zone; who shows one has to write it anew.
    void setZone(const QTimeZone& zone) { m_zone = zone; }

    /// `Scheduled`, `Leased`, … as the glossary says.
    static QString stateWord(TaskState state);
    /// What became of an attempt, `done`, `failed` and so on; printable where it is none that is known.
    static QString outcomeWord(const QByteArray& outcome);
    /// `a; b; c`, as the language puts it. Empty ones are left out.
    static QString list(const QStringList& parts);
    /// `a, b, c`, as the language puts it, for short things of one kind. Empty ones are left out.
    static QString commas(const QStringList& parts);
    /// Sentences behind each other, with a space where the language has one.
    static QString sentences(const QStringList& sentences);
    /// The same, with short addresses and paths that no line is broken in. For what is looked at; to be copied it has
    /// characters too many.
    static QString whole(const QString& text);
    /// 22619 as `22,619`.
    static QString count(qint64 number);
    /// What tr() takes for %n and %Ln: `number`, or the largest int.
    static int plural(qint64 number);
    /// `7 s ago`, `in 12 s`, `in 2 h 5 min`, `now` within half a second.
    static QString relative(TimePoint at, TimePoint now);
    /// `803 ms`, `1.2 s`, `2 h 17 min`, `3 d 4 h`: two units at most.
    static QString duration(Millis length);
    /// The same where that loses nothing, else in milliseconds: two that are compared may differ by one.
    static QString exactDuration(Millis length);
    /// `12:59:44` today, `Nov 22 12:59:44` this year, with the year otherwise.
    QString instant(TimePoint at, TimePoint now) const;
    /// The same without seconds where it is another day: nobody waits for them.
    QString brief(TimePoint at, TimePoint now) const;
    /// `2026-11-21 12:59:44.123 UTC+8`
    QString exact(TimePoint at) const;
    /// The same, and behind it in UTC, or, where that is the zone, in the machine's own; once where both read alike.
    QString exactBoth(TimePoint at) const;
    /// `UTC+8`, `UTC-3:30` at that instant.
    QString offset(TimePoint at) const;
    /// `Sun 22 Nov`
    QString day(TimePoint at) const;
    /// `14:20`, with seconds or milliseconds when `resolution` is finer.
    QString clock(TimePoint at, Millis resolution) const;
    /// `14:20 – 14:30`
    QString range(TimePoint from, TimePoint to) const;
    QDateTime local(TimePoint at) const;

private:
    QTimeZone m_zone;
};

} // namespace dueline
