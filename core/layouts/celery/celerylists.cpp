// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celerylists.h"

#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::chrono::seconds rarePrioritiesBelieved{30};
constexpr std::size_t mostQueuesSeen = 20'000;

bool isUsual(int priority)
{
    return std::find(CelerySpec::steps.begin(), CelerySpec::steps.end(), priority) != CelerySpec::steps.end();
}

} // namespace

void CeleryLists::meet(const QByteArray& binding)
{
    const auto separator = CeleryBinding::separatorOf(binding);
    if (separator && m_separators.insert(*separator).second)
        m_seen.clear(); // a new separator changes the names of all lists, so search for them again
}

void CeleryLists::forget()
{
    m_separators.clear();
    m_seen.clear();
}

std::optional<QueueName> CeleryLists::queueOfPriority(const QByteArray& list) const
{
    for (const QByteArray& separator : separators()) {
        const qsizetype at = list.lastIndexOf(separator);
        bool isNumber = false;
        const int priority = at > 0 ? list.mid(at + separator.size()).toInt(&isNumber) : 0;
        if (isNumber && priority >= 0 && priority <= mostPriority)
            return list.first(at);
    }
    return std::nullopt;
}

std::set<QByteArray> CeleryLists::separators() const
{
    return knowsSeparator() ? m_separators : std::set<QByteArray>{CelerySpec::separator};
}

/// Derives the separator from default bindings, whose exchange is named after the queue or is `celery`.
Result<> CeleryLists::learnSeparator(const std::vector<QueueName>& queues)
{
    std::vector<Command> pipeline{
        {"SSCAN", m_spec.key(QByteArray(CelerySpec::binding) + "celery"), "0", "COUNT", "10"}};
    for (const QueueName& queue : queues)
        pipeline.push_back({"SSCAN", m_spec.key(CelerySpec::binding + queue), "0", "COUNT", "10"});
    const auto pages = m_client.pipeline(pipeline);
    if (!pages)
        return isRefusal(pages.error().code) ? Result<>() : pages.error();
    for (const Reply& page : *pages) {
        for (const Reply& member : page.items.size() == 2 ? page.items[1].items : std::vector<Reply>())
            meet(member.bytes);
    }
    return {};
}

Result<> CeleryLists::look(const std::vector<QueueName>& queues)
{
    if (!knowsSeparator()) {
        if (const auto learned = learnSeparator(queues); !learned)
            return learned;
    }
    if (m_seen.size() >= mostQueuesSeen)
        m_seen.clear();
    const auto now = std::chrono::steady_clock::now();
    std::vector<Asked> asked;
    for (const QueueName& queue : queues) {
        Seen& seen = m_seen[queue];
        const bool isRare = !seen.lookedAt || now - *seen.lookedAt >= rarePrioritiesBelieved;
        if (isRare)
            seen.lookedAt = now;
        Asked lists{queue, {}};
        for (const QByteArray& separator : separators()) {
            for (int priority = 1; priority <= (isRare ? mostPriority : mostCommonPriority); ++priority) {
                if (!isUsual(priority) && !seen.priorities.contains({priority, separator}))
                    lists.priorities.emplace_back(priority, separator);
            }
        }
        if (!lists.priorities.empty())
            asked.push_back(std::move(lists));
    }
    // Few queues have such lists, so first count all of a queue's lists with a single EXISTS. A cluster rejects this,
    // but kombu doesn't support clusters anyway.
    std::vector<Command> pipeline;
    for (const Asked& lists : asked) {
        pipeline.push_back({"EXISTS"});
        for (const auto& [priority, separator] : lists.priorities)
            pipeline.back().push_back(m_spec.list(lists.queue, separator, priority));
    }
    const auto counts = m_client.pipeline(pipeline);
    if (!counts)
        return counts.error();
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (!(*counts)[i].isInteger() || (*counts)[i].integer == 0)
            continue;
        if (const auto looked = lookAtEach(asked[i]); !looked)
            return looked;
    }
    return {};
}

Result<> CeleryLists::lookAtEach(const Asked& lists)
{
    std::vector<Command> pipeline;
    for (const auto& [priority, separator] : lists.priorities)
        pipeline.push_back({"EXISTS", m_spec.list(lists.queue, separator, priority)});
    const auto found = m_client.pipeline(pipeline);
    if (!found)
        return found.error();
    for (std::size_t i = 0; i < found->size(); ++i) {
        if ((*found)[i].isInteger() && (*found)[i].integer > 0)
            m_seen[lists.queue].priorities.insert(lists.priorities[i]);
    }
    return {};
}

std::vector<QByteArray> CeleryLists::of(const QueueName& queue) const
{
    std::set<std::pair<int, QByteArray>> priorities{{0, {}}};
    for (const QByteArray& separator : separators()) {
        for (const int priority : CelerySpec::steps) {
            if (priority > 0)
                priorities.emplace(priority, separator);
        }
    }
    if (const auto seen = m_seen.find(queue); seen != m_seen.end())
        priorities.insert(seen->second.priorities.begin(), seen->second.priorities.end());
    std::vector<QByteArray> lists;
    for (const auto& [priority, separator] : priorities)
        lists.push_back(m_spec.list(queue, separator, priority));
    return lists;
}

QByteArray CeleryLists::wordFor(const QueueName& queue, const QByteArray& list) const
{
    const QByteArray ending = list.mid(m_spec.key(queue).size());
    if (ending.isEmpty())
        return "queue";
    const QByteArray usual = CelerySpec::separator;
    const QByteArray priority = ending.startsWith(usual) ? ending.mid(usual.size()) : QByteArray();
    if (priority.size() == 1 && isUsual(priority.toInt())) // form stored by older versions of Dueline
        return "queue" + priority;
    return "queue:" + ending.toPercentEncoding();
}

} // namespace dueline
