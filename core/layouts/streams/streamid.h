// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>

#include <compare>
#include <optional>

namespace dueline {

/// Id of a stream entry, such as `1700000000000-0`.
struct StreamId
{
    quint64 ms = 0;
    quint64 sequence = 0;

    /// Parses an id; nullopt for other text.
    static std::optional<StreamId> of(QByteArrayView text);
    /// Returns the time in the id; nullopt outside the years 2010 to 2100, where the id is probably a counter.
    std::optional<TimePoint> at() const;

    auto operator<=>(const StreamId&) const = default;
};

/// Parses an id; the lowest possible id for other text.
inline StreamId streamId(QByteArrayView text) { return StreamId::of(text).value_or(StreamId()); }

} // namespace dueline
