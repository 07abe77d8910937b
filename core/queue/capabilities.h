// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

#include <map>
#include <set>

namespace dueline {

/// Capabilities of a layout. Views hide unsupported actions, and the layout itself refuses them.
struct Capabilities
{
    QByteArray layout; ///< id of the layout: `native`, `memory`, `zset`, …
    StateSet states; ///< states that the layout can distinguish
    std::vector<ActionKind> actions;
    bool add = false;
    bool undo = false;
    bool undoOptional = false; ///< true if operations can run without storing undo data
    bool retryLater = false; ///< true if failed tasks can be retried at a given time, or spread over a period
    bool place = false; ///< true if tasks can be added with the state and attempts that they had in another queue
    /// Marker that is present in the stored form of a task if adding the task keeps its attempts; empty if adding a
    /// task always resets its attempts to zero.
    QByteArray attemptsMarker = {};
    bool leases = false; ///< true if the layout has a broker
    bool pause = false;
    bool history = false; ///< true if attempts and errors are stored
    bool statistics = false;
    bool workers = false;
    bool unlistedWorkers = false; ///< true if there may be workers that workers() does not list
    bool settings = false;
    bool cancel = false; ///< true if leases can be cancelled, released and extended
    bool events = false; ///< true if results and wake-ups are published
    // true if the framework publishes the outcomes of tasks; events() then reports results but no wake-ups
    bool heard = false;
    bool unique = false; ///< true if tasks can be added with a unique key
    bool edit = false; ///< true if the payload and options of a waiting task can be changed in place
    /// true if tasks belong to a framework; a move copies them into a native queue, and the originals remain
    bool copied = false;
    bool adoptable = false; ///< true if tasks can be moved permanently into a native queue
    bool sharedWork = false; ///< true if workers of other programs also claim tasks, but do not record finished tasks
    int mostPriority = 0; ///< highest priority of a new task; 0: no priorities
    /// Actions that can be forced on leased tasks whose worker has ended. A retry returns such a task to its queue.
    std::set<ActionKind> ofEndedWorkers = {};
    bool stages = false; ///< true if operations can start with a small trial, and other programs can resume them
    /// Warnings to show before an action, in addition to the counts. Each is a sentence that the window translates with
    /// LayoutWords.
    std::map<ActionKind, QByteArray> cautions = {};
    /// Native states of failed tasks that have already been retried. Retrying such a task again requires force.
    std::map<QByteArray, ItemOutcome> retriedStates = {};
    /// Sentence that describes which attempts are kept; empty if all or none are. The window translates it with
    /// LayoutWords.
    QByteArray keptAttempts = {};
    /// Beginnings of the error messages that the framework stores if the worker of a task crashed or stopped
    /// responding.
    std::vector<QByteArray> crashErrors = {};

    /// Returns the capabilities of a layout that supports everything.
    static Capabilities everything(const QByteArray& layout);

    bool can(ActionKind kind) const;
    bool operator==(const Capabilities&) const = default;
};

/// Capabilities of a connection's layouts, each valid in its own queues.
struct QueueCapabilities
{
    Capabilities all; ///< union over all queues; for a single layout, that layout's capabilities
    /// Capabilities by the part of a queue's name after the last @. The empty key applies to queues without an @.
    std::map<QByteArray, Capabilities> byLayout = {};
    /// Capabilities of individual queues that differ from the rest of their layout, by queue name.
    std::map<QueueName, Capabilities> byQueue = {};

    /// Returns the capabilities of a queue, or `all` for the empty name.
    const Capabilities& of(QByteArrayView queue) const;
    bool operator==(const QueueCapabilities&) const = default;
};

} // namespace dueline
