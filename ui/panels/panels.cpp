// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panels.h"

#include "ui/actions/actions.h"
#include "ui/failures/failurespanel.h"
#include "ui/panels/activity/activitypanel.h"
#include "ui/panels/closingguard.h"
#include "ui/panels/commands/commandspanel.h"
#include "ui/panels/dock.h"
#include "ui/panels/leases/leasespanel.h"
#include "ui/panels/metrics/metricspanel.h"
#include "ui/panels/results/resultspanel.h"
#include "ui/panels/schedules/schedulespanel.h"
#include "ui/panels/search/searchpanel.h"
#include "ui/panels/worker/workerpanel.h"
#include "ui/text/languagechange.h"
#include "ui/workbench/workbench.h"

#include <QWidget>

#include <type_traits>
#include <utility>

namespace dueline {

Panels::Panels(
    Theme& theme, const Formatting& formatting, Workbench& bench, Actions& actions, Dock& dock, QWidget* window)
    : QObject(window)
    , m_actions(actions)
    , m_dock(dock)
{
    const auto add = [this, &dock](const QString& id, auto* panel) {
        dock.addPanel(id, {}, panel);
        connect(panel, &std::remove_pointer_t<decltype(panel)>::statusChanged, this,
            [&dock, id](const QString& status) { dock.setStatus(id, status); });
    };
    // One block per panel, in the order of the tabs: worker, leases, results, metrics, activity, commands, schedules,
    // failures, and search.
    auto* worker = new WorkerPanel(theme, formatting, bench.view(), bench.events(), actions);
    add(QStringLiteral("worker"), worker);
    connect(worker, &WorkerPanel::attentionRequested, this, [&dock] { dock.open(QStringLiteral("worker")); });
    auto* leases = new LeasesPanel(theme, formatting, bench.view(), bench.events(), bench.actions().leases());
    add(QStringLiteral("leases"), leases);
    connect(leases, &LeasesPanel::doctorRequested, actions["connection.doctor"], &QAction::trigger);
    add(QStringLiteral("results"), new ResultsPanel(theme, formatting, bench.view()));
    dock.addPanel(QStringLiteral("metrics"), {}, new MetricsPanel(theme, formatting, bench.view()));
    auto* activity = new ActivityPanel(theme, formatting, bench.actions());
    add(QStringLiteral("activity"), activity);
    m_closing = new ClosingGuard(theme, bench.view(), activity->log(), window);
    add(QStringLiteral("commands"), new CommandsPanel(theme, formatting, bench.view()));
    auto* schedules = new SchedulesPanel(theme, formatting, bench.list(), bench.events(), actions);
    add(QStringLiteral("schedules"), schedules);
    connect(schedules, &SchedulesPanel::attentionRequested, this, [&dock] { dock.open(QStringLiteral("schedules")); });
    add(QStringLiteral("failures"),
        new FailuresPanel(theme, formatting, bench.actions(), bench.list().words(), actions));
    m_search = new SearchPanel(theme, formatting, bench.actions(), actions);
    add(QStringLiteral("search"), m_search);
    connect(m_search, &SearchPanel::left, this, &Panels::leaveSearch);
    dock.setSpare({QStringLiteral("commands"), QStringLiteral("metrics"), QStringLiteral("results")});
    for (const char* counts : {"leases", "activity", "schedules", "failures", "search"})
        dock.setStatusRoom(QLatin1StringView(counts), QStringLiteral("999"));
    dock.setStatusRoom(QStringLiteral("worker"), QStringLiteral("99/99"));
    onLanguageChange(&dock, [this] { nameThem(); });
    connect(
        &bench.events(), &WindowEvents::operationRequested, activity, [&dock, activity](const OperationId& operation) {
            dock.open(QStringLiteral("activity"));
            activity->showOperation(operation);
        });

    actions.handle("connection.close", this, [this] { m_closing->closeConnection(); });
    actions.handle("view.dock", this, [this] { m_dock.setOpen(m_actions["view.dock"]->isChecked()); });
    for (const QString& panel : dock.ids()) {
        actions.handle("view." + panel.toLatin1(), this, [this, panel] {
            if (m_dock.panel(panel) == m_search)
                noteBeforeSearch();
            m_dock.open(panel);
            m_dock.panel(panel)->setFocus(Qt::ShortcutFocusReason);
        });
    }
    connect(&dock, &Dock::openChanged, actions["view.dock"], &QAction::setChecked);
    actions["view.dock"]->setChecked(dock.isOpen());
}

void Panels::nameThem()
{
    m_dock.setTitle(QStringLiteral("worker"), tr("Local worker"));
    m_dock.setTitle(QStringLiteral("leases"), tr("Workers"));
    m_dock.setTitle(QStringLiteral("results"), tr("Results"));
    m_dock.setTitle(QStringLiteral("metrics"), QCoreApplication::translate("Panels", "Metrics"));
    m_dock.setTitle(QStringLiteral("activity"), tr("Activity"));
    m_dock.setTitle(QStringLiteral("commands"), tr("Commands"));
    m_dock.setTitle(QStringLiteral("schedules"), tr("Recurring tasks"));
    m_dock.setTitle(QStringLiteral("failures"), tr("Failures"));
    m_dock.setTitle(QStringLiteral("search"), tr("Search"));
}

void Panels::searchAll(const QString& filter)
{
    m_actions["view.search"]->trigger();
    m_search->search(filter);
}

void Panels::noteBeforeSearch()
{
    QWidget* focus = m_dock.window()->focusWidget();
    if (focus == m_search || m_search->isAncestorOf(focus))
        return; // keep the state from before the first search, which is restored when the user leaves this one
    m_focusBeforeSearch = focus;
    m_panelBeforeSearch = m_dock.isOpen() ? m_dock.currentId() : QString();
}

void Panels::leaveSearch()
{
    const QPointer<QWidget> focus = std::exchange(m_focusBeforeSearch, {});
    if (!focus)
        return;
    if (m_panelBeforeSearch.isEmpty())
        m_dock.setOpen(false);
    else
        m_dock.open(m_panelBeforeSearch);
    focus->setFocus(Qt::ShortcutFocusReason);
}

bool Panels::mayClose() { return m_closing->mayCloseWindow(); }

bool Panels::mayClose(const QString& connection) { return m_closing->mayStopOperations(connection); }

} // namespace dueline
