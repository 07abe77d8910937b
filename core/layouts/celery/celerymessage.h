// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"

namespace dueline {

/// Celery message in kombu's format. If a field occurs more than once, the last one counts, as in Python.
struct CeleryMessage
{
    static constexpr qsizetype mostBytes = 64 * 1024 * 1024; ///< in bytes
    // maximum size in bytes of a decompressed body; reading it takes 64 MiB of memory
    static constexpr qsizetype mostInflated = 60 * 1024 * 1024;
    /// Maximum size of a displayed field in bytes; longer fields are truncated.
    static constexpr qsizetype longestTold = 64 * 1024;

    bool isEnvelope = false; ///< true if the message is a JSON object with a body; other messages aren't parsed
    QByteArray id;
    QByteArray type;
    QByteArray payload; ///< readable form of the body: JSON, a pickle in Python notation, or hex for anything else
    QByteArray route; ///< routing key
    QByteArray exchange; ///< exchange of a claimed message; if empty, the routing key is the queue's name
    QByteArray tag; ///< delivery tag: the message's field name in `unacked`
    int retries = 0;
    std::optional<TimePoint> eta; ///< time before which no worker starts the task
    std::optional<TimePoint> expires; ///< time after which no worker starts the task
    /// Position of the `eta` value in the message, including its quotes. The length is 0 if there is no eta.
    qsizetype etaOffset = 0;
    qsizetype etaLength = 0;
    /// Other headers and properties as stored, such as `argsrepr`, `root_id` and `priority`.
    std::vector<TaskFact> further = {};

    static CeleryMessage read(const QByteArray& json);
    /// Parses a claimed message as stored in `unacked`: an array of the message, its exchange and its routing key.
    static CeleryMessage readTaken(const QByteArray& json);

    /// Returns whether Celery sends more tasks once this task has succeeded: its body contains a chain, a callback or a
    /// chord. Checks only JSON bodies.
    bool isFollowed() const;

    /// Returns the task. Its `eta`, if any, is its due time. If the source stores times, `at` is the entry's time.
    Task task(const TaskSource& source, const SourceEntry& entry, TimePoint now) const;
    std::vector<TaskFact> facts(const QByteArray& stored) const;
};

} // namespace dueline
