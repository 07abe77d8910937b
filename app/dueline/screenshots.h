// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/dueline/launchoptions.h"
#include "core/queue/queueinfo.h"

#include <QDeadlineTimer>
#include <QTimer>

namespace dueline {

class EmbeddedWorker;
class MainWindow;
class Theme;
class Workbench;

/// Renderer that writes images of the window to files as soon as the window shows data, and prints a summary of its
/// content. Used on machines without a display, for documentation and for tests. Waits at most ten seconds for data,
/// and then at most three seconds for consistent views.
class Screenshots : public QObject
{
    Q_OBJECT

public:
    Screenshots(MainWindow& window, Workbench& bench, const EmbeddedWorker& worker, Theme& theme);

    /// Starts rendering. `summary`: whether to print the counts and the worker's results to standard output. `shows`:
    /// whether a connection is expected.
    void take(const std::vector<LaunchOptions::Picture>& pictures, bool summary, bool shows);

Q_SIGNALS:
    /// Emitted at the end. `ok`: true if all files were written and the expected content was shown.
    void finished(bool ok);

private:
    enum class Step : quint8 { Loading, Looking };

    void look();
    bool isLoaded() const;
    bool isTelling() const;
    bool agrees() const;
    void showFailedTask();
    void finish();
    StateCounts shownCounts() const;
    StateCounts sumOfQueues() const;
    QString summaryText() const;

    MainWindow& m_window;
    Workbench& m_bench;
    const EmbeddedWorker& m_worker;
    Theme& m_theme;
    std::vector<LaunchOptions::Picture> m_pictures;
    bool m_summary = false;
    bool m_shows = false;
    Step m_step = Step::Loading;
    QDeadlineTimer m_deadline; ///< time limit for the first data to appear
    QDeadlineTimer m_patience; ///< time limit for all states of the demo to appear
    QTimer m_poll;
    int m_looks = 0;
};

} // namespace dueline
