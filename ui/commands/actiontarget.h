// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/connection.h"
#include "ui/presenters/reading/taskreading.h"

#include <QPointer>

namespace dueline {

/// Tasks to which an action applies, captured when it is invoked. While its dialog is open, the window may switch to a
/// different connection, queue or selection; the target does not change.
struct ActionTarget
{
    QPointer<Connection> connection; ///< null if none was in view, or if it has been closed
    QueueName queue; ///< empty: no queue is shown
    std::vector<TaskRef> refs = {}; ///< the selected tasks
    bool all = false; ///< true if the action applies to all tasks that match the filter instead of `refs`
    TaskScope scope = {}; ///< tasks listed in the table
    qint64 matches = 0; ///< number of known matches of `scope`
};

} // namespace dueline
