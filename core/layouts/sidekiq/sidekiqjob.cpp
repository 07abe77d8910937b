// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqjob.h"

#include "core/layouts/shared/jobs/jsonfields.h"
#include "core/layouts/sidekiq/sidekiqwords.h"

#include <QByteArrayList>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr JsonTree::Limits jobLimits{1'000'000, 200};
constexpr int retriesByDefault = 25;
constexpr int mostRetries = 1'000'000;
constexpr qsizetype longestFact = 4096;
constexpr qsizetype longestError = 64 * 1024;

/// Fields that SidekiqJob has members for.
constexpr std::array<QByteArrayView, 15> toldFields{"class", "wrapped", "display_class", "jid", "args", "queue",
    "retry", "retry_count", "error_class", "error_message", "error_backtrace", "created_at", "enqueued_at", "failed_at",
    "retried_at"};

std::optional<int> firstArgument(const JsonTree& tree, const JsonFields& fields)
{
    const auto args = fields.place("args");
    return args && !tree.node(*args).children.empty() ? std::optional(tree.node(*args).children.front()) : std::nullopt;
}

/// Returns MAILER#METHOD for an ActionMailer email; empty for other jobs.
QByteArray mailOf(const JsonTree& tree, const JsonFields& fields)
{
    const auto first = firstArgument(tree, fields);
    const JsonFields job = first ? JsonFields(tree, *first) : JsonFields();
    const auto place = job.place("arguments");
    if (!place || tree.node(*place).children.size() < 2)
        return {};
    QByteArrayList names;
    for (const int argument : {tree.node(*place).children[0], tree.node(*place).children[1]}) {
        if (tree.node(argument).kind != JsonTree::Kind::String)
            return {};
        names << jsonStringText(tree.raw(argument));
    }
    return names.join('#');
}

/// Returns CLASS.METHOD for a delayed extension, which has YAML in its first argument; empty for a method call on an
/// object.
QByteArray delayedCallOf(const JsonTree& tree, const JsonFields& fields)
{
    const auto first = firstArgument(tree, fields);
    if (!first || tree.node(*first).kind != JsonTree::Kind::String)
        return {};
    const QByteArrayList lines = jsonStringText(tree.raw(*first)).split('\n');
    const QByteArray target = "- !ruby/class ";
    if (lines.size() < 3 || !lines[1].startsWith(target) || !lines[2].startsWith("- :"))
        return {};
    return lines[1].mid(target.size()).replace('\'', "").trimmed() + '.' + lines[2].mid(3).trimmed();
}

/// Returns the name shown on Sidekiq's own web page (JobRecord#display_class).
QByteArray displayedClass(const JsonTree& tree, const JsonFields& fields, const SidekiqJob& job)
{
    if (QByteArray own = fields.text("display_class"); !own.isEmpty())
        return own;
    if (job.className.startsWith("Sidekiq::Extensions::Delayed")
        || job.className.startsWith("Sidekiq::DelayExtensions::Delayed")) {
        const QByteArray call = delayedCallOf(tree, fields);
        return call.isEmpty() ? job.className : call;
    }
    if (job.wrapped == "ActionMailer::MailDeliveryJob" || job.wrapped == "ActionMailer::DeliveryJob") {
        const QByteArray mail = mailOf(tree, fields);
        return mail.isEmpty() ? job.wrapped : mail;
    }
    return job.wrapped.isEmpty() ? job.className : job.wrapped;
}

} // namespace

std::optional<TimePoint> sidekiqInstant(const QByteArray& number)
{
    // Larger numbers are in milliseconds: as seconds, this is the year 5138; as milliseconds, 1973.
    constexpr double firstMs = 100'000'000'000;
    bool isNumber = false;
    double value = number.toDouble(&isNumber);
    if (!isNumber || !(value > 0))
        return std::nullopt;
    if (value < firstMs)
        value = value * 1000 + 0.0005; // 0.0005 compensates for rounding: 1795236791.229 s is stored as …228999
    return value < endOfTime ? std::optional(fromMs(qint64(value))) : std::nullopt;
}

