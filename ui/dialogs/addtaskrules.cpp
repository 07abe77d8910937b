// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/addtaskrules.h"

#include "core/base/jsontree.h"
#include "core/base/text.h"
#include "core/layouts/catalogue/names/layoutnames.h"

#include <algorithm>

#include <fnmatch.h>

namespace dueline {

AddTaskRules AddTaskRules::of(const LayoutSpec& layout)
{
    const AddingFacts facts = layout.facts().adding;
    AddTaskRules rules;
    static_cast<AddingFacts&>(rules) = facts;
    return rules;
}

AddTaskRules AddTaskRules::of(
    const LayoutSpec& connection, const QueueName& queue, const std::vector<QueueName>& queues)
{
    AddTaskRules rules = of(layoutOf(connection, queue));
    if (!rules.asksQueue)
        return rules;
    const qsizetype at = connection.isSeveral() ? queue.lastIndexOf('@') : -1;
    rules.behindQueue = at < 0 ? QByteArray() : queue.mid(at);
    const auto isShared = [](const QueueName& name) { return name.lastIndexOf('@') == 0; };
    for (const QueueName& name : queues) {
        if (!isShared(name)
            && (at < 0
                || (name.endsWith(rules.behindQueue) && layoutOf(connection, name) == layoutOf(connection, queue))))
            rules.queues.push_back(name.chopped(rules.behindQueue.size()));
    }
    if (!isShared(queue))
        rules.chosen = queue.chopped(rules.behindQueue.size());
    return rules;
}

QString AddTaskRules::problemOf(const QByteArray& payload) const
{
    // maximum payload size in bytes to check as the user types; larger payloads are checked when the task is added
    constexpr qsizetype mostRead = 1024 * 1024;
    if (form == Form::Any || payload.isEmpty() || payload.size() > mostRead)
        return {};
    QString error;
    const auto json = JsonTree::parse(payload, &error);
    if (form == Form::Array && (!json || json->root().kind != JsonTree::Kind::Array))
        return tr("The arguments must be a JSON array, such as [1, \"two\"].");
    return json ? QString() : tr("The data must be valid JSON, because workers parse it: %1").arg(error);
}

QString AddTaskRules::problemOf(const Backoff& backoff) const
{
    // A framework's jobs can't store a list of delays.
    return usualAttempts > 0 && backoff.kind == Backoff::Kind::List
        ? tr("A job's backoff must be fixed or exponential, such as fixed:5s or exp:2s:5m.")
        : QString();
}

QString AddTaskRules::problemOf(const QString& id, bool hasPayload, int copies) const
{
    if (payloadIsName && hasPayload && !id.isEmpty())
        return tr("Enter either an ID or a payload to use as the ZSET member.");
    if (payloadIsName && hasPayload && copies > 1)
        return tr("Copies with the same payload would be stored as a single member. Leave the payload empty.");
    if (!times && !hasPayload)
        return tr("Enter a payload, because the list stores only payloads.");
    if (needsId && id.isEmpty())
        return tr("Enter an ID that matches %1. The ID becomes the key name.").arg(printable(pattern, 60));
    if (!pattern.isEmpty() && ::fnmatch(pattern.constData(), id.toUtf8().constData(), 0) != 0)
        return tr("The ID must match %1; otherwise, no worker will find the key.").arg(printable(pattern, 60));
    const bool isNumber = !id.isEmpty() && std::all_of(id.begin(), id.end(), [](QChar c) { return c.isDigit(); });
    if (idIsWord && (isNumber || id.contains(u':')))
        return tr("A custom ID must not contain a colon or be a number, because the framework assigns numeric IDs.");
    return {};
}

} // namespace dueline
