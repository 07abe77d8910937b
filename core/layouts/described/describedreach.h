// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"

namespace dueline {

/// Keys and channels that a layout uses.
struct DescribedReach
{
    /// Beginning of the names of Sidekiq's lists, which other programs use as well.
    static constexpr QByteArrayView sidekiqLists = "queue:";

    std::vector<KeyPattern> changed; ///< keys that actions change
    /// Keys that actions only test for existence; scripts need write permission for them anyway.
    std::vector<KeyPattern> locks;
    std::vector<KeyPattern> read; ///< keys that are only read
    std::vector<KeyPattern> channels; ///< channels that actions publish messages to

    static DescribedReach of(const Description& description);

    /// Returns a digest of the channels and the keys that actions change, as 8 hex digits.
    QByteArray digest() const;
    /// Returns a paragraph about the changes that actions may make. It includes the first keys of `queues`, in order.
    QString text(const Description& description, const std::vector<QueueName>& queues = {}) const;
    /// Returns a Redis permission pattern that covers all names matching `pattern`.
    static QByteArray rightsPattern(const KeyPattern& pattern);

private:
    QString keysOf(const std::vector<QueueName>& queues) const;
};

} // namespace dueline
