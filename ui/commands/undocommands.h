// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace dueline {

class Actions;
class Connection;
class Formatting;
class Toolbar;
class Workbench;

/// What Undo says, in menu, button and tooltip: what it would put back and where, or that the last operation is out of
/// view; and the operations of the connection in view in the button's menu, each undone by its own name.
class UndoCommands : public QObject
{
    Q_OBJECT

public:
    UndoCommands(Workbench& bench, Actions& actions, Toolbar& toolbar, const Formatting& formatting, QObject* parent);

    /// What is in view, or what can be undone there, has changed.
    void describe();

private:
    void showChoices();
    void readOnce();
    QString noteOf(const Connection& connection, bool isEmpty) const;

    Workbench& m_bench;
    Actions& m_actions;
    Toolbar& m_toolbar;
    const Formatting& m_formatting;
};

} // namespace dueline
