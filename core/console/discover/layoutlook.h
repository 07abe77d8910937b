// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"

namespace dueline {

/// Preview of the data that a layout finds on a server.
struct LayoutLook
{
    static constexpr int shown = 5;

    QByteArray keyType; ///< Redis type of the key of a custom layout: `zset`, `none`, …; empty for other layouts
    std::vector<QueueInfo> queues; ///< queues with their counts in this layout
    std::vector<Task> first; ///< tasks in the first queue, leased tasks first, then by due time, at most `shown`
    TimePoint serverNow{};
    QString gap; ///< sentence that explains why queues may be missing; empty if there is no such reason
    QString problem; ///< sentence that explains why this layout cannot read the data; empty if it can

    bool operator==(const LayoutLook&) const = default;
};

/// Opens the layout read-only, reads the preview and closes the layout. Reports data that the layout cannot read in
/// `problem`. Errors: only errors that concern the server; see RedisClient::open.
Result<LayoutLook> lookAtLayout(const ConnectionSpec& connection);

} // namespace dueline
