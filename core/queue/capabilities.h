// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

#include <map>
#include <set>

namespace dueline {

/// Capabilities of a layout. Views hide unsupported actions, and the layout refuses them.
struct Capabilities
{
    QByteArray layout; ///< id of the layout: `native`, `memory`, `zset`, …
    StateSet states; ///< states that the layout can distinguish
    std::vector<ActionKind> actions;
    bool add = false;
    bool undo = false;
    bool undoOptional = false; ///< true if operations can run without storing undo data
    bool retryLater = false; ///< true if failed tasks can be retried at a given time or spread over a period
    bool place = false; ///< true if tasks can be added with the state and attempts they had in another queue
    /// Marker in the stored form of a task that keeps its attempts when added; empty if adding a task always resets its
    /// attempts to zero.
    QByteArray attemptsMarker = {};
    bool leases = false; ///< true if the layout has a broker
    bool pause = false;
    bool history = false; ///< true if attempts and errors are stored
    bool statistics = false;
    bool workers = false;
    bool unlistedWorkers = false; ///< true if there may be workers that workers() doesn't list
    bool settings = false;
    bool cancel = false; ///< true if leases can be canceled, released and extended
    bool events = false; ///< true if results and wake-ups are published
    // true if the framework publishes its tasks' outcomes; events() then reports results but no wake-ups
    bool heard = false;
    bool unique = false; ///< true if tasks can be added with a unique key
    StateSet edits = {}; ///< states whose tasks can be edited in place, with the same id; empty: none
    bool editsOptions = false; ///< true if edits can change options too, not only payloads
    /// true if a framework owns the tasks; a move copies them into a native queue and leaves the originals
    bool copied = false;
    bool adoptable = false; ///< true if tasks can be moved permanently into a native queue
    bool sharedWork = false; ///< true if other programs' workers also claim tasks, but don't record finished ones
    int mostPriority = 0; ///< highest priority of a new task; 0 if there are no priorities
    /// Actions that can be forced on dead workers' leased tasks. A retry returns the task to its queue.
    std::set<ActionKind> ofEndedWorkers = {};
    bool stages = false; ///< true if operations can start with a small trial, and other programs can resume them
    /// Warnings to show before an action, along with the counts. Each is a sentence that LayoutWords can translate.
    std::map<ActionKind, QByteArray> cautions = {};
    /// Native states of failed tasks that have already been retried. Retrying them again requires force.
    std::map<QByteArray, ItemOutcome> retriedStates = {};
    /// Sentence that says which attempts are kept; empty if all or none are. LayoutWords can translate it.
    QByteArray keptAttempts = {};
    /// Prefixes of the error messages that the framework stores when a task's worker crashed or hung.
    std::vector<QByteArray> crashErrors = {};

    /// Returns the capabilities of a layout that supports everything.
    static Capabilities everything(const QByteArray& layout);

    bool can(ActionKind kind) const;
    bool operator==(const Capabilities&) const = default;
};

/// Capabilities of a connection's layouts; each set applies only to that layout's queues.
struct QueueCapabilities
{
    Capabilities all; ///< union over all queues, or the only layout's capabilities
    /// Capabilities by the part of the queue name after the last @. The empty key applies to queues without an @.
    std::map<QByteArray, Capabilities> byLayout = {};
    /// Capabilities of queues that differ from the rest of their layout, by queue name.
    std::map<QueueName, Capabilities> byQueue = {};

    /// Returns a queue's capabilities, or `all` for the empty name.
    const Capabilities& of(QByteArrayView queue) const;
    bool operator==(const QueueCapabilities&) const = default;
};

} // namespace dueline
