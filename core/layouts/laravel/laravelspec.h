// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <optional>

namespace dueline {

/// Parameters of a Laravel layout. All queues have the same key prefix, and a Horizon instance may monitor them.
struct LaravelSpec
{
    QByteArray prefix = "laravel_database_"; ///< prefix of each key, as in `database.redis.options.prefix`
    std::optional<QByteArray> horizon = {}; ///< prefix of Horizon's keys, if the user specified it

    /// Returns `PREFIXqueues:`, the common prefix of the queues' keys.
    QByteArray beginning() const { return prefix + "queues:"; }
    /// Returns the key of a queue's list. The queue's other keys add `:delayed`, `:reserved` or `:notify` to it.
    QByteArray list(const QueueName& queue) const { return beginning() + queue; }
    /// Returns the prefix of the Horizon keys that belong to the same application, according to Laravel's default
    /// names; empty if this prefix does not follow them.
    QByteArray ownHorizon() const;
    /// Returns the other default prefixes that earlier or later versions of Laravel combine with the same Horizon
    /// prefix.
    std::vector<QByteArray> namesakes() const;
    /// Returns `laravel` or `laravel:PREFIX`, with `?horizon=P2` if set. The inverse of parseLaravel().
    QString text() const;
    /// Returns the name of the place that contains Horizon's data about all queues, as used in a connection with this
    /// layout only.
    QueueName sharedPlace() const { return '@' + text().toUtf8(); }
    /// Returns whether a name refers to the shared place. The layout may be written in any form. Connections with
    /// several layouts use the empty name.
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
    QByteArray name; ///< name after `queues:`, including any suffix, because queue names may also contain colons

    /// Returns the queue if the key's name is that of the queue's list with a suffix; nullopt otherwise.
    std::optional<QueueName> withoutEnding() const;
    /// Parses a key; nullopt if it does not belong to a queue.
    static std::optional<LaravelKey> of(QByteArrayView key);
};

} // namespace dueline
