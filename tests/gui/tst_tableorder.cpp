// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "ui/widgets/tasks/filtercompleter.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/taskheader.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QScrollBar>
#include <QSignalSpy>

#include <algorithm>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests sorting the table by columns other than the time, and completion in the filter line.
class TestTableOrder : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    void add(const QByteArray& type, int first, int count)
    {
        std::vector<NewTask> tasks;
        for (int i = first; i < first + count; ++i) {
            NewTask task;
            task.id = type + '#' + QByteArray::number(i).rightJustified(5, '0');
            task.dueIn = 1h + 1s * i;
            tasks.push_back(task);
        }
        QVERIFY(m_shop->backend().editor()->add("mail", tasks).ok());
    }
    void finishDue(int count)
    {
        ClaimRequest request;
        request.queue = "mail";
        request.limit = count;
        request.types.all = true;
        const auto claim = m_shop->backend().broker()->claim(request);
        QVERIFY(claim && int(claim->leases.size()) == count);
        std::vector<Ack> acks;
        for (const Lease& lease : claim->leases)
            acks.push_back({lease.id, lease.token, {}});
        QVERIFY(m_shop->backend().broker()->ack("mail", acks, {}).ok());
    }
    void open()
    {
        m_open->open(m_shop->profile(u"here"_s));
        QTRY_VERIFY(m_open->table().hasFocus());
    }
    QByteArray at(int row)
    {
        // Accessing a row requests its page.
        m_open->bench.list().tasks().index(row, TaskTableModel::Type).data();
        if (!QTest::qWaitFor([&] { return m_open->bench.list().tasks().taskAt(row) != nullptr; }, 5'000))
            return {};
        return m_open->bench.list().tasks().taskAt(row)->id;
    }
    void pressHead(int column)
    {
        TaskHeader& header = m_open->table().header();
        const QPoint place(header.sectionViewportPosition(column) + 20, header.height() / 2);
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, place);
    }

    QString headWords(int column) const
    {
        return m_open->bench.list().tasks().headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
    }
    QImage orderedHead() const
    {
        const int column
            = m_open->table().isColumnHidden(TaskTableModel::DueTime) ? TaskTableModel::When : TaskTableModel::DueTime;
        TaskHeader& header = m_open->table().header();
        const QRect section(header.sectionViewportPosition(column), 0, header.sectionSize(column), header.height());
        return header.viewport()->grab(section).toImage();
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

    void aJumpReadsAllThatIsInViewAtOnce()
    {
        add("a.type", 0, 1'000);
        open();
        QTRY_VERIFY(m_open->bench.list().tasks().taskAt(0));
        TaskTable& table = m_open->table();
        TaskTableModel& model = m_open->bench.list().tasks();
        const int page = TaskTableModel::pageSize;
        m_open->window.resize(1300, 1000);
        QVERIFY(isSettled());
        const int shown = table.viewport()->height() / table.rowHeight();
        QVERIFY(shown > 6 && shown < page);
        QVERIFY(isAnswered(*m_open->bench.view().current())); // waits for the requests sent when the queue opened
        CommandLog& log = m_open->bench.view().current()->commands();
        log.setListening(true);
        for (const int first : {6 * page, 8 * page}) {
            QVERIFY(!model.holds(first / page - 1) && !model.holds(first / page));
            const quint64 before = log.lastNumber();
            table.verticalScrollBar()->setValue((first - 3) * table.rowHeight());
            table.viewport()->grab(); // paints everything before any reply arrives
            QTRY_VERIFY(model.taskAt(first - 1) && model.taskAt(first));
            // By then, all earlier requests have been answered too.
            QVERIFY(isAnswered(*m_open->bench.view().current()));
            const auto sent = log.since(before);
            QCOMPARE(std::count_if(
                         sent.begin(), sent.end(), [](const LoggedCommand& c) { return c.name == "native/merge"; }),
                1);
        }
    }

    void theHeadSortsByTypeAndBackAndTheOtherWayRound()
    {
        add("b.type", 0, 300);
        add("a.type", 1'000, 300);
        open();
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 600);
        QCOMPARE(at(0), QByteArray("b.type#00000"));
        pressHead(TaskTableModel::Type);
        QTRY_VERIFY(!m_open->bench.list().feed().isSearching());
        QTRY_COMPARE(at(0), QByteArray("a.type#01000"));
        QCOMPARE(at(599), QByteArray("b.type#00299"));
        pressHead(TaskTableModel::Type);
        QTRY_COMPARE(at(0), QByteArray("b.type#00000"));
        QCOMPARE(at(599), QByteArray("a.type#01299"));
        m_open->window.actions()["view.sortAdded"]->trigger();
        QVERIFY(m_open->bench.list().feed().order() == (TaskOrder{TaskOrder::By::Added, false}));
        m_open->window.actions()["view.sortTime"]->trigger();
        QTRY_COMPARE(at(0), QByteArray("b.type#00000"));
        QTRY_COMPARE(at(300), QByteArray("a.type#01000"));
    }

    /// Ended tasks are listed newest first, because users look for the latest failures first. Every layout returns a
    /// single state's pages in this order (tst_conformance_reading).
    void whatEndedStandsNewestFirst_data()
    {
        QTest::addColumn<TaskState>("state");
        QTest::newRow("failed") << TaskState::Failed;
        QTest::newRow("done") << TaskState::Done;
        QTest::newRow("trash") << TaskState::Trash;
    }
    void whatEndedStandsNewestFirst()
    {
        QFETCH(TaskState, state);
        constexpr int rounds = 6;
        constexpr int each = 40; // three pages in total
        for (int round = 0; round < rounds; ++round) {
            m_shop->failNew("mail", "a.type", "boom", each);
            PageRequest request{"mail", TaskState::Failed, 0, each};
            std::vector<TaskRef> refs;
            const TaskPage page = m_shop->backend().inspector().page(request).value();
            for (const Task& task : page.tasks)
                refs.push_back(TaskTableModel::refOf(task));
            QCOMPARE(refs.size(), std::size_t(each));
            ActionStep step{"mail", "mail/" + QByteArray::number(round), {}, refs, {}};
            step.action.kind = state == TaskState::Trash ? ActionKind::Discard : ActionKind::Retry;
            if (state != TaskState::Failed)
                QVERIFY(m_shop->backend().editor()->act(step).ok());
            if (state == TaskState::Done)
                finishDue(each);
            const TimePoint ended = SystemClock().now(); // gives the next round a different time
            QTRY_VERIFY(SystemClock().now() > ended + 1ms);
        }
        add("b.type", 0, 3); // waiting tasks
        PageRequest request{"mail", state, 0, rounds * each};
        const std::vector<Task> expected = m_shop->backend().inspector().page(request).value().tasks;
        QCOMPARE(expected.size(), std::size_t(rounds * each));
        QVERIFY(expected.front().at > expected.back().at);
        open();
        const QString newest = u"Sorted by time, latest first"_s;
        const QString oldest = u"Sorted by time, earliest first"_s;
        QTRY_VERIFY(m_open->table().currentTask());
        QCOMPARE(headWords(TaskTableModel::When), oldest);
        const QImage earliestFirst = orderedHead();
        for (const QString& filter :
            {u"state:"_s + QString::fromLatin1(stateName(state)), QString(), u"type:a.type"_s}) {
            // A `state:` filter applies to the view of all states, which doesn't include the trash.
            if (state == TaskState::Trash && filter.startsWith(u"state:"))
                continue;
            if (filter.isEmpty()) {
                m_open->bench.view().show({m_open->bench.view().current()->id(), "mail", state});
                m_open->part<FilterLine>().apply({});
            } else {
                m_open->part<FilterLine>().apply(filter);
            }
            QTRY_VERIFY(!m_open->bench.list().feed().isSearching());
            QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), rounds * each);
            QTRY_COMPARE(m_open->table().currentIndex().row(), 0);
            QCOMPARE(m_open->table().verticalScrollBar()->value(), 0);
            QTRY_COMPARE(headWords(TaskTableModel::When), newest);
            QVERIFY(orderedHead() != earliestFirst);
            for (const int row : {0, 100, 150, rounds * each - 1}) {
                QVERIFY(!at(row).isEmpty());
                QTRY_VERIFY2(m_open->bench.list().tasks().taskAt(row)
                        && m_open->bench.list().tasks().taskAt(row)->at == expected[std::size_t(row)].at,
                    qPrintable(u"row %1 of \"%2\": %3, of %4 to %5"_s.arg(row)
                                   .arg(filter)
                                   .arg(toMs(m_open->bench.list().tasks().taskAt(row)->at))
                                   .arg(toMs(expected.front().at))
                                   .arg(toMs(expected.back().at))));
            }
        }
        // showTask() finds a task's row in this order too.
        m_open->part<FilterLine>().apply({});
        m_open->bench.events().showTask({m_open->bench.view().current()->id(), "mail", state}, expected[150].id);
        QTRY_COMPARE(m_open->table().currentIndex().row(), 150);
        // The view of all states is sorted by time.
        m_open->bench.view().show({m_open->bench.view().current()->id(), "mail", {}});
        QTRY_COMPARE(headWords(TaskTableModel::DueTime), oldest);
        QTRY_COMPARE(at(m_open->bench.list().tasks().rowCount() - 1), QByteArray("b.type#00002"));
    }

    /// Just as without a filter, the view opens at the boundary between past and future tasks.
    void aFilterOverAllStatesOpensNearNow()
    {
        m_shop->failNew("mail", "a.type", "boom", 300);
        m_shop->failNew("mail", "b.type", "boom", 20);
        add("a.type", 1'000, 300);
        open();
        QTRY_COMPARE(m_open->table().currentIndex().row(), 319); // The current row is the last failed task.
        m_open->part<FilterLine>().apply(u"type:a.type"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 600);
        QTRY_COMPARE(m_open->table().currentIndex().row(), 299);
        QVERIFY(m_open->table().viewport()->rect().contains(
            m_open->table().visualRect(m_open->table().currentIndex()).center()));
        m_open->part<FilterLine>().apply(u"state:scheduled"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 300);
        QTRY_COMPARE(m_open->table().currentIndex().row(), 0);
    }

    void whatIsSortedByTypeOpensAtItsTopAndByTimeAgainAtTheChosenTask()
    {
        add("b.type", 0, 300);
        add("a.type", 1'000, 300);
        open();
        m_open->window.actions()["view.sortType"]->trigger();
        QTRY_COMPARE(at(0), QByteArray("a.type#01000"));
        QCOMPARE(headWords(TaskTableModel::Type), u"Sorted by type, A to Z"_s);
        QCOMPARE(headWords(TaskTableModel::When), QString());
        m_open->bench.view().show({m_open->bench.view().current()->id(), "mail", TaskState::Scheduled});
        QTRY_COMPARE(at(0), QByteArray("a.type#01000"));
        QTRY_COMPARE(m_open->table().currentIndex().row(), 0);
        QVERIFY(m_open->table().select("a.type#01000"));
        m_open->window.actions()["view.sortTime"]->trigger();
        QTRY_COMPARE(m_open->table().currentIndex().row(), 300);
        QTRY_VERIFY(m_open->table().currentTask());
        QCOMPARE(m_open->table().currentTask()->id, TaskId("a.type#01000"));
        QVERIFY(m_open->table().verticalScrollBar()->value() > 0);
    }

    void whatIsChosenAndInViewStaysWhenOthersComeBefore()
    {
        add("c.type", 0, 400);
        add("b.type", 1'000, 400);
        open();
        m_open->window.actions()["view.sortType"]->trigger();
        QTRY_COMPARE(at(0), QByteArray("b.type#01000"));
        QTRY_COMPARE(at(500), QByteArray("c.type#00100"));
        TaskTable& table = m_open->table();
        QVERIFY(table.select("c.type#00100"));
        table.centre(table.currentIndex());
        m_open->bench.list().tasks().setTicked("c.type#00100", true);
        const int place = table.rowViewportPosition(table.currentIndex().row());
        add("a.type", 2'000, 350);
        QTRY_COMPARE_WITH_TIMEOUT(m_open->bench.list().tasks().rowCount(), 1150, 15'000);
        QTRY_COMPARE(table.currentIndex().row(), 850);
        QTRY_VERIFY(table.currentTask());
        QCOMPARE(table.currentTask()->id, TaskId("c.type#00100"));
        QCOMPARE(table.rowViewportPosition(850), place);
        QVERIFY(m_open->bench.list().tasks().isTicked("c.type#00100"));
        QVERIFY(table.hasFocus());
    }

    void beyondAHundredThousandItSaysSoAndStaysByTime()
    {
        for (int first = 0; first < 100'000; first += 1'000)
            add(first < 50'000 ? "b.type" : "a.type", first, 1'000);
        open();
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 100'000);
        TaskFeed& feed = m_open->bench.list().feed();
        const QAction& byType = *m_open->window.actions()["view.sortType"];
        QSignalSpy dropped(&feed, &TaskFeed::orderDropped);
        m_open->window.actions()["view.sortType"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!feed.isSearching() && m_open->bench.list().tasks().rowCount() == 100'000, 60'000);
        QTRY_COMPARE(at(0), QByteArray("a.type#50000"));
        QCOMPARE(at(99'999), QByteArray("b.type#49999"));
        QCOMPARE(dropped.size(), 0);
        QCOMPARE(feed.order().by, TaskOrder::By::Type);

        m_open->window.actions()["view.sortTime"]->trigger();
        add("c.type", 0, 1);
        QTRY_COMPARE_WITH_TIMEOUT(m_open->bench.list().tasks().rowCount(), 100'001, 15'000);
        QVERIFY(byType.isEnabled());
        m_open->window.actions()["view.sortType"]->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(dropped.size(), 1, 60'000);
        QVERIFY(dropped.first().first().toLongLong() > 100'000);
        QTRY_VERIFY(m_open->says(u"Sorted by time again"_s));
        QVERIFY(feed.order() == TaskOrder{});
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 100'001);
        // The earliest task comes first; the first c.type task is due in the same second.
        QTRY_COMPARE(at(0), QByteArray("b.type#00000"));
    }

    void theFilterLineOffersWhatTheQueueHas()
    {
        add("mail.send", 0, 2);
        add("mail.bounce", 10, 2);
        open();
        QTRY_VERIFY(m_open->bench.list().tasks().taskAt(3));
        auto& line = m_open->part<FilterLine>();
        const auto& completer = m_open->part<FilterCompleter>();
        line.setFocus();
        QTest::keyClicks(&line, u"type:m"_s);
        QTRY_COMPARE(completer.offered(), (QStringList{u"type:mail.bounce"_s, u"type:mail.send"_s}));
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Down);
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Down);
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
        QCOMPARE(line.text(), u"type:mail.send"_s);
        QVERIFY(completer.offered().isEmpty());
        QVERIFY(line.filter().isEmpty()); // The suggestion is inserted but not applied.
        QTest::keyClick(&line, Qt::Key_Return);
        QTRY_COMPARE(m_open->bench.list().feed().matches(), 2);
        line.clear();
        QTest::keyClicks(&line, u"state:sch"_s);
        QTRY_COMPARE(completer.offered(), QStringList{u"state:scheduled"_s});
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Escape);
        QCOMPARE(line.text(), u"state:sch"_s);
        QVERIFY(completer.offered().isEmpty());
    }

    /// Return must not accept a suggestion that the user hasn't selected.
    void returnAppliesWhatIsTypedWhileSuggestionsAreShown()
    {
        add("mail.send", 0, 2);
        add("mail.bounce", 10, 2);
        open();
        QTRY_VERIFY(m_open->bench.list().tasks().taskAt(3));
        m_open->bench.list().words().addError("Timeout after <*> s");
        auto& line = m_open->part<FilterLine>();
        const auto& completer = m_open->part<FilterCompleter>();
        for (const QString& typed : {u"type:mail.b*"_s, u"error:timeout"_s, u"state:fail"_s, u"type:m"_s}) {
            line.setFocus();
            line.clear();
            QTest::keyClicks(&line, typed);
            if (!typed.endsWith(u'*'))
                QTRY_VERIFY(!completer.offered().isEmpty());
            QWidget* popup = QApplication::activePopupWidget();
            QTest::keyClick(popup ? popup : &line, Qt::Key_Return);
            QCOMPARE(line.text(), typed);
            QVERIFY(completer.offered().isEmpty());
            if (TaskFilter::parse(typed))
                QCOMPARE(line.filter().text(), typed);
        }
    }
};

QTEST_MAIN(TestTableOrder)
#include "tst_tableorder.moc"
