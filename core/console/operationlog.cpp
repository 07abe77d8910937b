// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operationlog.h"

#include "core/base/text.h"
#include "core/console/undorun.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int searchedAtMost = 100'000;

bool isNewer(const OperationRecord& a, const OperationRecord& b) { return a.at != b.at ? a.at > b.at : a.id > b.id; }

} // namespace

Result<std::vector<OperationRecord>> operations(QueueInspector& inspector, const QueueName& queue, int limit)
{
    if (!queue.isEmpty())
        return inspector.operations(queue, limit);
    auto queues = inspector.queues();
    if (!queues)
        return queues.error();
    // The newest first, and no further than they can be among the newest: of thousands of queues few are asked.
    std::erase_if(*queues, [](const QueueInfo& info) { return !info.lastOperation; });
    std::sort(queues->begin(), queues->end(),
        [](const QueueInfo& a, const QueueInfo& b) { return *a.lastOperation > *b.lastOperation; });
    std::vector<OperationRecord> all;
    for (const QueueInfo& info : *queues) {
        const auto newer = std::count_if(
            all.begin(), all.end(), [&info](const OperationRecord& record) { return record.at > *info.lastOperation; });
        if (newer >= limit)
            break;
        const auto some = inspector.operations(info.name, limit);
        if (!some && (some.error().code == ErrorCode::WrongType || some.error().code == ErrorCode::NotFound))
            continue; // it broke, or went, since it was listed
        if (!some)
            return some;
        all.insert(all.end(), some->begin(), some->end());
    }
    std::sort(all.begin(), all.end(), isNewer);
    all.resize(std::min(all.size(), std::size_t(std::max(limit, 0))));
    return all;
}

Result<OperationRecord> findOperation(QueueInspector& inspector, const OperationId& id)
{
    const auto queue = queueOfOperation(id);
    if (!queue)
        return queue.error();
    const auto all = inspector.operations(*queue, searchedAtMost);
    if (!all)
        return all.error();
    const auto found = std::find_if(all->begin(), all->end(), [&](const OperationRecord& r) { return r.id == id; });
    if (found != all->end())
        return *found;
    return Error{ErrorCode::NotFound,
        QStringLiteral("There is no operation %1 in the queue %2; it may be past its retention.")
            .arg(printable(id), printable(*queue))};
}

QString describe(const OperationRecord& record)
{
    QString line = printable(record.kind);
    if (!record.undoes.isEmpty())
        line += QStringLiteral(" of %1:").arg(printable(record.undoes));
    if (record.total > 0)
        line += QStringLiteral(" %1 of %2").arg(record.done).arg(record.total);
    else if (actionFromName(record.kind))
        line += QStringLiteral(" 0");
    line += QStringLiteral(" in %1").arg(printable(record.queue));
    if (!record.filter.isEmpty())
        line += QStringLiteral(" (%1)").arg(printable(record.filter));
    if (record.skipped > 0)
        line += QStringLiteral(", %1 skipped").arg(record.skipped);
    if (record.running)
        line += record.wish == "pause" ? QStringLiteral(", paused") : QStringLiteral(", running");
    else if (record.isInterrupted())
        line += QStringLiteral(", interrupted");
    else if (!record.finished)
        line += QStringLiteral(", not finished");
    if (!record.stage.isEmpty() && (!record.finished || record.stage.startsWith("stopped")))
        line += QStringLiteral(", ") + printable(record.stage);
    if (!record.undoneBy.isEmpty())
        line += QStringLiteral(", undone");
    return line;
}

} // namespace dueline
