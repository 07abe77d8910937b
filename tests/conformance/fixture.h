// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

namespace dueline {

/// Layout under test, with the place where its tasks are stored and its clock. Every test gets an empty one.
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
        EndedIds, ///< the id of an ended task remains in use until the task is removed
        AddTimes, ///< time of addition
        Times, ///< due time
        Order, ///< order by due time, without a full scan
        Restored, ///< records of restores, so that a restore can be undone
        Schedules, ///< recurring tasks
        OwnIds, ///< unique ids, chosen by the caller
        Damage, ///< waiting tasks whose stored form can be made unreadable
        Filled, ///< tasks in every supported state, with types and errors
        BareRefs, ///< actions that specify only id and state, without the task's instant
        Records, ///< contents of the record of a move, and time of the last operation
        Adding, ///< adding the suite's tasks without changes
    };
    virtual bool holds(Feature) const { return true; }
    /// Returns the states that tasks in the queue can have.
    virtual StateSet states() const { return StateSet::all(); }

    /// Returns the name of the queue that the tests use.
    virtual QueueName queue() const { return "q"; }

    /// Returns the layouts that can be tested here, which become the rows of every test.
    static std::vector<QByteArray> layouts();
    /// Returns an empty place for tasks of `layout`; null if there is no such layout.
    static std::unique_ptr<Fixture> make(const QByteArray& layout);

    /// Opens a backend for a worker or an operator. All backends of a fixture share the same tasks.
    virtual Result<std::unique_ptr<Backend>> open(const QByteArray& session, Access access) = 0;
    /// Waits until the layout's clock shows `at` or later.
    virtual void waitUntil(TimePoint at) = 0;
    /// Makes the stored form of a task unreadable, as a bug in another program might.
    virtual void damage(const QueueName& queue, const TaskId& id) = 0;

    /// Returns true if only put() can create tasks, because other programs run them and no call of the port moves a
    /// task to an ended state.
    virtual bool puts() const { return false; }
    /// Stores a task in a state. `error` is the error of a failed or retrying task.
    virtual void put(const NewTask&, TaskState, const QByteArray& /*error*/ = {}) { }
};

} // namespace dueline
