// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/gui/firstqueue.h"
#include "tests/support/redisserver.h"
#include "ui/panels/dock.h"
#include "ui/panels/worker/workerlogpane.h"
#include "ui/panels/worker/workerpanel.h"
#include "ui/theme/theme.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>

namespace dueline {

/// Base class for embedded worker tests: the real window on a real server with a `mail` queue and private settings.
/// Tests call setUp() and tearDown() for each function.
class WorkerPlace : public QObject
{
protected:
    QTemporaryDir m_config;
    std::unique_ptr<Theme> m_theme;
    Formatting m_formatting{QTimeZone::utc()};
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;

    void add(const TaskId& id, Millis in = Millis(0))
    {
        NewTask task;
        task.id = id;
        task.dueIn = in;
        const auto added = m_backend->editor()->add("mail", {task});
        QVERIFY2(added.ok() && added->front() == AddOutcome::Added, "cannot add");
    }
    TaskDetail detailOf(const TaskId& id) { return *m_backend->inspector().task("mail", id); }
    TaskState stateOf(const TaskId& id) { return detailOf(id).task.state; }
    EmbeddedWorker& worker() { return m_bench->connections().worker(); }
    WorkerPanel& panel() { return *m_window->findChild<WorkerPanel*>(); }
    WorkerHandlerModel& handlers() { return panel().handlers(); }
    WorkerLogModel& log() { return panel().log().model(); }
    void give(const QString& type, const QString& kind)
    {
        const int row = int(handlers().handlers().size());
        QVERIFY(handlers().setData(handlers().index(row, WorkerHandlerModel::Type), type, Qt::EditRole));
        handlers().setData(handlers().index(row, WorkerHandlerModel::Kind), kind, Qt::EditRole);
    }
    void press(const char* action)
    {
        QVERIFY2(m_window->actions()[action]->isEnabled(), action);
        m_window->actions()[action]->trigger();
    }
    bool logTells(const QString& words)
    {
        for (int row = 0; row < log().rowCount(); ++row) {
            if (log().text(log().lineAt(row)).contains(words))
                return true;
        }
        return false;
    }
    void open(Environment environment, const QString& name = QStringLiteral("test"))
    {
        Profile profile;
        profile.name = name;
        profile.url = m_server->url();
        profile.environment = environment;
        auto connection = Connection::open(profile);
        QVERIFY(connection.ok());
        m_bench->connections().add(std::move(*connection));
        test::showFirstQueue(*m_bench);
        QTRY_VERIFY(m_bench->view().queue());
        QTRY_VERIFY(m_bench->view().current()->session().isOnline());
    }
    /// Calls `act` with the next dialog with this name, and increments `asked`.
    void answer(const QString& dialogName, const std::function<void(QWidget&)>& act, int& asked)
    {
        auto* timer = new QTimer(this);
        timer->setInterval(10);
        connect(timer, &QTimer::timeout, this, [=, &asked] {
            QWidget* dialog = QApplication::activeModalWidget();
            if (!dialog || dialog->objectName() != dialogName || !dialog->isActiveWindow())
                return; // Until the dialog is active, a key might trigger a shortcut of the window behind it.
            timer->deleteLater();
            timer->stop();
            ++asked;
            act(*dialog);
        });
        timer->start();
    }

    void setUp()
    {
        qputenv("XDG_CONFIG_HOME", m_config.path().toLocal8Bit());
        if (!m_theme)
            m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        QFile::remove(m_config.filePath(QStringLiteral("dueline/settings.ini")));
        m_server = std::make_unique<RedisServer>();
        auto backend = openLayout(defaultLayout(), m_server->config(), "dueline", "tester", Access::OperateAndWork);
        QVERIFY(backend.ok());
        m_backend = std::move(*backend);
        add("mail.later#1", std::chrono::hours(1));
        m_bench = std::make_unique<Workbench>(m_formatting);
        m_window = std::make_unique<MainWindow>(*m_theme, m_formatting, *m_bench);
        m_window->resize(1600, 1000);
        m_window->show();
        m_window->dock().open(QStringLiteral("worker"));
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void tearDown()
    {
        m_window.reset();
        m_bench.reset();
        m_backend.reset();
        m_server.reset();
    }
};

} // namespace dueline
