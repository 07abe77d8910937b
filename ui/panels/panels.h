// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace dueline {

class Actions;
class Dock;
class Formatting;
class Theme;
class Workbench;
class WorkerClosing;

/// Which panels there are: makes them all, puts them into the dock, and does what the actions `view.dock` and
/// `view.PANEL` say.
class Panels : public QObject
{
    Q_OBJECT

public:
    Panels(Theme& theme, const Formatting& formatting, Workbench& bench, Actions& actions, Dock& dock, QWidget* window);

    /// Whether the window may close at once; if not, it was asked to stay, or closes by itself when nothing runs any
    /// more.
    bool mayClose();

private:
    void perform(const QByteArray& id);
    void nameThem();

    Actions& m_actions;
    Dock& m_dock;
    WorkerClosing* m_closing;
};

} // namespace dueline
