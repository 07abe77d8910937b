// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QCoreApplication>
#include <QTimeZone>

namespace dueline {

struct Schedule;

/// Readable descriptions of schedules. Results depend only on the arguments and the application's language.
class CronWords
{
    Q_DECLARE_TR_FUNCTIONS(CronWords)

public:
    /// Returns a description of a schedule, such as `every 15 min` or `at 03:30, Mon–Fri`; empty if the expression is
    /// invalid or has no short description.
    static QString of(const QByteArray& expression);
    /// Returns a sentence about a clock change in `zone` that occurs between two runs; empty if there is none.
    static QString clockNote(const QTimeZone& zone, TimePoint before, TimePoint run);
    /// Returns a sentence about the next clock change in `zone`, or a sentence saying that there is none.
    static QString nextChange(const QTimeZone& zone, TimePoint now);
    /// Returns a sentence explaining how restrictions on the day of the month and the weekday combine; empty unless
    /// both are restricted.
    static QString dayRule(const QByteArray& expression);
    /// Returns why this machine can't calculate the schedule's next run; empty if it can.
    static QString unready(const Schedule& schedule);
    /// Returns a schedule's time zone, or UTC if the zone is empty or unknown on this machine.
    static QTimeZone zoneOf(const QByteArray& zone);

private:
    static QString clockTimes(const QByteArray& minutes, const QByteArray& hours);
    static QString days(const QByteArray& days, const QByteArray& months, const QByteArray& weekdays);
    static QString weekdayList(const QByteArray& field);
    static QString monthList(const QByteArray& field);
};

} // namespace dueline
