// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/canarywatch.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::array stageSizes{1, 10};

} // namespace

CanaryWatch::CanaryWatch(Canary canary, const QByteArray& stage)
    : m_canary(canary)
{
    if (stage == "canary 2 of 3")
        m_stage = 1;
    else if (stage == "canary 3 of 3")
        m_stage = 2;
}

int CanaryWatch::size() const
{
    return m_stage < int(stageSizes.size()) ? stageSizes[std::size_t(m_stage)] : std::numeric_limits<int>::max();
}

int CanaryWatch::limit(int most) const { return std::min(most, size() - (m_stage < 2 ? m_acted : 0)); }

void CanaryWatch::acted(const std::vector<TaskId>& ids, TimePoint at)
{
    if (m_stage >= int(stageSizes.size()))
        return;
    m_since = m_since.value_or(at);
    m_running.insert(m_running.end(), ids.begin(), ids.end());
    m_acted += int(ids.size());
}

bool CanaryWatch::waits(bool isLeft) const
{
    return !m_stopped && m_stage < int(stageSizes.size()) && m_acted > 0 && (m_acted >= size() || !isLeft);
}

Result<> CanaryWatch::look(QueueInspector& inspector, const QueueName& queue, TimePoint now)
{
    for (auto next = m_running.begin(); next != m_running.end();) {
        const auto detail = inspector.task(queue, *next);
        if (!detail && detail.error().code != ErrorCode::NotFound)
            return detail.error();
        // A failed attempt counts as a failure, even if a retry follows. A missing task counts as done, since the
        // layout may have deleted it.
        const bool failed = detail
            && (detail->task.state == TaskState::Failed
                || std::any_of(detail->attempts.begin(), detail->attempts.end(), [&](const Attempt& attempt) {
                       return attempt.endedAt >= *m_since && attempt.outcome != "done" && attempt.outcome != "released";
                   }));
        const bool ended = failed || !detail || detail->task.state == TaskState::Done;
        m_failed += int(failed);
        next = ended ? m_running.erase(next) : next + 1;
    }
    const bool tooLate = now - *m_since >= m_canary.wait;
    if (!m_running.empty() && !tooLate && m_failed * 100 <= m_canary.failuresPercent * m_acted)
        return {};
    const int bad = m_failed + int(m_running.size());
    if (bad * 100 > m_canary.failuresPercent * m_acted) {
        m_stopped = true;
        m_why = QByteArray::number(m_failed) + " of " + QByteArray::number(m_acted) + " failed";
        if (!m_running.empty() && tooLate)
            m_why += ", " + QByteArray::number(qulonglong(m_running.size())) + " did not finish in time";
        return {};
    }
    ++m_stage;
    m_running.clear();
    m_acted = m_failed = 0;
    m_since.reset();
    return {};
}

QByteArray CanaryWatch::stage() const
{
    return m_stopped ? "stopped: " + m_why : "canary " + QByteArray::number(m_stage + 1) + " of 3";
}

} // namespace dueline
