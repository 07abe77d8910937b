// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/mailplace.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"

#include <QAbstractItemModelTester>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the real window on a real server with keyboard and mouse.
class TestWindow : public QObject
{
    Q_OBJECT

    test::MailPlace m_place;

    void add(const TaskId& id, Millis in) { m_place.add(id, in); }
    TaskState stateOf(const TaskId& id) { return m_place.stateOf(id); }
    TimePoint dueOf(const TaskId& id) { return m_place.dueOf(id); }
    TaskTable& table() { return m_place.table(); }
    void selectTask(const TaskId& id)
    {
        QTRY_VERIFY(m_place.bench().list().tasks().rowOf(id) >= 0);
        QVERIFY(table().select(id));
        table().setFocus();
    }

private Q_SLOTS:
    void cleanupTestCase() { m_place.forgetTheme(); }

    void init()
    {
        m_place.setUp([this] {
            add("mail.send#1", 1h);
            add("mail.send#2", 2h);
            add("mail.digest#3", 3h);
        });
        QTRY_COMPARE(m_place.bench().list().tasks().rowCount(), 3);
        QTRY_VERIFY(m_place.bench().list().tasks().taskAt(2));
    }
    void cleanup() { m_place.tearDown(); }

    void deleteKeyDiscardsAndCtrlZBringsBack()
    {
        selectTask("mail.send#1");
        const TimePoint due = dueOf("mail.send#1");
        QTest::keyClick(&table(), Qt::Key_Delete);
        QTRY_COMPARE(stateOf("mail.send#1"), TaskState::Trash);
        QTRY_COMPARE(m_place.window().messages().notice().text, u"1 task(s) discarded"_s);
        QTRY_COMPARE(m_place.bench().list().tasks().rowCount(), 2);
        QVERIFY(m_place.bench().actions().undo().isPossible());
        table().setFocus();
        QTest::keyClick(&table(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(stateOf("mail.send#1"), TaskState::Scheduled);
        QCOMPARE(dueOf("mail.send#1"), due);
        QTRY_COMPARE(m_place.bench().list().tasks().rowCount(), 3);
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
        auto* filter = m_place.window().findChild<FilterLine*>();
        filter->setFocus();
        QTest::keyClicks(filter, u"type:mail.send rn"_s);
        QCOMPARE(filter->text(), u"type:mail.send rn"_s);
        QTest::qWait(0);
        QCOMPARE(stateOf("mail.send#1"), TaskState::Scheduled);
    }

    void theFilterNarrowsTheTableAndSaysWhereItDoesNotParse()
    {
        auto* filter = m_place.window().findChild<FilterLine*>();
        filter->setFocus();
        QTest::keyClicks(filter, u"type:mail.digest"_s);
        QTest::keyClick(filter, Qt::Key_Return);
        QTRY_COMPARE(m_place.bench().list().tasks().rowCount(), 1);
        QTRY_VERIFY(m_place.bench().list().tasks().rowOf("mail.digest#3") == 0);
        filter->setText(u"stat:failed"_s);
        QTest::keyClick(filter, Qt::Key_Return);
        bool told = false;
        for (const PlainLabel* label : m_place.window().findChildren<PlainLabel*>())
            told = told || (label->isVisible() && label->fullText().contains(u"stat"_s));
        QVERIFY(told);
        QTest::keyClick(filter, Qt::Key_Escape);
        QCOMPARE(filter->text(), u"type:mail.digest"_s); // The line contains the last valid filter.
        filter->clear();
        QTRY_COMPARE(m_place.bench().list().tasks().rowCount(), 3);
    }

    void liveRefreshKeepsTheCurrentTaskAndItsPlace()
    {
        selectTask("mail.digest#3");
        add("mail.send#0", 30min); // sorts before the current task
        QTRY_COMPARE(m_place.bench().list().tasks().rowCount(), 4);
        QTRY_COMPARE(table().currentTask() ? table().currentTask()->id : TaskId(), TaskId("mail.digest#3"));
        QCOMPARE(table().currentIndex().row(), 3);
    }

    void aLostServerLeavesTheDataOnScreenAndItsReturnIsNoticed()
    {
        m_place.server().kill9();
        m_place.bench().view().refresh();
        QTRY_VERIFY_WITH_TIMEOUT(!m_place.bench().view().current()->session().isOnline(), 15'000);
        QCOMPARE(m_place.bench().list().tasks().rowCount(), 3);
        QVERIFY(!m_place.window().actions()["task.discard"]->isEnabled());
        m_place.server().start();
        QTRY_VERIFY_WITH_TIMEOUT(m_place.bench().view().current()->session().isOnline(), 15'000);
    }

    void theModelsKeepTheirPromisesWhileTheQueueLives()
    {
        QAbstractItemModelTester tasks(
            &m_place.bench().list().tasks(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester sidebar(
            &m_place.bench().sidebar(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (int i = 0; i < 120; ++i)
            add("bulk#" + QByteArray::number(1000 + i), 1min);
        QTRY_COMPARE(m_place.bench().list().tasks().rowCount(), 123);
        m_place.bench().view().show({m_place.bench().view().current()->id(), "mail", TaskState::Due});
        QTRY_COMPARE(m_place.bench().list().tasks().rowCount(), 0);
        m_place.bench().view().show({m_place.bench().view().current()->id(), "mail", {}});
        QTRY_COMPARE(m_place.bench().list().tasks().rowCount(), 123);
    }
};

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
