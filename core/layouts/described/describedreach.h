// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"

namespace dueline {

/// Keys and channels that a layout uses.
struct DescribedReach
{
    std::vector<KeyPattern> changed; ///< keys that actions change
    /// keys that actions only test for existence; scripts nevertheless need permission to write them
    std::vector<KeyPattern> locks;
    std::vector<KeyPattern> read; ///< keys that are only read
    std::vector<KeyPattern> channels; ///< channels to which actions publish messages

    static DescribedReach of(const Description& description);

    /// Returns a digest of the channels and of the keys that actions change, as 8 hexadecimal digits.
    QByteArray digest() const;
    /// Returns a paragraph about the changes that actions may make.
    QString text(const Description& description) const;
    /// Returns a key pattern for Redis permissions that covers all names that match `pattern`.
    static QByteArray rightsPattern(const KeyPattern& pattern);
};

} // namespace dueline
