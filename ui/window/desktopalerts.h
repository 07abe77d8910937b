// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/desktop/alerts.h"
#include "ui/presenters/desktop/desktopnotifier.h"

namespace dueline {

class MainWindow;

/// Desktop notifications for alerts. Clicking a notification activates the window and shows the queue or connection
/// that the alert is about.
class DesktopAlerts : public QObject
{
    Q_OBJECT

public:
    DesktopAlerts(ViewedPlace& view, WindowEvents& events, MainWindow& window);

    void setRules(const NotificationRules& rules) { m_alerts.setRules(rules); }
    Alerts& alerts() { return m_alerts; }

private:
    void showPlace(const QString& key);

    ViewedPlace& m_view;
    MainWindow& m_window;
    Alerts m_alerts;
    DesktopNotifier m_notifier;
    QHash<QString, SidebarPlace> m_places;
    bool m_complained = false; ///< true once the user has been told that desktop notifications don't work
};

} // namespace dueline
