// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/bull/bulljob.h"

#include "core/layouts/shared/bull/bulljobwords.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace dueline {

namespace {

std::optional<TimePoint> msField(const QByteArray& text)
{
    bool isNumber = false;
    // some producers store a number with a fraction: accept it, and drop the fraction
    const double ms = text.toDouble(&isNumber);
    return isNumber && ms > 0 && ms < endOfTime ? std::optional(fromMs(qint64(ms))) : std::nullopt;
}

} // namespace

Command BullJob::fieldsOf(const QByteArray& hash, const JobWords& words)
{
    return {"HMGET", hash, "name", "timestamp", "delay", words.attemptsMade, "pb", "processedOn", "finishedOn"};
}

Command BullJob::furtherFieldsOf(const QByteArray& hash, const JobWords& words)
{
    return {"HMGET", hash, "opts", "failedReason", "stacktrace", "returnvalue", "progress", "priority", "parentKey",
        "rjk", "deid", words.stalled, "ats", "retriedOn"};
}

BullJob BullJob::read(const Reply& fields)
{
    BullJob job;
    if (fields.items.size() != fieldCount)
        return job;
    job.isThere
        = std::any_of(fields.items.begin(), fields.items.end(), [](const Reply& field) { return field.isBytes(); });
    job.name = fields.items[0].bytes;
    job.addedAt = msField(fields.items[1].bytes);
    job.delay = Millis(std::max<qint64>(fields.items[2].bytes.toLongLong(), 0));
    job.attemptsMade = std::max(fields.items[3].bytes.toInt(), 0);
    job.worker = fields.items[4].bytes;
    job.processedAt = msField(fields.items[5].bytes);
    job.finishedAt = msField(fields.items[6].bytes);
    return job;
}

/// Uses the delay in `opts`: Bull resets the `delay` field to 0 when the delay is over.
std::optional<TimePoint> BullJob::dueSince(const QByteArray& opts) const
{
    const QJsonObject options = QJsonDocument::fromJson(opts).object();
    const auto longerThanNothing = [](double ms) { return Millis(qint64(std::clamp(ms, 0.0, double(endOfTime) / 4))); };
    if (attemptsMade == 0 && !processedAt) {
        const Millis delayed = std::max(delay, longerThanNothing(options.value(QLatin1StringView("delay")).toDouble()));
        return addedAt ? std::optional(*addedAt + delayed) : std::nullopt;
    }
    if (!processedAt) // a manual retry doesn't store a time
        return std::nullopt;
    const QJsonValue backoff = options.value(QLatin1StringView("backoff"));
    if (backoff.isDouble())
        return *processedAt + longerThanNothing(backoff.toDouble());
    if (!backoff.isObject())
        return processedAt;
    const QString type = backoff[QLatin1StringView("type")].toString();
    const double pause = backoff[QLatin1StringView("delay")].toDouble();
    if (type == QLatin1StringView("exponential"))
        return *processedAt + longerThanNothing(pause * std::pow(2, std::clamp(attemptsMade - 1, 0, 60)));
    return type == QLatin1StringView("fixed") ? std::optional(*processedAt + longerThanNothing(pause)) : std::nullopt;
}

Task BullJob::task(const TaskSource& source, const SourceEntry& entry, qint64 lockFor, const JobWords& words) const
{
    Task task;
    task.id = entry.member;
    task.type = name;
    task.state = entry.state;
    task.nativeState = source.word;
    task.at = entry.at;
    task.addedAt = addedAt;
    task.attempt = attemptsMade;
    const bool waits = StateSet::pending().contains(entry.state);
    task.untimed = waits && !source.isDated();
    if (waits)
        task.dueAt = task.at;
    else if (addedAt)
        task.dueAt = *addedAt + delay;
    if (entry.state == TaskState::Leased) {
        ++task.attempt;
        task.worker = worker;
        if (lockFor < 0)
            task.nativeState = "stalled";
        else
            task.at = entry.at + Millis(lockFor);
    } else if (entry.state == TaskState::Done && words.countsFailuresAlone) {
        ++task.attempt;
    }
    if (!isThere)
        task.error = entry.member == "0:0" ? bulljobwords::isMarker() : bulljobwords::jobIsGone();
    return task;
}

int maxAttemptsOf(const QByteArray& opts)
{
    const int attempts = QJsonDocument::fromJson(opts).object().value(QLatin1StringView("attempts")).toInt(1);
    return std::max(attempts, 1);
}

int shownAttempts(const Task& task, int limit)
{
    return std::max(limit, task.attempt + (StateSet::pending().contains(task.state) ? 1 : 0));
}

std::optional<Backoff> backoffOf(const QByteArray& opts)
{
    const QJsonValue value = QJsonDocument::fromJson(opts).object().value(QLatin1StringView("backoff"));
    const QJsonValue delay = value.isObject() ? value.toObject().value(QLatin1StringView("delay")) : value;
    const QString type
        = value.isObject() ? value.toObject().value(QLatin1StringView("type")).toString() : QStringLiteral("fixed");
    const double ms = delay.toDouble();
    constexpr double longest = 1e12;
    if (!(ms >= 1) || ms > longest || (type != u"fixed" && type != u"exponential"))
        return std::nullopt;
    Backoff backoff;
    backoff.kind = type == u"fixed" ? Backoff::Kind::Fixed : Backoff::Kind::Exponential;
    backoff.base = Millis(qint64(ms));
    backoff.cap = std::max(backoff.cap, backoff.base);
    return backoff;
}

QJsonObject runningOptionsOf(const QByteArray& opts)
{
    QJsonObject options = QJsonDocument::fromJson(opts).object();
    // Sidekiq, Laravel and Celery jobs contain these members, but no Bull options.
    if (options.contains(u"class") || options.contains(u"job") || options.contains(u"body"))
        return {};
    for (const char* name : {"delay", "timestamp", "jobId", "repeat", "repeatJobKey", "rjk", "prevMillis", "parent",
             "de", "deduplication", "debounce", "fpof", "cpof", "idof", "rdof", "failParentOnFailure",
             "continueParentOnFailure", "ignoreDependencyOnFailure", "removeDependencyOnFailure", "group"})
        options.remove(QLatin1StringView(name));
    return options;
}

std::vector<Attempt> attemptsOf(
    const BullJob& job, const QByteArray& stacktrace, const QByteArray& failedReason, bool isDone)
{
    std::vector<Attempt> attempts;
    const QJsonArray traces = QJsonDocument::fromJson(stacktrace).array();
    // Bull keeps only the last stack traces (`stackTraceLimit`), so number the attempts backward from the last one.
    int number = std::max(job.attemptsMade - int(traces.size()) - int(isDone), 0);
    for (const QJsonValue& trace : traces)
        attempts.push_back({++number, {}, {}, {}, "failed", trace.toString().toUtf8()});
    if (isDone) { // a done job's failedReason is from an earlier attempt
        attempts.push_back({std::max(job.attemptsMade, number + 1), job.worker, job.processedAt.value_or(TimePoint()),
            job.finishedAt.value_or(TimePoint()), "done", {}});
        return attempts;
    }
    if (attempts.empty() && !failedReason.isEmpty())
        attempts.push_back({std::max(job.attemptsMade, 1), {}, {}, {}, "failed", failedReason});
    if (!attempts.empty() && !failedReason.isEmpty()) {
        attempts.back().worker = job.worker;
        attempts.back().startedAt = job.processedAt.value_or(TimePoint());
        attempts.back().endedAt = job.finishedAt.value_or(TimePoint());
    }
    return attempts;
}

} // namespace dueline
