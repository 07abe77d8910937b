// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

namespace dueline {

/// The layout under test, its storage, and its clock. Each test starts with an empty fixture.
class Fixture
{
public:
    virtual ~Fixture() = default;

    /// Properties of the suite's tasks that some designs cannot store.
    enum class Feature : quint8 {
        Payloads, ///< payload in addition to the id
        Options, ///< per-task attempts, backoff, lease and expiry
        Types, ///< per-task types
        OtherQueues, ///< several queues per backend
        EndedIds, ///< ids that stay in use after their tasks have ended, until the tasks are removed
        AddTimes, ///< time at which a task was added
        Times, ///< due time
        Order, ///< tasks in order of due time without a full scan
        Restored, ///< records of restores, so that they can be undone
        Schedules, ///< recurring tasks
        OwnIds, ///< unique ids, chosen by the caller
        Damage, ///< waiting tasks whose stored data can be made unreadable
        Filled, ///< tasks in every supported state, with types and errors
        BareRefs, ///< actions on a task identified by id and state only, without its time
        Records, ///< stored record of a move, and the time of the last operation
        Adding, ///< adding the suite's tasks without changes
    };
    virtual bool holds(Feature) const { return true; }
    /// Returns the states that tasks in the queue can have.
    virtual StateSet states() const { return StateSet::all(); }

    /// Returns the name of the tests' queue.
    virtual QueueName queue() const { return "q"; }

    /// Returns the layouts that can be tested on this machine, each a row of every test.
    static std::vector<QByteArray> layouts();
    /// Returns a new, empty fixture for `layout`, or null if the layout is unknown.
    static std::unique_ptr<Fixture> make(const QByteArray& layout);

    /// Opens a backend for a worker or an operator. All of a fixture's backends access the same tasks.
    virtual Result<std::unique_ptr<Backend>> open(const QByteArray& session, Access access) = 0;
    /// Waits until the layout's clock has reached `at`.
    virtual void waitUntil(TimePoint at) = 0;
    /// Makes a task's stored data unreadable, as a bug in another program might.
    virtual void damage(const QueueName& queue, const TaskId& id) = 0;

    /// Returns whether tests must create tasks with put(). If other programs run a queue's tasks, Dueline can't end
    /// them itself.
    virtual bool puts() const { return false; }
    /// Stores a task in a state. `error` is the error of a failed or retrying task.
    virtual void put(const NewTask&, TaskState, const QByteArray& /*error*/ = {}) { }
};

} // namespace dueline
