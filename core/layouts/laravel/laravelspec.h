// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <optional>

namespace dueline {

/// Which queues of Laravel a layout opens: those of one prefix, with the Horizon that watches over them.
struct LaravelSpec
{
    QByteArray prefix = "laravel_database_"; ///< in front of each key, as `database.redis.options.prefix` has it
    std::optional<QByteArray> horizon = {}; ///< the prefix of Horizon's keys, where somebody says it

    /// `PREFIXqueues:`, what keys of queues begin with.
    QByteArray beginning() const { return prefix + "queues:"; }
    /// The list of a queue, to which its other keys add `:delayed`, `:reserved`, `:notify`.
    QByteArray list(const QueueName& queue) const { return beginning() + queue; }
    /// The prefix of Horizon's keys of the same application, by the names that both have by default; empty: prefix has
    /// none of these forms.
    QByteArray ownHorizon() const;
    /// Other prefixes whose Horizon has that same name by default, as earlier and later versions make them of it.
    std::vector<QByteArray> namesakes() const;
    /// How it is written: `laravel`, `laravel:PREFIX`, with `?horizon=P2`. parseLaravel() reads it back.
    QString text() const;
    /// The place of what Horizon keeps of all queues, as a connection of this layout alone names it.
    QueueName sharedPlace() const { return '@' + text().toUtf8(); }
    /// That place, in whatever way the layout is written there, also by the empty name that a connection of several
    /// layouts gives it.
    bool isShared(const QueueName& queue) const;

    bool operator==(const LaravelSpec&) const = default;
};

/// Reads `laravel[:PREFIX][?horizon=P2]`; `%XX` stands for a byte, and `laravel:` is the empty prefix. Errors: Usage,
/// saying what is wrong.
Result<LaravelSpec> parseLaravel(const QString& text);

/// What the name of a key of a queue says.
struct LaravelKey
{
    QByteArray prefix;
    QByteArray name; ///< behind `queues:`; of a key that adds something, with it: names of queues may hold colons, too

    /// The queue, where the key is one that adds something to the name of its list; nullopt: it adds nothing.
    std::optional<QueueName> withoutEnding() const;
    /// nullopt: it is none.
    static std::optional<LaravelKey> of(QByteArrayView key);
};

} // namespace dueline
