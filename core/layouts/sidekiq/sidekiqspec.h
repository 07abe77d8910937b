// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Parameters of a Sidekiq layout: one installation, identified by its namespace.
struct SidekiqSpec
{
    QByteArray nameSpace; ///< namespace in front of each key, as in redis-namespace; empty if there is none

    /// Returns the full name of a Sidekiq key.
    QByteArray key(const QByteArray& name) const { return nameSpace.isEmpty() ? name : nameSpace + ':' + name; }
    /// Returns `sidekiq` or `sidekiq:NAMESPACE`. The inverse of parseSidekiq().
    QString text() const;
    /// Returns the name of the pseudo-queue that holds all queues' scheduled, retried and dead tasks. Used only on
    /// connections that have no other layout.
    QueueName sharedPlace() const { return '@' + text().toUtf8(); }
    /// Returns whether a name refers to the shared pseudo-queue, whose name is empty on connections with several
    /// layouts.
    bool isShared(const QueueName& queue) const { return queue.isEmpty() || queue == sharedPlace(); }

    bool operator==(const SidekiqSpec&) const = default;
};

/// Key of a queue's list, such as `queue:mail`, or `shop:queue:mail` with a namespace.
struct SidekiqListName
{
    QByteArray nameSpace;
    QueueName queue;

    /// Parses a key name. Returns nullopt if it has a different form, or if the key is another framework's list or a
    /// list where a process stores running jobs (HeldList).
    static std::optional<SidekiqListName> of(QByteArrayView key);
};

/// Parses `sidekiq[:NAMESPACE]`; `%XX` is a hexadecimal byte. Errors: Usage, with the reason.
Result<SidekiqSpec> parseSidekiq(const QString& text);

} // namespace dueline
