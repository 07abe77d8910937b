// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/layoutregistry.h"
#include "tests/support/redisserver.h"
#include "ui/mainwindow.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/filterline.h"
#include "ui/widgets/messagebar.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/tasktable.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// The real window on a real server, by keyboard and mouse.
class TestWindow : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    Formatting m_formatting{QTimeZone::utc()};
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;

    void add(const TaskId& id, Millis in)
    {
        NewTask task;
        task.id = id;
        task.dueIn = in;
        task.payload = "{\"to\":\"<b>a@b.cn</b>\"}";
        const auto added = m_backend->editor()->add("mail", {task});
        QVERIFY2(added.ok() && added->front() == AddOutcome::Added, "cannot add");
    }
    TaskState stateOf(const TaskId& id) { return m_backend->inspector().task("mail", id)->task.state; }
    TimePoint dueOf(const TaskId& id) { return m_backend->inspector().task("mail", id)->task.at; }
    TaskTable& table() { return m_window->table(); }
    void selectTask(const TaskId& id)
    {
        QTRY_VERIFY(m_bench->tasks().rowOf(id) >= 0);
        QVERIFY(table().select(id));
        table().setFocus();
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void init()
    {
        m_server = std::make_unique<RedisServer>();
        auto backend = openLayout({}, m_server->config(), "dueline", "tester", Access::OperateAndWork);
        QVERIFY(backend.ok());
        m_backend = std::move(*backend);
        add("mail.send#1", 1h);
        add("mail.send#2", 2h);
        add("mail.digest#3", 3h);
        m_bench = std::make_unique<Workbench>(m_formatting);
        m_window = std::make_unique<MainWindow>(*m_theme, m_formatting, *m_bench);
        m_window->resize(1300, 820);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        Profile profile;
        profile.name = u"test"_s;
        profile.url = m_server->url();
        auto connection = Connection::open(profile);
        QVERIFY(connection.ok());
        m_bench->add(std::move(*connection));
        QTRY_COMPARE(m_bench->tasks().rowCount(), 3);
        QTRY_VERIFY(m_bench->tasks().taskAt(2));
    }
    void cleanup()
    {
        m_window.reset();
        m_bench.reset();
        m_backend.reset();
        m_server.reset();
    }

    void deleteKeyDiscardsAndCtrlZBringsBack()
    {
        selectTask("mail.send#1");
        const TimePoint due = dueOf("mail.send#1");
        QTest::keyClick(&table(), Qt::Key_Delete);
        QTRY_COMPARE(stateOf("mail.send#1"), TaskState::Trash);
        QTRY_COMPARE(m_window->messages().notice().text, u"1 task(s) discarded"_s);
        QTRY_COMPARE(m_bench->tasks().rowCount(), 2);
        QVERIFY(m_bench->canUndo());
        table().setFocus();
        QTest::keyClick(&table(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(stateOf("mail.send#1"), TaskState::Scheduled);
        QCOMPARE(dueOf("mail.send#1"), due);
        QTRY_COMPARE(m_bench->tasks().rowCount(), 3);
    }

    void runNowMakesATaskDue()
    {
        selectTask("mail.send#2");
        QTest::keyClick(&table(), Qt::Key_N);
        QTRY_COMPARE(stateOf("mail.send#2"), TaskState::Due);
    }

    void singleKeysDoNothingWhileTyping()
    {
        selectTask("mail.send#1");
        auto* filter = m_window->findChild<FilterLine*>();
        filter->setFocus();
        QTest::keyClicks(filter, u"type:mail.send rn"_s);
        QCOMPARE(filter->text(), u"type:mail.send rn"_s);
        QTest::qWait(0);
        QCOMPARE(stateOf("mail.send#1"), TaskState::Scheduled);
    }

    void theFilterNarrowsTheTableAndSaysWhereItDoesNotParse()
    {
        auto* filter = m_window->findChild<FilterLine*>();
        filter->setFocus();
        QTest::keyClicks(filter, u"type:mail.digest"_s);
        QTest::keyClick(filter, Qt::Key_Return);
        QTRY_COMPARE(m_bench->tasks().rowCount(), 1);
        QTRY_VERIFY(m_bench->tasks().rowOf("mail.digest#3") == 0);
        filter->setText(u"stat:failed"_s);
        QTest::keyClick(filter, Qt::Key_Return);
        bool told = false;
        for (const PlainLabel* label : m_window->findChildren<PlainLabel*>())
            told = told || (label->isVisible() && label->fullText().contains(u"stat"_s));
        QVERIFY(told);
        QTest::keyClick(filter, Qt::Key_Escape);
        QTRY_COMPARE(m_bench->tasks().rowCount(), 3);
    }

    void liveRefreshKeepsTheCurrentTaskAndItsPlace()
    {
        selectTask("mail.digest#3");
        add("mail.send#0", 30min); // sorts before it
        QTRY_COMPARE(m_bench->tasks().rowCount(), 4);
        QTRY_COMPARE(table().currentTask() ? table().currentTask()->id : TaskId(), TaskId("mail.digest#3"));
        QCOMPARE(table().currentIndex().row(), 3);
    }

    void aLostServerLeavesTheDataOnScreenAndItsReturnIsNoticed()
    {
        m_server->kill9();
        m_bench->refresh();
        QTRY_VERIFY_WITH_TIMEOUT(!m_bench->current()->session().isOnline(), 15'000);
        QCOMPARE(m_bench->tasks().rowCount(), 3);
        QVERIFY(!m_window->actions()["task.discard"]->isEnabled());
        m_server->start();
        QTRY_VERIFY_WITH_TIMEOUT(m_bench->current()->session().isOnline(), 15'000);
    }

    void everyControlHasANameAndNoTextIsRich()
    {
        selectTask("mail.send#1");
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible() || widget->inherits("QScrollBar")
                || widget->inherits("QSplitter") || widget->objectName().startsWith(u"qt_"_s))
                continue;
            const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
            QVERIFY2(face && !face->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
        }
        for (const QLabel* label : m_window->findChildren<QLabel*>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    void theModelsKeepTheirPromisesWhileTheQueueLives()
    {
        QAbstractItemModelTester tasks(&m_bench->tasks(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester sidebar(&m_bench->sidebar(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (int i = 0; i < 120; ++i)
            add("bulk#" + QByteArray::number(1000 + i), 1min);
        QTRY_COMPARE(m_bench->tasks().rowCount(), 123);
        m_bench->show({m_bench->current()->id(), "mail", TaskState::Due});
        QTRY_COMPARE(m_bench->tasks().rowCount(), 0);
        m_bench->show({m_bench->current()->id(), "mail", {}});
        QTRY_COMPARE(m_bench->tasks().rowCount(), 123);
    }
};

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
