// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace dueline {

class Actions;
class Connection;
class Formatting;
class Toolbar;
class UndoInView;
class ViewedPlace;

/// Text of Undo in menu, button and tooltip: the operation to undo and where it ran, or a note that the last operation
/// is out of view. The button's menu lists the operations of the connection in view that can be undone.
class UndoCommands : public QObject
{
    Q_OBJECT

public:
    UndoCommands(ViewedPlace& view, UndoInView& undo, Actions& actions, Toolbar& toolbar, const Formatting& formatting,
        QObject* parent);

    /// Updates the text after a change of the place in view or of its undoable operations.
    void describe();

private:
    void showChoices();
    void readOnce();
    QString noteOf(const Connection& connection, bool isEmpty) const;

    ViewedPlace& m_view;
    UndoInView& m_undo;
    Actions& m_actions;
    Toolbar& m_toolbar;
    const Formatting& m_formatting;
};

} // namespace dueline
