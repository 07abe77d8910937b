// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"
#include "core/redis/reply.h"

namespace dueline {

/// One job of RQ as its hash has it, told as a task. Fields that are missing or of another form are left out; nothing
/// of a job is believed to be well formed.
struct RqJob
{
    static constexpr qint64 longText = 4096; ///< bytes of a description that lists read at most
    static constexpr qsizetype shownError = 1024;
    static constexpr qsizetype mostInflated = 60 * 1024 * 1024; ///< bytes of a payload: reading it takes 64 MiB
    static constexpr qsizetype previewInflated = 1024 * 1024; ///< the same for lists
    static constexpr int mostResults = 20;

    /// HMGET of what a list shows; `data` and what is as long left out.
    static Command fieldsOf(const QByteArray& hash);
    static constexpr std::size_t fieldCount = 10;
    /// HMGET of what one job's page shows besides: names of facts, then the fields.
    static const std::vector<std::pair<const char*, QByteArray>>& furtherFields();

    QByteArray status;
    QByteArray origin; ///< the queue it belongs to
    QByteArray worker;
    std::optional<TimePoint> createdAt;
    std::optional<TimePoint> enqueuedAt;
    std::optional<TimePoint> startedAt;
    std::optional<TimePoint> endedAt;
    std::optional<TimePoint> seenAt; ///< the worker's last word of it
    int retriesLeft = 0;
    int retriesMade = 0; ///< as version 2 counts them
    bool isThere = false; ///< false: the hash is gone, only the id stands in the queue

    static RqJob read(const Reply& fields);
    /// `results`: attempts that are kept. Without its type, payload and error.
    Task task(const TaskSource& source, const SourceEntry& entry, qint64 results) const;
};

/// `2026-11-25T17:50:11.441072Z`, rounded down to a millisecond; nullopt: of another form.
std::optional<TimePoint> rqInstant(QByteArrayView text);
/// What is called: the name before `(` in a description, else the first of the payload's items, else the description.
QByteArray rqTypeOf(const QByteArray& description, const QByteArray& payload);
/// `data` of a job as text: JSON as it is, a pickle as Python writes its values, what cannot be read in hex. `most`:
/// bytes that are inflated; nullopt: it is more.
std::optional<QByteArray> rqPayload(const QByteArray& data, qsizetype most);
/// A stored value that is not compressed, `meta` or what a job returned, as text.
QByteArray rqValue(const QByteArray& stored);
/// `exc_info` of a job, or the `exc_string` of a result once its Base64 is decoded.
QByteArray rqErrorText(const QByteArray& compressed);

/// One entry of the stream `rq:results:ID`.
struct RqResult
{
    Attempt attempt; ///< without its number
    std::optional<QByteArray> returned;

    static RqResult read(const Reply& entry);
};
/// What an error is in one line: the last line of a traceback.
QByteArray rqErrorLine(const QByteArray& text);

} // namespace dueline
