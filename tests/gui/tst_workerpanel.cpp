// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"
#include "core/engine/handlers/handlerspec.h"
#include "tests/gui/workerplace.h"
#include "ui/panels/dock.h"
#include "ui/panels/worker/workerhandlertable.h"
#include "ui/widgets/environmentstripe.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QAbstractItemModelTester>
#include <QDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

using Lock = WorkerHeader::Facts::Lock;
using State = EmbeddedWorker::State;

/// Tests the embedded worker's handlers, and the connections that it can run on.
class TestWorkerPanel : public WorkerPlace
{
    Q_OBJECT

private Q_SLOTS:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void cleanupTestCase() { m_theme.reset(); }

    void itRunsADueTaskAndTheLogTells()
    {
        open(Environment::Development);
        QAbstractItemModelTester logTester(&log(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        give(u"mail.*"_s, u"echo"_s);
        press("worker.start");
        QTRY_COMPARE(worker().state(), State::Running);
        add("mail.send#a1b2");
        QTRY_COMPARE(stateOf("mail.send#a1b2"), TaskState::Done);
        QTRY_VERIFY(logTells(u"done  mail.send#a1b2"_s));
        QVERIFY(logTells(u"start  mail.send#a1b2  attempt 1"_s));
        QTRY_COMPARE(worker().figures().processed, 1);
        QTRY_COMPARE(m_window->dock().status(u"worker"_s), u"0/4"_s);
        QCOMPARE(stateOf("mail.later#1"), TaskState::Scheduled);
    }

    void withoutHandlersItStartsNothingAndSaysWhatIsMissing()
    {
        open(Environment::Development);
        QCOMPARE(handlers().handlers().size(), 0U);
        m_window->dock().setOpen(false);
        press("worker.start");
        QCOMPARE(worker().state(), State::Idle);
        QVERIFY2(panel().problem().contains(u"handler"_s), qPrintable(panel().problem()));
        QVERIFY(m_window->dock().isOpen());
    }

    void aHandlerThatCannotBeIsExplainedAndStartsNothing_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("says");
        QTest::newRow("no kind") << u"mail.*"_s << QString() << u"Choose a handler for mail.*"_s;
        QTest::newRow("unknown") << u"mail.*"_s << u"sleeep:5"_s << u"not a kind of handler"_s;
        QTest::newRow("percent") << u"mail.*"_s << u"fail:120"_s << u"percentage"_s;
        QTest::newRow("no program") << u"mail.*"_s << u"command:"_s << u"needs a program"_s;
        QTest::newRow("no pattern") << u"ma*il"_s << u"echo"_s << u"ma*il"_s;
    }

    void aHandlerThatCannotBeIsExplainedAndStartsNothing()
    {
        QFETCH(QString, type);
        QFETCH(QString, kind);
        QFETCH(QString, says);
        open(Environment::Development);
        give(type, kind);
        QVERIFY2(panel().problem().contains(says), qPrintable(panel().problem()));
        press("worker.start");
        QCOMPARE(worker().state(), State::Idle);
        QVERIFY(handlers().removeRow(0));
        QCOMPARE(panel().problem(), QString());
    }

    void twoHandlersOfOneTypeAreAProblemOfTheSecond()
    {
        WorkerHandlerModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setHandlers({{u"a"_s, u"echo"_s}, {u"a"_s, u"fail"_s}});
        QCOMPARE(model.problem(0), QString());
        QVERIFY(!model.problem(1).isEmpty());
        QVERIFY(model.setData(model.index(1, 0), u"b"_s, Qt::EditRole));
        QCOMPARE(model.problem(1), QString());
        QCOMPARE(model.rowCount(), 3); // two handlers and the row for adding another
        model.setEditable(false);
        QCOMPARE(model.rowCount(), 2);
        QVERIFY(!model.setData(model.index(0, 0), u"c"_s, Qt::EditRole));
        QVERIFY(!model.removeRow(0));
    }

    void aHandlerIsTypedIntoTheLastRow()
    {
        open(Environment::Development);
        WorkerHandlerTable& table = panel().table();
        table.setFocus();
        table.setCurrentIndex(handlers().index(0, 0));
        QTest::keyClick(&table, Qt::Key_Return);
        auto* type = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(type);
        QTest::keyClicks(type, u"mail.*"_s);
        QTest::keyClick(type, Qt::Key_Return);
        QTRY_COMPARE(handlers().handlers().size(), 1U);
        // The focus moves to the handler's field.
        QTRY_VERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget())
            && QApplication::focusWidget()->accessibleName() == u"Handler"_s);
        QTest::keyClicks(QApplication::focusWidget(), u"sleep:5"_s);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_COMPARE(handlers().handlers().front(), (WorkerHandler{u"mail.*"_s, u"sleep:5"_s}));
        table.setFocus();
        table.selectRow(0);
        QTest::keyClick(&table, Qt::Key_Delete);
        QCOMPARE(handlers().handlers().size(), 0U);
    }

    /// A busy window gets several keys at a time. A key must not reach a widget that has just lost the focus.
    void handlersAreTypedFasterThanTheWindowFollows()
    {
        open(Environment::Development);
        panel().table().setFocus();
        panel().table().setCurrentIndex(handlers().index(0, 0));
        const auto press = [](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
            QTest::keyClick(QApplication::focusWidget(), key, modifiers);
        };
        const auto write = [](const QString& words) { QTest::keyClicks(QApplication::focusWidget(), words); };
        press(Qt::Key_Return);
        write(u"mail.broken"_s);
        press(Qt::Key_Tab);
        write(u"fail:100"_s);
        press(Qt::Key_Return);
        press(Qt::Key_Down);
        press(Qt::Key_Return);
        write(u"mail.*"_s);
        press(Qt::Key_Return);
        write(u"echo"_s);
        QCOMPARE(handlers().handlers(),
            (std::vector<WorkerHandler>{{u"mail.broken"_s, u"fail:100"_s}, {u"mail.*"_s, QString()}}));
        press(Qt::Key_Return, Qt::ControlModifier); // starts the worker with these handlers
        QCOMPARE(handlers().handlers(),
            (std::vector<WorkerHandler>{{u"mail.broken"_s, u"fail:100"_s}, {u"mail.*"_s, u"echo"_s}}));
        QTRY_COMPARE(worker().state(), EmbeddedWorker::State::Running);
    }

    void aServerThatIsGoneFailsTheStartWithASentence()
    {
        open(Environment::Development);
        give(u"*"_s, u"echo"_s);
        m_server->kill9();
        // The window may not have noticed that the connection is lost.
        const auto started = worker().start(*m_bench->view().current(), {"mail"}, panel().settings());
        QVERIFY(started.ok());
        QTRY_COMPARE(worker().state(), State::Idle);
        QVERIFY(!panel().problem().isEmpty());
    }

    void aServerThatDiesWhileItRunsIsSaidInItsHead()
    {
        open(Environment::Development);
        give(u"*"_s, u"echo"_s);
        press("worker.start");
        QTRY_COMPARE(worker().state(), State::Running);
        const auto headSays = [this](const QString& words) {
            const auto labels = panel().findChildren<PlainLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                [&words](const PlainLabel* label) { return label->isVisible() && label->fullText() == words; });
        };
        QTRY_VERIFY(headSays(u"Running"_s));
        m_server->kill9();
        QTRY_VERIFY(headSays(u"No connection"_s));
        QVERIFY(!headSays(u"Running"_s));
    }

    void productionNeedsItsOwnUnlockAndAsksWithWhatWillRun()
    {
        open(Environment::Production);
        give(u"mail.*"_s, u"command:/bin/echo \"two words\""_s);
        add("mail.send#1");
        Connection& connection = *m_bench->view().current();
        const WorkerSettings settings = panel().settings();
        const auto refusedBelowTheWindow = [&] {
            HandlerRegistry registry;
            const auto added = registry.add("*", *makeHandler(u"echo"_s));
            EngineConfig config;
            config.queues = {{"mail", 1}};
            config.session = makeSession();
            Engine engine(connection.workerFactory(config.session), registry, config);
            const auto started = engine.start();
            return added.ok() && !started && started.error().code == ErrorCode::Refused;
        };

        // Everything is locked.
        QCOMPARE(panel().lock(), Lock::WritesLocked);
        QVERIFY(!m_window->actions()["worker.start"]->isEnabled());
        QVERIFY(refusedBelowTheWindow());
        QCOMPARE(worker().start(connection, {"mail"}, settings).error().code, ErrorCode::Refused);
        // Only writes are unlocked.
        Q_EMIT m_window->findChild<EnvironmentStripe*>()->writingRequested(true);
        QTRY_VERIFY(connection.session().isOnline());
        QCOMPARE(panel().lock(), Lock::WorkerLocked);
        QVERIFY(!m_window->actions()["worker.start"]->isEnabled());
        QVERIFY(refusedBelowTheWindow());
        QCOMPARE(worker().start(connection, {"mail"}, settings).error().code, ErrorCode::Refused);

        // Before unlocking the worker, a dialog shows the program and its arguments.
        QPushButton* unlock = nullptr;
        for (QPushButton* button : panel().findChildren<QPushButton*>()) {
            if (button->text() == u"Unlock the worker"_s)
                unlock = button;
        }
        QVERIFY(unlock && unlock->isVisible());
        unlock->click();
        QTRY_VERIFY(connection.session().isOnline());
        QCOMPARE(panel().lock(), Lock::Open);
        int asked = 0;
        QString shown;
        answer(
            u"workerStartDialog"_s,
            [&](QWidget& dialog) {
                shown = dialog.findChild<QPlainTextEdit*>()->toPlainText();
                static_cast<QDialog&>(dialog).reject();
            },
            asked);
        press("worker.start");
        QCOMPARE(asked, 1);
        QVERIFY2(shown.contains(u"mail.*"_s) && shown.contains(u"/bin/echo\n"_s) && shown.contains(u"two words"_s),
            qPrintable(shown));
        QCOMPARE(worker().state(), State::Idle);
        answer(
            u"workerStartDialog"_s, [](QWidget& dialog) { static_cast<QDialog&>(dialog).accept(); }, asked);
        press("worker.start");
        QCOMPARE(asked, 2);
        QTRY_COMPARE(stateOf("mail.send#1"), TaskState::Done);

        // Locking writes again stops the worker.
        Q_EMIT m_window->findChild<EnvironmentStripe*>()->writingRequested(false);
        QTRY_COMPARE(worker().state(), State::Idle);
        QVERIFY(logTells(u"locked"_s));
        QVERIFY(refusedBelowTheWindow());
    }

    void settingsAreKeptPerProfile()
    {
        open(Environment::Development, u"shop/orders"_s);
        give(u"mail.*"_s, u"command:/bin/true -x \"a, b\""_s);
        WorkerSettings changed = panel().settings();
        changed.slotCount = 7;
        changed.leaseFor = 90s;
        changed.everyQueue = true;
        panel().head().setSettings(changed, u"mail"_s);
        Q_EMIT panel().head().edited();
        QCOMPARE(panel().settings(), changed);
        open(Environment::Development, u"other"_s);
        QCOMPARE(panel().settings(), WorkerSettings());
        QCOMPARE(handlers().handlers().size(), 0U);
        QVERIFY(QFile::exists(m_config.filePath(u"dueline/settings.ini"_s)));
        QCOMPARE(WorkerSettingsStore().load(u"shop/orders"_s), changed);

        m_window.reset();
        m_bench = std::make_unique<Workbench>(m_formatting);
        m_window = std::make_unique<MainWindow>(*m_theme, m_formatting, *m_bench);
        open(Environment::Development, u"shop/orders"_s);
        QCOMPARE(panel().settings(), changed);
        QCOMPARE(handlers().handlers(), changed.handlers);
    }

    void theDockEndsAtTheInspector()
    {
        open(Environment::Development);
        QTRY_COMPARE(m_window->dock().width(), m_window->table().width());
    }
};

QTEST_MAIN(TestWorkerPanel)
#include "tst_workerpanel.moc"
