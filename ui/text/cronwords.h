// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QCoreApplication>
#include <QTimeZone>

namespace dueline {

struct Schedule;

/// When something recurs, as a person would say it. Functions of their arguments and the application's language.
class CronWords
{
    Q_DECLARE_TR_FUNCTIONS(CronWords)

public:
    /// `every 15 min`, `at 03:30, Mon–Fri`. Of what has no short words, or is no schedule: empty.
    static QString of(const QByteArray& expression);
    /// What the clock of `zone` does between two runs, a sentence; empty: nothing.
    static QString clockNote(const QTimeZone& zone, TimePoint before, TimePoint run);
    /// The next change of that clock, a sentence; that there is none to come is one, too.
    static QString nextChange(const QTimeZone& zone, TimePoint now);
    /// Where both the day of the month and the weekday are restricted: which rule holds, a sentence; else empty.
    static QString dayRule(const QByteArray& expression);
    /// Why this machine cannot tell when it comes, a sentence; empty: it can.
    static QString unready(const Schedule& schedule);
    /// The zone of a schedule; UTC where it has none, or one that this machine does not know.
    static QTimeZone zoneOf(const QByteArray& zone);

private:
    static QString clockTimes(const QByteArray& minutes, const QByteArray& hours);
    static QString days(const QByteArray& days, const QByteArray& months, const QByteArray& weekdays);
    static QString weekdayList(const QByteArray& field);
    static QString monthList(const QByteArray& field);
};

} // namespace dueline
