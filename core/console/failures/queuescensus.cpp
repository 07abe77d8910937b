// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/queuescensus.h"

#include <algorithm>

namespace dueline {

void QueuesCensus::expect(const std::vector<Failed>& queues, const QueueName& first)
{
    m_first = first;
    std::map<QueueName, Count> known = std::move(m_queues);
    m_queues.clear();
    for (const Failed& failed : queues) {
        const auto before = known.find(failed.queue);
        Count count = before == known.end() ? Count() : std::move(before->second);
        count.failed = failed;
        if (failed.tasks < count.counted)
            count.under.reset(); // start over: there is no telling which tasks are no longer failed
        m_queues.emplace(failed.queue, std::move(count));
    }
}

QueuesCensus::Count* QueuesCensus::nextDue()
{
    if (const auto first = m_queues.find(m_first); first != m_queues.end() && isDue(first->second))
        return &first->second;
    for (auto& [name, count] : m_queues) {
        if (isDue(count))
            return &count;
    }
    return nullptr;
}

bool QueuesCensus::isDue(const Count& count)
{
    return count.again || (count.counted != count.failed.tasks && (count.failed.tasks > 0 || count.counted > 0));
}

void QueuesCensus::lookAgain(const QueueName& queue)
{
    const auto known = m_queues.find(queue);
    if (known != m_queues.end() && known->second.counted > 0)
        known->second.again = true;
}

QSet<QueueName> QueuesCensus::known() const
{
    QSet<QueueName> known;
    for (const auto& [name, count] : m_queues) {
        if (count.counted >= 0 || count.failed.tasks == 0)
            known.insert(name);
    }
    return known;
}

Result<bool> QueuesCensus::step(Backend& backend)
{
    Count* count = nextDue();
    if (!count)
        return true;
    if (!count->under)
        count->under = std::make_shared<FailureCensus>(count->failed.queue);
    const auto complete = count->under->step(backend);
    if (!complete && complete.error().code == ErrorCode::NotFound) {
        m_queues.erase(count->failed.queue);
        return nextDue() == nullptr;
    }
    if (!complete) {
        count->under.reset();
        return complete;
    }
    if (!*complete)
        return false;
    const auto info = backend.inspector().queue(count->failed.queue);
    if (!info && info.error().code != ErrorCode::NotFound)
        return info.error();
    const FailureCensus& census = *count->under;
    count->told = {count->failed.queue, count->failed.layout, census.texts()};
    count->others = census.others();
    const bool hasMetMore = census.counted() != count->counted;
    count->counted = census.counted();
    count->again = false;
    // While tasks come and go, no count is exact, so accept this one; the next expect() decides whether to recount.
    const qint64 there = info ? info->counts[TaskState::Failed] : 0;
    const qint64 missing = there - count->counted;
    // An undo or an import may restore tasks before the point where the next count continues, so that it never finds
    // them. Start over if too many tasks are missing. A few missing tasks are normal while others keep failing.
    constexpr qint64 moreThanAFew = 100;
    const bool areBehind = missing > 0 && (!hasMetMore || (missing >= moreThanAFew && count->missing >= moreThanAFew));
    count->missing = missing;
    if (missing < 0 || areBehind)
        count->under.reset();
    count->failed.tasks = count->counted;
    return nextDue() == nullptr;
}

std::vector<CountedFailures> QueuesCensus::counted() const
{
    std::vector<CountedFailures> counted;
    for (const auto& [name, count] : m_queues) {
        const FailureCensus* census = count.counted < 0 ? count.under.get() : nullptr;
        if (count.counted > 0)
            counted.push_back(count.told);
        else if (census && census->counted() > 0)
            counted.push_back({name, count.failed.layout, census->texts()});
    }
    return counted;
}

qint64 QueuesCensus::progress() const
{
    qint64 sum = 0;
    for (const auto& [name, count] : m_queues)
        sum += count.under ? count.under->counted() : std::max<qint64>(0, count.counted);
    return sum;
}

qint64 QueuesCensus::total() const
{
    qint64 sum = 0;
    for (const auto& [name, count] : m_queues)
        sum += count.failed.tasks;
    return sum;
}

qint64 QueuesCensus::others() const
{
    qint64 sum = 0;
    for (const auto& [name, count] : m_queues)
        sum += count.others;
    return sum;
}

} // namespace dueline
