// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/chaos/chaosqueues.h"
#include "tests/chaos/faultinjector.h"
#include "tests/gui/openwindow.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTimer>

namespace dueline::chaos {

struct EnduranceOptions
{
    quint32 seed = 1;
    int seconds = 600;
    int addsPerSecond = 1000;
    int faultsPerMinute = 30;
    QString picture; ///< image file for a screenshot of the window at the end; empty: none
};

/// Runs the real window, with an open queue and its embedded worker, on a server with other adders and workers while
/// faults occur. Measures how much the window's memory grows, and checks that the window shows the data in Redis at the
/// end.
class EnduranceRun
{
public:
    EnduranceRun(QApplication& application, const EnduranceOptions& options);

    /// Executes the run. Returns exit code 0 if both the memory growth and the displayed data meet the requirements.
    int run();

private:
    void start();
    void work();
    /// Stops all adders and workers, and adds tasks due tomorrow to the open queue.
    void settle();
    void judgeMemory();
    void judgeCounts();
    double median(int from, int to) const;
    QStringList processArguments(const char* role) const;
    void problem(const QString& sentence);

    static constexpr Millis lease{600}; ///< lease of the other workers
    static constexpr int warmSeconds = 60;
    static constexpr int spread = 10; ///< number of seconds covered by each median

    EnduranceOptions m_options;
    QTemporaryDir m_folder;
    Journal m_journal;
    RedisServer m_server;
    ChaosProxy m_proxy;
    Theme m_theme;
    test::OpenWindow m_open;
    Connection* m_connection = nullptr;
    std::unique_ptr<WorkerPool> m_workers;
    std::unique_ptr<WorkerPool> m_adders;
    std::unique_ptr<FaultInjector> m_faults;
    std::vector<double> m_megabytes; ///< memory in MB, one value per second
    int m_died = 0; ///< number of workers and adders that ended unexpectedly
    int m_problems = 0;
};

} // namespace dueline::chaos
