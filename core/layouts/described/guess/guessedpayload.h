// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"

namespace dueline {

/// Payloads from one key, and the decoders for them.
struct GuessedPayload
{
    /// One payload's values by path, up to a depth of two.
    using Values = std::vector<std::pair<QByteArray, QByteArray>>;

    std::vector<DescribedDecoder> decoders; ///< decoders to apply; empty if none can read at least 80% of the payloads
    bool hasNumberInFront = false; ///< true if a number and a semicolon precede the payload
    std::vector<Values> values; ///< values of all readable payloads
    QByteArray form; ///< structure common to all payloads of a design; empty if it is too simple to be distinctive

    static GuessedPayload of(const std::vector<QByteArray>& payloads);

    /// Searches the payloads for the names commonly used for a layout file field, such as `type`, and returns the path
    /// to the field's values. Returns an empty path if less than `share` percent of the payloads contain the field.
    static QByteArray pathNamed(const std::vector<Values>& payloads, const QByteArray& field, int share);
    /// Returns the path to the ids in payloads that are arrays: the first element that looks like an id and differs
    /// between all payloads. Empty if there is none.
    static QByteArray idInArrays(const std::vector<Values>& payloads);
    /// Returns the value at a path; empty if there is none.
    static QByteArray valueAt(const Values& values, const QByteArray& path);
};

/// Returns whether `fitting` is at least 80% of `all`.
inline bool areMost(std::size_t fitting, std::size_t all) { return all > 0 && fitting * 5 >= all * 4; }

} // namespace dueline
