// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

#include <map>

namespace dueline {

/// What a layout can do; actions that are not there are not offered, and refused below any button.
struct Capabilities
{
    QByteArray layout; ///< `native`, `memory`, `zset`, …
    StateSet states; ///< states it can tell apart
    std::vector<ActionKind> actions;
    bool add = false;
    bool undo = false;
    bool undoOptional = false; ///< an operation may keep nothing by which it is undone
    bool retryLater = false; ///< failed tasks can be retried at a time, or spread over some
    bool place = false; ///< takes tasks in with the state and attempts they had elsewhere
    bool leases = false; ///< has a broker
    bool pause = false;
    bool history = false; ///< attempts and errors
    bool statistics = false;
    bool workers = false;
    bool unlistedWorkers = false; ///< workers may be there that workers() does not tell of
    bool settings = false;
    bool cancel = false; ///< cancel, release and extend of leases
    bool events = false; ///< publishes results and wake-ups
    bool heard = false; ///< its framework announces how tasks end: events() hears that, and no wake-ups
    bool unique = false; ///< tasks may be added with a unique key
    bool edit = false; ///< what a waiting task holds can be changed in place
    bool copied = false; ///< a framework's: its tasks are copied into a native queue, and stay
    bool adoptable = false; ///< its tasks can be moved into a native queue for good
    bool sharedWork = false; ///< workers of other programs take tasks, too, and leave nothing behind of what they ended
    int mostPriority = 0; ///< the largest priority that a task may be added with; 0: it has none
    bool stages = false; ///< operations may try some tasks before the rest, and another program can go on with them
    /// What is to be known before an action, and no count tells: a sentence, which the window shows as LayoutWords.
    std::map<ActionKind, QByteArray> cautions = {};
    /// Native states of failed tasks that a retry leaves out unless it is forced, since they were retried before.
    std::map<QByteArray, ItemOutcome> retriedStates = {};
    /// What is kept of attempts, where that is not all of them: likewise.
    QByteArray keptAttempts = {};

    /// Those of a layout that can do all there is.
    static Capabilities everything(const QByteArray& layout);

    bool can(ActionKind kind) const;
    bool operator==(const Capabilities&) const = default;
};

/// What the layouts of a connection can do, each in its own queues.
struct QueueCapabilities
{
    Capabilities all; ///< of any queue at least one of these; of the only layout just its own
    /// By what stands behind the last @ of a queue's name; that of the empty name has the queues without.
    std::map<QByteArray, Capabilities> byLayout = {};
    /// Of places in which other things can be done than in the layout's other queues, by their names.
    std::map<QueueName, Capabilities> byQueue = {};

    /// Of the empty name, `all`.
    const Capabilities& of(QByteArrayView queue) const;
    bool operator==(const QueueCapabilities&) const = default;
};

} // namespace dueline
