// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <optional>

namespace dueline {

/// Parameters of a Laravel layout. All of its queues share one key prefix, and a Horizon instance may monitor them.
struct LaravelSpec
{
    QByteArray prefix = "laravel_database_"; ///< prefix of all keys, as in `database.redis.options.prefix`
    std::optional<QByteArray> horizon = {}; ///< prefix of Horizon's keys, if specified by the user

    /// Returns `PREFIXqueues:`, the prefix of the queues' keys.
    QByteArray beginning() const { return prefix + "queues:"; }
    /// Returns the key of a queue's list. The queue's other keys end in `:delayed`, `:reserved` or `:notify`.
    QByteArray list(const QueueName& queue) const { return beginning() + queue; }
    /// Returns the prefix of the same application's Horizon keys, assuming Laravel's default names; empty if this
    /// layout's prefix isn't based on the defaults.
    QByteArray ownHorizon() const;
    /// Returns the other default queue prefixes that Laravel versions combine with the same Horizon prefix.
    std::vector<QByteArray> namesakes() const;
    /// Returns `laravel` or `laravel:PREFIX`, with `?horizon=P2` if set. The inverse of parseLaravel().
    QString text() const;
    /// Returns the name of the pseudo-queue with Horizon's data about all queues. Only connections with no other layout
    /// use this form.
    QueueName sharedPlace() const { return '@' + text().toUtf8(); }
    /// Returns whether a name refers to the shared pseudo-queue. The name may spell the layout in any equivalent way.
    /// Connections with several layouts use the empty name.
    bool isShared(const QueueName& queue) const;

    bool operator==(const LaravelSpec&) const = default;
};

/// Parses `laravel[:PREFIX][?horizon=P2]`; `%XX` encodes a byte in hexadecimal. `laravel:` means an empty prefix.
/// Errors: Usage, with the reason.
Result<LaravelSpec> parseLaravel(const QString& text);

/// Parts of a queue's key name.
struct LaravelKey
{
    QByteArray prefix;
    QByteArray name; ///< part after `queues:`, including any suffix; the suffix could also be part of the queue name

    /// Returns the queue name without the suffix; nullopt if there is no suffix.
    std::optional<QueueName> withoutEnding() const;
    /// Parses a key; nullopt if it isn't a queue's.
    static std::optional<LaravelKey> of(QByteArrayView key);
};

} // namespace dueline
