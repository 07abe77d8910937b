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

/// Writer of window images and a data summary, for machines without a display, documentation, and tests. Waits at most
/// ten seconds for data, then at most three seconds for the views to agree.
class Screenshots : public QObject
{
    Q_OBJECT

public:
    Screenshots(MainWindow& window, Workbench& bench, const EmbeddedWorker& worker, Theme& theme);

    /// Starts waiting for data. `summary`: whether to print the counts and the worker's results to standard output.
    /// `shows`: whether a connection should be open.
    void take(const std::vector<LaunchOptions::Picture>& pictures, bool summary, bool shows);

Q_SIGNALS:
    /// Emitted at the end. `ok`: whether the expected data was displayed and all files were written.
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
    QDeadlineTimer m_deadline; ///< deadline for the data to arrive
    QDeadlineTimer m_patience; ///< deadline for the demo to have something to show, and later for the views to agree
    QTimer m_poll;
    int m_looks = 0;
};

} // namespace dueline
