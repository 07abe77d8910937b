// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celeryresult.h"

#include "core/base/pythontime.h"
#include "core/layouts/celery/celerywords.h"
#include "core/layouts/shared/jobs/jsonfields.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr const char* resultKeys = "celery-task-meta-";
constexpr JsonTree::Limits resultLimits{1'000'000, 200};
constexpr qsizetype longestOfException = 4096;
constexpr int mostResultFields = 50;

/// Fields that have their own members in CeleryResult.
constexpr std::array<QByteArrayView, 11> toldOfResults{
    "status", "result", "traceback", "date_done", "task_id", "name", "args", "kwargs", "worker", "retries", "children"};

/// Describes an exception stored by the result backend in one line: `{"exc_type": …, "exc_message": …}`, where the
/// message is a string or a list of arguments.
QByteArray errorLine(const JsonTree& tree, int place)
{
    const JsonFields exception(tree, place);
    const QByteArray type = exception.text("exc_type");
    if (type.isEmpty())
        return tree.raw(place).left(longestOfException);
    QByteArray message = exception.text("exc_message");
    if (const auto list = exception.place("exc_message"); list && tree.node(*list).kind == JsonTree::Kind::Array) {
        const std::vector<int>& parts = tree.node(*list).children;
        if (parts.size() == 1 && tree.node(parts[0]).kind == JsonTree::Kind::String)
            message = jsonStringText(tree.raw(parts[0]));
    }
    message.truncate(std::min(message.size(), longestOfException));
    return message.isEmpty() || message == "[]" ? type : type + ": " + message.replace('\n', ' ');
}

TaskState stateOfStatus(const QByteArray& status)
{
    if (status == "SUCCESS")
        return TaskState::Done;
    if (status == "RETRY")
        return TaskState::Retrying;
    return status == "FAILURE" || status == "REVOKED" ? TaskState::Failed : TaskState::Leased;
}

} // namespace

std::optional<CeleryResult> CeleryResult::read(const QByteArray& json)
{
    const auto tree = JsonTree::parse(json, nullptr, resultLimits);
    if (!tree || tree->root().kind != JsonTree::Kind::Object)
        return std::nullopt;
    const JsonFields fields(*tree, 0);
    CeleryResult result;
    result.status = fields.text("status").left(100);
    if (result.status.isEmpty())
        return std::nullopt;
    result.result = fields.raw("result");
    const bool isFailure = result.status != "SUCCESS" && result.status != "STARTED";
    if (const auto place = fields.place("result"); place && isFailure && result.result != "null")
        result.error = errorLine(*tree, *place);
    result.traceback = fields.text("traceback").left(longestTold);
    result.doneAt = pythonInstant(fields.text("date_done"));
    result.type = fields.text("name");
    const QByteArray args = fields.raw("args");
    const QByteArray kwargs = fields.raw("kwargs");
    if (!args.isEmpty() && args != "null")
        result.payload = '[' + args + ", " + (kwargs.isEmpty() ? QByteArray("{}") : kwargs) + ']';
    result.worker = fields.text("worker");
    result.retries = int(std::clamp(fields.raw("retries").toDouble(), 0.0, 1e9));
    for (const auto& [name, place] : fields.places()) {
        const QByteArray value = tree->raw(place);
        const bool saysNothing = value == "null" || value == "[]" || value == "{}";
        if (!saysNothing && result.further.size() < mostResultFields
            && std::find(toldOfResults.begin(), toldOfResults.end(), name) == toldOfResults.end())
            result.further.push_back({name.left(100), value.left(longestOfException)});
    }
    return result;
}

Result<std::optional<CeleryResult>> CeleryResult::of(RedisClient& client, const CelerySpec& spec, const TaskId& id)
{
    std::vector<QByteArray> keys{spec.key(resultKeys + id)};
    if (!spec.prefix.isEmpty())
        keys.push_back(resultKeys + id); // the result backend may or may not use the key prefix
    for (const QByteArray& key : keys) {
        const auto length = client.pipeline({{"STRLEN", key}});
        if (!length)
            return length.error();
        const Reply& size = length->front();
        // The key doesn't exist or has the wrong type, or the user isn't allowed to read it.
        if (!size.isInteger() || size.integer == 0)
            continue;
        if (size.integer > mostBytes) {
            CeleryResult long_;
            long_.status = "STORED";
            long_.further.push_back({"result", celerywords::resultIsLong()});
            return std::optional(std::move(long_));
        }
        const auto value = client.call({"GET", key});
        if (!value)
            return value.error();
        if (auto result = value->isBytes() ? read(value->bytes) : std::nullopt)
            return result;
    }
    return std::optional<CeleryResult>();
}

QByteArray CeleryResult::queue() const
{
    const auto fact
        = std::find_if(further.begin(), further.end(), [](const TaskFact& each) { return each.name == "queue"; });
    return fact != further.end() && fact->value.startsWith('"') ? jsonStringText(fact->value) : QByteArray();
}

Task CeleryResult::task(const TaskId& id, TimePoint now) const
{
    Task task;
    task.id = id;
    task.type = type;
    task.state = stateOfStatus(status);
    task.nativeState = status.toLower();
    task.at = doneAt.value_or(now);
    task.untimed = !doneAt;
    task.attempt = retries + 1;
    task.worker = worker;
    task.error = error;
    task.size = payload.size();
    if (payload.size() <= Task::previewedPayload)
        task.preview = payload.left(Task::previewBytes);
    return task;
}

TaskDetail CeleryResult::detail(const TaskId& id, TimePoint now) const
{
    TaskDetail detail;
    detail.task = task(id, now);
    detail.task.preview.clear();
    detail.fence = detail.task.attempt;
    if (status == "SUCCESS" && result != "null")
        detail.result = result.left(longestTold);
    if (doneAt && (detail.task.state == TaskState::Done || detail.task.state == TaskState::Failed)) {
        detail.attempts.push_back({detail.task.attempt, worker, {}, *doneAt,
            detail.task.state == TaskState::Done ? "done" : "failed", error});
    }
    detail.facts = facts();
    return detail;
}

std::vector<TaskFact> CeleryResult::facts() const
{
    std::vector<TaskFact> facts{{"result status", status}};
    if (!traceback.isEmpty())
        facts.push_back({"traceback", traceback});
    facts.insert(facts.end(), further.begin(), further.end());
    return facts;
}

} // namespace dueline
