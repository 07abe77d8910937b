// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QCoreApplication>
#include <QTimeZone>

namespace dueline {

struct Schedule;

/// Schedules in readable words. The results depend only on the arguments and the application's language.
class CronWords
{
    Q_DECLARE_TR_FUNCTIONS(CronWords)

public:
    /// Returns a schedule in words: `every 15 min`, `at 03:30, Mon–Fri`. Empty if the expression is invalid or has no
    /// short wording.
    static QString of(const QByteArray& expression);
    /// Returns a sentence about a clock change in `zone` between two runs; empty if there is no clock change.
    static QString clockNote(const QTimeZone& zone, TimePoint before, TimePoint run);
    /// Returns a sentence about the next clock change in `zone`, or that there is none.
    static QString nextChange(const QTimeZone& zone, TimePoint now);
    /// Returns a sentence that explains which rule applies if both day of month and weekday are restricted; otherwise
    /// empty.
    static QString dayRule(const QByteArray& expression);
    /// Returns why this machine cannot calculate the next run; empty if it can.
    static QString unready(const Schedule& schedule);
    /// Returns the zone of a schedule; UTC if the schedule has no zone or one that is unknown to this machine.
    static QTimeZone zoneOf(const QByteArray& zone);

private:
    static QString clockTimes(const QByteArray& minutes, const QByteArray& hours);
    static QString days(const QByteArray& days, const QByteArray& months, const QByteArray& weekdays);
    static QString weekdayList(const QByteArray& field);
    static QString monthList(const QByteArray& field);
};

} // namespace dueline
