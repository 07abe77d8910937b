// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <optional>

namespace dueline {

/// Parameters of a Laravel layout. All queues have the same key prefix, and a Horizon instance may monitor them.
struct LaravelSpec
{
    QByteArray prefix = "laravel_database_"; ///< prefix of all keys, as in `database.redis.options.prefix`
    std::optional<QByteArray> horizon = {}; ///< prefix of Horizon's keys if the user specified it

    /// Returns `PREFIXqueues:`, the prefix of the queues' keys.
    QByteArray beginning() const { return prefix + "queues:"; }
    /// Returns the key of a queue's list. The names of the queue's other keys have an additional `:delayed`,
    /// `:reserved` or `:notify`.
    QByteArray list(const QueueName& queue) const { return beginning() + queue; }
    /// Returns the prefix of the Horizon keys of the same application, according to Laravel's default names; empty if
    /// this layout's prefix does not follow these defaults.
    QByteArray ownHorizon() const;
    /// Returns the other default queue prefixes that versions of Laravel use together with the same Horizon prefix.
    std::vector<QByteArray> namesakes() const;
    /// Returns `laravel` or `laravel:PREFIX`, with `?horizon=P2` if set. The inverse of parseLaravel().
    QString text() const;
    /// Returns the name of the pseudo-queue that contains Horizon's data about all queues. This form of the name is
    /// used only in connections that have no other layout.
    QueueName sharedPlace() const { return '@' + text().toUtf8(); }
    /// Returns whether a name refers to the shared pseudo-queue. The name may contain any equivalent spelling of the
    /// layout. Connections with more than one layout use the empty name.
    bool isShared(const QueueName& queue) const;

    bool operator==(const LaravelSpec&) const = default;
};

/// Parses `laravel[:PREFIX][?horizon=P2]`; `%XX` encodes a byte in hexadecimal. `laravel:` means an empty prefix.
/// Errors: Usage, with the reason.
Result<LaravelSpec> parseLaravel(const QString& text);

/// Parts of the name of a queue's key.
struct LaravelKey
{
    QByteArray prefix;
    /// part after `queues:`, including any suffix, because the suffix could also be part of the queue name
    QByteArray name;

    /// Returns the queue name without the suffix; nullopt if the key's name has no suffix.
    std::optional<QueueName> withoutEnding() const;
    /// Parses a key; nullopt if it does not belong to a queue.
    static std::optional<LaravelKey> of(QByteArrayView key);
};

} // namespace dueline
