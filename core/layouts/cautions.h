// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

#include <algorithm>
#include <array>
#include <vector>

namespace dueline {

/// What an operator has to know about queues of a layout, and no count tells: each a sentence, in English, which the
/// window shows in its language as LayoutWords; empty where there is nothing. `layout`: as Capabilities::layout has it.
/// `queue`: what begins with @ is the place that all queues of the layout share.
struct Cautions
{
    /// Before an action: what stays behind when it is done.
    static QByteArray before(ActionKind kind, QByteArrayView layout, const QueueName& queue);
    /// What is kept of the attempts of a task, where that is less than all.
    static QByteArray keptAttempts(QByteArrayView layout, TaskState state);
    /// How many attempts of a task have ended that are not told. One that is held until an instant runs; of what is held
    /// without one that is not known.
    static int attemptsNotKept(const TaskDetail& detail);
};

namespace cautions {

struct CautionRow
{
    const char* layout;
    bool isShared; ///< of the place that all queues share
    std::vector<ActionKind> kinds;
    const char* sentence;
};

inline const std::vector<CautionRow>& cautionRows()
{
    static const std::vector<CautionRow> rows{
        {"laravel", true, {ActionKind::Retry},
            QT_TRANSLATE_NOOP("LayoutWords",
                "Laravel's own table failed_jobs keeps its row of each job: php artisan queue:retry would run it once "
                "more, queue:forget removes the row.")},
        {"laravel", true, {ActionKind::Discard, ActionKind::Delete},
            QT_TRANSLATE_NOOP("LayoutWords",
                "Laravel's own table failed_jobs keeps its row of each job: php artisan queue:retry can still run it.")},
        {"laravel", false, {ActionKind::Discard, ActionKind::Delete},
            QT_TRANSLATE_NOOP("LayoutWords",
                "Where a job's class is unique its lock stays until it expires, and no equal job can be queued before; "
                "which classes are unique cannot be known from here.")},
        {"celery", false, {ActionKind::Discard, ActionKind::Delete},
            QT_TRANSLATE_NOOP("LayoutWords",
                "Whoever waits for the result of such a task waits for ever, and a chord that counts it never ends.")},
    };
    return rows;
}

struct KeptAttemptsRow
{
    const char* layout;
    const char* sentence;
};

inline constexpr std::array keptAttemptsRows{
    KeptAttemptsRow{"asynq",
        QT_TRANSLATE_NOOP("LayoutWords",
            "asynq keeps the error and the time of the last attempt that failed, and nothing of the others.")},
    KeptAttemptsRow{"celery",
        QT_TRANSLATE_NOOP("LayoutWords",
            "Celery keeps no attempts in Redis: a message says how often it was retried, a result how the last attempt "
            "ended.")},
    KeptAttemptsRow{"laravel",
        QT_TRANSLATE_NOOP(
            "LayoutWords", "Laravel counts the attempts of a job and keeps nothing else of them in Redis.")},
    KeptAttemptsRow{"rq",
        QT_TRANSLATE_NOOP("LayoutWords",
            "RQ keeps the last ten results of a job, each until it expires; of other attempts nothing is in Redis.")},
    KeptAttemptsRow{"sidekiq",
        QT_TRANSLATE_NOOP("LayoutWords",
            "Sidekiq keeps the error and the times of the last attempt that failed, and nothing of the others.")},
};

/// Jobs of Laravel that have ended are what Horizon keeps.
inline constexpr const char* keptByHorizon
    = QT_TRANSLATE_NOOP("LayoutWords", "Horizon keeps how the last attempt ended, and nothing of the others.");

inline bool hasEnded(TaskState state) { return state == TaskState::Failed || state == TaskState::Done; }

} // namespace cautions

inline QByteArray Cautions::before(ActionKind kind, QByteArrayView layout, const QueueName& queue)
{
    for (const cautions::CautionRow& row : cautions::cautionRows()) {
        if (layout == row.layout && queue.startsWith('@') == row.isShared
            && std::find(row.kinds.begin(), row.kinds.end(), kind) != row.kinds.end())
            return row.sentence;
    }
    return {};
}

inline QByteArray Cautions::keptAttempts(QByteArrayView layout, TaskState state)
{
    if (layout == "laravel" && cautions::hasEnded(state))
        return cautions::keptByHorizon;
    const auto row = std::find_if(
        cautions::keptAttemptsRows.begin(), cautions::keptAttemptsRows.end(), [&](const cautions::KeptAttemptsRow& each) { return layout == each.layout; });
    return row == cautions::keptAttemptsRows.end() ? QByteArray() : QByteArray(row->sentence);
}

inline int Cautions::attemptsNotKept(const TaskDetail& detail)
{
    const Task& task = detail.task;
    const bool isRunning = task.state == TaskState::Leased && !task.untimed;
    return std::max(task.attempt - (isRunning ? 1 : 0), cautions::hasEnded(task.state) ? 1 : 0) - int(detail.attempts.size());
}

} // namespace dueline
