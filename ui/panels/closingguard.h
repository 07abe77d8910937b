// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace dueline {

class ActivityLog;
class Theme;
class ViewedPlace;

/// Guard that asks for confirmation before a connection or the window closes while operations are running. Completed
/// changes remain, and the remaining work can be resumed later. The window also stays open until the embedded worker
/// has ended: the guard asks what to do with running tasks, then closes the window once they are done or released.
class ClosingGuard : public QObject
{
    Q_OBJECT

public:
    ClosingGuard(const Theme& theme, ViewedPlace& view, ActivityLog& log, QWidget* window);

    /// Returns whether the window may close now. If not, the user chose to stay, or the window closes later without
    /// another question.
    bool mayCloseWindow();
    /// Closes the current connection, unless the user chooses to stay.
    void closeConnection();
    /// Returns whether the operations of this connection (by id) may be ended; empty: those of any connection. Asks the
    /// user if any is running.
    bool mayStopOperations(const QString& connection);

private:
    bool mayStopWorker();

    const Theme& m_theme;
    ViewedPlace& m_view;
    ActivityLog& m_log;
    QWidget* m_window;
    /// True once everything is confirmed: the window then closes as soon as the worker has ended.
    bool m_closing = false;
};

} // namespace dueline
