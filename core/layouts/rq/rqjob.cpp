// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/rq/rqjob.h"

#include "core/base/pythontime.h"
#include "core/layouts/rq/rqsources.h"
#include "core/layouts/rq/rqwords.h"
#include "core/payload/inflate.h"
#include "core/payload/pickletext.h"

#include <QJsonDocument>

#include <algorithm>

namespace dueline {

namespace {

constexpr qsizetype longestRqError = 64 * 1024;
// RQ's default retention for failed jobs, counted from when the job ended.
constexpr Millis failedIsKept{std::chrono::hours(24 * 365)};
constexpr Millis finishedIsKept{500'000};

bool isRqJson(const QByteArray& bytes)
{
    if (!bytes.startsWith('[') && !bytes.startsWith('{'))
        return false;
    QJsonParseError error;
    QJsonDocument::fromJson(bytes, &error);
    return error.error == QJsonParseError::NoError;
}

bool isDottedName(QByteArrayView name)
{
    const auto isPart = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.'
            || uchar(c) >= 0x80;
    };
    return !name.isEmpty() && !(name[0] >= '0' && name[0] <= '9') && name[0] != '.'
        && std::all_of(name.begin(), name.end(), isPart);
}

/// Returns the first item of `('name', …` or `["name",…`.
QByteArray firstNameOf(const QByteArray& payload)
{
    const bool isTuple = payload.startsWith("('");
    if (!isTuple && !payload.startsWith("[\""))
        return {};
    const qsizetype end = payload.indexOf(isTuple ? '\'' : '"', 2);
    const QByteArray name = end < 0 ? QByteArray() : payload.mid(2, end - 2);
    return isDottedName(name) ? name : QByteArray();
}

std::optional<TimePoint> rqSeconds(const QByteArray& text)
{
    bool isNumber = false;
    const double ms = text.toDouble(&isNumber) * 1000;
    return isNumber && ms > 0 && ms < endOfTime ? std::optional(fromMs(qint64(ms))) : std::nullopt;
}

} // namespace

std::optional<TimePoint> rqInstant(QByteArrayView text)
{
    return text.endsWith('Z') ? pythonInstant(text) : std::nullopt;
}

Command RqJob::fieldsOf(const QByteArray& hash)
{
    return {"HMGET", hash, "status", "origin", "worker_name", "created_at", "enqueued_at", "started_at", "ended_at",
        "retries_left", "number_of_retries", "last_heartbeat"};
}

const std::vector<std::pair<const char*, QByteArray>>& RqJob::furtherFields()
{
    static const std::vector<std::pair<const char*, QByteArray>> fields{{"status", "status"},
        {"enqueued", "enqueued_at"}, {"last heartbeat", "last_heartbeat"}, {"timeout, s", "timeout"},
        {"kept while waiting, s", "ttl"}, {"kept when finished, s", "result_ttl"},
        {"kept when failed, s", "failure_ttl"}, {"retries left", "retries_left"},
        {"retry intervals, s", "retry_intervals"}, {"waits for", "dependency_ids"}, {"group", "group_id"},
        {"rate limit", "rate_limit_key"}, {"on success", "success_callback_name"},
        {"on failure", "failure_callback_name"}, {"when stopped", "stopped_callback_name"},
        {"repeats left", "repeats_left"}};
    return fields;
}

RqJob RqJob::read(const Reply& fields)
{
    RqJob job;
    if (fields.items.size() != fieldCount)
        return job;
    job.isThere
        = std::any_of(fields.items.begin(), fields.items.end(), [](const Reply& field) { return field.isBytes(); });
    job.status = fields.items[0].bytes;
    job.origin = fields.items[1].bytes;
    job.worker = fields.items[2].bytes;
    job.createdAt = rqInstant(fields.items[3].bytes);
    job.enqueuedAt = rqInstant(fields.items[4].bytes);
    job.startedAt = rqInstant(fields.items[5].bytes);
    job.endedAt = rqInstant(fields.items[6].bytes);
    job.seenAt = rqInstant(fields.items[9].bytes);
    job.retriesLeft = std::max(fields.items[7].bytes.toInt(), 0);
    job.retriesMade = std::max(fields.items[8].bytes.toInt(), 0);
    return job;
}

Task RqJob::task(const TaskSource& source, const SourceEntry& entry, qint64 results) const
{
    Task task;
    task.id = rqJobOf(entry.member);
    task.state = entry.state;
    task.nativeState = source.word;
    task.at = entry.at;
    task.addedAt = createdAt;
    const bool waits = StateSet::pending().contains(entry.state);
    const bool hasEnded = entry.state == TaskState::Failed || entry.state == TaskState::Done;
    // Before version 2, RQ stored no results for failed attempts that were retried.
    task.attempt = std::max(int(results), retriesMade);
    if (endedAt || (hasEnded && isThere))
        task.attempt = std::max(task.attempt, 1);
    task.untimed = waits && !source.isDated();
    if (waits)
        task.dueAt = task.at;
    if (entry.state == TaskState::Leased) {
        ++task.attempt;
        task.worker = worker;
    } else if (hasEnded) {
        TaskSource expiring = source;
        expiring.score = TaskSource::Score::Seconds;
        // If a job has no hash, only its score in the registry is left, which is the time when RQ deletes the entry.
        // The end time is that score minus RQ's default retention.
        const TimePoint expiry = expiring.instantOf(entry.score);
        const Millis usuallyKept = entry.state == TaskState::Failed ? failedIsKept : finishedIsKept;
        // RQ doesn't store a stopped job's end time.
        task.at = endedAt ? *endedAt
            : seenAt      ? *seenAt
                          : startedAt.value_or(std::max(expiry - usuallyKept, TimePoint()));
        if (status == "stopped" && entry.state == TaskState::Failed)
            task.nativeState = status;
    }
    task.maxAttempts = std::max(task.attempt + (waits ? 1 : 0), 1) + retriesLeft;
    if (!isThere)
        task.error = rqwords::jobIsGone();
    return task;
}

QByteArray rqTypeOf(const QByteArray& description, const QByteArray& payload)
{
    const QByteArray called = description.left(std::max<qsizetype>(description.indexOf('('), 0));
    if (isDottedName(called))
        return called;
    const QByteArray name = firstNameOf(payload);
    return name.isEmpty() ? description.left(100) : name;
}

QByteArray rqValue(const QByteArray& stored)
{
    if (isRqJson(stored))
        return stored;
    return PickleText::read(stored).value_or(PickleText::inHex(stored));
}

std::optional<QByteArray> rqPayload(const QByteArray& data, qsizetype most)
{
    bool isLonger = false;
    const auto plain = inflatedWhole(data, most, isLonger);
    if (isLonger)
        return std::nullopt;
    return rqValue(plain.value_or(data)); // RQ also accepts uncompressed data
}

QByteArray rqErrorText(const QByteArray& compressed)
{
    return compressed.isEmpty() ? QByteArray()
                                : inflated(compressed, longestRqError).value_or(compressed.left(longestRqError));
}

QByteArray rqErrorLine(const QByteArray& text)
{
    const QByteArray trimmed = text.trimmed();
    return trimmed.mid(trimmed.lastIndexOf('\n') + 1).left(RqJob::shownError);
}

RqResult RqResult::read(const Reply& entry)
{
    RqResult result;
    if (entry.items.size() != 2)
        return result;
    const QByteArray& id = entry.items[0].bytes;
    result.attempt.endedAt = fromMs(id.left(id.indexOf('-')).toLongLong());
    const std::vector<Reply>& fields = entry.items[1].items;
    for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
        const QByteArray& name = fields[i].bytes;
        const QByteArray& value = fields[i + 1].bytes;
        if (name == "type") {
            result.attempt.outcome = value == "1" ? "done"
                : value == "3"                    ? "cancelled"
                : value == "4"                    ? "retry"
                                                  : "failed";
        } else if (name == "exc_string") {
            result.attempt.error = rqErrorText(QByteArray::fromBase64(value));
        } else if (name == "return_value") {
            result.returned = rqValue(QByteArray::fromBase64(value));
        } else if (name == "worker_name") {
            result.attempt.worker = value;
        } else if (name == "execution_started_at") {
            result.attempt.startedAt = rqSeconds(value).value_or(TimePoint());
        } else if (name == "execution_ended_at") {
            result.attempt.endedAt = rqSeconds(value).value_or(result.attempt.endedAt);
        }
    }
    return result;
}

} // namespace dueline
