// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QStringView>

#include <optional>

class QTimeZone;

namespace dueline {

/// What was typed.
struct TypedInstant
{
    TimePoint at{};
    std::optional<TimePoint> wall
        = {}; ///< as it would be in UTC, where the clock of the zone decides which instant it is
};

/// An instant as a person types or pastes it into a field that shows its time zone: every form that is displayed or
/// accepted anywhere.
///
/// - what parseInstant() reads: with `Z`, an offset or `UTC+8`, or milliseconds as a number;
/// - `2026-11-25 09:00`, also with seconds and a fraction, also with a `T`: on the clock of `zone`;
/// - `2026-11-25`: the beginning of that day there; `09:00`: today there;
/// - `now`, `+5m`, `5m`, `in 2 h 5 min`, `5 min ago`, `2小时后`: from `now` (distanceOfWords());
/// - `tomorrow 9`, `mon 08:30`, `next friday 9am`, `明天 9点`, `后天下午3点半`: on the clock of `zone`
///   (wallTimeOfWords());
/// - each of these that a clock decides on, with `utc` or `utc+8` behind it: on a clock of that zone.
///
/// Blanks around it, other blanks than the space, and full-width digits and signs are taken as the ordinary ones. Of a
/// time that the clock of the zone shows twice the first is meant; one that it skips is as long after the change as it
/// would have been without it (02:30 is 03:30). Errors: Usage.
Result<TypedInstant> parseTypedInstant(QStringView text, const QTimeZone& zone, TimePoint now);

} // namespace dueline
