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

/// Context menus of the task table and the sidebar.
class ContextMenus : public QObject
{
    Q_OBJECT

public:
    ContextMenus(Actions& actions, FilterCommands& filters, TaskTable& table, Sidebar& sidebar, QObject* parent);

    /// Fills the menu for a sidebar row, or for the empty area if `row` is null. A connection's menu contains only
    /// connection actions.
    void fillSidebarMenu(QMenu& menu, const SidebarModel::Row* row);

Q_SIGNALS:
    /// Emitted when the user chooses to open, edit, copy or remove the saved connection under the pointer. `name`: the
    /// connection's name.
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
