// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/connectioncommands.h"

#include "core/base/text.h"
#include "core/console/discover/filestoallow.h"
#include "core/console/profiles/profilestore.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "ui/dialogs/connect/describedialog.h"
#include "ui/dialogs/consentdialog.h"
#include "ui/dialogs/doctordialog.h"
#include "ui/text/serverchangewords.h"
#include "ui/workbench/operationnotice.h"
#include "ui/workbench/windowevents.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSysInfo>

namespace dueline {

ConnectionCommands::ConnectionCommands(const Theme& theme, const Formatting& formatting, ViewedPlace& view,
    WindowEvents& events, Actions& actions, QWidget* window)
    : QObject(window)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_view(view)
    , m_events(events)
    , m_window(window)
{
    actions.handle("connection.doctor", this, [this] { showDoctor(); });
    actions.handle("connection.describe", this, [this] { describe(); });
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
    connect(m_doctor, &DoctorDialog::tasksRequested, this,
        [this, connection = current->id()](const QueueName& queue, const QString& filter) {
            m_view.show({connection, queue, {}});
            m_events.list(filter);
        });
    m_doctor->show();
}

void ConnectionCommands::allowFiles()
{
    const QPointer<Connection> current = m_view.current();
    if (!current)
        return;
    const QString of = current->id();
    bool isAllowed = false;
    std::vector<QueueName> queues{m_view.place().queue}; // the keys of the displayed queue come first
    for (const QueueInfo& queue : current->queues()) {
        if (queue.name != queues.front())
            queues.push_back(queue.name);
    }
    for (const FileToAllow& file : filesToAllow(current->spec(), queues)) {
        const QString text = printable(file.layout.toUtf8(), 200);
        ConsentDialog dialog(m_theme, current->profile(), text, file.reach, m_window);
        if (dialog.exec() != QDialog::Accepted || !current)
            return;
        const auto allowed = file.allow();
        if (!allowed)
            return m_events.tell(OperationNotice::failure(allowed.error()).about(of));
        isAllowed = true;
    }
    if (isAllowed)
        current->session().reopen();
}

/// Describes unknown keys in a layout file, and opens another connection to the server, which shows the keys as queues.
/// Saves the new connection if the current one is saved.
void ConnectionCommands::describe()
{
    const Connection* current = m_view.current();
    if (!current)
        return;
    OpenConnections& connections = m_view.connections();
    const bool isSaved = connections.isSaved(*current);
    // Copy these values: the connection may be closed while the dialog is open.
    Profile profile = current->profile();
    ConnectionSpec spec = current->spec();
    DescribeDialog dialog(
        m_theme, m_formatting, spec, profile.name, profile.environment, DescribeDialog::Use::Connect, m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const auto layout = parseLayout(dialog.layout());
    if (!layout)
        return;
    spec.layout = *layout;
    if (const Connection* open = connections.find(spec))
        return m_view.show({open->id(), {}, {}});
    profile.layout = layout->text();
    profile.mutedFailures = {};
    profile.name = ProfileStore::freeName(
        tr("%1, %2", "name of a connection, its layout").arg(profile.name, dialog.layoutName()),
        connections.profiles());
    if (isSaved)
        Q_EMIT connections.profileDescribed(profile, spec.redis.password);
    connections.add(std::make_unique<Connection>(profile, spec, nullptr));
}

/// Reports a change of server. The notice is prominent if tasks were lost: the loss isn't shown anywhere else, and the
/// user may have been away.
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

/// Copies versions, states and counts for a bug report, in English. Leaves out hosts, names, queues and errors, which
/// could identify the user's organization.
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
