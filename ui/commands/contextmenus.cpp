// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/contextmenus.h"

#include "ui/actions/actions.h"
#include "ui/commands/filtercommands.h"
#include "ui/sidebar/sidebar.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QMenu>

namespace dueline {

ContextMenus::ContextMenus(
    Actions& actions, FilterCommands& filters, TaskTable& table, Sidebar& sidebar, QObject* parent)
    : QObject(parent)
    , m_actions(actions)
    , m_filters(filters)
    , m_table(table)
    , m_sidebar(sidebar)
{
    connect(&table, &QWidget::customContextMenuRequested, this, &ContextMenus::askTable);
    connect(&sidebar, &QWidget::customContextMenuRequested, this, &ContextMenus::askSidebar);
}

void ContextMenus::askTable(QPoint at)
{
    QMenu menu(&m_table);
    m_actions.fillContextMenu(menu, MenuPlace::Task);
    menu.exec(m_table.viewport()->mapToGlobal(at));
}

void ContextMenus::askSidebar(QPoint at)
{
    QMenu menu(&m_sidebar);
    const QModelIndex index = m_sidebar.indexAt(at);
    const auto row = index.data(SidebarModel::RowRole).value<SidebarModel::Row>();
    fillSidebarMenu(menu, index.isValid() ? &row : nullptr);
    menu.exec(m_sidebar.viewport()->mapToGlobal(at));
}

void ContextMenus::fillSidebarMenu(QMenu& menu, const SidebarModel::Row* row)
{
    using Kind = SidebarModel::Kind;
    if (!row || row->kind == Kind::Head || row->kind == Kind::Hint || row->kind == Kind::Layout
        || row->kind == Kind::Foreign || row->kind == Kind::Group || row->kind == Kind::AllServers) {
        menu.addAction(m_actions["connection.new"]);
        menu.addAction(m_actions["connection.sandbox"]);
        return;
    }
    if (row->kind == Kind::Filter)
        return m_filters.fillMenu(menu, row->text);
    if (row->kind == Kind::Connection && row->place.connection.isEmpty())
        return fillProfile(menu, row->profile, false);
    if (row->kind != Kind::Connection) {
        m_actions.fillContextMenu(menu, MenuPlace::Queue);
        menu.addSeparator();
    }
    menu.addAction(m_actions["connection.reconnect"]);
    menu.addAction(m_actions["connection.doctor"]);
    menu.addAction(m_actions["connection.describe"]);
    menu.addAction(m_actions["connection.close"]);
    if (row->kind == Kind::Connection && !row->profile.isEmpty())
        fillProfile(menu, row->profile, true);
}

void ContextMenus::fillProfile(QMenu& menu, const QString& name, bool isOpen)
{
    if (isOpen)
        menu.addSeparator();
    else
        menu.setDefaultAction(menu.addAction(tr("&Open"), this, [this, name] { Q_EMIT profileRequested(name); }));
    menu.addAction(tr("&Edit…"), this, [this, name] { Q_EMIT profileEditRequested(name); });
    menu.addAction(tr("&Duplicate…"), this, [this, name] { Q_EMIT profileCopyRequested(name); });
    menu.addAction(tr("Dele&te…"), this, [this, name] { Q_EMIT profileRemoveRequested(name); });
}

} // namespace dueline
