// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedule.h"

namespace dueline {

/// Bull repeating job, parsed from a member of the `repeat` set: `NAME:ID:END:ZONE:CRON` or `NAME:ID:END:MS`.
struct RepeatRow
{
    QByteArray name; ///< job name; may contain `:`
    QByteArray id; ///< id set by the user, usually empty
    QByteArray end; ///< end time in ms since 1970; usually empty
    QByteArray zone;
    QByteArray cron; ///< cron expression; if empty, `every` is used
    QByteArray every; ///< interval in ms, as decimal digits

    /// Parses a member; nullopt if it has a different form.
    static std::optional<RepeatRow> parse(const QByteArray& member);
    /// Returns the member; the inverse of parse().
    QByteArray text() const;
    /// Returns the id of the job that runs at `next`.
    TaskId nextJob(TimePoint next) const;
    /// Returns the expression for CronSchedule: the cron expression, or an interval such as `@every 60s`.
    QByteArray expression() const;

    bool operator==(const RepeatRow&) const = default;
};

} // namespace dueline
