// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/schedulesplace.h"
#include "ui/models/cell.h"
#include "ui/panels/schedules/scheduledetail.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/plainlabel.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QSignalSpy>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the recurring tasks panel: its rows, and its messages when there are none.
class TestSchedulesPanel : public SchedulesPlace
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpTheme(); }
    void cleanupTestCase() { forgetTheme(); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void theyAreListedWithTheNextRunAndTheOutcomeOfTheLast()
    {
        put("mail", nightly());
        Schedule often = nightly("often");
        often.cron = "@every 1s";
        often.zone.clear();
        put("mail", often);
        Schedule off = nightly("off");
        off.enabled = false;
        put("mail", off);
        // Runs the due tick like a worker, which adds the task.
        QTRY_VERIFY(!book().due("mail").value().due.empty());
        const ScheduleState due = book().due("mail").value().due.front();
        const auto decision = decideTick(due.schedule, *due.next, m_place->backend->serverTime().value());
        QCOMPARE(book().tick("mail", due, *decision).value(), TickOutcome::Made);

        show();
        QAbstractItemModelTester tester(&m_panel->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QTRY_COMPARE(m_panel->model().rowCount(), 3);
        QCOMPARE(m_panel->head().title(), u"3 recurring tasks"_s);
        QCOMPARE(words(0, ScheduleModel::Name), u"nightly"_s);
        QCOMPARE(words(0, ScheduleModel::Queue), u"mail"_s);
        QCOMPARE(words(0, ScheduleModel::Type), u"report.send"_s);
        // The window uses UTC, so the column names the schedule's time zone.
        QCOMPARE(words(0, ScheduleModel::When), u"Mon–Fri, at 03:30 (Asia/Shanghai)"_s);
        QCOMPARE(m_panel->model().index(0, ScheduleModel::When).data(Cell::Tail).toString(), u"30 3 * * mon-fri"_s);
        QCOMPARE(words(0, ScheduleModel::Zone), u"Asia/Shanghai"_s);
        QVERIFY2(words(0, ScheduleModel::Next).startsWith(u"in "_s), qPrintable(words(0, ScheduleModel::Next)));
        QVERIFY(words(0, ScheduleModel::Next).contains(u"19:30"_s)); // The time is in the window's zone.
        QCOMPARE(words(0, ScheduleModel::Last), u"never"_s);
        QCOMPARE(words(0, ScheduleModel::State), u"enabled"_s);
        QCOMPARE(words(1, ScheduleModel::Name), u"off"_s);
        QCOMPARE(words(1, ScheduleModel::Next), u"disabled"_s);
        QCOMPARE(words(1, ScheduleModel::State), u"disabled"_s);
        QVERIFY2(words(2, ScheduleModel::Last).startsWith(u"Due · "_s), qPrintable(words(2, ScheduleModel::Last)));
        // After the next refresh, the panel shows the task's state.
        PanelPlace::claim(*m_place->backend, "mail");
        QTRY_VERIFY2(
            words(2, ScheduleModel::Last).startsWith(u"Leased · "_s), qPrintable(words(2, ScheduleModel::Last)));
        QVERIFY(m_panel->head().note().contains(u"1 disabled"_s));
    }

    void whatWasReadBeforeItWasHiddenIsNotToldAsTrue()
    {
        put("mail", nightly());
        show();
        const QSignalSpy told(m_panel, &SchedulesPanel::statusChanged);
        const auto status = [&told] { return told.isEmpty() ? QString() : told.back().front().toString(); };
        QTRY_COMPARE(m_panel->head().title(), u"1 recurring task"_s);
        m_panel->hide();
        QCOMPARE(status(), QString());
        put("mail", nightly("another"));
        m_panel->show();
        QCOMPARE(status(), QString());
        QVERIFY(m_panel->table().isStale());
        QCOMPARE(m_panel->head().title(), u"Recurring tasks"_s);
        QTRY_COMPARE(status(), u"2"_s);
        QVERIFY(!m_panel->table().isStale());
        QCOMPARE(m_panel->head().title(), u"2 recurring tasks"_s);
    }

    void aTickNobodyMadeATaskOfWaitsForAWorker()
    {
        const Formatting formatting(QTimeZone::utc());
        ScheduleModel model(formatting);
        const TimePoint noon = fromMs(1'795'348'800'000);
        model.set({{"mail", {nightly(), noon, {}}, {}}});
        model.setNow(noon - 90s);
        QCOMPARE(model.index(0, ScheduleModel::Next).data().toString(), u"in 1 min 30 s · 12:00"_s);
        model.setNow(noon + 2s);
        QCOMPARE(model.index(0, ScheduleModel::Next).data().toString(), u"now · 12:00"_s);
        model.setNow(noon + 6s);
        QCOMPARE(model.index(0, ScheduleModel::Next).data().toString(), u"overdue since 12:00, no worker"_s);
        QVERIFY(model.index(0, ScheduleModel::Next).data(Qt::ToolTipRole).toString().contains(u"No worker"_s));
    }

    /// The schedule is valid and works on other machines, so the panel doesn't suggest removing it.
    void aZoneThatThisMachineLacksIsToldAndAdvisesNoRemoval()
    {
        put("mail", nightly());
        RedisServer& server = m_place->server;
        const QByteArray definition = server.call({"HGET", "dueline:{mail}:schedules", "nightly"}).bytes;
        QVERIFY(definition.contains("Asia/Shanghai"));
        server.call({"HSET", "dueline:{mail}:schedules", "nightly",
            QByteArray(definition).replace("Asia/Shanghai", "Asia/Nowhere")});
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QCOMPARE(words(0, ScheduleModel::State), u"unknown zone"_s);
        QCOMPARE(words(0, ScheduleModel::When), u"Mon–Fri, at 03:30 (Asia/Nowhere)"_s);
        // The next run comes from the schedule's record, where another machine stored it.
        QVERIFY(words(0, ScheduleModel::Next).startsWith(u"in "_s));
        QVERIFY(
            m_panel->model().index(0, ScheduleModel::Next).data(Cell::Sign).value<Cell::Mark>() == Cell::Mark::Warning);
        const QString lack
            = u"The time zone Asia/Nowhere is unknown on this machine; install or update the tzdata package."_s;
        QVERIFY(m_panel->model().index(0, ScheduleModel::State).data(Qt::ToolTipRole).toString().contains(lack));
        choose("nightly");
        QCOMPARE(m_panel->detail().runs().rowCount(), 0);
        const auto labels = m_panel->detail().findChildren<PlainLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
            [&lack](const PlainLabel* label) { return label->isVisible() && label->fullText() == lack; }));
        QVERIFY(can("schedule.edit") && can("schedule.runNow") && can("schedule.remove"));
    }

    void anotherDaysRunHasNoSecondsAndADisabledOneIsTold()
    {
        const Formatting formatting(QTimeZone::utc());
        ScheduleModel model(formatting);
        const TimePoint noon = fromMs(1'795'348'800'000);
        Schedule off = nightly();
        off.enabled = false;
        Schedule everySecond = nightly();
        everySecond.cron = "@every 1s";
        Schedule sameClock = nightly();
        sameClock.zone = "Etc/UTC";
        model.set({{"mail", {nightly("a"), noon + 125h, {}}, {}}, {"mail", {off, {}, {}}, {}},
            {"mail", {everySecond, noon, {}}, {}}, {"mail", {sameClock, noon, {}}, {}}});
        model.setNow(noon);
        const QString far = model.index(0, ScheduleModel::Next).data().toString();
        QVERIFY2(far.endsWith(u" 17:00"_s), qPrintable(far));
        const QModelIndex next = model.index(1, ScheduleModel::Next);
        QCOMPARE(next.data().toString(), u"disabled"_s); // The state column may be hidden.
        QVERIFY(next.data(Cell::Sign).value<Cell::Mark>() == Cell::Mark::Hollow);
        QVERIFY(model.index(0, ScheduleModel::Next).data(Cell::Sign).value<Cell::Mark>() == Cell::Mark::None);
        QVERIFY(model.index(0, ScheduleModel::When).data(Qt::ToolTipRole).toString().contains(u"Asia/Shanghai"_s));
        QVERIFY(!model.index(0, ScheduleModel::When).data(Qt::ToolTipRole).toString().contains(u"restricted"_s));
        Schedule either = nightly("either");
        either.cron = "0 9 13 * fri";
        Schedule both = nightly("both");
        both.cron = "0 9 */2 * fri";
        ScheduleModel rules(formatting);
        rules.set({{"mail", {either, noon, {}}, {}}, {"mail", {both, noon, {}}, {}}});
        QStringList tips;
        for (int row = 0; row < 2; ++row)
            tips << rules.index(row, ScheduleModel::When).data(Qt::ToolTipRole).toString();
        QVERIFY2(tips.filter(u"match either"_s).size() == 1 && tips.filter(u"match both"_s).size() == 1,
            qPrintable(tips.join(u'\n')));
        QVERIFY(!model.index(2, ScheduleModel::When).data().toString().contains(u'(')); // no time of day
        QVERIFY(!model.index(3, ScheduleModel::When).data().toString().contains(u'('));
    }

    /// Other columns give up the space that they don't need.
    void nothingOfTheNextRunIsCutWhileAnotherColumnHasRoom()
    {
        Schedule monthEnd = nightly("month-end");
        monthEnd.cron = "0 18 28-31 * *";
        put("mail", monthEnd);
        put("mail", nightly());
        show();
        // The width that the sidebar leaves in the smallest window, plus 18 pixels for m_window's margins.
        m_window->resize(1024 - 212 + 18, 260);
        QTRY_COMPARE(m_panel->model().rowCount(), 2);
        PanelTable& table = m_panel->table();
        const QFontMetrics metrics(m_theme->font(-1));
        const auto needs = [&](int column) {
            int most = 0;
            for (int row = 0; row < 2; ++row)
                most = std::max(most, metrics.horizontalAdvance(words(row, column)));
            return most + 2 * CellDelegate::padding;
        };
        for (const int column : {ScheduleModel::When, ScheduleModel::Next, ScheduleModel::Last}) {
            QTRY_VERIFY2(table.columnWidth(column) >= needs(column),
                qPrintable(u"%1: %2 of %3"_s.arg(column).arg(table.columnWidth(column)).arg(needs(column))));
        }
        int sum = 0;
        for (int column = 0; column < ScheduleModel::ColumnCount; ++column)
            sum += table.isColumnHidden(column) ? 0 : table.columnWidth(column);
        QCOMPARE(sum, table.viewport()->width());
    }

    void oneQueueOrAllOfTheConnection()
    {
        m_place->add("billing", 1, 7, 1h);
        put("mail", nightly());
        put("billing", nightly("invoices"));
        show();
        QTRY_VERIFY(m_place->bench.view().queue());
        m_place->bench.view().show({m_place->bench.view().current()->id(), "mail", {}});
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QCOMPARE(words(0, ScheduleModel::Name), u"nightly"_s);
        m_place->bench.view().show({m_place->bench.view().current()->id(), {}, {}});
        QTRY_COMPARE(m_panel->model().rowCount(), 2);
        QCOMPARE(words(0, ScheduleModel::Queue), u"billing"_s);
        QCOMPARE(words(1, ScheduleModel::Queue), u"mail"_s);
    }

    void theNextFiveRunsAreShownInBothZones()
    {
        put("mail", nightly());
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QVERIFY(!can("schedule.edit"));
        choose("nightly");
        QVERIFY(can("schedule.edit"));
        RunsModel& runs = m_panel->detail().runs();
        QCOMPARE(runs.rowCount(), 5);
        QVERIFY(runs.index(4, RunsModel::There).data().toString().endsWith(u"03:30"_s));
        QVERIFY(runs.index(4, RunsModel::Here).data().toString().endsWith(u"19:30"_s));
        QVERIFY(m_panel->detail().isVisible());
        QCOMPARE(m_panel->detail().head().title(), u"Next runs of nightly"_s);
        m_window->resize(700, 260);
        QTRY_VERIFY(!m_panel->detail().isVisible());
    }

    /// Text that changes every second must not make columns appear or disappear.
    void aTickingTextMovesNoColumn()
    {
        Schedule often = nightly("often");
        often.cron = "@every 1s";
        put("mail", often);
        Schedule far = nightly(); // due half a day from now, later than the other schedule
        far.zone = "UTC";
        far.cron = "30 " + QByteArray::number((QDateTime::currentDateTimeUtc().time().hour() + 12) % 24) + " * * *";
        put("mail", far);
        QTRY_VERIFY(!book().due("mail").value().due.empty());
        const ScheduleState due = book().due("mail").value().due.front();
        const auto decision = decideTick(due.schedule, *due.next, m_place->backend->serverTime().value());
        QCOMPARE(book().tick("mail", due, *decision).value(), TickOutcome::Made);
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 2);
        const auto widths = [this] {
            QList<int> all;
            for (int column = 0; column < ScheduleModel::ColumnCount; ++column)
                all << m_panel->table().columnWidth(column);
            return all;
        };
        QList<int> before;
        int atRest = 0; // number of consecutive checks without a change
        QVERIFY(QTest::qWaitFor([&] {
            const QList<int> found = widths();
            atRest = found == before ? atRest + 1 : 0;
            before = found;
            return atRest >= 20; // 200 ms: the condition is checked every 10 ms
        }));
        const TimePoint now = m_place->bench.view().now();
        for (const Millis later : {Millis(3s), Millis(71s), Millis(44min + 44s)}) {
            m_panel->model().setNow(now + later);
            QCoreApplication::processEvents();
            QCOMPARE(widths(), before);
        }
    }

    /// If space is short, columns are hidden in this order: columns with the same value in all rows, the last run's
    /// outcome, the state.
    void whatTellsLeastHidesFirst()
    {
        put("mail", nightly());
        Schedule off = nightly("off");
        off.enabled = false;
        put("mail", off);
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 2);
        PanelTable& table = m_panel->table();
        const auto hides = [&table](int column) { return table.isColumnHidden(column); };
        m_window->resize(1290, 260);
        QTRY_VERIFY(!hides(ScheduleModel::State));
        for (int width = 1200; width > 480; width -= 20) {
            m_window->resize(width, 260);
            QCoreApplication::processEvents();
            const QFontMetrics metrics(m_theme->font(-1));
            QVERIFY2(table.columnWidth(ScheduleModel::Next)
                    >= metrics.horizontalAdvance(words(0, ScheduleModel::Next)) + 2 * CellDelegate::padding,
                qPrintable(QString::number(width)));
            QVERIFY(hides(ScheduleModel::Queue) || !hides(ScheduleModel::Last));
            QVERIFY(!hides(ScheduleModel::State) || hides(ScheduleModel::Last));
        }
        // The queue name tells rows from different queues apart.
        m_place->add("billing", 1, 7, 1h);
        put("billing", nightly("invoices"));
        m_place->bench.view().show({m_place->bench.view().current()->id(), {}, {}});
        QTRY_COMPARE_WITH_TIMEOUT(m_panel->model().rowCount(), 3, 15'000);
        m_window->resize(600, 260);
        QTRY_VERIFY(hides(ScheduleModel::Last));
        QVERIFY(!hides(ScheduleModel::Queue));
    }

    void whereNoRunIsPlannedItSaysWhyInsteadOfHeads()
    {
        put("mail", nightly());
        Schedule off = nightly("off");
        off.enabled = false;
        put("mail", off);
        m_place->server.call({"HSET", "dueline:{mail}:schedules", "unreadable", "?"});
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 3);
        const auto heads = [this] { return m_panel->detail().findChild<PanelTable*>()->isVisible(); };
        QTRY_VERIFY(says(u"Select a recurring task to see its next runs."_s) && !heads());
        choose("nightly");
        QVERIFY(heads());
        choose("off");
        QVERIFY(says(u"Disabled"_s) && !heads());
        choose("unreadable");
        QVERIFY(says(u"Remove the recurring task and add it again."_s) && !heads());
        choose("nightly");
        QVERIFY(heads());
    }

    void aLayoutWithoutThemSaysSo()
    {
        show(Environment::Development, false, u"zset:jobs"_s);
        QTRY_VERIFY(says(u"This layout has no recurring tasks"_s));
        QVERIFY(!can("schedule.new"));
    }

    void anEmptyOneHelps()
    {
        show();
        QTRY_VERIFY(says(u"No recurring tasks here"_s));
        const auto buttons = m_panel->emptyState().findChildren<QPushButton*>();
        QCOMPARE(buttons.size(), 1);
        QCOMPARE(buttons.front()->text(), u"New recurring task…"_s);
        QTRY_VERIFY(can("schedule.new"));
    }

    void aLostServerDimsTheList()
    {
        put("mail", nightly());
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QVERIFY(!m_panel->table().isStale());
        m_place->server.kill9();
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->table().isStale(), 10'000);
        QCOMPARE(m_panel->model().rowCount(), 1);
        // After the refresh, the list is not dimmed, not even until the next timer fires.
        const Session& session = m_place->bench.view().current()->session();
        int late = 0;
        connect(&m_place->bench.view(), &ViewedPlace::currentChanged, m_panel,
            [&] { late += session.isOnline() && m_panel->table().isStale(); });
        QSignalSpy changed(&m_panel->feed(), &ScheduleFeed::changed);
        m_place->server.start();
        QTRY_VERIFY_WITH_TIMEOUT(session.isOnline() && !changed.isEmpty(), 15'000);
        QCOMPARE(late, 0);
    }

    void aHiddenPanelAsksNothingAndHasNothingChosen()
    {
        put("mail", nightly());
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        choose("nightly");
        QVERIFY(can("schedule.remove"));
        m_panel->hide();
        QVERIFY(!can("schedule.remove"));
        QSignalSpy changed(&m_panel->feed(), &ScheduleFeed::changed);
        put("mail", nightly("second"));
        QTest::qWait(2500);
        QCOMPARE(changed.size(), 0);
        m_panel->show();
        QTRY_COMPARE(m_panel->model().rowCount(), 2);
    }
};

QTEST_MAIN(TestSchedulesPanel)
#include "tst_schedulespanel.moc"
