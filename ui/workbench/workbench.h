// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/settings/savedfilters.h"
#include "ui/workbench/actionrunner.h"
#include "ui/workbench/listedtasks.h"

namespace dueline {

/// State of the main window, without widgets. The workbench creates the objects that hold the state, connects them to
/// each other, and updates the sidebar. Each part of the window uses only the objects it needs.
class Workbench : public QObject
{
    Q_OBJECT

public:
    explicit Workbench(const Formatting& formatting, QObject* parent = nullptr);
    ~Workbench() override;

    OpenConnections& connections() { return m_connections; }
    ViewedPlace& view() { return m_view; }
    WindowEvents& events() { return m_events; }
    ActionRunner& actions() { return m_actions; }
    ListedTasks& list() { return m_list; }
    SavedFilters& filters() { return m_filters; }
    SidebarModel& sidebar() { return m_sidebar; }
    /// Retranslates all stored strings.
    void reword();

private:
    void updateSidebar();
    void updateFilters();

    // Open connections. Declared first, so that they outlive all objects that use them.
    OpenConnections m_connections;
    ViewedPlace m_view{m_connections};
    WindowEvents m_events{m_view};
    ActionRunner m_actions{m_view, m_events};
    ListedTasks m_list;
    SavedFilters m_filters;
    SidebarModel m_sidebar;
};

} // namespace dueline
