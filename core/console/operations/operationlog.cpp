// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationlog.h"

#include "core/base/text.h"
#include "core/console/operations/undorun.h"

#include <algorithm>
#include <iterator>

namespace dueline {

namespace {

/// Number of operations to read first when looking one up by id, since users mostly look up recent ones.
constexpr int searchedFirst = 100;
constexpr int searchedAtMost = 100'000;

bool isNewer(const OperationRecord& a, const OperationRecord& b) { return a.at != b.at ? a.at > b.at : a.id > b.id; }

} // namespace

OperationsReading::OperationsReading(const std::vector<QueueInfo>& queues, int limit)
    : m_limit(std::max(limit, 0))
{
    list(queues);
}

void OperationsReading::list(std::vector<QueueInfo> queues)
{
    m_queues = std::move(queues);
    std::erase_if(m_queues, [](const QueueInfo& info) { return !info.lastOperation; });
    std::sort(m_queues.begin(), m_queues.end(),
        [](const QueueInfo& a, const QueueInfo& b) { return *a.lastOperation > *b.lastOperation; });
    m_listed = true;
}

Result<bool> OperationsReading::step(QueueInspector& inspector)
{
    if (!m_listed) {
        auto queues = inspector.queues();
        if (!queues)
            return queues.error();
        list(*std::move(queues));
        return m_queues.empty();
    }
    if (m_next >= m_queues.size())
        return true;
    // The queues are sorted by their latest operation. Stop once `m_limit` operations have been read that are newer
    // than any in the next queue.
    const QueueInfo& info = m_queues[m_next];
    const auto newer = std::count_if(m_records.begin(), m_records.end(),
        [&info](const OperationRecord& record) { return record.at > *info.lastOperation; });
    if (newer >= m_limit)
        return true;
    auto some = inspector.operations(info.name, m_limit);
    const bool went = !some && (some.error().code == ErrorCode::WrongType || some.error().code == ErrorCode::NotFound);
    if (!some && !went) // otherwise skip the queue: it has a key of the wrong type or was removed
        return some.error();
    if (some)
        std::move(some->begin(), some->end(), std::back_inserter(m_records));
    return ++m_next == m_queues.size();
}

std::vector<OperationRecord> OperationsReading::take()
{
    std::sort(m_records.begin(), m_records.end(), isNewer);
    m_records.resize(std::min(m_records.size(), std::size_t(m_limit)));
    return std::move(m_records);
}

Result<std::vector<OperationRecord>> operations(QueueInspector& inspector, const QueueName& queue, int limit)
{
    if (!queue.isEmpty())
        return inspector.operations(queue, limit);
    OperationsReading reading(limit);
    for (;;) {
        const Result<bool> complete = reading.step(inspector);
        if (!complete)
            return complete.error();
        if (*complete)
            return reading.take();
    }
}

Result<OperationRecord> findOperation(QueueInspector& inspector, const OperationId& id)
{
    const auto queue = queueOfOperation(id);
    if (!queue)
        return queue.error();
    for (const int limit : {searchedFirst, searchedAtMost}) {
        const auto all = inspector.operations(*queue, limit);
        if (!all)
            return all.error();
        const auto found = std::find_if(all->begin(), all->end(), [&](const OperationRecord& r) { return r.id == id; });
        if (found != all->end())
            return *found;
    }
    return Error{ErrorCode::NotFound,
        QStringLiteral(
            "There is no operation %1 in queue %2. Its record may have expired, or Redis may have lost its data.")
            .arg(printable(id), printable(*queue))};
}

std::optional<qint64> putBack(const OperationRecord& record, const std::vector<OperationRecord>& records)
{
    if (record.undoneBy.isEmpty())
        return {};
    const auto undo = std::find_if(records.begin(), records.end(),
        [&record](const OperationRecord& one) { return one.id == record.undoneBy && one.finished; });
    return undo == records.end() ? std::nullopt : std::optional(undo->done);
}

QString describe(const OperationRecord& record)
{
    QString line = printable(record.kind);
    if (!record.undoes.isEmpty())
        line += QStringLiteral(" of %1:").arg(printable(record.undoes));
    // The record is written at intervals, so a client that was killed may have changed more tasks.
    const bool isLowerBound = record.isInterrupted() && record.done < record.total;
    if (record.total > 0)
        line += (isLowerBound ? QStringLiteral(" at least %1 of %2") : QStringLiteral(" %1 of %2"))
                    .arg(record.done)
                    .arg(record.total);
    else if (actionFromName(record.kind))
        line += QStringLiteral(" 0");
    line += QStringLiteral(" in %1").arg(printable(record.queue));
    if (!record.filter.isEmpty())
        line += QStringLiteral(" (%1)").arg(printable(record.filter));
    if (record.skipped > 0)
        line += QStringLiteral(", %1 skipped").arg(record.skipped);
    if (record.running)
        line += record.asked == "pause" ? QStringLiteral(", paused") : QStringLiteral(", running");
    else if (record.isInterrupted())
        line += QStringLiteral(", interrupted");
    else if (!record.finished)
        line += QStringLiteral(", not finished");
    if (!record.stage.isEmpty() && (!record.finished || record.stage.startsWith("stopped")))
        line += QStringLiteral(", ") + printable(record.stage);
    return line;
}

} // namespace dueline
