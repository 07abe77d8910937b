// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"

namespace dueline {

/// Payloads of one key, and the decoders for them.
struct GuessedPayload
{
    /// Values of one payload by path, up to a depth of two.
    using Values = std::vector<std::pair<QByteArray, QByteArray>>;

    std::vector<DescribedDecoder> decoders; ///< empty if no decoder can read at least 80% of the payloads
    bool hasNumberInFront = false; ///< true if a number and a semicolon precede the payload
    std::vector<Values> values; ///< values of all readable payloads
    /// structure that all payloads of a design have in common; empty if it is too simple to be distinctive
    QByteArray form;

    static GuessedPayload of(const std::vector<QByteArray>& payloads);

    /// Looks for commonly used names of a layout file's field, such as `type`, and returns the path to its values.
    /// Returns an empty path if less than `share` percent of the payloads contain it.
    static QByteArray pathNamed(const std::vector<Values>& payloads, const QByteArray& field, int share);
    /// Returns the value at a path; empty if there is none.
    static QByteArray valueAt(const Values& values, const QByteArray& path);
};

/// Returns whether `fitting` is at least 80% of `all`.
inline bool areMost(std::size_t fitting, std::size_t all) { return all > 0 && fitting * 5 >= all * 4; }

} // namespace dueline
