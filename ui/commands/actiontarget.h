// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/connection.h"
#include "ui/presenters/reading/taskreading.h"

#include <QPointer>

namespace dueline {

/// Tasks to which an action applies. They are captured when the action is triggered, so they do not change if the
/// window switches to a different connection, queue or selection while the action's dialog is open.
struct ActionTarget
{
    /// Connection of the tasks; null if no connection was open or the connection has been closed.
    QPointer<Connection> connection;
    QueueName queue; ///< displayed queue; empty if no queue was displayed
    std::vector<TaskRef> refs = {}; ///< selected tasks, used unless `all` is true
    bool all = false; ///< true if the action applies to all tasks that match the filter, and not to `refs`
    TaskScope scope = {}; ///< scope of the tasks listed in the table
    qint64 matches = 0; ///< number of matches of `scope` known so far
};

} // namespace dueline
