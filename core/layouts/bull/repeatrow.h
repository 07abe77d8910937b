// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedule.h"

namespace dueline {

/// A repeating job of Bull, as a member of the set `repeat` names it: `NAME:ID:END:ZONE:CRON` or `NAME:ID:END:MS`.
struct RepeatRow
{
    QByteArray name; ///< of its jobs; may hold `:`
    QByteArray id; ///< that was given to it, mostly none
    QByteArray end; ///< ms since 1970 after which it stops, mostly none
    QByteArray zone;
    QByteArray cron; ///< empty: `every` counts
    QByteArray every; ///< ms, digits

    /// nullopt: the member is none of Bull's.
    static std::optional<RepeatRow> parse(const QByteArray& member);
    /// The member that parse() reads.
    QByteArray text() const;
    /// The id of its job that is due at `next`.
    TaskId nextJob(TimePoint next) const;
    /// As CronSchedule reads it: the expression, or `@every 60s`.
    QByteArray expression() const;

    bool operator==(const RepeatRow&) const = default;
};

} // namespace dueline
