// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

class QWidget;

namespace dueline {

class Actions;
class ClosingGuard;
class Dock;
class Formatting;
class Theme;
class SearchPanel;
class Workbench;

/// Owner of the panels. It creates all panels, adds them to the dock, and handles the actions
/// `view.dock`, `view.PANEL` and `connection.close`. Closing a connection may stop running
/// operations.
class Panels : public QObject
{
    Q_OBJECT

public:
    Panels(Theme& theme, const Formatting& formatting, Workbench& bench, Actions& actions, Dock& dock, QWidget* window);

    /// Returns whether the window may close now. If not, the user has cancelled, or the window will close later, when
    /// nothing is running.
    bool mayClose();
    /// Returns whether the connection with this id may close.
    bool mayClose(const QString& connection);

public Q_SLOTS:
    /// Opens the search panel and searches all queues with this filter. The first result gets the focus. When the user
    /// leaves the search, the dock and the focus are restored.
    void searchAll(const QString& filter);

private:
    void nameThem();
    void noteBeforeSearch();
    void leaveSearch();

    Actions& m_actions;
    Dock& m_dock;
    SearchPanel* m_search;
    QPointer<QWidget> m_focusBeforeSearch;
    QString m_panelBeforeSearch; ///< id of the panel that was open before the search; empty if the dock was closed
    ClosingGuard* m_closing;
};

} // namespace dueline
