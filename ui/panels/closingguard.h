// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace dueline {

class ActivityLog;
class Theme;
class Workbench;

/// Asks before a connection, or the window, is closed while operations act there: what is done stays done, the rest
/// waits for somebody to go on with it. Keeps the window open until the embedded worker has ended, too: asks what is to
/// become of tasks that run, and closes the window once they are done or given back.
class ClosingGuard : public QObject
{
    Q_OBJECT

public:
    ClosingGuard(const Theme& theme, Workbench& bench, ActivityLog& log, QWidget* window);

    /// Whether the window may close at once. If not, either the answer was to stay, or the window closes by itself.
    bool mayCloseWindow();
    /// The connection that is shown, unless the answer is to stay.
    void closeConnection();
    /// Whether what acts on this connection, by its id, may be ended; empty: on any. Asks where something does.
    bool mayStopOperations(const QString& connection);

private:
    bool mayStopWorker();

    const Theme& m_theme;
    Workbench& m_bench;
    ActivityLog& m_log;
    QWidget* m_window;
    bool m_closing = false; ///< the window, as soon as the worker has ended: all was asked
};

} // namespace dueline
