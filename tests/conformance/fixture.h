// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

namespace dueline {

/// A layout under test: the place of its tasks, and its clock. Every test gets an empty one.
class Fixture
{
public:
    virtual ~Fixture() = default;

    /// Properties of the suite's tasks that some designs cannot store.
    enum class Feature : quint8 {
        Payloads, ///< a payload in addition to the id
        Options, ///< its own attempts, backoff, lease, expiry
        Types, ///< its own type
        OtherQueues, ///< several queues per backend
        EndedIds, ///< the id of an ended task stays in use until it is forgotten
        AddTimes, ///< time of the add
        Times, ///< due time
        Order, ///< order by due time without a full scan
        Restored, ///< record of a restore, so that it can be undone
        Schedules, ///< recurring tasks
        OwnIds, ///< unique ids chosen by the caller
        Damage, ///< the stored form of a waiting task can be unreadable
        Filled, ///< tasks of every supported state can exist, with types and errors
        BareRefs, ///< actions need only id and state, not the instant of the task
        Records, ///< reports the contents of a move's record, and the time of the last operation
        Adding, ///< the port accepts the suite's tasks unchanged
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

    /// Returns true if only put() can create tasks: others run them, and no port call brings a task into an ended
    /// state.
    virtual bool puts() const { return false; }
    /// Stores a task in a state. `error`: for a failed or retrying one.
    virtual void put(const NewTask&, TaskState, const QByteArray& /*error*/ = {}) { }
};

} // namespace dueline