SidekiqJob SidekiqJob::read(const QByteArray& json, Parts parts)
{
    SidekiqJob job;
    const auto tree = JsonTree::parse(json, nullptr, jobLimits);
    if (!tree || tree->root().kind != JsonTree::Kind::Object)
        return job;
    const JsonFields fields(*tree, 0);
    job.isJson = true;
    job.jid = fields.text("jid");
    job.className = fields.text("class");
    job.wrapped = fields.text("wrapped");
    job.type = displayedClass(*tree, fields, job);
    job.queue = fields.text("queue");
    bool wasRetried = false;
    const int retried = fields.raw("retry_count").toInt(&wasRetried);
    if (wasRetried)
        job.attempt = std::clamp(retried, 0, mostRetries) + 1;
    else if (!fields.raw("failed_at").isEmpty())
        job.attempt = 1;
    bool isLimited = false;
    const QByteArray retry = fields.raw("retry");
    const int limit = retry.toInt(&isLimited);
    // The number of retries excludes the first run.
    const int retries = isLimited ? std::clamp(limit, 0, mostRetries) : retry == "false" ? 0 : retriesByDefault;
    job.maxAttempts = std::max(retries + 1, job.attempt);
    job.limitsRetries = isLimited || retry == "false";
    job.error = fields.text("error_class").left(longestError);
    if (const QByteArray message = fields.text("error_message").left(longestError); !message.isEmpty())
        job.error += job.error.isEmpty() ? message : ": " + message;
    job.interruptions = std::clamp(fields.raw("interrupted_count").toInt(), 0, mostRetries);
    job.createdAt = sidekiqInstant(fields.raw("created_at"));
    job.enqueuedAt = sidekiqInstant(fields.raw("enqueued_at"));
    job.failedAt = sidekiqInstant(fields.raw("failed_at"));
    job.retriedAt = sidekiqInstant(fields.raw("retried_at"));
    if (parts == Parts::Head)
        return job;
    job.args = fields.raw("args");
    job.backtrace = fields.text("error_backtrace");
    for (const auto& [name, place] : fields.places()) {
        const QByteArrayView value = tree->rawView(place);
        if (std::find(toldFields.begin(), toldFields.end(), name) == toldFields.end())
            job.further.push_back({name.left(100), value.first(std::min(value.size(), longestFact)).toByteArray()});
    }
    return job;
}

Task SidekiqJob::task(const TaskSource& source, const SourceEntry& entry) const
{
    Task task;
    task.state = entry.state;
    task.nativeState = source.word;
    task.at = entry.at;
    task.id = jid;
    task.type = type;
    task.attempt = attempt;
    task.maxAttempts = maxAttempts;
    task.error = error;
    // A job in `retry` or `dead` has failed since it was interrupted, so its own error is more recent.
    const bool isSetAside = source.word == "interrupted";
    if (interruptions > 0
        && (error.isEmpty() || isSetAside || entry.state == TaskState::Due || entry.state == TaskState::Leased))
        task.error = sidekiqwords::jobWasInterrupted(interruptions);
    task.addedAt = createdAt;
    const bool waits = StateSet::pending().contains(entry.state);
    // A running job has no end time yet.
    task.untimed = entry.state == TaskState::Leased || (waits && !source.isDated());
    if (waits)
        task.dueAt = task.at;
    const QByteArray& payload = isJson ? args : entry.member;
    task.size = payload.size();
    if (payload.size() <= Task::previewedPayload)
        task.preview = payload.left(Task::previewBytes);
    if (!isJson) {
        task.nativeState = "damaged";
        task.error = sidekiqwords::jobIsDamaged();
    }
    return task;
}

std::vector<Attempt> SidekiqJob::attempts() const
{
    if (!failedAt && error.isEmpty())
        return {};
    Attempt last;
    last.number = std::max(attempt, 1);
    last.endedAt = retriedAt.value_or(failedAt.value_or(TimePoint()));
    last.startedAt = last.endedAt; // Sidekiq doesn't store the start time
    last.outcome = "failed";
    last.error = error;
    return {last};
}

} // namespace dueline
