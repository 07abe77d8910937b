// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/task.h"

namespace dueline {

/// Key names of one queue in the native layout, and of the registry. All of a queue's keys share the hash tag
/// `{queue}`.
class NativeKeys
{
public:
    NativeKeys(const QByteArray& prefix, const QueueName& queue)
        : m_base(prefix + ":{" + queue + "}:")
    { }

    /// Returns the keys with the prefix `base`, which contains a hash tag. Used for overlays. `home`: the custom
    /// design's key (see NativeOverlay).
    static NativeKeys below(const QByteArray& base, const QByteArray& home)
    {
        NativeKeys keys(base);
        keys.m_home = home;
        return keys;
    }

    QByteArray pending() const { return m_base + "pending"; }
    QByteArray retry() const { return m_base + "retry"; }
    QByteArray leased() const { return m_base + "leased"; }
    QByteArray failed() const { return m_base + "failed"; }
    QByteArray done() const { return m_base + "done"; }
    QByteArray trash() const { return m_base + "trash"; }
    QByteArray tasks() const { return m_base + "tasks"; }
    QByteArray bigPayload(const TaskId& id) const { return m_base + "b:" + id; }
    QByteArray bigPayloadPrefix() const { return m_base + "b:"; }
    QByteArray leases() const { return m_base + "leases"; }
    QByteArray tries() const { return m_base + "tries"; }
    QByteArray history() const { return m_base + "history"; }
    QByteArray results() const { return m_base + "results"; }
    QByteArray before() const { return m_base + "before"; }
    QByteArray expiring() const { return m_base + "expiring"; }
    QByteArray cancel() const { return m_base + "cancel"; }
    QByteArray damaged() const { return m_base + "damaged"; }
    QByteArray memo(const QByteArray& session, const char* kind) const { return m_base + "m:" + session + ":" + kind; }
    QByteArray schedules() const { return m_base + "schedules"; }
    QByteArray ticks() const { return m_base + "ticks"; }
    QByteArray unique() const { return m_base + "unique"; }
    QByteArray ticked() const { return m_base + "ticked"; }
    QByteArray operations() const { return m_base + "ops"; }
    QByteArray operation(const OperationId& id) const { return m_base + "op:" + uniquePartOf(id); }
    /// Returns the key of the list of an operation's tasks. The key doesn't exist if the list is empty or has expired.
    QByteArray operationList(const OperationId& id) const { return operation(id) + ":list"; }
    /// Returns the key with an edited task's previous entry, for undo. The previous payload is in editedPayload() if it
    /// was stored in a separate key.
    QByteArray edited(const OperationId& id) const { return operation(id) + ":was"; }
    QByteArray editedPayload(const OperationId& id) const { return operation(id) + ":was:b"; }
    /// Returns the key of a large payload that has been uploaded but doesn't belong to a task yet.
    QByteArray brought(const OperationId& id) const { return operation(id) + ":new"; }
    QByteArray statisticsPrefix() const { return m_base + "stats:"; }
    QByteArray events() const { return m_base + "events"; }
    QByteArray meta() const { return m_base + "meta"; }
    QByteArray wakeChannel() const { return m_base + "wake"; }
    QByteArray resultsChannel() const { return m_base + "results"; }
    /// Returns the key whose name ends in `role`, such as `pending`. Scripts refer to damaged keys by role.
    QByteArray ofRole(QByteArrayView role) const
    {
        return role == "home" && !m_home.isEmpty() ? m_home : m_base + role.toByteArray();
    }
    /// Returns whether the queue is an overlay. If so, the custom design's key has the role `home`.
    bool isOverlay() const { return !m_home.isEmpty(); }
    /// Returns the key of the sorted set for tasks in `state`. Scheduled and Due share one set.
    QByteArray setOf(TaskState state) const;

    static QByteArray queues(const QByteArray& prefix) { return prefix + ":queues"; }
    static QByteArray workers(const QByteArray& prefix) { return prefix + ":workers"; }
    static QByteArray worker(const QByteArray& prefix, const QByteArray& id) { return prefix + ":w:" + id; }

private:
    explicit NativeKeys(const QByteArray& base)
        : m_base(base)
    { }

    QByteArray m_base;
    QByteArray m_home;
};

} // namespace dueline
