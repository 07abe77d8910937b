// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Which installation of Sidekiq a layout opens: the one whose keys have this namespace in front.
struct SidekiqSpec
{
    QByteArray nameSpace; ///< as redis-namespace puts it before each key; empty: none

    /// A key of Sidekiq's as it stands on the server.
    QByteArray key(const QByteArray& name) const { return nameSpace.isEmpty() ? name : nameSpace + ':' + name; }
    /// How it is written: `sidekiq`, `sidekiq:NAMESPACE`. parseSidekiq() reads it back.
    QString text() const;
    /// The place of what all queues share (scheduled, retried and dead tasks), as a connection of this layout alone
    /// names it.
    QueueName sharedPlace() const { return '@' + text().toUtf8(); }
    /// That place, also by the empty name that a connection of several layouts gives it.
    bool isShared(const QueueName& queue) const { return queue.isEmpty() || queue == sharedPlace(); }

    bool operator==(const SidekiqSpec&) const = default;
};

/// A key that is named as the list of a queue: `queue:mail`, behind a namespace `shop:queue:mail`.
struct SidekiqListName
{
    QByteArray nameSpace;
    QueueName queue;

    /// nullopt: it is named otherwise, or as the list of a framework that has other jobs, or as a list that one process
    /// keeps while it works (super_fetch, gitlab-sidekiq-fetcher).
    static std::optional<SidekiqListName> of(QByteArrayView key);
};

/// Reads `sidekiq[:NAMESPACE]`; `%XX` stands for a byte. Errors: Usage, saying what is wrong.
Result<SidekiqSpec> parseSidekiq(const QString& text);

} // namespace dueline
