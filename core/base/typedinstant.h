// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QStringView>

#include <optional>

class QTimeZone;

namespace dueline {

/// Instant that a user typed.
struct TypedInstant
{
    TimePoint at{};
    // Local time that the user typed, stored as if it were UTC; nullopt if the instant doesn't depend on a time zone
    // setting.
    std::optional<TimePoint> wall = {};
};

/// Parses an instant that a person types or pastes into a field with a time zone. Accepts every
/// form that Dueline displays or accepts anywhere:
/// - the forms of parseInstant(): with `Z`, an offset or `UTC+8`, or milliseconds as a number;
/// - `2026-11-25 09:00`, optionally with seconds, a fraction or a `T`: on the clock of `zone`;
/// - `2026-11-25`: the beginning of that day; `09:00`: today, both in `zone`;
/// - `now`, `+5m`, `5m`, `in 2 h 5 min`, `5 min ago`, `2小时后`: relative to `now`
///   (distanceOfWords());
/// - `tomorrow 9`, `mon 08:30`, `next friday 9am`, `明天 9点`, `后天下午3点半`: on the clock of `zone`
///   (wallTimeOfWords());
/// - each wall clock time with `utc` or `utc+8` appended: on a clock of that zone.
/// Surrounding blanks are ignored; other blanks count as spaces, and full-width digits and signs as
/// ASCII. If the clock shows a time twice, the first occurrence is used. If the clock skips a time,
/// it is moved past the change by the length of the gap (02:30 becomes 03:30). Errors: Usage.
Result<TypedInstant> parseTypedInstant(QStringView text, const QTimeZone& zone, TimePoint now);

} // namespace dueline
