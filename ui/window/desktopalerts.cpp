// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/desktopalerts.h"

#include "core/base/text.h"
#include "ui/widgets/toasts.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QWindow>

#include <utility>

namespace dueline {

DesktopAlerts::DesktopAlerts(ViewedPlace& view, WindowEvents& events, MainWindow& window)
    : QObject(&window)
    , m_view(view)
    , m_window(window)
    , m_alerts(view, events)
{
    connect(&m_alerts, &Alerts::raised, this, [this](const Alerts::Alert& alert) {
        m_places.insert(alert.key, alert.place);
        m_notifier.tell({alert.key, alert.title, alert.text});
    });
    connect(&m_alerts, &Alerts::over, this, [this](const QString& key) {
        m_notifier.withdraw(key);
        m_places.remove(key);
    });
    connect(&m_notifier, &DesktopNotifier::activated, this, &DesktopAlerts::showPlace);
    connect(&m_notifier, &DesktopNotifier::failed, this, [this](const QString& reason) {
        if (!std::exchange(m_complained, true))
            m_window.messages().show({Notice::Kind::Warning, QStringLiteral("warning"),
                tr("Desktop notifications are not available"), printable(reason.toUtf8(), 300), {}});
    });
    const auto look = [this] { m_alerts.setWatched(QApplication::activeWindow() != nullptr); };
    connect(qApp, &QApplication::applicationStateChanged, this, look);
    connect(qApp, &QApplication::focusWindowChanged, this, look);
    look();
}

void DesktopAlerts::showPlace(const QString& key)
{
    m_window.setWindowState(m_window.windowState() & ~Qt::WindowMinimized);
    m_window.show();
    m_window.raise();
    m_window.activateWindow();
    const SidebarPlace place = m_places.value(key);
    if (m_view.connections().find(place.connection))
        m_view.show(place);
}

} // namespace dueline
