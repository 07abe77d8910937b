// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/inspector/inspector.h"
#include "ui/widgets/tasks/taskheader.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QClipboard>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests which tasks actions apply to: the ticked ones, or the current one.
class TestWindowSelection : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    TaskTable& table() { return m_open->table(); }
    QStringList ticked()
    {
        QStringList ids;
        for (const TaskId& id : m_open->bench.list().tasks().ticked().keys())
            ids << QString::fromUtf8(id).section(u'#', 1);
        ids.sort();
        return ids;
    }
    void click(int row, int column, Qt::KeyboardModifiers modifiers = {})
    {
        const QModelIndex index = m_open->bench.list().tasks().index(row, column);
        table().scrollTo(index);
        QTest::mouseClick(table().viewport(), Qt::LeftButton, modifiers, table().visualRect(index).center());
    }
    void open(int tasks)
    {
        m_shop->add(tasks, 1h, "mail", 100);
        m_open->open(m_shop->profile(u"orders"_s));
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), tasks);
        QTRY_VERIFY(table().currentTask());
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
        m_shop = std::make_unique<Shop>();
        m_open = std::make_unique<OpenWindow>(*m_theme);
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }

    void spaceTicksAndTheCountIsSaid()
    {
        open(5);
        table().select("mail.send#101");
        QTest::keyClick(&table(), Qt::Key_Space);
        QTest::keyClick(&table(), Qt::Key_Down);
        QTest::keyClick(&table(), Qt::Key_Space);
        QCOMPARE(ticked(), (QStringList{u"101"_s, u"102"_s}));
        QTRY_VERIFY(m_open->says(u"2 selected"_s));
        QVERIFY(m_open->says(u"of 5"_s));
        QTest::keyClick(&table(), Qt::Key_Escape);
        QVERIFY(ticked().isEmpty());
        QCOMPARE(int(table().selection().size()), 1); // only the current task
    }

    void altArrowsInspectTheNeighboringTasks()
    {
        open(3);
        auto& inspector = m_open->part<Inspector>();
        table().select("mail.send#100");
        QTRY_COMPARE(inspector.shownTask(), TaskId("mail.send#100"));
        QVERIFY(m_open->says(u"1 of 3"_s));
        QTest::keyClick(&table(), Qt::Key_Down, Qt::AltModifier);
        QTRY_COMPARE(inspector.shownTask(), TaskId("mail.send#101"));
        const auto buttons = inspector.findChildren<QToolButton*>();
        const auto previous = std::find_if(buttons.begin(), buttons.end(),
            [](const QToolButton* button) { return button->defaultAction() && button->text() == u"Previous task"_s; });
        QVERIFY(previous != buttons.end());
        (*previous)->setFocus();
        QTest::keyClick(*previous, Qt::Key_Down, Qt::AltModifier);
        QTRY_COMPARE(inspector.shownTask(), TaskId("mail.send#102"));
        QTest::keyClick(*previous, Qt::Key_Down, Qt::AltModifier); // there is no further task
        QVERIFY(m_open->says(u"3 of 3"_s));
        QTest::mouseClick(*previous, Qt::LeftButton);
        QTRY_COMPARE(inspector.shownTask(), TaskId("mail.send#101"));
        QVERIFY(ticked().isEmpty());
    }

    void shiftTicksARangeAndControlAddsOne()
    {
        open(8);
        click(1, TaskTableModel::State);
        click(3, TaskTableModel::State, Qt::ShiftModifier);
        QCOMPARE(ticked(), (QStringList{u"101"_s, u"102"_s, u"103"_s}));
        click(6, TaskTableModel::State, Qt::ControlModifier);
        QCOMPARE(ticked(), (QStringList{u"101"_s, u"102"_s, u"103"_s, u"106"_s}));
        click(2, TaskTableModel::State, Qt::ControlModifier);
        QCOMPARE(ticked(), (QStringList{u"101"_s, u"103"_s, u"106"_s}));
        QTest::keyClick(&table(), Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(&table(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(ticked(), (QStringList{u"101"_s, u"102"_s, u"103"_s, u"104"_s, u"106"_s}));
    }

    void theBoxTicksWithoutChangingWhatIsInspected()
    {
        open(5);
        table().select("mail.send#100");
        click(3, TaskTableModel::Tick);
        QCOMPARE(ticked(), QStringList{u"103"_s});
        QCOMPARE(table().currentTask()->id, TaskId("mail.send#100"));
        click(2, TaskTableModel::Type); // Selecting another task keeps the ticks.
        QCOMPARE(ticked(), QStringList{u"103"_s});
    }

    void everythingIsTickedBeyondWhatIsLoadedAndActedOn()
    {
        open(1250);
        QTest::keyClick(&table(), Qt::Key_A, Qt::ControlModifier);
        QTRY_COMPARE(m_open->bench.list().tasks().ticked().size(), 1250);
        QVERIFY(m_open->says(u"1250 selected"_s) || m_open->says(u"1,250 selected"_s));
        QTimer::singleShot(0, this, [] {
            auto* dialog = qobject_cast<ConfirmDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                qFatal("so many are not discarded without asking");
            dialog->accept();
        });
        QTest::keyClick(&table(), Qt::Key_Delete);
        QTRY_COMPARE_WITH_TIMEOUT(m_open->bench.list().tasks().rowCount(), 0, 20'000);
        QTRY_VERIFY(m_open->bench.list().tasks().ticked().isEmpty());
        QCOMPARE(m_shop->stateOf("mail.send#100"), TaskState::Trash);
        QCOMPARE(m_shop->stateOf("mail.send#1349"), TaskState::Trash);
    }

    void theBoxOfTheHeadTicksAllAndNone()
    {
        open(4);
        auto& head = m_open->part<TaskHeader>();
        const QPoint box(head.sectionViewportPosition(TaskTableModel::Tick) + 20, head.height() / 2);
        QTest::mouseClick(head.viewport(), Qt::LeftButton, {}, box);
        QTRY_COMPARE(ticked().size(), 4);
        QTest::mouseClick(head.viewport(), Qt::LeftButton, {}, box);
        QTRY_COMPARE(ticked().size(), 0);
    }

    void aTickStaysWithItsTaskWhenRefreshMovesIt()
    {
        open(3);
        table().select("mail.send#102");
        QTest::keyClick(&table(), Qt::Key_Space);
        m_shop->add(1, 10min, "mail", 1); // sorts first
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 4);
        QTRY_COMPARE(m_open->bench.list().tasks().rowOf("mail.send#102"), 3);
        QCOMPARE(ticked(), QStringList{u"102"_s});
        QTest::keyClick(&table(), Qt::Key_Delete);
        QTRY_COMPARE(m_shop->stateOf("mail.send#102"), TaskState::Trash);
        QCOMPARE(m_shop->stateOf("mail.send#101"), TaskState::Scheduled);
    }

    void whatIsTickedWhileAnOperationRunsStaysTicked()
    {
        open(40);
        OperationRequest request;
        request.queue = "mail";
        request.action.kind = ActionKind::Reschedule;
        request.action.time = Action::Time::Shift;
        request.action.by = 1h;
        request.pace = 40;
        request.selection.kind = TaskSelection::Kind::Refs;
        for (int id = 100; id < 120; ++id) {
            table().select("mail.send#" + QByteArray::number(id));
            QTest::keyClick(&table(), Qt::Key_Space);
        }
        request.selection.refs = table().selection();
        QCOMPARE(request.selection.refs.size(), 20U);
        QSignalSpy ended(&m_open->bench.events(), &WindowEvents::operationEnded);
        m_open->bench.actions().run(m_open->bench.actions().makeJob(request));
        table().select("mail.send#130");
        QTest::keyClick(&table(), Qt::Key_Space);
        QCOMPARE(ended.size(), 0);
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(ticked(), QStringList{u"130"_s});
        // Operations on other tasks, or on all tasks in a different state, keep the ticks too.
        request.selection.refs.clear();
        request.selection.kind = TaskSelection::Kind::Ids;
        request.selection.ids = {"mail.send#139"};
        m_open->bench.actions().run(m_open->bench.actions().makeJob(request));
        QTRY_COMPARE(ended.size(), 2);
        QCOMPARE(ticked(), QStringList{u"130"_s});
        m_open->bench.list().tasks().setAll(StateSet::all());
        request.selection.kind = TaskSelection::Kind::All;
        request.states = {TaskState::Failed};
        m_open->bench.actions().run(m_open->bench.actions().makeJob(request));
        QTRY_COMPARE(ended.size(), 3);
        QVERIFY(m_open->bench.list().tasks().isAll());
    }

    /// When a task disappears, the current row number stays the same, and the inspector shows the task that is now in
    /// that row.
    void theInspectorShowsTheTaskUnderTheCursorAfterADiscard()
    {
        open(4);
        auto& inspector = m_open->part<Inspector>();
        click(1, TaskTableModel::Type);
        QTRY_COMPARE(inspector.shownTask(), TaskId("mail.send#101"));
        QTest::keyClick(&table(), Qt::Key_Delete);
        QTRY_COMPARE(m_shop->stateOf("mail.send#101"), TaskState::Trash);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 3);
        QTRY_VERIFY(table().currentTask());
        QCOMPARE(table().currentTask()->id, TaskId("mail.send#102"));
        QCOMPARE(inspector.shownTask(), TaskId("mail.send#102"));
        // Once the last task has disappeared, the inspector is empty.
        for (int left = 2; left >= 0; --left) {
            QTest::keyClick(&table(), Qt::Key_Delete);
            QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), left);
        }
        QTRY_VERIFY(inspector.shownTask().isEmpty());
    }

    void theInspectorsButtonsActOnTheTaskItShowsWhateverIsTicked()
    {
        open(4);
        auto& inspector = m_open->part<Inspector>();
        click(0, TaskTableModel::Tick);
        click(1, TaskTableModel::Tick);
        click(3, TaskTableModel::Type);
        QTRY_COMPARE(inspector.shownTask(), TaskId("mail.send#103"));
        QPushButton* discard = nullptr;
        for (QPushButton* button : inspector.findChildren<QPushButton*>()) {
            if (button->isVisible() && button->text().contains(u"Discard"_s))
                discard = button;
        }
        QVERIFY(discard);
        QTRY_VERIFY(discard->isEnabled());
        discard->click();
        QTRY_COMPARE(m_shop->stateOf("mail.send#103"), TaskState::Trash);
        QCOMPARE(m_shop->stateOf("mail.send#100"), TaskState::Scheduled);
        QCOMPARE(m_shop->stateOf("mail.send#101"), TaskState::Scheduled);
    }

    /// The inspector offers Discard in the same states as the toolbar and core.
    void theInspectorOffersToDiscardWhateverCanBeDiscarded()
    {
        open(1);
        auto& inspector = m_open->part<Inspector>();
        const Task shown = *table().currentTask();
        for (const TaskState state : allStates) {
            Task task = shown;
            task.state = state;
            inspector.setTask(task);
            bool offered = false;
            for (const QPushButton* button : inspector.findChildren<QPushButton*>())
                offered |= button->isVisible() && button->text() == u"Discard"_s;
            QVERIFY2(offered == applicableStates(ActionKind::Discard, false).contains(state), stateName(state).data());
        }
    }

    void copyingGivesIdsOrWholeRowsAsJson()
    {
        open(3);
        table().select("mail.send#100");
        QTest::keyClick(&table(), Qt::Key_Space);
        QTest::keyClick(&table(), Qt::Key_Down);
        QTest::keyClick(&table(), Qt::Key_Space);
        QTest::keyClick(&table(), Qt::Key_C, Qt::ControlModifier);
        QStringList ids = QApplication::clipboard()->text().split(u'\n');
        ids.sort();
        QCOMPARE(ids, (QStringList{u"mail.send#100"_s, u"mail.send#101"_s}));
        QTest::keyClick(&table(), Qt::Key_Escape);
        QTest::keyClick(&table(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        const QJsonObject row = QJsonDocument::fromJson(QApplication::clipboard()->text().toUtf8()).object();
        QCOMPARE(row.value(u"queue"_s).toString(), u"mail"_s);
        QCOMPARE(row.value(u"id"_s).toString(), u"mail.send#101"_s);
        QCOMPARE(row.value(u"type"_s).toString(), u"mail.send"_s);
        QCOMPARE(row.value(u"state"_s).toString(), u"scheduled"_s);
        QCOMPARE(row.value(u"size"_s).toInt(), 22);
        QCOMPARE(row.value(u"due_ms"_s).toDouble(), double(toMs(m_open->bench.list().tasks().taskAt(1)->at)));
        QVERIFY(row.value(u"error"_s).isNull());
    }

    void actionsAreOfTheTaskUnderTheCursorAlsoWhenItsRowMoves()
    {
        open(3);
        const auto enabled = [this](const char* action) { return m_open->window.actions()[action]->isEnabled(); };
        table().select("mail.send#100");
        QTRY_VERIFY(enabled("task.runNow"));
        QVERIFY(!enabled("task.retry"));
        m_shop->add(1, -1min, "mail", 7);
        m_shop->fail("550 no such user");
        // While tasks move, the old row briefly contains another task, so the table emits the current task again
        // afterwards.
        const QSignalSpy told(&table(), &TaskTable::currentTaskChanged);
        m_open->bench.view().refresh();
        QTRY_COMPARE(table().currentIndex().row(), 1);
        QCOMPARE(table().currentTask()->id, TaskId("mail.send#100"));
        QVERIFY(!told.isEmpty());
        QVERIFY(enabled("task.runNow"));
        QVERIFY(!enabled("task.retry"));
    }

    void aPlaceOpensAtTheTaskThatNeedsALook()
    {
        m_shop->add(150, -400h, "mail", 1000);
        ClaimRequest request;
        request.queue = "mail";
        request.limit = 150;
        request.types.all = true;
        const auto claim = m_shop->backend().broker()->claim(request);
        QVERIFY(claim.ok());
        std::vector<Ack> acks;
        for (const Lease& lease : claim->leases)
            acks.push_back({lease.id, lease.token, std::nullopt});
        QVERIFY(m_shop->backend().broker()->ack("mail", acks, {}).ok());
        QVERIFY(isLater(m_shop->backend())); // The order of two failures in the same millisecond is undefined.
        m_shop->add(1, -1min, "mail", 7);
        m_shop->fail("550 no such user");
        m_shop->add(150, 1h, "mail", 2000);
        m_open->open(m_shop->profile(u"orders"_s));
        QTRY_VERIFY(table().currentTask());
        QCOMPARE(table().currentTask()->id, TaskId("mail.send#7"));
        QVERIFY(table().viewport()->rect().intersects(table().visualRect(table().currentIndex())));
    }
};

QTEST_MAIN(TestWindowSelection)
#include "tst_window_selection.moc"
