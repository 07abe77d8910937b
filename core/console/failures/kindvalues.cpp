// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/kindvalues.h"

#include "core/queue/errors/varyingpart.h"

#include <algorithm>
#include <tuple>

namespace dueline {

namespace {

constexpr int examinedAtOnce = 1000;

} // namespace

KindValues::KindValues(QueueName queue, const FailureCount& group)
    : KindValues(std::move(queue), group.filter(), group.name)
{ }

KindValues::KindValues(QueueName queue, QString filter, QByteArray kind)
    : m_queue(std::move(queue))
    , m_filter(std::move(filter))
    , m_kind(std::move(kind))
{ }

Result<bool> KindValues::step(Backend& backend)
{
    const auto filter = TaskFilter::parse(m_filter);
    if (!filter)
        return filter.error();
    SearchRequest request;
    request.queue = m_queue;
    request.filter = *filter;
    request.states = {TaskState::Failed};
    request.cursor = m_cursor;
    request.errorsAlone = true;
    request.examine = examinedAtOnce;
    const auto found = backend.inspector().search(request);
    if (!found)
        return found.error();
    for (const Task& task : found->matches) {
        if (m_looked == mostTasks) {
            m_hasMore = true;
            return true;
        }
        count(task.error);
    }
    m_cursor = found->cursor;
    return m_cursor.isEmpty();
}

void KindValues::count(const QByteArray& error)
{
    ++m_looked;
    const auto sample = varyingPartOf(error, m_kind);
    if (!sample)
        return;
    ++m_tasks;
    const std::size_t parts = std::min(sample->varying.size(), mostParts);
    m_counts.resize(std::max(m_counts.size(), parts));
    m_labels.resize(m_counts.size());
    qsizetype before = 0; // end of the previous placeholder; the search for a label stops here
    for (std::size_t i = 0; i < parts; ++i) {
        const TextPart& part = sample->varying[i];
        ++m_counts[i][sample->line.mid(part.from, part.size)];
        if (m_labels[i].isEmpty())
            m_labels[i] = wordBefore(QByteArrayView(sample->line).sliced(before), {part.from - before, part.size});
        before = part.from + part.size;
    }
}

std::vector<KindValues::Part> KindValues::parts() const
{
    std::vector<Part> parts;
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        if (m_counts[i].size() < 2)
            continue;
        Part part{m_labels[i], {}, qint64(m_counts[i].size())};
        for (auto one = m_counts[i].cbegin(); one != m_counts[i].cend(); ++one) {
            part.top.push_back({one.key(), one.value()});
            part.tasks += one.value();
        }
        std::sort(part.top.begin(), part.top.end(),
            [](const Value& a, const Value& b) { return std::tie(b.tasks, a.text) < std::tie(a.tasks, b.text); });
        if (part.top.size() > told)
            part.top.resize(told);
        parts.push_back(std::move(part));
    }
    return parts;
}

} // namespace dueline
