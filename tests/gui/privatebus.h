// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QtDBus/QDBusConnection>
#include <QtDBus/QDBusMessage>
#include <QtDBus/QDBusPendingCallWatcher>

#include <csignal>
#include <cstdio>
#include <sys/prctl.h>

namespace dueline::test {

/// Private session bus, which is stopped when this object is destroyed or the test ends.
class PrivateBus
{
public:
    /// Returns why this machine can't provide a private bus, or an empty string if it can.
    static QString missing()
    {
        return QStandardPaths::findExecutable(QStringLiteral("dbus-daemon")).isEmpty()
            ? QStringLiteral("dbus-daemon is not installed")
            : QString();
    }

    /// Starts the bus. `more` is the environment for programs that the bus starts.
    explicit PrivateBus(const QProcessEnvironment& more = {})
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), m_folder.path());
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder.path());
        // Use a private data folder, so that the program finds no other keyring.
        environment.insert(QStringLiteral("XDG_DATA_HOME"), m_folder.path());
        environment.remove(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"));
        environment.insert(more);
        m_daemon.setProcessEnvironment(environment);
        m_daemon.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); });
        m_daemon.start(QStringLiteral("dbus-daemon"),
            {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address=1")});
        QElapsedTimer timer;
        timer.start();
        QByteArray said;
        while (!said.contains('\n') && timer.elapsed() < 15'000) {
            m_daemon.waitForReadyRead(200);
            said += m_daemon.readAllStandardOutput();
        }
        if (!said.contains('\n'))
            qFatal("dbus-daemon does not come up: %s", m_daemon.readAllStandardError().constData());
        m_address = QString::fromUtf8(said.left(said.indexOf('\n')));
    }
    ~PrivateBus()
    {
        m_daemon.terminate();
        if (!m_daemon.waitForFinished(5'000)) {
            m_daemon.kill();
            m_daemon.waitForFinished(5'000);
        }
    }
    PrivateBus(const PrivateBus&) = delete;
    PrivateBus& operator=(const PrivateBus&) = delete;

    QString address() const { return m_address; }
    QString folder() const { return m_folder.path(); }

private:
    QTemporaryDir m_folder;
    QProcess m_daemon;
    QString m_address;
};

/// Returns whether a call is answered on the program's session bus. Calls between two programs are answered in order,
/// so once the answer has arrived, so have all earlier replies and signals.
inline bool busAnswers(const QString& service, const QString& path, const QString& interface, const QString& method)
{
    QDBusPendingCallWatcher answer(
        QDBusConnection::sessionBus().asyncCall(QDBusMessage::createMethodCall(service, path, interface, method)));
    bool came = false;
    QObject::connect(&answer, &QDBusPendingCallWatcher::finished, &answer, [&came] { came = true; });
    return QTest::qWaitFor([&came] { return came; }, 20'000) && !answer.isError();
}

/// Implements main() for a test that takes the address of a private bus, which also becomes the program's session bus.
/// Exits with code 77 if this machine can't provide a bus.
template <typename Test> int runOnPrivateBus(int argc, char** argv)
{
    if (const QString missing = PrivateBus::missing(); !missing.isEmpty()) {
        std::printf("SKIP   : %s\n", qPrintable(missing));
        return 77;
    }
    const PrivateBus bus;
    qputenv("DBUS_SESSION_BUS_ADDRESS", bus.address().toUtf8()); // Set the address before any code reads it.
    QApplication application(argc, argv);
    Test test(bus.address());
    return QTest::qExec(&test, argc, argv);
}

} // namespace dueline::test
