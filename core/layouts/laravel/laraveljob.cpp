// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/laraveljob.h"

#include "core/layouts/laravel/laravelwords.h"
#include "core/layouts/shared/jobs/jsonfields.h"
#include "core/payload/phptext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <map>

namespace dueline {

namespace {

constexpr JsonTree::Limits laravelLimits{200'000, 200};
constexpr qsizetype longestFurtherField = 4096;
constexpr qsizetype longestErrorLine = 4096;

/// Fields that have their own members in LaravelJob.
constexpr std::array<QByteArrayView, 10> toldByTask{
    "uuid", "id", "displayName", "attempts", "maxTries", "data", "pushedAt", "createdAt", "retryUntil", "timeoutAt"};

/// Returns whether Laravel's Encrypter produced a string: Base64-encoded JSON with these members.
bool isEncryptedText(const QByteArray& text)
{
    if (!text.startsWith("eyJ"))
        return false;
    const auto decoded = QByteArray::fromBase64Encoding(text, QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return false;
    const QJsonObject parts = QJsonDocument::fromJson(*decoded).object();
    return parts.contains(u"iv") && parts.contains(u"value") && parts.contains(u"mac");
}

/// Returns the number of jobs chained after the serialized job.
int chainedIn(const QByteArray& text)
{
    const auto tree = JsonTree::parse(text, nullptr, laravelLimits);
    if (!tree || tree->root().kind != JsonTree::Kind::Object)
        return 0;
    const auto chained = JsonFields(*tree, 0).place("chained");
    return chained && tree->node(*chained).kind == JsonTree::Kind::Array ? int(tree->node(*chained).children.size())
                                                                         : 0;
}

} // namespace

std::optional<TimePoint> laravelInstant(const QByteArray& text)
{
    QByteArray number = text;
    if (number.startsWith('"') && number.endsWith('"') && number.size() > 1)
        number = number.sliced(1).chopped(1);
    bool isNumber = false;
    const double seconds = number.toDouble(&isNumber);
    if (!isNumber || !(seconds > 0) || !(seconds * 1000 < endOfTime))
        return std::nullopt;
    return fromMs(qint64(seconds * 1000 + 0.0005));
}

QByteArray laravelError(const QByteArray& exception)
{
    const qsizetype end = exception.indexOf('\n');
    QByteArray line = exception.left(std::min(end < 0 ? exception.size() : end, longestErrorLine));
    const qsizetype file = line.lastIndexOf(" in /");
    if (file > 0 && line.mid(file).contains(':'))
        line.truncate(file);
    return line;
}

LaravelJob LaravelJob::read(const QByteArray& json, Parts parts)
{
    LaravelJob job;
    const auto tree = JsonTree::parse(json, nullptr, laravelLimits);
    if (!tree || tree->root().kind != JsonTree::Kind::Object) {
        auto wrap = PhpredisWrap::of(json);
        if (wrap && wrap->json.startsWith('{'))
            job = read(wrap->json, parts);
        if (!job.isJson)
            job.payload = json;
        job.wrap = std::move(wrap);
        return job;
    }
    const JsonFields fields(*tree, 0);
    job.isJson = true;
    job.counts = fields.isNumber("attempts");
    job.uuid = fields.text("uuid");
    if (job.uuid.isEmpty())
        job.uuid = fields.text("id");
    job.type = fields.text("displayName");
    if (job.type.isEmpty())
        job.type = fields.text("job");
    job.attempts = int(std::clamp(fields.raw("attempts").toDouble(), 0.0, 1e9));
    job.maxTries = std::max(fields.raw("maxTries").toInt(), 0);
    job.addedAt = job.pushedAt = laravelInstant(fields.raw("pushedAt"));
    if (!job.addedAt)
        job.addedAt = laravelInstant(fields.raw("createdAt"));
    const double delay = fields.raw("delay").toDouble();
    if (delay > 0 && delay < endOfTime / 1000)
        job.delay = Millis(qint64(delay * 1000));
    job.retryUntil = laravelInstant(fields.raw(fields.place("retryUntil") ? "retryUntil" : "timeoutAt"));
    if (parts == Parts::Head)
        return job;
    const auto data = fields.place("data");
    job.payload = data ? tree->raw(*data) : json;
    if (data && tree->node(*data).kind == JsonTree::Kind::Object) {
        const JsonFields inner(*tree, *data);
        if (job.type.isEmpty())
            job.type = inner.text("commandName");
        const QByteArray batch = inner.raw("batchId");
        job.isInBatch = !batch.isEmpty() && batch != "null";
        if (inner.isString("command")) {
            const QByteArray command = inner.text("command");
            job.isEncrypted = isEncryptedText(command);
            const auto text = PhpText::read(command);
            job.payload = text.value_or(command);
            job.chained = text ? chainedIn(*text) : 0;
            job.isInBatch = job.isInBatch || (text && text->contains(R"("batchId":")"));
        }
    }
    for (const auto& [name, place] : fields.places()) {
        const QByteArrayView value = tree->rawView(place);
        if (std::find(toldByTask.begin(), toldByTask.end(), name) == toldByTask.end())
            job.further.push_back(
                {name.left(100), value.first(std::min(value.size(), longestFurtherField)).toByteArray()});
    }
    return job;
}

std::optional<TimePoint> LaravelJob::readySince() const
{
    if (!pushedAt || attempts > 0)
        return std::nullopt;
    return *pushedAt + delay.value_or(Millis::zero());
}

Task LaravelJob::task(const TaskSource& source, const SourceEntry& entry, TimePoint now) const
{
    Task task;
    task.state = entry.state;
    task.nativeState = source.word;
    task.at = entry.at;
    task.id = uuid;
    task.type = type;
    task.attempt = attempts;
    // A worker also counts the attempt during which it notices that the maximum number of attempts has been exceeded.
    task.maxAttempts = maxTries > 0 ? std::max(maxTries, attempts) : 0;
    task.addedAt = addedAt;
    const bool waits = StateSet::pending().contains(entry.state);
    task.untimed = waits && !source.isDated();
    if (waits)
        task.dueAt = task.at;
    if (entry.state == TaskState::Leased && entry.at < now)
        task.nativeState = "lease over";
    task.size = payload.size();
    if (payload.size() <= Task::previewedPayload)
        task.preview = payload.left(Task::previewBytes);
    if (!isSound()) {
        task.nativeState = "damaged";
        task.error = wrap ? laravelwords::wrapLosesJob(wrap->cause("it"))
            : isJson      ? laravelwords::attemptsAreMissing()
                          : laravelwords::jobIsNoObject();
    }
    return task;
}

std::vector<TaskFact> LaravelJob::facts(const QByteArray& stored) const
{
    std::vector<TaskFact> facts;
    if (isEncrypted)
        facts.push_back({"encrypted", laravelwords::isEncrypted()});
    if (chained > 0)
        facts.push_back({"chained", laravelwords::jobsFollow(chained)});
    facts.insert(facts.end(), further.begin(), further.end());
    facts.push_back({"stored", stored.left(longestTold)});
    return facts;
}

} // namespace dueline
