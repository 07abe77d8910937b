// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"
#include "core/engine/handlers/builtinhandlers.h"
#include "tests/gui/workerplace.h"
#include "tests/support/httpserver.h"
#include "ui/inspector/inspector.h"
#include "ui/models/cell.h"
#include "ui/panels/leases/leasespanel.h"
#include "ui/widgets/tasks/tasktable.h"

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

using State = EmbeddedWorker::State;

/// Tests that the window shows a running task's output and can stop the task.
class TestWorkerProgress : public WorkerPlace
{
    Q_OBJECT

    TaskTable& table() { return *m_window->findChild<TaskTable*>(); }
    QString facts()
    {
        QStringList words;
        for (const QWidget* widget : m_window->findChild<Inspector*>()->findChildren<QWidget*>())
            words << widget->accessibleName();
        return words.join(u'\n');
    }
    QModelIndex leaseOf(const TaskId& id)
    {
        LeaseModel& leases = m_window->findChild<LeasesPanel*>()->leaseModel();
        for (int row = 0; row < leases.rowCount(); ++row) {
            if (leases.rowAt(row)->task.id == id)
                return leases.index(row, LeaseModel::TaskId);
        }
        return {};
    }
    int linesOf(const TaskId& id, WorkerLogLine::Event event)
    {
        return int(std::count_if(worker().log().begin(), worker().log().end(),
            [&](const WorkerLogLine& line) { return line.task == id && line.event == event; }));
    }
    void run(const QString& kind)
    {
        open(Environment::Development);
        give(u"*"_s, kind);
        press("worker.start");
        QTRY_COMPARE(worker().state(), State::Running);
    }
    /// Waits until the window shows the running task, then selects it.
    void select(const TaskId& id)
    {
        QTRY_COMPARE(stateOf(id), TaskState::Leased);
        m_bench->view().refresh();
        QTRY_VERIFY(m_bench->list().tasks().rowOf(id) >= 0);
        table().select(id);
        QTRY_VERIFY(table().currentTask() && table().currentTask()->state == TaskState::Leased);
    }

private Q_SLOTS:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void cleanupTestCase() { m_theme.reset(); }

    void whatACommandSaysIsSeenWhileItRuns()
    {
        run(u"command:/bin/sh -c \"echo 1 of '<b>2</b>' >&2; while [ ! -e %1 ]; do sleep 0.05; done; echo 2 of 2 >&2; "
            "sleep 600\""_s.arg(m_config.filePath(u"go"_s)));
        press("view.leases");
        add("mail.x#1");
        QTRY_VERIFY(logTells(u"output  mail.x#1  1 of <b>2</b>"_s));
        select("mail.x#1");
        QTRY_VERIFY2(facts().contains(u"Last output 1 of <b>2</b>"_s), qPrintable(facts()));
        QTRY_VERIFY(leaseOf("mail.x#1").isValid());
        QTRY_VERIFY(leaseOf("mail.x#1").data(Cell::Tail).toString().endsWith(u"1 of <b>2</b>"_s));
        QVERIFY(leaseOf("mail.x#1").data(Qt::AccessibleTextRole).toString().endsWith(u"1 of <b>2</b>"_s));
        QVERIFY(leaseOf("mail.x#1").data(Qt::ToolTipRole).toString().contains(u"&lt;b&gt;"_s));
        // Redis doesn't store the output with the task.
        QVERIFY(detailOf("mail.x#1").attempts.empty());
        QFile go(m_config.filePath(u"go"_s));
        QVERIFY(go.open(QIODevice::WriteOnly));
        QTRY_VERIFY2(facts().contains(u"Last output 2 of 2"_s), qPrintable(facts()));
        go.remove();
        press("worker.stop");
        QTRY_COMPARE(worker().state(), State::Idle);
        QTRY_VERIFY2(!facts().contains(u"Last output"_s), qPrintable(facts()));
    }

