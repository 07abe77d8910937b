// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

#include <QStringList>

namespace dueline::frameworkbench {

/// Settings for all parts. Each part starts a private server, fills it, measures it, and prints its rows.
struct Settings
{
    QString core; ///< CPU core for the servers; empty: not pinned
    int times = 5; ///< number of times to repeat slow measurements
    int jobs = 1'000'000; ///< number of jobs in a large queue
    int queues = 5'000;
    int keys = 100'000; ///< number of keys that do not belong to any queue
    int refreshes = 50;
    QStringList layouts = {}; ///< layouts for the `layouts` part; empty: all four
};

inline constexpr int layoutsBesideNative = 7;
/// Creates `ofEach` queues for each framework, with a task in every state that the framework supports.
void fillFrameworkQueues(RedisServer& server, int ofEach);
/// Creates queues with one waiting task each.
void fillNativeQueues(RedisServer& server, int queues);

/// Measures discovery and refreshes with many queues.
void manyQueues(const Settings& settings);
/// Measures queues of seven frameworks and native queues on one server: opening, refreshing and searching.
void mixedQueues(const Settings& settings);
/// Measures how long it takes to find a value that a user types in `jobs` tasks of 16 queues.
void typedSearch(const Settings& settings);
/// Measures the window's overview of many native and framework queues, in a separate process.
void overviews(const Settings& settings);
/// Measures how long reading pages at different positions in a large queue takes.
void pages(const Settings& settings);
/// Measures how long it takes to group failures when a tenth of the `jobs` have failed.
void failureGroups(const Settings& settings);
/// Measures searching payloads for a word while another client is using the server.
void search(const Settings& settings);
/// Measures retrying failed jobs and undoing the retry, compared with the frameworks' own calls.
void retry(const Settings& settings);
/// Measures discarding waiting jobs while a worker is running, and undoing the discard.
void discard(const Settings& settings);
/// Measures RQ, asynq, Laravel and Celery: actions, undo, reading and searching.
void layoutSpeeds(const Settings& settings);
/// Measures the window on a large queue, in a separate process.
void window(const Settings& settings);

} // namespace dueline::frameworkbench
