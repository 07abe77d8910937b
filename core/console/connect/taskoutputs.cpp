// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/taskoutputs.h"

#include "core/console/connect/payloadmask.h"

#include <algorithm>
#include <array>

namespace dueline {

struct TaskOutputs::Kept
{
    QByteArray token; ///< token of the lease that the attempt ran under
    TaskOutput output; ///< output.text is cut to the size limit whenever it exceeds twice that limit
    /// one mask each for stdout and stderr, because a piece of output may end inside a value that must be masked
    std::array<PayloadMask, 2> masks;
    quint64 last = 0; ///< number of the task's latest piece; all tasks share one sequence of numbers
};

TaskOutputs::TaskOutputs(QStringList hidden)
    : m_hidden(std::move(hidden))
{ }

TaskOutputs::~TaskOutputs() = default;

void TaskOutputs::write(const QueueName& queue, const Lease& lease, bool isErrors, QByteArrayView piece)
{
    const std::lock_guard lock(m_mutex);
    const auto key = std::pair(queue, lease.id);
    auto kept = m_kept.find(key);
    if (kept == m_kept.end() || kept->second.token != lease.token) {
        m_kept.erase(key);
        if (qsizetype(m_kept.size()) >= keptTasks)
            m_kept.erase(std::min_element(m_kept.begin(), m_kept.end(),
                [](const auto& a, const auto& b) { return a.second.last < b.second.last; }));
        kept = m_kept
                   .emplace(key,
                       Kept{lease.token, {{}, 0, lease.attempt}, {PayloadMask(m_hidden), PayloadMask(m_hidden)}, 0})
                   .first;
    }
    Kept& one = kept->second;
    one.last = ++m_pieces;
    QByteArray bytes = piece.toByteArray();
    one.masks[isErrors ? 1 : 0].apply(bytes);
    one.output.text += bytes;
    if (one.output.text.size() > 2 * keptBytes) {
        one.output.leftOut += one.output.text.size() - keptBytes;
        one.output.text = one.output.text.last(keptBytes);
    }
}

std::optional<TaskOutput> TaskOutputs::of(const QueueName& queue, const TaskId& id) const
{
    const std::lock_guard lock(m_mutex);
    const auto kept = m_kept.find({queue, id});
    if (kept == m_kept.end())
        return std::nullopt;
    TaskOutput output = kept->second.output;
    if (output.text.size() > keptBytes) {
        output.leftOut += output.text.size() - keptBytes;
        output.text = output.text.last(keptBytes);
    }
    return output;
}

} // namespace dueline
