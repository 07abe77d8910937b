// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <array>

namespace dueline {

/// Which queues of Celery a layout opens: those whose keys have this prefix in front.
struct CelerySpec
{
    static constexpr const char* binding = "_kombu.binding."; ///< what the sets of bindings are called
    static constexpr const char* separator = "\x06\x16"; ///< of kombu, unless `sep` says another one
    /// Priorities that have a list of their own, by default; others are rounded down. 0 runs first.
    static constexpr std::array<int, 4> steps{0, 3, 6, 9};

    QByteArray prefix; ///< `global_keyprefix`, as it is; empty: none

    /// A key as it stands on the server.
    QByteArray key(const QByteArray& name) const { return prefix + name; }
    /// The list of a queue's messages of one priority. `between`: the separator.
    QByteArray list(const QueueName& queue, const QByteArray& between, int priority) const
    {
        return priority == 0 ? key(queue) : key(queue) + between + QByteArray::number(priority);
    }
    /// The channel on which workers hear what they are told, of those in one database.
    QByteArray mailbox(int database) const { return key('/' + QByteArray::number(database) + ".celery.pidbox"); }
    /// What the channels begin with on which workers of one database announce what they do.
    QByteArray eventChannel(int database) const { return key('/' + QByteArray::number(database) + ".celeryev"); }
    /// How it is written: `celery`, `celery:PREFIX`. parseCelery() reads it back.
    QString text() const;
    /// The place of what workers have taken from all queues, as a connection of this layout alone names it.
    QueueName sharedPlace() const { return '@' + text().toUtf8(); }
    /// That place, also by the empty name that a connection of several layouts gives it.
    bool isShared(const QueueName& queue) const { return queue.isEmpty() || queue == sharedPlace(); }

    bool operator==(const CelerySpec&) const = default;
};

/// Reads `celery[:PREFIX]`; `%XX` stands for a byte. Errors: Usage, saying what is wrong.
Result<CelerySpec> parseCelery(const QString& text);

/// What the name of a set of bindings says.
struct CeleryBinding
{
    QByteArray prefix;
    QByteArray exchange;

    /// nullopt: it is none, or one by which workers talk to each other.
    static std::optional<CeleryBinding> of(QByteArrayView key);
    /// Returns the separator of routing key, pattern and queue in a member of the set, which also separates queue and
    /// priority in names of lists; nullopt if the member is no binding. A separator other than kombu's default is found
    /// only if it has no letters and no digits.
    static std::optional<QByteArray> separatorOf(const QByteArray& member);
    /// The queue that a member of the set binds; empty: it is no binding.
    static QueueName queueOf(const QByteArray& member);
};

} // namespace dueline
