// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/connectioncommands.h"

#include "core/base/text.h"
#include "ui/dialogs/doctordialog.h"
#include "ui/text/serverchangewords.h"
#include "ui/workbench/windowevents.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSysInfo>

namespace dueline {

ConnectionCommands::ConnectionCommands(
    const Theme& theme, ViewedPlace& view, WindowEvents& events, Actions& actions, QWidget* window)
    : QObject(window)
    , m_theme(theme)
    , m_view(view)
    , m_events(events)
    , m_window(window)
{
    actions.handle("connection.doctor", this, [this] { showDoctor(); });
    actions.handle("tools.copyDiagnostics", this, [this] { copyDiagnostics(); });
    connect(&view.connections(), &OpenConnections::serverChanged, this, &ConnectionCommands::tellChange);
}

void ConnectionCommands::showDoctor()
{
    Connection* current = m_view.current();
    if (!current)
        return;
    if (m_doctor)
        m_doctor->close();
    m_doctor = new DoctorDialog(m_theme, *current, m_window);
    connect(m_doctor, &DoctorDialog::repaired, &m_view, &ViewedPlace::refresh);
    m_doctor->show();
}

/// Reports a change of the server. The notice is prominent if tasks were lost, because the loss is visible nowhere else
/// and the user may have been away.
void ConnectionCommands::tellChange(const Connection* connection, const ServerChange& change)
{
    const bool another = connection->spec().redis.topology == Topology::Sentinel;
    const QString name = printable(connection->profile().name.toUtf8(), 40);
    m_events.tell(Notice::worded([this, another, name, change, id = connection->id()] {
        Notice notice{change.isLoss() ? Notice::Kind::Failure : Notice::Kind::Result,
            change.isLoss() ? QStringLiteral("warning") : QStringLiteral("info"),
            ServerChangeWords::text(name, another, change), ServerChangeWords::detail(change), {},
            ServerChangeWords::brief(change)};
        if (change.isLoss()) {
            notice.links.push_back({tr("Doctor"), {}, [this, id] {
                                        if (!m_view.current() || m_view.current()->id() != id)
                                            m_view.show({id, {}, {}});
                                        showDoctor();
                                    }});
        }
        return notice;
    }));
}

/// Copies versions, states and counts for a bug report, in English. Omits hosts, names, queues and errors, which could
/// identify the user's organization.
void ConnectionCommands::copyDiagnostics() const
{
    QStringList lines{QStringLiteral("Dueline %1, Qt %2, %3, %4")
                          .arg(QStringLiteral(DUELINE_VERSION), QString::fromLatin1(qVersion()),
                              QSysInfo::prettyProductName(), QGuiApplication::platformName())};
    int number = 0;
    for (const auto& connection : m_view.connections().all()) {
        const Session& session = connection->session();
        qint64 tasks = 0;
        for (const QueueInfo& queue : connection->queues()) {
            for (const TaskState state : allStates)
                tasks += queue.counts[state];
        }
        const auto took = session.roundTrip();
        lines << QStringLiteral("connection %1: %2, server %3, layout %4, %5%6, %7 queues, %8 tasks, round trip %9")
                     .arg(++number)
                     .arg(session.isOnline() ? QStringLiteral("online") : QStringLiteral("not online"),
                         printable(session.serverVersion(), 20), printable(session.capabilities().layout, 20),
                         connection->mayWrite() ? QStringLiteral("writable") : QStringLiteral("read-only"),
                         connection->isEncrypted() ? QStringLiteral(", TLS") : QString())
                     .arg(connection->queues().size())
                     .arg(tasks)
                     .arg(took ? QStringLiteral("%1 ms").arg(double(took->count()) / 1000, 0, 'f', 2)
                               : QStringLiteral("unknown"));
    }
    QGuiApplication::clipboard()->setText(lines.join(u'\n') + u'\n');
}

} // namespace dueline
