// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connectiontools.h"

#include "ui/dialogs/doctordialog.h"
#include "ui/presenters/workbench.h"

namespace dueline {

ConnectionTools::ConnectionTools(const Theme& theme, Workbench& bench, Actions& actions, QWidget* window)
    : QObject(window)
    , m_theme(theme)
    , m_bench(bench)
    , m_window(window)
{
    connect(&actions, &Actions::triggered, this, &ConnectionTools::perform);
    connect(&bench, &Workbench::placeChanged, this, &ConnectionTools::followZone);
}

void ConnectionTools::perform(const QByteArray& id)
{
    if (id == "connection.doctor")
        showDoctor();
    else if (id == "view.zoneUtc" || id == "view.zoneLocal")
        m_chosen = id == "view.zoneUtc" ? QTimeZone::utc() : QTimeZone::systemTimeZone();
}

void ConnectionTools::showDoctor()
{
    Connection* current = m_bench.current();
    if (!current)
        return;
    if (m_doctor)
        m_doctor->close();
    m_doctor = new DoctorDialog(m_theme, *current, m_window);
    connect(m_doctor, &DoctorDialog::repaired, &m_bench, &Workbench::refresh);
    m_doctor->show();
}

void ConnectionTools::followZone()
{
    const QString wished = m_bench.current() ? m_bench.current()->profile().timeZone : QString();
    const QTimeZone zone(wished.toUtf8());
    const QString inForce = zone.isValid() ? wished : QString();
    if (inForce == m_zone)
        return;
    m_zone = inForce;
    Q_EMIT zoneWished(inForce.isEmpty() ? m_chosen : zone);
}

} // namespace dueline
