// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"

namespace dueline {

/// One message of Celery as kombu writes it, told as a task. Where a field occurs twice the last one counts, as for
/// Python.
struct CeleryMessage
{
    static constexpr qsizetype mostBytes = 64 * 1024 * 1024; ///< of a message
    static constexpr qsizetype mostInflated = 60 * 1024 * 1024; ///< of what a body is inflated to: reading takes 64 MiB
    static constexpr qsizetype longestTold = 64 * 1024; ///< of the facts that are long

    bool isEnvelope = false; ///< a JSON object with a body; else only its bytes are known
    QByteArray id;
    QByteArray type;
    QByteArray payload; ///< what people read: JSON, a pickle as text, other bytes in hex
    QByteArray route; ///< its routing key
    QByteArray exchange; ///< of one that a worker took; empty: the route is the queue
    QByteArray tag; ///< by which `unacked` knows it
    int retries = 0;
    std::optional<TimePoint> eta; ///< no worker starts it before
    std::optional<TimePoint> expires; ///< no worker starts it after
    /// Where the value of `eta` stands in the bytes, with its quotes; of length 0: it has none.
    qsizetype etaOffset = 0;
    qsizetype etaLength = 0;
    /// Further headers and properties, whatever they are, as they are written: `argsrepr`, `root_id`, `priority`.
    std::vector<TaskFact> further = {};

    static CeleryMessage read(const QByteArray& json);
    /// Of what `unacked` keeps of a message that a worker took: it, its exchange and its routing key, as an array.
    static CeleryMessage readTaken(const QByteArray& json);

    /// Whether others wait behind it that Celery sends once it has succeeded: its body has a chain, a callback or a
    /// chord. Of a body in JSON; another one is not looked into.
    bool isFollowed() const;

    /// With an `eta` the task is due then; `at` stays the instant of a source that has one.
    Task task(const TaskSource& source, const SourceEntry& entry, TimePoint now) const;
    std::vector<TaskFact> facts(const QByteArray& stored) const;
};

} // namespace dueline
