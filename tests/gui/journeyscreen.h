// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <optional>
#include <sys/prctl.h>

namespace dueline::test {

/// Private screen (Xvfb, 1280 × 800, no window manager) for running a program with simulated user input. The X server
/// generates key and mouse events (XTest, sent by xdotool). All processes are stopped when this object is destroyed.
/// Setup problems abort with qFatal; detecting the program's problems is up to the test.
class JourneyScreen
{
public:
    /// Returns why this machine can't provide a private screen, or an empty string if it can.
    static QString missing()
    {
        for (const char* program : {"Xvfb", "xdotool"}) {
            if (QStandardPaths::findExecutable(QString::fromLatin1(program)).isEmpty())
                return QStringLiteral("%1 is not installed").arg(QString::fromLatin1(program));
        }
        return {};
    }

    JourneyScreen()
    {
        // The server writes its display number to stdout.
        launch(m_server, QStringLiteral("Xvfb"),
            {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"), QStringLiteral("0"),
                QStringLiteral("1280x800x24"), QStringLiteral("-nolisten"), QStringLiteral("tcp"),
                QStringLiteral("-noreset")},
            QProcessEnvironment::systemEnvironment());
        QByteArray display;
        QElapsedTimer timer;
        timer.start();
        while (!display.endsWith('\n') && timer.elapsed() < 15'000) {
            m_server.waitForReadyRead(200);
            display += m_server.readAllStandardOutput();
        }
        if (!display.endsWith('\n'))
            qFatal("Xvfb does not come up: %s", m_server.readAllStandardError().constData());
        m_environment.insert(QStringLiteral("DISPLAY"), u':' + QString::fromLatin1(display.trimmed()));
        m_environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
        m_environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder.path());
        m_environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), m_folder.path());
        m_environment.insert(
            // Use a private state folder, so that a test finds only its own crash reports.
            QStringLiteral("XDG_STATE_HOME"), m_folder.filePath(QStringLiteral("state")));
        // Protects the user's notifications, settings and keyring. Tests that need a session bus override this.
        m_environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), QStringLiteral("unix:path=/nowhere/bus"));
        m_environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
        m_environment.remove(QStringLiteral("REDISCLI_AUTH"));
    }
    ~JourneyScreen()
    {
        for (QProcess* process : {&m_program, &m_server}) {
            if (process->state() == QProcess::NotRunning)
                continue;
            process->kill();
            process->waitForFinished(5'000);
        }
    }
    JourneyScreen(const JourneyScreen&) = delete;
    JourneyScreen& operator=(const JourneyScreen&) = delete;

    /// Returns the folder that contains the program's settings.
    QString folder() const { return m_folder.path(); }
    /// Sets an environment variable for the program.
    void set(const QString& name, const QString& value) { m_environment.insert(name, value); }
    void start(const QString& program, const QStringList& arguments)
    {
        m_program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        launch(m_program, program, arguments, m_environment);
    }
    /// Returns the program's exit code, or nullopt if it doesn't end within `patience` ms.
    std::optional<int> ended(int patience)
    {
        if (m_program.state() != QProcess::NotRunning && !m_program.waitForFinished(patience))
            return {};
        if (m_program.exitStatus() != QProcess::NormalExit)
            return {};
        return m_program.exitCode();
    }
    qint64 processId() const { return m_program.processId(); }
    /// Runs a second instance of the program to completion and returns its output.
    QByteArray startBeside(const QString& program, const QStringList& arguments) { return run(program, arguments); }
    bool hasCrashed() { return ended(0) == std::nullopt && m_program.state() == QProcess::NotRunning; }
    /// Returns `:N`.
    QByteArray display() const { return m_environment.value(QStringLiteral("DISPLAY")).toLatin1(); }

    /// Gives the focus to a window with a matching title. Returns false if this fails for ten seconds.
    bool take(const QString& title)
    {
        QElapsedTimer timer;
        timer.start();
        do {
            const QByteArray found = windowOf(title);
            if (!found.isEmpty()) {
                xdotool({QStringLiteral("windowfocus"), QString::fromLatin1(found)});
                if (xdotool({QStringLiteral("getwindowfocus")}).trimmed() == found) {
                    QTest::qWait(60); // gives the program time to process the focus event
                    return true;
                }
            }
            QTest::qWait(50);
        } while (timer.elapsed() < 10'000);
        return false;
    }
    /// Returns whether all windows with this title close within ten seconds.
    bool isGone(const QString& title)
    {
        return QTest::qWaitFor([&] { return windowOf(title).isEmpty(); }, 10'000);
    }

    /// Presses keys one after another. Uses xdotool's names: "ctrl+t", "Tab", "Return".
    void keys(const QStringList& names)
    {
        for (const QString& name : names) {
            xdotool({QStringLiteral("key"), name});
            QTest::qWait(40);
        }
    }
    void write(const QString& text)
    {
        xdotool({QStringLiteral("type"), QStringLiteral("--delay"), QStringLiteral("6"), text});
        QTest::qWait(60);
    }
    void move(QPoint to)
    {
        xdotool({QStringLiteral("mousemove"), QString::number(to.x()), QString::number(to.y())});
        QTest::qWait(30);
    }
    void click(QPoint at)
    {
        move(at);
        xdotool({QStringLiteral("click"), QStringLiteral("1")});
        QTest::qWait(60);
    }
    /// Turns the mouse wheel up one step.
    void wheelUp(QPoint at)
    {
        move(at);
        xdotool({QStringLiteral("click"), QStringLiteral("4")});
        QTest::qWait(60);
    }
    void drag(QPoint from, QPoint to)
    {
        move(from);
        xdotool({QStringLiteral("mousedown"), QStringLiteral("1")});
        for (int step = 1; step <= 8; ++step)
            move(from + (to - from) * step / 8);
        xdotool({QStringLiteral("mouseup"), QStringLiteral("1")});
        QTest::qWait(60);
    }

    /// Saves a screenshot if $JOURNEY_PICTURES is set to a folder and ImageMagick is installed, to help debug steps
    /// that fail on other machines.
    void picture(const QString& name)
    {
        const QString folder = qEnvironmentVariable("JOURNEY_PICTURES");
        if (!folder.isEmpty())
            run(QStringLiteral("import"),
                {QStringLiteral("-window"), QStringLiteral("root"), folder + u'/' + name + QStringLiteral(".png")});
    }

private:
    static void launch(
        QProcess& process, const QString& program, const QStringList& arguments, const QProcessEnvironment& environment)
    {
        process.setProcessEnvironment(environment);
        process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
        process.start(program, arguments);
        if (!process.waitForStarted())
            qFatal("%s does not start: %s", qPrintable(program), qPrintable(process.errorString()));
    }
    QByteArray run(const QString& program, const QStringList& arguments)
    {
        QProcess process;
        process.setProcessEnvironment(m_environment);
        process.start(program, arguments);
        if (!process.waitForFinished(10'000)) {
            process.kill();
            process.waitForFinished();
        }
        return process.readAllStandardOutput();
    }
    QByteArray xdotool(const QStringList& arguments) { return run(QStringLiteral("xdotool"), arguments); }
    /// Returns the program's first visible window with a matching title, or an empty string.
    QByteArray windowOf(const QString& title)
    {
        return xdotool(
            {QStringLiteral("search"), QStringLiteral("--all"), QStringLiteral("--onlyvisible"),
                QStringLiteral("--pid"), QString::number(m_program.processId()), QStringLiteral("--name"), title})
            .split('\n')
            .value(0);
    }

    QTemporaryDir m_folder;
    QProcessEnvironment m_environment = QProcessEnvironment::systemEnvironment();
    QProcess m_server;
    QProcess m_program;
};

} // namespace dueline::test
