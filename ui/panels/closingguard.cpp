// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/closingguard.h"

#include "ui/dialogs/operationsclosedialog.h"
#include "ui/panels/activity/activitylog.h"
#include "ui/panels/worker/workerclosedialog.h"
#include "ui/workbench/viewedplace.h"

#include <QPointer>
#include <QWidget>

namespace dueline {

ClosingGuard::ClosingGuard(const Theme& theme, ViewedPlace& view, ActivityLog& log, QWidget* window)
    : QObject(window)
    , m_theme(theme)
    , m_view(view)
    , m_log(log)
    , m_window(window)
{
    connect(
        &view.connections().worker(), &EmbeddedWorker::stateChanged, this,
        [this] {
            if (m_closing && !m_view.connections().worker().isRunning())
                m_window->close();
        },
        Qt::QueuedConnection);
}

bool ClosingGuard::mayCloseWindow() { return (m_closing || mayStopOperations({})) && mayStopWorker(); }

void ClosingGuard::closeConnection()
{
    const QPointer<Connection> current = m_view.current();
    if (current && mayStopOperations(current->id()) && current)
        m_view.connections().close(current->id());
}

bool ClosingGuard::mayStopOperations(const QString& connection)
{
    auto acting = m_log.acting(connection);
    if (acting.empty())
        return true;
    OperationsCloseDialog dialog(m_theme, acting, m_window);
    // Update the dialog if operations end while it is open, but not once the user has answered.
    connect(&m_log, &ActivityLog::changed, &dialog, [&] {
        if (dialog.isVisible())
            dialog.setActing(m_log.acting(connection));
    });
    return dialog.exec() == QDialog::Accepted;
}

bool ClosingGuard::mayStopWorker()
{
    EmbeddedWorker& worker = m_view.connections().worker();
    if (!worker.isRunning())
        return true;
    if (worker.busySlots() == 0) {
        worker.stop(); // no task is running, so there is nothing to ask about
        m_closing = true;
        return false;
    }
    WorkerCloseDialog dialog(m_theme, worker, m_window);
    dialog.exec();
    switch (dialog.choice()) {
    case WorkerCloseDialog::Choice::Stay:
        m_closing = false;
        break;
    case WorkerCloseDialog::Choice::Drain:
        worker.drain();
        m_closing = true;
        break;
    case WorkerCloseDialog::Choice::Stop:
        worker.stop();
        m_closing = true;
        break;
    }
    return !worker.isRunning();
}

} // namespace dueline
