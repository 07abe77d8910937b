// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqjob.h"

#include "core/base/jsontree.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr JsonTree::Limits jobLimits{1'000'000, 200};
constexpr int retriesByDefault = 25;
constexpr qsizetype longestFact = 4096;
constexpr qsizetype longestError = 64 * 1024;

/// Fields that are told elsewhere.
constexpr std::array<QByteArrayView, 15> toldFields{"class", "wrapped", "display_class", "jid", "args", "queue",
    "retry", "retry_count", "error_class", "error_message", "error_backtrace", "created_at", "enqueued_at", "failed_at",
    "retried_at"};

/// The fields of a job by the last one of each name.
class JobFields
{
public:
    explicit JobFields(const JsonTree& tree)
        : m_tree(tree)
    {
        for (const int child : tree.root().children) {
            const QByteArray meaning = tree.keyMeaning(child); // `=` and the key, or the key as it is written
            m_places[meaning.startsWith('=') ? meaning.mid(1) : meaning] = child;
        }
    }

    QByteArray raw(QByteArrayView name) const
    {
        const auto place = m_places.find(name.toByteArray());
        return place == m_places.end() ? QByteArray() : m_tree.raw(place->second);
    }
    /// A string without quotes and escapes; of another kind as it is written; nothing of null.
    QByteArray text(QByteArrayView name) const
    {
        const QByteArray bytes = raw(name);
        if (!bytes.startsWith('"'))
            return bytes == "null" ? QByteArray() : bytes;
        return QJsonDocument::fromJson('[' + bytes + ']').array().at(0).toString().toUtf8();
    }
    const std::map<QByteArray, int>& places() const { return m_places; }

private:
    const JsonTree& m_tree;
    std::map<QByteArray, int> m_places;
};

} // namespace

std::optional<TimePoint> sidekiqInstant(const QByteArray& number)
{
    constexpr double firstMs = 100'000'000'000; // as seconds the year 5138, as milliseconds 1973
    bool isNumber = false;
    double value = number.toDouble(&isNumber);
    if (!isNumber || !(value > 0))
        return std::nullopt;
    if (value < firstMs)
        value = value * 1000 + 0.0005; // 1795236791.229 s is written as …228999
    return value < endOfTime ? std::optional(fromMs(qint64(value))) : std::nullopt;
}

SidekiqJob SidekiqJob::read(const QByteArray& json)
{
    SidekiqJob job;
    const auto tree = JsonTree::parse(json, nullptr, jobLimits);
    if (!tree || tree->root().kind != JsonTree::Kind::Object)
        return job;
    const JobFields fields(*tree);
    job.isJson = true;
    job.jid = fields.text("jid");
    job.type = fields.text("wrapped");
    if (job.type.isEmpty())
        job.type = fields.text("class");
    job.queue = fields.text("queue");
    job.args = fields.raw("args");
    bool wasRetried = false;
    const int retries = fields.raw("retry_count").toInt(&wasRetried);
    if (wasRetried)
        job.attempt = std::max(retries, 0) + 1;
    else if (!fields.raw("failed_at").isEmpty())
        job.attempt = 1;
    bool isLimited = false;
    const QByteArray retry = fields.raw("retry");
    const int limit = retry.toInt(&isLimited);
    job.maxAttempts = isLimited ? std::max(limit, 1) : retry == "false" ? 1 : retriesByDefault;
    job.error = fields.text("error_class").left(longestError);
    if (const QByteArray message = fields.text("error_message").left(longestError); !message.isEmpty())
        job.error += job.error.isEmpty() ? message : ": " + message;
    job.backtrace = fields.text("error_backtrace");
    job.createdAt = sidekiqInstant(fields.raw("created_at"));
    job.enqueuedAt = sidekiqInstant(fields.raw("enqueued_at"));
    job.failedAt = sidekiqInstant(fields.raw("failed_at"));
    job.retriedAt = sidekiqInstant(fields.raw("retried_at"));
    for (const auto& [name, place] : fields.places()) {
        if (std::find(toldFields.begin(), toldFields.end(), name) == toldFields.end())
            job.further.push_back({name.left(100), tree->raw(place).left(longestFact)});
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
    task.addedAt = createdAt;
    const bool waits = StateSet::pending().contains(entry.state);
    task.untimed = waits && !source.isDated();
    if (waits)
        task.dueAt = task.at;
    const QByteArray& payload = isJson ? args : entry.member;
    task.size = payload.size();
    if (payload.size() <= Task::previewedPayload)
        task.preview = payload.left(Task::previewBytes);
    if (!isJson) {
        task.nativeState = "damaged";
        task.error = "It is no JSON object, so no worker can run it; Sidekiq buries it as it is.";
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
    last.startedAt = last.endedAt; // when it began is not kept
    last.outcome = "failed";
    last.error = error;
    return {last};
}

} // namespace dueline
