// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

#include <QStringList>

namespace dueline::frameworkbench {

/// Settings of all parts. Each part starts a private server, fills it, measures, and prints its rows.
struct Settings
{
    QString core; ///< CPU core for the servers; empty: not pinned
    int times = 5; ///< number of repetitions of slow measurements
    int jobs = 1'000'000; ///< number of jobs in a large queue
    int queues = 5'000;
    int keys = 100'000; ///< number of keys that belong to no queue
    int refreshes = 50;
    QStringList layouts = {}; ///< layouts for the part `layouts`; empty: all four
};

inline constexpr int layoutsBesideNative = 7;
/// Creates `ofEach` queues for each framework, with a task in every state that the framework supports.
void fillFrameworkQueues(RedisServer& server, int ofEach);
/// Creates queues with one waiting task each.
void fillNativeQueues(RedisServer& server, int queues);

/// Measures discovery and refreshes with a large number of queues.
void manyQueues(const Settings& settings);
/// Measures queues of seven frameworks and native queues on one server: opening, refresh and search.
void mixedQueues(const Settings& settings);
/// Measures, in a separate process, the window's overview of a large number of queues: native ones, and those of the
/// seven frameworks.
void overviews(const Settings& settings);
/// Measures how long it takes to read pages at different positions in a large queue.
void pages(const Settings& settings);
/// Measures how long it takes to group the failures when a tenth of the `jobs` have failed.
void failureGroups(const Settings& settings);
/// Measures searching payloads for a word while another client uses the server.
void search(const Settings& settings);
/// Measures retrying failed jobs and undoing the retry, compared with the frameworks' own calls.
void retry(const Settings& settings);
/// Measures discarding waiting jobs while a worker is running, and undoing the discard.
void discard(const Settings& settings);
/// Measures RQ, asynq, Laravel and Celery: actions, undo, reading and search.
void layoutSpeeds(const Settings& settings);
/// Measures the window on a large queue, in a separate process.
void window(const Settings& settings);

} // namespace dueline::frameworkbench
