// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "ui/inspector/inspector.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"

#include <QScrollBar>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests that the selected task stays selected when an action moves it, and when a filter is cleared.
class TestTaskPlace : public QObject
{
    Q_OBJECT

    static constexpr int tasks = 250; ///< three pages; only the visible ones are loaded
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;
    Connection* m_connection = nullptr;

    TaskTable& table() { return m_open->table(); }
    FilterLine& line() { return m_open->part<FilterLine>(); }
    TaskId current() { return table().currentTask() ? table().currentTask()->id : TaskId(); }
    const Notice& notice() { return m_open->window.messages().notice(); }
    const Notice::Link* link(const QString& text)
    {
        for (const Notice::Link& link : notice().links) {
            if (link.text == text)
                return &link;
        }
        return nullptr;
    }
    void choose(int row)
    {
        table().setCurrentIndex(m_open->bench.list().tasks().index(row, TaskTableModel::Type));
        QTRY_VERIFY(table().currentTask());
    }
    /// Performs an action on the selected task, like the reschedule dialog.
    void act(ActionKind kind, Millis by = {})
    {
        OperationRequest request;
        request.queue = "mail";
        request.action.kind = kind;
        if (kind == ActionKind::Reschedule) {
            request.action.time = Action::Time::Shift;
            request.action.by = by;
        }
        request.selection.kind = TaskSelection::Kind::Refs;
        request.selection.refs = table().selection();
        m_open->bench.actions().run(m_open->bench.actions().makeJob(request));
    }
    bool isInView()
    {
        const QRect row = table().visualRect(table().currentIndex());
        return table().viewport()->rect().contains(row.center());
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_shop = std::make_unique<Shop>();
        m_shop->add(tasks, 1h, "mail", 1001);
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_connection = &m_open->open(m_shop->profile(u"orders"_s));
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), tasks);
        QTRY_VERIFY(table().currentTask());
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }

    void theChosenTaskStaysChosenWhereverItIsRescheduledTo()
    {
        choose(1);
        QCOMPARE(current(), TaskId("mail.send#1002"));
        const int scrolled = table().verticalScrollBar()->value();
        act(ActionKind::Reschedule, 200h); // moves the task to a page that hasn't been loaded
        QTRY_COMPARE(notice().text, u"1 task(s) rescheduled"_s);
        QTRY_COMPARE(current(), TaskId("mail.send#1002"));
        QTRY_COMPARE(table().currentIndex().row(), 200);
        QCOMPARE(table().verticalScrollBar()->value(), scrolled); // The view doesn't scroll.
        QTRY_COMPARE(m_open->part<Inspector>().shownTask(), TaskId("mail.send#1002"));
        QVERIFY(!isInView());
        QVERIFY(link(u"Show"_s));
        link(u"Show"_s)->act();
        QTRY_VERIFY(isInView());
        QCOMPARE(current(), TaskId("mail.send#1002"));
    }

    void whatHasLeftTheListIsLedToByTheNotice()
    {
        choose(3);
        act(ActionKind::Discard);
        QTRY_COMPARE(notice().text, u"1 task(s) discarded"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), tasks - 1);
        QTRY_COMPARE(current(), TaskId("mail.send#1005")); // The next task becomes current, as after every action.
        QVERIFY(link(u"Show"_s));
        link(u"Show"_s)->act();
        QTRY_COMPARE(m_open->bench.view().place().state, std::optional(TaskState::Trash));
        QTRY_COMPARE(current(), TaskId("mail.send#1004"));
    }

    void whoGoesOnToAnotherTaskIsNotBroughtBack()
    {
        choose(1);
        act(ActionKind::Reschedule, 200h);
        choose(5);
        const TaskId chosen = current();
        QTRY_COMPARE(notice().text, u"1 task(s) rescheduled"_s);
        QTRY_COMPARE(m_open->bench.list().feed().matches(), tasks);
        QTRY_VERIFY(m_shop->dueOf("mail.send#1002") > m_shop->dueOf("mail.send#1100"));
        QTest::qWait(300); // long enough to find and select the rescheduled task
        QCOMPARE(current(), chosen);
    }

    void aFilterThatIsClearedLeavesTheChosenTaskInView()
    {
        line().apply(u"id:mail.send#1180"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        choose(0);
        QCOMPARE(current(), TaskId("mail.send#1180"));
        m_open->window.actions()["edit.clearFilter"]->trigger();
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), tasks);
        QTRY_COMPARE(current(), TaskId("mail.send#1180"));
        QVERIFY(isInView());
    }

    void aFilterThatFoundNothingLeadsBackToWhereOneWas()
    {
        m_open->bench.events().showTask({m_connection->id(), "mail", {}}, "mail.send#1180");
        QTRY_COMPARE(current(), TaskId("mail.send#1180"));
        line().apply(u"payload:nowhere"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 0);
        line().clear();
        QTRY_COMPARE(current(), TaskId("mail.send#1180"));
        QVERIFY(isInView());
    }

    void whatIsListedStillStaysChosenWhenAFilterIsApplied()
    {
        choose(7);
        line().apply(u"type:mail.send"_s);
        QTRY_VERIFY(m_open->bench.list().feed().isKnown());
        QTRY_COMPARE(current(), TaskId("mail.send#1008"));
    }

    void theNoticeOfANewTaskNamesItAndLeadsToIt()
    {
        NewTask task;
        task.id = "mail.send#new";
        task.dueIn = 150h;
        m_open->bench.actions().addTasks(*m_connection, "mail", {task});
        QTRY_COMPARE(notice().text, u"mail.send#new was added"_s);
        QVERIFY(link(u"Show"_s) && link(u"Discard"_s));
        link(u"Show"_s)->act();
        QTRY_COMPARE(current(), TaskId("mail.send#new"));
        QVERIFY(isInView());
        QTRY_COMPARE(m_open->part<Inspector>().shownTask(), TaskId("mail.send#new"));
        link(u"Discard"_s)->act();
        QTRY_COMPARE(m_shop->stateOf("mail.send#new"), TaskState::Trash);
        QTRY_COMPARE(notice().text, u"1 task(s) discarded"_s); // Ctrl+Z undoes the discard.
    }

    void aNewTaskThatAWorkerHasTakenIsNotDiscarded()
    {
        NewTask task;
        task.id = "mail.send#now";
        m_open->bench.actions().addTasks(*m_connection, "mail", {task});
        QTRY_COMPARE(notice().text, u"mail.send#now was added"_s);
        ClaimRequest request;
        request.queue = "mail";
        request.limit = 1;
        request.types.all = true;
        const auto claim = m_shop->backend().broker()->claim(request);
        QVERIFY(claim.ok() && claim->leases.size() == 1);
        link(u"Discard"_s)->act();
        QTRY_VERIFY2(notice().detail.contains(u"skipped"_s), qPrintable(notice().text));
        QCOMPARE(m_shop->stateOf("mail.send#now"), TaskState::Leased);
    }

    /// The notice leads to the task even if a filter hides it.
    void aNewTaskThatTheFilterHidesIsListedAlone()
    {
        line().apply(u"id:mail.send#1001"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        NewTask task;
        task.id = "mail.send#new";
        task.dueIn = 1h;
        m_open->bench.actions().addTasks(*m_connection, "mail", {task});
        QTRY_VERIFY(link(u"Show"_s));
        link(u"Show"_s)->act();
        QTRY_COMPARE(line().text(), u"id:\"mail.send#new\""_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
    }
};

QTEST_MAIN(TestTaskPlace)
#include "tst_taskplace.moc"
