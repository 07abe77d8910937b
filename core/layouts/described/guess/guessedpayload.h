// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"

namespace dueline {

/// Payloads of one key, with the encoding that reads them.
struct GuessedPayload
{
    /// Values of one payload by path, to a depth of two.
    using Values = std::vector<std::pair<QByteArray, QByteArray>>;

    std::vector<DescribedDecoder> decoders; ///< empty if no decoder reads at least four fifths of the payloads
    bool hasNumberInFront = false; ///< a number and a semicolon precede the payload
    std::vector<Values> values; ///< values of the payloads that were read
    QByteArray form; ///< form that payloads of one design share; empty if it is too simple to be characteristic

    static GuessedPayload of(const std::vector<QByteArray>& payloads);

    /// Returns the path of a field of the layout language, such as `type`, by names that programs commonly use; empty
    /// if less than `share` percent of the payloads have it.
    static QByteArray pathNamed(const std::vector<Values>& payloads, const QByteArray& field, int share);
    /// Returns the value at a path; empty if there is none.
    static QByteArray valueAt(const Values& values, const QByteArray& path);
};

/// Returns whether at least four fifths fit.
inline bool areMost(std::size_t fitting, std::size_t all) { return all > 0 && fitting * 5 >= all * 4; }

} // namespace dueline
