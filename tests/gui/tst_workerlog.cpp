// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/taskoutputs.h"
#include "tests/gui/workerplace.h"
#include "ui/inspector/inspector.h"
#include "ui/panels/worker/workerlogview.h"
#include "ui/widgets/tasks/outputtext.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QScrollBar>
#include <QToolButton>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

using State = EmbeddedWorker::State;

/// Tests the embedded worker's log and output.
class TestWorkerLog : public WorkerPlace
{
    Q_OBJECT

private Q_SLOTS:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void cleanupTestCase() { m_theme.reset(); }

    void theLogIsFilteredHeldCopiedAndSaved()
    {
        open(Environment::Development);
        give(u"mail.ok"_s, u"echo"_s);
        give(u"mail.bad"_s, u"command:/bin/sh -c \"echo '<b>no</b>' >&2; exit 1\""_s);
        press("worker.start");
        QTRY_COMPARE(worker().state(), State::Running);
        add("mail.ok#1");
        add("mail.bad#2");
        QTRY_VERIFY(logTells(u"done  mail.ok#1"_s));
        QTRY_VERIFY(logTells(u"retry  mail.bad#2"_s));
        QLineEdit& filter = panel().log().filter();
        filter.setText(u"RETRY bad#"_s);
        QCOMPARE(log().rowCount(), 1);
        QVERIFY(log().text(log().lineAt(0)).contains(u"<b>no</b>"_s));
        QVERIFY(log().index(0).data(Qt::ToolTipRole).toString().contains(u"&lt;b&gt;"_s));
        QTemporaryDir folder;
        const QString path = folder.filePath(u"worker.log"_s);
        QVERIFY(panel().log().save(path).ok());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(file.readAll()), log().text(log().lineAt(0)) + u'\n');
        QVERIFY(!panel().log().save(folder.filePath(u"no/such/folder.log"_s)).ok());
        panel().log().view().setFocus();
        panel().log().view().selectAll();
        QTest::keyClick(&panel().log().view(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), log().text(log().lineAt(0)));
        filter.clear();

