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

/// Text for Undo in the menu, the button and its tooltip. It names the operation to undo and its place, and says so if
/// the last operation belongs to a place that isn't displayed. The button's menu lists the current connection's
/// undoable operations.
class UndoCommands : public QObject
{
    Q_OBJECT

public:
    UndoCommands(ViewedPlace& view, UndoInView& undo, Actions& actions, Toolbar& toolbar, const Formatting& formatting,
        QObject* parent);

    /// Updates the text. Called after the current place or its list of undoable operations has changed.
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
