// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/enginestatistics.h"

#include <QHash>

#include <algorithm>

namespace dueline {
namespace {

EngineFigures::Spread spreadOf(const LatencyHistogram& histogram)
{
    const auto ms = [](LatencyHistogram::Micros micros) { return double(micros.count()) / 1000.0; };
    return {ms(histogram.percentile(0.5)), ms(histogram.percentile(0.95)), ms(histogram.percentile(0.99)),
        ms(histogram.max())};
}

} // namespace

quint64 EngineStatistics::leaseHash(int queue, const TaskId& id, const QByteArray& token)
{
    const qsizetype dash = token.indexOf('-');
    const QByteArrayView fence = QByteArrayView(token).first(dash < 0 ? token.size() : dash);
    return qHash(QByteArrayView(id), qHash(fence, size_t(queue) + 1));
}

bool EngineStatistics::SeenLeases::contains(const std::vector<quint64>& table, quint64 hash)
{
    if (table.empty())
        return false;
    for (std::size_t i = hash % capacity; table[i] != 0; i = (i + 1) % capacity) {
        if (table[i] == hash)
            return true;
    }
    return false;
}

bool EngineStatistics::SeenLeases::insert(quint64 hash)
{
    if (contains(m_previous, hash))
        return true;
    if (m_current.empty())
        m_current.resize(capacity);
    std::size_t i = hash % capacity;
    for (; m_current[i] != 0; i = (i + 1) % capacity) {
        if (m_current[i] == hash)
            return true;
    }
    m_current[i] = hash;
    if (++m_used > capacity / 2) {
        m_previous.swap(m_current);
        m_current.assign(capacity, 0);
        m_used = 0;
    }
    return false;
}

void EngineStatistics::record(const std::vector<Sample>& samples)
{
    const std::scoped_lock lock(m_mutex);
    for (const Sample& sample : samples) {
        switch (sample.ended) {
        case Ended::Done:
            ++m_figures.processed;
            break;
        case Ended::Failed:
            ++m_figures.failed;
            break;
        case Ended::Retried:
            ++m_figures.retried;
            break;
        case Ended::Released:
            ++m_figures.released;
            break;
        case Ended::Stale:
            ++m_figures.staleAcks;
            break;
        }
        if (!sample.ran)
            continue;
        if (sample.leaseHash != 0 && m_seen.insert(sample.leaseHash))
            ++m_figures.duplicates;
        if (sample.late)
            m_lateness.record(*sample.late);
        m_runTime.record(std::chrono::floor<LatencyHistogram::Micros>(sample.finishedAt - sample.startedAt));
        m_firstStart = std::min(m_firstStart.value_or(sample.startedAt), sample.startedAt);
        m_lastEnd = std::max(m_lastEnd, sample.finishedAt);
    }
}

EngineFigures EngineStatistics::figures() const
{
    const std::scoped_lock lock(m_mutex);
    EngineFigures figures = m_figures;
    figures.leasesLost = m_leasesLost.load(std::memory_order_relaxed);
    figures.latenessMs = spreadOf(m_lateness);
    figures.runMs = spreadOf(m_runTime);
    if (m_firstStart && m_lastEnd > *m_firstStart) {
        // Use at least a tenth of a second: anything shorter is too short for a meaningful rate.
        const double seconds = std::max(0.1, std::chrono::duration<double>(m_lastEnd - *m_firstStart).count());
        figures.perSecond = double(figures.processed + figures.failed + figures.retried) / seconds;
    }
    return figures;
}

} // namespace dueline
