// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/actions.h"

#include <QPointer>
#include <QTimeZone>

namespace dueline {

class Connection;
class DoctorDialog;
class Workbench;
struct ServerChange;

/// What concerns a connection as a whole: its doctor, that its server was restarted and what that has cost, and the time zone
/// its profile wishes for.
class ConnectionTools : public QObject
{
    Q_OBJECT

public:
    ConnectionTools(const Theme& theme, Workbench& bench, Actions& actions, QWidget* window);

Q_SIGNALS:
    /// The zone of the connection's profile; without one, what was chosen before.
    void zoneWished(const QTimeZone& zone);

private:
    void perform(const QByteArray& id);
    void showDoctor();
    void tellChange(const Connection* connection, const ServerChange& change);
    void copyDiagnostics() const;
    void followZone();

    const Theme& m_theme;
    Workbench& m_bench;
    QWidget* m_window;
    QPointer<DoctorDialog> m_doctor;
    QString m_zone; ///< of the profile, in force; empty: what was chosen
    QTimeZone m_chosen = QTimeZone::systemTimeZone();
};

} // namespace dueline