    void aFloodIsThinnedAndItsLastLineIsShown()
    {
        run(u"command:/bin/sh -c \"i=0; while [ $i -lt 5000 ]; do i=$((i+1)); echo line $i >&2; done; echo last >&2; sleep 600\""_s);
        add("mail.x#1");
        QTRY_VERIFY_WITH_TIMEOUT(logTells(u"output  mail.x#1  last"_s), 20'000);
        QVERIFY(logTells(u"line(s) omitted)"_s));
        QVERIFY(logTells(u"output  mail.x#1  line 1"_s));
        // At most three lines are kept per read, four times a second, so most of the output is omitted.
        QVERIFY2(linesOf("mail.x#1", WorkerLogLine::Event::Output) < 500,
            QByteArray::number(linesOf("mail.x#1", WorkerLogLine::Event::Output)));
    }

    void lastWordsComeBeforeTheEnd()
    {
        run(u"command:/bin/sh -c \"echo one >&2; echo two >&2; echo three >&2; exit 0\""_s);
        add("mail.x#1");
        QTRY_VERIFY(logTells(u"done  mail.x#1"_s));
        QStringList said;
        for (const WorkerLogLine& line : worker().log()) {
            if (line.task == "mail.x#1")
                said << (line.event == WorkerLogLine::Event::Output ? QString::fromUtf8(line.text)
                                                                    : WorkerLogModel::eventWord(line.event));
        }
        QCOMPARE(said.first(), u"start"_s);
        QCOMPARE(said.last(), u"done"_s);
        QCOMPARE(said.at(said.size() - 2), u"three"_s);
        QVERIFY(said.contains(u"one"_s));
    }

    void aTaskOfThisWindowIsCancelled()
    {
        run(u"command:/bin/sh -c \"sleep 600\""_s);
        add("mail.x#1");
        select("mail.x#1");
        press("task.cancel");
        QTRY_COMPARE(stateOf("mail.x#1"), TaskState::Failed);
        QVERIFY(detailOf("mail.x#1").task.error.contains("cancelled by an operator"));
        QTRY_VERIFY(logTells(u"canceled  mail.x#1"_s));
        QCOMPARE(worker().busySlots(), 0);
    }

    void aTaskOfAnotherWorkerIsCancelled()
    {
        HandlerRegistry others;
        QVERIFY(others.add("*", std::make_shared<SleepHandler>(600s)).ok());
        EngineConfig config;
        config.queues = {{"mail", 1}};
        config.session = makeSession();
        Engine engine(
            [&] {
                return openLayout(
                    defaultLayout(), m_server->config(), "dueline", config.session, Access::OperateAndWork);
            },
            others, config);
        QVERIFY(engine.start().ok());
        open(Environment::Development);
        add("mail.x#1");
        select("mail.x#1");
        press("task.cancel");
        QTRY_COMPARE(stateOf("mail.x#1"), TaskState::Failed);
        QVERIFY(detailOf("mail.x#1").task.error.contains("cancelled by an operator"));
        QCOMPARE(worker().state(), State::Idle);
        engine.stop();
        QVERIFY(engine.wait(10s));
    }

    void tasksArePostedFromTheWindow()
    {
        const HttpServer server(
            [](QTcpSocket& socket, const HttpServer::Request&) { socket.write(HttpServer::answer(200, "thanks")); });
        run(u"http:"_s + server.url());
        add("mail.x#1");
        QTRY_COMPARE(stateOf("mail.x#1"), TaskState::Done);
        QCOMPARE(server.requests.front().headers["dueline-id"], QByteArray("mail.x#1"));
    }

    void aPasswordInAnAddressIsNotSaved()
    {
        open(Environment::Development);
        for (const QString& kind : {u"http:https://me:secret@example.org/"_s, u"https://me:secret@example.org/"_s}) {
            WorkerSettings settings;
            settings.handlers = {{u"*"_s, kind}};
            QVERIFY(!settings.registry().ok());
            QVERIFY2(settings.registry().error().message.contains(u"password"_s),
                qPrintable(settings.registry().error().message));
            QVERIFY(!checkHandler(settings.handlers, 0).ok());
        }
    }
};

QTEST_MAIN(TestWorkerProgress)
#include "tst_workerprogress.moc"
