// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/dueline/launchoptions.h"

#include <QDeadlineTimer>
#include <QTimer>

namespace dueline {

class EmbeddedWorker;
class MainWindow;
class Theme;
class Workbench;

/// Renders the window into files once there is something to see, and says in plain lines what it shows: for machines
/// without a display, for documentation and for tests. Waits at most ten seconds.
class Screenshots : public QObject
{
    Q_OBJECT

public:
    Screenshots(MainWindow& window, Workbench& bench, const EmbeddedWorker& worker, Theme& theme);

    /// `summary`: print the counts and what the worker ran to standard output, too. `shows`: a connection is expected.
    void take(const std::vector<LaunchOptions::Picture>& pictures, bool summary, bool shows);

Q_SIGNALS:
    /// `ok`: all files are written, and what was to be shown was there.
    void finished(bool ok);

private:
    enum class Step : quint8 { Loading, Looking };

    void look();
    bool isLoaded() const;
    bool isTelling() const;
    bool agrees() const;
    void showFailedTask();
    void finish();
    QString summaryText() const;

    MainWindow& m_window;
    Workbench& m_bench;
    const EmbeddedWorker& m_worker;
    Theme& m_theme;
    std::vector<LaunchOptions::Picture> m_pictures;
    bool m_summary = false;
    bool m_shows = false;
    Step m_step = Step::Loading;
    QDeadlineTimer m_deadline; ///< for anything at all
    QDeadlineTimer m_patience; ///< for every state the demo has
    QTimer m_poll;
    int m_looks = 0;
};

} // namespace dueline
