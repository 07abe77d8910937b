// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"
#include "core/redis/reply.h"

namespace dueline {

/// RQ job, parsed from its hash. A job may have any content, so missing and malformed fields are skipped.
struct RqJob
{
    static constexpr qint64 longText = 4096; ///< maximum number of description bytes to read for lists
    static constexpr qsizetype shownError = 1024;
    // maximum size in bytes of a decompressed payload; reading it takes 64 MiB of memory
    static constexpr qsizetype mostInflated = 60 * 1024 * 1024;
    /// Maximum size in bytes of a decompressed payload to show in lists.
    static constexpr qsizetype previewInflated = 1024 * 1024;
    static constexpr int mostResults = 20;

    /// Returns the HMGET command for the fields shown in lists, excluding `data` and other long fields.
    static Command fieldsOf(const QByteArray& hash);
    static constexpr std::size_t fieldCount = 10;
    /// Returns the additional fields shown for a single job, with their labels.
    static const std::vector<std::pair<const char*, QByteArray>>& furtherFields();

    QByteArray status;
    QByteArray origin; ///< queue that the job belongs to
    QByteArray worker;
    std::optional<TimePoint> createdAt;
    std::optional<TimePoint> enqueuedAt;
    std::optional<TimePoint> startedAt;
    std::optional<TimePoint> endedAt;
    std::optional<TimePoint> seenAt; ///< last heartbeat from the worker that is running the job
    int retriesLeft = 0;
    int retriesMade = 0; ///< number of retries, as counted by RQ 2
    bool isThere = false; ///< false if the hash no longer exists and only the id is in the queue

    static RqJob read(const Reply& fields);
    /// Returns the task without its type, payload and error. `results`: number of stored results,
    /// one per attempt.
    Task task(const TaskSource& source, const SourceEntry& entry, qint64 results) const;
};

/// Parses a time such as `2026-11-25T17:50:11.441072Z`, rounded down to a millisecond; nullopt if it has a different
/// form.
std::optional<TimePoint> rqInstant(QByteArrayView text);
/// Returns the called function's name: the part of the description before `(`; if there is no `(`, the payload's first
/// item; if that is also missing, the entire description.
QByteArray rqTypeOf(const QByteArray& description, const QByteArray& payload);
/// Converts a job's `data` to text: JSON unchanged, a pickle in Python notation, anything else in hex. Returns nullopt
/// if the decompressed data exceeds `most` bytes.
std::optional<QByteArray> rqPayload(const QByteArray& data, qsizetype most);
/// Converts an uncompressed stored value, such as `meta` or a job's return value, to text.
QByteArray rqValue(const QByteArray& stored);
/// Returns the text of a job's `exc_info`, or of a result's `exc_string` after Base64 decoding.
QByteArray rqErrorText(const QByteArray& compressed);

/// Entry in the `rq:results:ID` stream.
struct RqResult
{
    Attempt attempt; ///< the attempt, except for its number
    std::optional<QByteArray> returned;

    static RqResult read(const Reply& entry);
};
/// Returns a one-line summary of an error: the last line of its traceback.
QByteArray rqErrorLine(const QByteArray& text);

} // namespace dueline
