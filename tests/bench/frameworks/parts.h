// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

#include <QStringList>

namespace dueline::frameworkbench {

/// What all parts are told. Each part starts its own server, fills it, measures, and prints its rows.
struct Settings
{
    QString core; ///< to pin servers to; empty: none
    int times = 5; ///< repetitions of what takes long
    int jobs = 1'000'000; ///< of the large queues
    int queues = 5'000;
    int keys = 100'000; ///< of somebody else, beside the many queues
    int refreshes = 50;
    QStringList layouts = {}; ///< of the part `layouts` only these; empty: all four
};

inline constexpr int layoutsBesideNative = 7;
/// So many queues of each of these frameworks, with a task of every state that it has.
void fillFrameworkQueues(RedisServer& server, int ofEach);
/// So many queues with a task that waits.
void fillNativeQueues(RedisServer& server, int queues);

/// Very many queues: found, and kept fresh.
void manyQueues(const Settings& settings);
/// Queues of seven frameworks and native on one server: opened, kept fresh, searched.
void mixedQueues(const Settings& settings);
/// The window's overview of very many queues, native ones and those of the seven frameworks: another process.
void overviews(const Settings& settings);
/// A page anywhere in a large queue.
void pages(const Settings& settings);
/// Failures by what went wrong, of a tenth of `jobs`.
void failureGroups(const Settings& settings);
/// A word in payloads, beside somebody who wants an answer.
void search(const Settings& settings);
/// Failed jobs retried, and that undone; beside what the frameworks' own calls take.
void retry(const Settings& settings);
/// Waiting jobs discarded beside a worker, and that undone.
void discard(const Settings& settings);
/// RQ, asynq, Laravel and Celery: acted on, undone, read and searched.
void layoutSpeeds(const Settings& settings);
/// The window on a large queue: another process.
void window(const Settings& settings);

} // namespace dueline::frameworkbench
