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
/// - `now`, `+5m`, `5m`, `in 2 h 5 min`, `5 min ago`: from `now`.
///
/// Blanks around it, other blanks than the space, and full-width digits and signs are taken as the ordinary ones. Where
/// the clock of the zone skips the time, or shows it twice, QDateTime decides. Errors: Usage.
Result<TypedInstant> parseTypedInstant(QStringView text, const QTimeZone& zone, TimePoint now);

} // namespace dueline
