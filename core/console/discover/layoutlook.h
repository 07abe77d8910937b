// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"

namespace dueline {

/// What a layout finds on a server right now, before anybody relies on it.
struct LayoutLook
{
    static constexpr int shown = 5;

    QByteArray keyType; ///< of the key of a design written by hand, as Redis names it: `zset`, `none`; else empty
    std::vector<QueueInfo> queues; ///< as the layout counts them
    std::vector<Task> first; ///< of the first queue: what is leased or waits, the earliest first, at most `shown`
    TimePoint serverNow{};
    QString gap; ///< why queues may be missing, a sentence; empty if none is
    QString problem; ///< why it cannot be read as this layout, a sentence; empty when it can

    bool operator==(const LayoutLook&) const = default;
};

/// Opens the layout for reading, reads and closes. What this layout cannot read is a `problem`; errors, as
/// RedisClient::open, are about the server.
Result<LayoutLook> lookAtLayout(const ConnectionSpec& connection);

} // namespace dueline
