// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// The installation of Sidekiq that a layout opens, identified by its namespace.
struct SidekiqSpec
{
    QByteArray nameSpace; ///< prefix of each key, as redis-namespace adds it; empty if none

    /// Returns the full name of one of Sidekiq's keys.
    QByteArray key(const QByteArray& name) const { return nameSpace.isEmpty() ? name : nameSpace + ':' + name; }
    /// Returns the text `sidekiq` or `sidekiq:NAMESPACE` that parseSidekiq() reads back.
    QString text() const;
    /// Returns the place of the scheduled, retried and dead tasks that all queues share, as a connection of this layout
    /// alone names it.
    QueueName sharedPlace() const { return '@' + text().toUtf8(); }
    /// Returns whether a name means that place; connections of several layouts use the empty name.
    bool isShared(const QueueName& queue) const { return queue.isEmpty() || queue == sharedPlace(); }

    bool operator==(const SidekiqSpec&) const = default;
};

/// A key that is named like the list of a queue: `queue:mail`, with a namespace `shop:queue:mail`.
struct SidekiqListName
{
    QByteArray nameSpace;
    QueueName queue;

    /// Parses a key. nullopt if it has another form, or is a list of a framework with other jobs. Lists that one
    /// process keeps while it works (HeldList) also give nullopt.
    static std::optional<SidekiqListName> of(QByteArrayView key);
};

/// Parses `sidekiq[:NAMESPACE]`; `%XX` stands for a byte. Errors: Usage, with the reason.
Result<SidekiqSpec> parseSidekiq(const QString& text);

} // namespace dueline
