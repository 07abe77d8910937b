// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/connection.h"
#include "ui/presenters/reading/taskreading.h"

#include <QPointer>

namespace dueline {

/// Tasks that an action applies to. They are captured when the action is triggered, so they don't change if the window
/// switches to another connection, queue or selection while the action's dialog is open.
struct ActionTarget
{
    /// Connection of the tasks; null if none was open or it has been closed.
    QPointer<Connection> connection;
    QueueName queue; ///< displayed queue, or empty
    std::vector<TaskRef> refs = {}; ///< selected tasks, unless `all` is true
    bool all = false; ///< true if the action applies to all tasks that match the filter, not to `refs`
    TaskScope scope = {}; ///< scope of the tasks listed in the table
    qint64 matches = 0; ///< number of known matches of `scope`
};

} // namespace dueline
