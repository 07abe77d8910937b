// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/taskjson.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace dueline {

QByteArray taskJson(const QueueName& queue, const Task& task)
{
    const auto text = [](QByteArrayView bytes) { return QString::fromUtf8(bytes); };
    const auto textOrNull = [&](const QByteArray& bytes) { return bytes.isEmpty() ? QJsonValue() : text(bytes); };
    QJsonObject json{{QStringLiteral("queue"), text(queue)}, {QStringLiteral("id"), text(task.id)},
        {QStringLiteral("type"), text(typeOf(task))}, {QStringLiteral("state"), text(stateName(task.state))},
        {QStringLiteral("at_ms"), isRecorded(task) ? QJsonValue(toMs(task.at)) : QJsonValue()},
        {QStringLiteral("attempt"), task.attempt}, {QStringLiteral("max_attempts"), task.maxAttempts},
        {QStringLiteral("size"), task.size}, {QStringLiteral("worker"), textOrNull(task.worker)},
        {QStringLiteral("error"), textOrNull(task.error)}};
    // If a waiting task has no due time, `dueAt` is just the time the task was read.
    const bool waitsItsTurn = task.untimed && task.state != TaskState::Leased;
    json.insert(QStringLiteral("due_ms"), task.dueAt && !waitsItsTurn ? QJsonValue(toMs(*task.dueAt)) : QJsonValue());
    const bool hasEnd = task.state == TaskState::Leased && isRecorded(task);
    json.insert(QStringLiteral("lease_until_ms"), hasEnd ? QJsonValue(toMs(task.at)) : QJsonValue());
    if (!task.ownQueue.isEmpty())
        json.insert(QStringLiteral("own_queue"), text(task.ownQueue));
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

} // namespace dueline
