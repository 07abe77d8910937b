// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"

namespace dueline {

/// Preview of what a layout finds on a server now.
struct LayoutLook
{
    static constexpr int shown = 5;

    QByteArray keyType; ///< Redis' type of a custom layout's key: `zset`, `none`; else empty
    std::vector<QueueInfo> queues; ///< queues with the layout's counts
    std::vector<Task> first; ///< tasks of the first queue: leased or waiting, earliest first, at most `shown`
    TimePoint serverNow{};
    QString gap; ///< sentence that says why queues may be missing; empty if none are
    QString problem; ///< sentence that says why the data cannot be read as this layout; empty if it can

    bool operator==(const LayoutLook&) const = default;
};

/// Opens the layout read-only, reads the preview and closes it. Data that the layout cannot read is a `problem`;
/// errors, as RedisClient::open, concern the server.
Result<LayoutLook> lookAtLayout(const ConnectionSpec& connection);

} // namespace dueline
