// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sidebar/model/sidebarmodel.h"

#include <QObject>

class QMenu;
class QPoint;

namespace dueline {

class Actions;
class FilterCommands;
class Sidebar;
class TaskTable;

/// The context menus of the task table and the sidebar.
class ContextMenus : public QObject
{
    Q_OBJECT

public:
    ContextMenus(Actions& actions, FilterCommands& filters, TaskTable& table, Sidebar& sidebar, QObject* parent);

    /// Fills the menu of a sidebar row, or of the empty area (null). A connection's row has only actions on
    /// connections.
    void fillSidebarMenu(QMenu& menu, const SidebarModel::Row* row);

Q_SIGNALS:
    /// Emitted to open, edit, copy or remove the saved connection under the mouse, by its name.
    void profileRequested(const QString& name);
    void profileEditRequested(const QString& name);
    void profileCopyRequested(const QString& name);
    void profileRemoveRequested(const QString& name);

private:
    void askTable(QPoint at);
    void askSidebar(QPoint at);
    void fillProfile(QMenu& menu, const QString& name, bool isOpen);

    Actions& m_actions;
    FilterCommands& m_filters;
    TaskTable& m_table;
    Sidebar& m_sidebar;
};

} // namespace dueline
