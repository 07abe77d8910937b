// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"

namespace dueline {

/// Preview of what a layout finds on a server.
struct LayoutLook
{
    static constexpr int shown = 5;

    QByteArray keyType; ///< Redis type of a custom layout's key, such as `zset` or `none`; empty for other layouts
    std::vector<QueueInfo> queues; ///< queues that the layout finds, with their counts
    std::vector<Task> first; ///< up to `shown` tasks in the first queue: leased tasks, then the others by due time
    TimePoint serverNow{};
    QString gap; ///< sentence that says why queues may be missing; otherwise empty
    QString problem; ///< sentence that says why the layout can't read the data; empty if it can

    bool operator==(const LayoutLook&) const = default;
};

/// Opens a layout read-only, reads the preview, and closes it. If the layout can't read the data, sets `problem` rather
/// than returning an error. Errors: only problems with the server itself; see RedisClient::open().
Result<LayoutLook> lookAtLayout(const ConnectionSpec& connection);

} // namespace dueline
