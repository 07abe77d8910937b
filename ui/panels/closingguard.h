// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace dueline {

class ActivityLog;
class Theme;
class ViewedPlace;

/// Guard that asks for confirmation before closing a connection or a window in which operations are running. Completed
/// changes are kept, and the rest can be resumed later. If the embedded worker is running, the guard asks what to do
/// with its tasks, and closes the window once they have finished or been released.
class ClosingGuard : public QObject
{
    Q_OBJECT

public:
    ClosingGuard(const Theme& theme, ViewedPlace& view, ActivityLog& log, QWidget* window);

    /// Returns whether the window may close now. If not, either the user has cancelled, or the window will close later
    /// without asking again.
    bool mayCloseWindow();
    /// Closes the current connection, unless the user cancels.
    void closeConnection();
    /// Returns whether the operations on this connection (on any connection if the id is empty) may be stopped. Asks
    /// the user if there are any.
    bool mayStopOperations(const QString& connection);

private:
    bool mayStopWorker();

    const Theme& m_theme;
    ViewedPlace& m_view;
    ActivityLog& m_log;
    QWidget* m_window;
    /// True once the user has confirmed. The window then closes when the worker has stopped.
    bool m_closing = false;
};

} // namespace dueline
