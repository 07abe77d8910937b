// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

namespace dueline {

/// A layout under test: where its tasks live, and how time passes there. Every test gets an empty one.
class Fixture
{
public:
    virtual ~Fixture() = default;

    /// What the suite gives a task and some designs have no place for.
    enum class Feature : quint8 {
        Payloads, ///< a payload besides the id
        Options, ///< attempts, backoff, lease, expiry of its own
        Types, ///< a type of its own
        OtherQueues, ///< one backend has several queues
        EndedIds, ///< the id of a task that has ended is taken until that is forgotten
        AddTimes, ///< when it was added
        Times, ///< when it is due
        Order, ///< which is due first is known without looking at all
        Restored, ///< that it was restored, so that this can be undone
        Schedules, ///< recurring tasks
        OwnIds, ///< an id that is given, and there only once
        Damage, ///< what is stored of a task that waits can be unreadable
        Filled, ///< tasks of every state that it has can be there, with types and errors
        BareRefs, ///< a task is acted on by its id and state alone, without the instant that was seen
        Records, ///< what a move keeps in its record, and when the last operation was, is told
        Adding, ///< takes through the port what the suite adds, as it is
    };
    virtual bool holds(Feature) const { return true; }
    /// Of which there can be tasks in that queue.
    virtual StateSet states() const { return StateSet::all(); }

    /// What the queue of the tests is called.
    virtual QueueName queue() const { return "q"; }

    /// The layouts that can be tested here, as rows of every test.
    static std::vector<QByteArray> layouts();
    /// An empty place for tasks of `layout`; null when there is no such layout.
    static std::unique_ptr<Fixture> make(const QByteArray& layout);

    /// A worker's or operator's backend; all of one fixture see the same tasks.
    virtual Result<std::unique_ptr<Backend>> open(const QByteArray& session, Access access) = 0;
    /// Returns once the layout's clock shows `at` or later.
    virtual void waitUntil(TimePoint at) = 0;
    /// Makes what is stored of a task unreadable, as another program's bug would.
    virtual void damage(const QueueName& queue, const TaskId& id) = 0;

    /// Whether tasks come there by put() alone: others run them, and no port brings a task into a state that has ended.
    virtual bool puts() const { return false; }
    /// `error`: of one that failed, or is tried again.
    virtual void put(const NewTask&, TaskState, const QByteArray& /*error*/ = {}) { }
};

} // namespace dueline
