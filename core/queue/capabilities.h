// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

namespace dueline {

/// What a layout can do; actions that are not there are not offered, and refused below any button.
struct Capabilities
{
    QByteArray layout; ///< `native`, `memory`, `zset`, …
    StateSet states; ///< states it can tell apart
    std::vector<ActionKind> actions;
    bool add = false;
    bool undo = false;
    bool place = false; ///< takes tasks in with the state and attempts they had elsewhere
    bool leases = false; ///< has a broker
    bool pause = false;
    bool history = false; ///< attempts and errors
    bool statistics = false;
    bool workers = false;
    bool settings = false;
    bool cancel = false; ///< cancel, release and extend of leases
    bool events = false; ///< publishes results and wake-ups
    bool unique = false; ///< tasks may be added with a unique key
    bool edit = false; ///< what a waiting task holds can be changed in place
    bool adoptable = false; ///< its tasks can be moved into a native queue for good
    bool sharedWork = false; ///< workers of other programs take tasks, too, and leave nothing behind of what they ended
    bool stages = false; ///< operations may try some tasks before the rest, and another program can go on with them

    /// Those of a layout that can do all there is.
    static Capabilities everything(const QByteArray& layout);

    bool can(ActionKind kind) const;
    bool operator==(const Capabilities&) const = default;
};

} // namespace dueline