        panel().log().pauseButton().click();
        const int held = log().rowCount();
        add("mail.ok#3");
        QTRY_COMPARE(stateOf("mail.ok#3"), TaskState::Done);
        QTRY_VERIFY(int(worker().log().size()) > held);
        QCOMPARE(log().rowCount(), held);
        panel().log().pauseButton().click();
        QTRY_VERIFY(logTells(u"done  mail.ok#3"_s));
    }

    void whatACommandWroteIsKeptAndShown()
    {
        open(Environment::Development);
        give(u"mail.say"_s, u"command:/bin/sh -c \"echo to stdout; sleep 0.1; echo '<b>to</b> stderr' >&2; exit 1\""_s);
        give(u"mail.flood"_s,
            u"command:/bin/sh -c \"i=0; while [ $i -lt 9000 ]; do i=$((i+1)); echo line number $i; done\""_s);
        press("worker.start");
        QTRY_COMPARE(worker().state(), State::Running);
        add("mail.say#1");
        add("mail.flood#2");
        QTRY_VERIFY(logTells(u"retry  mail.say#1"_s));
        QTRY_VERIFY_WITH_TIMEOUT(logTells(u"done  mail.flood#2"_s), 20'000);
        const OutputText& output = panel().log().output();
        QVERIFY(!output.isVisible());
        const auto look = [this](const TaskId& id) {
            for (int row = 0; row < log().rowCount(); ++row) {
                if (log().lineAt(row).task == id)
                    panel().log().view().setCurrentIndex(log().index(row));
            }
        };
        look("mail.say#1");
        QVERIFY(output.isVisible());
        QCOMPARE(output.text().toPlainText(), u"to stdout\n<b>to</b> stderr\n"_s);
        QCOMPARE(output.note(), u"Output of attempt 1"_s);
        look("mail.flood#2"); // 154 KiB of output
        QVERIFY(output.text().toPlainText().endsWith(u"line number 9000\n"_s));
        QVERIFY(output.text().toPlainText().size() <= TaskOutputs::keptBytes);
        QVERIFY2(output.note().contains(u"are omitted"_s), qPrintable(output.note()));
        // The inspector shows the output too, even after the worker has stopped.
        press("worker.stop");
        QTRY_COMPARE(worker().state(), State::Idle);
        m_bench->view().refresh();
        QTRY_VERIFY(m_bench->list().tasks().rowOf("mail.say#1") >= 0);
        m_window->findChild<TaskTable*>()->select("mail.say#1");
        const auto* inspected = m_window->findChild<Inspector*>()->findChild<OutputText*>();
        QTRY_VERIFY(inspected->isVisible());
        QCOMPARE(inspected->text().toPlainText(), u"to stdout\n<b>to</b> stderr\n"_s);
    }

    void outputIsBounded()
    {
        TaskOutputs outputs({u"card"_s});
        const auto lease = [](int number, int attempt = 1) {
            return Lease{"t#" + QByteArray::number(number), QByteArray::number(attempt), attempt, {}};
        };
        outputs.write("q", lease(0), false, "{\"card\":\"S3");
        outputs.write("q", lease(0), true, "a warning\n");
        outputs.write("q", lease(0), false, "cr\",\"to\":\"me\"}\n");
        QCOMPARE(outputs.of("q", "t#0")->text, QByteArray("{\"card\":\"**a warning\n**\",\"to\":\"me\"}\n"));
        outputs.write("q", lease(0, 2), false, "again");
        QCOMPARE(outputs.of("q", "t#0"), (TaskOutput{"again", 0, 2})); // Only the last attempt's output is kept.
        QVERIFY(!outputs.of("other", "t#0"));
        const QByteArray piece(1000, 'x');
        for (int i = 0; i < 1000; ++i)
            outputs.write("q", lease(1), i % 2 == 0, piece);
        QCOMPARE(outputs.of("q", "t#1")->text.size(), TaskOutputs::keptBytes);
        QCOMPARE(outputs.of("q", "t#1")->leftOut, 1'000'000 - TaskOutputs::keptBytes);
        outputs.write("q", lease(0, 2), false, " and again"); // makes a different task the oldest
        for (int i = 2; i <= TaskOutputs::keptTasks; ++i)
            outputs.write("q", lease(i), false, "x");
        QVERIFY(outputs.of("q", "t#0") && !outputs.of("q", "t#1") && outputs.of("q", "t#2"));
    }

    void theLogStaysWhereItIsReadAndFollowsTheEnd()
    {
        open(Environment::Development);
        give(u"*"_s, u"echo"_s);
        for (int i = 0; i < 100; ++i)
            add("mail.x#" + QByteArray::number(i));
        press("worker.start");
        QTRY_VERIFY(log().rowCount() > 200);
        WorkerLogView& view = panel().log().view();
        QTRY_VERIFY(view.isAtEnd());
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Home);
        QTRY_COMPARE(view.verticalScrollBar()->value(), 0);
        const int rows = log().rowCount();
        add("mail.x#more");
        QTRY_VERIFY(log().rowCount() > rows);
        QCOMPARE(view.verticalScrollBar()->value(), 0);
        QTest::keyClick(&view, Qt::Key_End);
        add("mail.x#evenmore");
        QTRY_VERIFY(logTells(u"done  mail.x#evenmore"_s));
        QTRY_VERIFY(view.isAtEnd());
    }

    void aFloodOfTasksLeavesTheWindowResponsiveAndTheLogARing()
    {
        open(Environment::Development);
        QAbstractItemModelTester logTester(&log(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        constexpr int tasks = 8000; // two lines each: more than the ring buffer can hold
        for (int from = 0; from < tasks; from += 1000) {
            std::vector<NewTask> some(1000);
            for (int i = 0; i < 1000; ++i)
                some[std::size_t(i)].id = "mail.x#" + QByteArray::number(from + i);
            QVERIFY(m_backend->editor()->add("mail", some).ok());
        }
        give(u"*"_s, u"echo"_s);
        QElapsedTimer since;
        qint64 longest = 0;
        QTimer pulse;
        pulse.setInterval(5);
        connect(&pulse, &QTimer::timeout, this, [&] { longest = std::max(longest, since.restart()); });
        press("worker.start");
        since.start();
        pulse.start();
        QTRY_COMPARE_WITH_TIMEOUT(worker().figures().processed, tasks, 30'000);
        QTRY_COMPARE(worker().log().size(), EmbeddedWorker::keptLines);
        QCOMPARE(log().rowCount(), int(EmbeddedWorker::keptLines));
        pulse.stop();
        qInfo("the longest pause of the window was %lld ms", static_cast<long long>(longest));
        QVERIFY2(longest < 400, qPrintable(u"%1 ms"_s.arg(longest))); // about 20 ms on an idle machine
    }
};

QTEST_MAIN(TestWorkerLog)
#include "tst_workerlog.moc"
