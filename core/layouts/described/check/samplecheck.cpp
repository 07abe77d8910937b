// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/check/samplecheck.h"

#include "core/base/text.h"
#include "core/layouts/described/check/samplecommands.h"
#include "core/layouts/described/describedbackend.h"
#include "core/redis/errorclass.h"

#include <algorithm>

namespace dueline {

namespace {

/// Task read from the server, and whether it has been matched to an expected one.
struct SampledTask
{
    Task task;
    QueueName queue;
    std::vector<TaskFact> facts;
    bool isExpected = false;

    QByteArray valueOf(const QByteArray& name) const { return SampleCheck::valueOf(name, task, facts, queue); }
    bool fits(const SampleTask& expected) const
    {
        return std::all_of(expected.values.begin(), expected.values.end(),
            [this](const auto& each) { return valueOf(each.first) == each.second; });
    }
};

/// Returns the error for an expected task that wasn't found. It lists the values of the tasks found in the same place.
Error notRead(const SampleTask& expected, const std::vector<SampledTask>& tasks)
{
    QStringList read;
    for (const SampledTask& task : tasks) {
        if (task.isExpected || task.valueOf("place") != expected.values.at("place"))
            continue;
        QStringList values;
        for (const auto& [name, value] : expected.values) {
            const QByteArray actual = task.valueOf(name);
            if (actual != value) {
                values << QStringLiteral("%1 is %2, not %3")
                              .arg(QString::fromUtf8(name), printable('"' + actual + '"', 64),
                                  printable('"' + value + '"', 64));
            }
        }
        if (!task.task.error.isEmpty())
            values << printable(task.task.error, 200);
        read << printable(task.task.id, 64) + QStringLiteral(" (") + values.join(QStringLiteral("; ")) + u')';
    }
    const QString place = printable(expected.values.at("place"), 64);
    return errorAt(expected.at,
        read.isEmpty() ? QStringLiteral("the sample has no more tasks in %1").arg(place)
                       : QStringLiteral("the sample has no such task in %1; it has %2")
                             .arg(place, read.mid(0, 4).join(QStringLiteral(", "))));
}

Result<std::vector<SampledTask>> readSample(Backend& backend)
{
    std::vector<SampledTask> tasks;
    QueueInspector& inspector = backend.inspector();
    const auto queues = inspector.queues();
    if (!queues)
        return queues.error();
    for (const QueueInfo& info : *queues) {
        if (!info.unreadable.isEmpty())
            return Error{ErrorCode::WrongType, QString::fromUtf8(info.unreadable)};
        for (const TaskState state : allStates) {
            PageRequest request;
            request.queue = info.name;
            request.state = state;
            request.limit = QueueInspector::maxPage;
            const auto page = inspector.page(request);
            if (!page)
                return page.error();
            for (const Task& task : page->tasks) {
                const auto detail = inspector.task(info.name, exactId(task));
                if (!detail)
                    return detail.error();
                tasks.push_back({task, info.name, detail->facts});
            }
        }
    }
    return tasks;
}

} // namespace

QByteArray SampleCheck::valueOf(
    const QByteArray& name, const Task& task, const std::vector<TaskFact>& facts, const QueueName& queue)
{
    if (name == "id")
        return task.id;
    if (name == "place")
        return task.nativeState;
    if (name == "state")
        return stateName(task.state).toByteArray();
    if (name == "type")
        return task.type;
    if (name == "queue")
        return task.ownQueue.isEmpty() ? queue : task.ownQueue;
    if (name == "due")
        return task.untimed ? QByteArray() : QByteArray::number(toMs(task.at));
    if (name == "attempts")
        return QByteArray::number(task.attempt);
    if (name == "max-attempts")
        return QByteArray::number(task.maxAttempts);
    if (name == "error")
        return task.error;
    if (name == "created")
        return task.addedAt ? QByteArray::number(toMs(*task.addedAt)) : QByteArray();
    const auto fact
        = std::find_if(facts.begin(), facts.end(), [&name](const TaskFact& each) { return each.name == name; });
    return fact == facts.end() ? QByteArray() : fact->value;
}

bool SampleCheck::isInStream(const Description& description, const SampleTask& task)
{
    return std::any_of(description.places.begin(), description.places.end(), [&](const DescribedPlace& place) {
        return place.name == task.values.at("place") && place.kind == DescribedPlace::Kind::Stream;
    });
}

Result<> SampleCheck::load(const Description& description, const RedisConfig& server)
{
    std::vector<TextPosition> positions;
    const auto commands = sampleCommands(description, &positions);
    if (!commands)
        return commands.error();
    RedisClient client(server);
    if (auto opened = client.open(); !opened)
        return opened;
    const auto replies = client.pipeline(*commands);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < replies->size(); ++i) {
        if ((*replies)[i].isError()) {
            return errorAt(positions[i],
                QStringLiteral("Redis rejected %1: %2")
                    .arg(printable((*commands)[i][0], 40), printable((*replies)[i].bytes, 200)));
        }
    }
    return {};
}

Result<qint64> SampleCheck::compare(std::shared_ptr<const Description> description, const RedisConfig& server)
{
    const auto lane = std::make_shared<RedisLane>(server, Access::ReadOnly);
    auto backend = DescribedBackend::open(description, lane, Access::ReadOnly, {'@' + description->name});
    if (!backend)
        return backend.error();
    auto tasks = readSample(**backend);
    if (!tasks)
        return tasks.error();
    for (const SampleTask& expected : description->sample) {
        if (isInStream(*description, expected))
            continue;
        const auto found = std::find_if(tasks->begin(), tasks->end(),
            [&expected](const SampledTask& task) { return !task.isExpected && task.fits(expected); });
        if (found == tasks->end())
            return notRead(expected, *tasks);
        found->isExpected = true;
    }
    const auto further
        = std::find_if(tasks->begin(), tasks->end(), [](const SampledTask& task) { return !task.isExpected; });
    if (further != tasks->end() && !description->sample.empty()) {
        return Error{ErrorCode::Usage,
            QStringLiteral("the sample has another task in %1 that no [[sample.task]] expects: %2")
                .arg(printable(further->valueOf("place"), 64), printable(further->task.id, 64))};
    }
    return qint64(tasks->size());
}

} // namespace dueline
