// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <array>

namespace dueline {

/// Parameters of a Celery layout. All of its queues share one key prefix.
struct CelerySpec
{
    static constexpr const char* binding = "_kombu.binding."; ///< prefix of binding set keys
    static constexpr const char* separator = "\x06\x16"; ///< kombu's default; the `sep` option can replace it
    /// Priorities that have separate lists by default; others are rounded down to one of them. Priority 0 runs first.
    static constexpr std::array<int, 4> steps{0, 3, 6, 9};

    QByteArray prefix; ///< value of `global_keyprefix`; empty if there is none

    /// Returns the full name of a key, including the prefix.
    QByteArray key(const QByteArray& name) const { return prefix + name; }
    /// Returns the name of the list with a queue's messages of one priority. `between`: the separator.
    QByteArray list(const QueueName& queue, const QByteArray& between, int priority) const
    {
        return priority == 0 ? key(queue) : key(queue) + between + QByteArray::number(priority);
    }
    /// Returns the channel on which a database's workers receive commands.
    QByteArray mailbox(int database) const { return key('/' + QByteArray::number(database) + ".celery.pidbox"); }
    /// Returns the prefix of the channels on which a database's workers publish events.
    QByteArray eventChannel(int database) const { return key('/' + QByteArray::number(database) + ".celeryev"); }
    /// Returns `celery` or `celery:PREFIX`. The inverse of parseCelery().
    QString text() const;
    /// Returns the name of the pseudo-queue that contains the claimed messages of all queues. Only connections with no
    /// other layout use this form.
    QueueName sharedPlace() const { return '@' + text().toUtf8(); }
    /// Returns whether a name refers to the shared pseudo-queue. Connections with several layouts use the empty name.
    bool isShared(const QueueName& queue) const { return queue.isEmpty() || queue == sharedPlace(); }

    bool operator==(const CelerySpec&) const = default;
};

/// Parses `celery[:PREFIX]`; `%XX` encodes a byte in hexadecimal. Errors: Usage, with the reason.
Result<CelerySpec> parseCelery(const QString& text);

/// Parts of a binding set's key.
struct CeleryBinding
{
    QByteArray prefix;
    QByteArray exchange;

    /// Parses a key; nullopt if it isn't the key of a binding set, or if workers use the exchange to communicate with
    /// each other.
    static std::optional<CeleryBinding> of(QByteArrayView key);
    /// Returns the separator between routing key, pattern and queue in a binding set's member; nullopt if the member
    /// isn't a binding. List names use the same separator between the queue and the priority. A separator other than
    /// kombu's default is recognized only if it contains no letters or digits.
    static std::optional<QByteArray> separatorOf(const QByteArray& member);
    /// Returns the queue in a binding set's member; empty if the member isn't a binding.
    static QueueName queueOf(const QByteArray& member);
};

} // namespace dueline
