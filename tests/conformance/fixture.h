// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

namespace dueline {

/// Layout under test: the place of its tasks, and its clock. Every test gets an empty one.
class Fixture
{
public:
    virtual ~Fixture() = default;

    /// Properties of the suite's tasks that some designs cannot store.
    enum class Feature : quint8 {
        Payloads, ///< payload in addition to the id
        Options, ///< attempts, backoff, lease and expiry per task
        Types, ///< type per task
        OtherQueues, ///< several queues per backend
        EndedIds, ///< id of an ended task that stays in use until the task is forgotten
        AddTimes, ///< time of adding
        Times, ///< due time
        Order, ///< order by due time without a full scan
        Restored, ///< record of a restore, so that it can be undone
        Schedules, ///< recurring tasks
        OwnIds, ///< unique ids, chosen by the caller
        Damage, ///< possibly unreadable stored form of a waiting task
        Filled, ///< tasks of every supported state, with types and errors
        BareRefs, ///< actions with only id and state, without the instant of the task
        Records, ///< contents of a move's record, and the time of the last operation
        Adding, ///< adding of the suite's tasks unchanged
    };
    virtual bool holds(Feature) const { return true; }
    /// Returns the possible states of tasks in the queue.
    virtual StateSet states() const { return StateSet::all(); }

    /// Returns the name of the tests' queue.
    virtual QueueName queue() const { return "q"; }

    /// Returns the layouts that can be tested here, as rows of every test.
    static std::vector<QByteArray> layouts();
    /// Returns an empty place for tasks of `layout`; null if there is no such layout.
    static std::unique_ptr<Fixture> make(const QByteArray& layout);

    /// Opens a worker's or operator's backend. All backends of a fixture share the same tasks.
    virtual Result<std::unique_ptr<Backend>> open(const QByteArray& session, Access access) = 0;
    /// Returns once the layout's clock shows `at` or later.
    virtual void waitUntil(TimePoint at) = 0;
    /// Makes the stored form of a task unreadable, like a bug in another program.
    virtual void damage(const QueueName& queue, const TaskId& id) = 0;

    /// Returns true if only put() can create tasks: other programs run them, and no call of the port brings a task into
    /// an ended state.
    virtual bool puts() const { return false; }
    /// Stores a task in a state. `error`: text for a failed or retrying task.
    virtual void put(const NewTask&, TaskState, const QByteArray& /*error*/ = {}) { }
};

} // namespace dueline
