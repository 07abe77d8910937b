// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/connection.h"
#include "ui/presenters/reading/taskreading.h"

#include <QPointer>

namespace dueline {

/// What an action is about, taken when it is invoked: while its dialog is open, the window may come to show another
/// connection, queue or selection, and what was asked about is still this.
struct ActionTarget
{
    QPointer<Connection> connection; ///< null: there was none, or it was closed since
    QueueName queue; ///< empty: none is shown
    std::vector<TaskRef> refs = {}; ///< the chosen tasks
    bool all = false; ///< instead of these all that the filter finds
    TaskScope scope = {}; ///< what the table lists
    qint64 matches = 0; ///< so many of it are known of
};

} // namespace dueline
