// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"

namespace dueline {

/// Keys and channels that a layout uses.
struct DescribedReach
{
    std::vector<KeyPattern> changed; ///< keys that actions change
    std::vector<KeyPattern> locks; ///< keys whose existence actions check; a script needs permission to change them
    std::vector<KeyPattern> read; ///< keys that are only read
    std::vector<KeyPattern> channels; ///< channels on which actions publish

    static DescribedReach of(const Description& description);

    /// Returns a digest of the keys that actions change and of the channels, as 8 hexadecimal digits.
    QByteArray digest() const;
    /// Returns a paragraph that says what actions may do.
    QString text(const Description& description) const;
    /// Returns the pattern of Redis rights that covers the names of a pattern.
    static QByteArray rightsPattern(const KeyPattern& pattern);
};

} // namespace dueline
