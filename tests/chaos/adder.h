// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "tests/chaos/journal.h"

#include <QMutex>
#include <QSet>

#include <array>
#include <atomic>
#include <random>
#include <stop_token>

namespace dueline::chaos {

/// A run's queues: one keeps its tasks, one removes done tasks immediately, and one removes done tasks and trash after
/// several seconds.
inline const QueueName keptQueue = "chaos-kept";
inline const QueueName droppedQueue = "chaos-dropped";
inline const QueueName trimmedQueue = "chaos-trimmed";
inline const std::array queueNames{&keptQueue, &droppedQueue, &trimmedQueue};

/// Returns a schedule whose tasks the checker recognizes.
Schedule everySecond(const QByteArray& name);

/// Adds tasks of every size, due now or later, and records which adds the server has confirmed. Repeats an add without
/// a reply with the same ids, except in queues that remove done tasks, because they forget the ids along with the
/// tasks.
class Adder
{
public:
    Adder(BackendFactory makeBackend, const Journal& journal, quint32 seed, int perSecond);

    /// Runs until a stop is requested, then completes the current batch within 15 s.
    void run(const std::stop_token& stop);

    /// Returns whether the server has confirmed the add of `id`. Thread-safe.
    bool isConfirmed(const TaskId& id) const;
    qint64 confirmed() const { return m_confirmed; }
    /// Returns how many adds were answered with "conflict". Ids are unique, so every conflict is an error.
    qint64 conflicts() const { return m_conflicts; }

private:
    std::vector<NewTask> makeBatch();
    void addBatch(
        Backend& backend, const QueueName& queue, const std::vector<NewTask>& batch, const std::stop_token& stop);

    BackendFactory m_makeBackend;
    const Journal& m_journal;
    std::mt19937 m_dice;
    int m_perSecond;
    mutable QMutex m_mutex;
    QSet<TaskId> m_ids;
    std::atomic<qint64> m_confirmed{0};
    std::atomic<qint64> m_conflicts{0};
};

} // namespace dueline::chaos
