// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panels.h"

#include "ui/actions/actions.h"
#include "ui/panels/activitypanel.h"
#include "ui/panels/commandspanel.h"
#include "ui/panels/dock.h"
#include "ui/panels/failurespanel.h"
#include "ui/panels/leasespanel.h"
#include "ui/panels/metricspanel.h"
#include "ui/panels/resultspanel.h"
#include "ui/panels/schedulespanel.h"
#include "ui/panels/workerclosing.h"
#include "ui/panels/workerpanel.h"
#include "ui/presenters/workbench.h"

#include <QWidget>

#include <type_traits>

namespace dueline {

Panels::Panels(
    Theme& theme, const Formatting& formatting, Workbench& bench, Actions& actions, Dock& dock, QWidget* window)
    : QObject(window)
    , m_actions(actions)
    , m_dock(dock)
    , m_closing(new WorkerClosing(theme, bench.worker(), window))
{
    const auto add = [this, &dock](const QString& id, const QString& title, auto* panel, const QString& brief = {}) {
        dock.addPanel(id, title, panel, brief);
        connect(panel, &std::remove_pointer_t<decltype(panel)>::statusChanged, this,
            [&dock, id](const QString& status) { dock.setStatus(id, status); });
    };
    // One line a panel, in the order of the tabs: worker, leases, results, metrics, activity, commands, schedules.
    auto* worker = new WorkerPanel(theme, formatting, bench, actions);
    add(QStringLiteral("worker"), tr("Embedded worker"), worker, tr("Worker"));
    connect(worker, &WorkerPanel::attentionWished, this, [&dock] { dock.open(QStringLiteral("worker")); });
    auto* leases = new LeasesPanel(theme, formatting, bench);
    add(QStringLiteral("leases"), tr("Workers and leases"), leases, tr("Leases"));
    connect(leases, &LeasesPanel::doctorWished, actions["connection.doctor"], &QAction::trigger);
    add(QStringLiteral("results"), tr("Results"), new ResultsPanel(theme, formatting, bench));
    dock.addPanel(QStringLiteral("metrics"), QCoreApplication::translate("Panels", "Metrics"),
        new MetricsPanel(theme, formatting, bench));
    auto* activity = new ActivityPanel(theme, formatting, bench);
    add(QStringLiteral("activity"), tr("Activity"), activity);
    add(QStringLiteral("commands"), tr("Commands"), new CommandsPanel(theme, formatting, bench), tr("Log"));
    auto* schedules = new SchedulesPanel(theme, formatting, bench, actions);
    add(QStringLiteral("schedules"), tr("Recurring tasks"), schedules, tr("Cron"));
    connect(schedules, &SchedulesPanel::attentionWished, this, [&dock] { dock.open(QStringLiteral("schedules")); });
    add(QStringLiteral("failures"), tr("Failures"), new FailuresPanel(theme, formatting, bench, actions));
    connect(&bench, &Workbench::operationWished, activity, [&dock, activity](const OperationId& operation) {
        dock.open(QStringLiteral("activity"));
        activity->showOperation(operation);
    });

    connect(&actions, &Actions::triggered, this, &Panels::perform);
    connect(&dock, &Dock::openChanged, actions["view.dock"], &QAction::setChecked);
    actions["view.dock"]->setChecked(dock.isOpen());
}

bool Panels::mayClose() { return m_closing->mayClose(); }

void Panels::perform(const QByteArray& id)
{
    if (id == "view.dock") {
        m_dock.setOpen(m_actions["view.dock"]->isChecked());
        return;
    }
    if (!id.startsWith("view."))
        return;
    const QString panel = QString::fromLatin1(id.mid(5));
    if (!m_dock.ids().contains(panel))
        return;
    m_dock.open(panel);
    m_dock.panel(panel)->setFocus(Qt::ShortcutFocusReason);
}

} // namespace dueline
