// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace dueline {

class Actions;
class ClosingGuard;
class Dock;
class Formatting;
class Theme;
class SearchPanel;
class Workbench;

/// Which panels there are: makes them all, puts them into the dock, and carries out the actions `view.dock`,
/// `view.PANEL` and `connection.close`, which may end what they show.
class Panels : public QObject
{
    Q_OBJECT

public:
    Panels(Theme& theme, const Formatting& formatting, Workbench& bench, Actions& actions, Dock& dock, QWidget* window);

    /// Whether the window may close at once; if not, it was asked to stay, or closes by itself when nothing runs any
    /// more.
    bool mayClose();
    /// The same of a connection, by its id.
    bool mayClose(const QString& connection);

public Q_SLOTS:
    /// Opens the search panel and searches all queues for what this filter finds.
    void searchAll(const QString& filter);

private:
    void nameThem();

    Actions& m_actions;
    Dock& m_dock;
    SearchPanel* m_search;
    ClosingGuard* m_closing;
};

} // namespace dueline
