// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"

namespace dueline {

/// Keys and channels used by a layout.
struct DescribedReach
{
    std::vector<KeyPattern> changed; ///< keys that actions change
    /// keys that actions only test for existence, although the script needs permission to change them
    std::vector<KeyPattern> locks;
    std::vector<KeyPattern> read; ///< keys that are only read
    std::vector<KeyPattern> channels; ///< channels to which actions publish

    static DescribedReach of(const Description& description);

    /// Returns a digest of the channels and of the keys that actions change, as 8 hexadecimal digits.
    QByteArray digest() const;
    /// Returns a paragraph stating what actions may do.
    QString text(const Description& description) const;
    /// Returns the key pattern for Redis permissions that covers all names matching a pattern.
    static QByteArray rightsPattern(const KeyPattern& pattern);
};

} // namespace dueline
