// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/timelineplace.h"
#include "tests/support/chaosproxy.h"
#include "ui/board/boardpane.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/timeline/timelinelegend.h"
#include "ui/widgets/tasks/selectionbar.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QAbstractButton>
#include <QSet>
#include <QTimer>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests timeline filters and brushes: matches are counted per bar, other tasks are dimmed, and a brush selects tasks.
class TestTimelineMatch : public TimelinePlace
{
    Q_OBJECT

    /// Returns how many of a bar's tasks `wanted` accepts.
    template <typename Wanted> qint64 recount(const std::vector<Task>& tasks, const TimelineBin& bin, Wanted wanted)
    {
        return std::count_if(tasks.begin(), tasks.end(),
            [&](const Task& task) { return task.at >= bin.from && task.at < bin.to && wanted(task); });
    }
    template <typename Wanted> bool isExact(Wanted wanted)
    {
        const std::vector<Task> tasks = everything(bench().view().place().queue);
        for (std::size_t i = 0; i < data().bins.size(); ++i) {
            const StateCounts* match = data().matchOfBin(i);
            if (!match || sum(*match) != recount(tasks, data().bins[i], wanted))
                return false;
        }
        return !data().match->partial;
    }
    TimeRange around(const std::vector<Task>& tasks, const TaskId& first, const TaskId& last)
    {
        TimeRange range;
        for (const Task& task : tasks) {
            if (task.id == first)
                range.from = task.at;
            if (task.id == last)
                range.to = task.at + 1ms;
        }
        return range;
    }

private Q_SLOTS:
    void init() { makePlace(); }
    void cleanup() { endPlace(); }

    void aFilterDimsWhatDoesNotMatchAndCountsTheRestExactly()
    {
        add(300, -40min, "mail.send");
        add(200, -30min, "report.make");
        for (int i = 0; i < 12; ++i)
            m_shop->fail(i % 3 ? "timeout" : "550 no such user");
        open();
        QTRY_COMPARE(sum(data().totals), 500);
        QVERIFY(!data().match);
        filter(u"type:report.make"_s);
        QTRY_VERIFY(data().match && isExact([](const Task& task) { return typeOf(task) == "report.make"; }));
        QCOMPARE(sum(data().match->totals), 200);
        QCOMPARE(sum(data().totals), 500); // No tasks are hidden.
        filter(u"error:550"_s);
        QTRY_VERIFY(data().match && isExact([](const Task& task) { return task.error.startsWith("550"); }));
        QCOMPARE(data().match->totals[TaskState::Failed], 4);
        QVERIFY(m_open->says(u"4"_s));
        // A different zoom level is counted immediately, from the matches already found.
        timeline().zoomBy(0.25);
        QTRY_VERIFY(data().range == timeline().wantedRange());
        QVERIFY(isExact([](const Task& task) { return task.error.startsWith("550"); }));
        QStringList names;
        for (const auto* entry : m_open->part<TimelineLegend>().findChildren<QAbstractButton*>())
            names << entry->accessibleName();
        QVERIFY2(names.filter(QRegularExpression(u"^Failed: \\d+ of \\d+ in view$"_s)).size() == 1,
            qPrintable(names.join(u'|')));
        filter({});
        QTRY_VERIFY(!data().match);
    }

    void aStateThatIsChosenDimsTheOthersByItself()
    {
        add(120, -20min, "mail.send");
        m_shop->fail("timeout");
        open();
        QTRY_COMPARE(sum(data().totals), 120);
        const SidebarPlace all = bench().view().place();
        bench().view().show({all.connection, all.queue, TaskState::Failed});
        QTRY_VERIFY(data().match);
        QCOMPARE(sum(data().match->totals), 1);
        QCOMPARE(data().match->totals[TaskState::Failed], 1);
        QVERIFY(!data().match->partial);
        bench().view().show({all.connection, all.queue, TaskState::Trash}); // The timeline does not include the trash.
        QTRY_VERIFY(!data().match);
    }

    void fitShowsTheRangeOfTheListedTasks()
    {
        add(2, -30h, "mail.send");
        add(2, 20h, "mail.send", "mail", 3);
        add(20, 60min, "report.make");
        open();
        QTRY_COMPARE(bench().list().tasks().rowCount(), 24);
        const SidebarPlace all = bench().view().place();
        const TimePoint now = bench().view().now();
        const auto fit = [this] { m_open->window.actions()["view.fit"]->trigger(); };
        fit();
        QTRY_VERIFY(timeline().wantedRange().contains(now - 29h) && timeline().wantedRange().contains(now + 19h));
        bench().view().show({all.connection, all.queue, TaskState::Scheduled});
        QTRY_COMPARE(bench().list().tasks().rowCount(), 22);
        fit();
        QTRY_VERIFY(!timeline().wantedRange().contains(now - 29h));
        QVERIFY(timeline().wantedRange().contains(now + 19h));
        bench().view().show(all);
        filter(u"type:report.make"_s);
        fit();
        QTRY_VERIFY(timeline().wantedRange().length() < Millis(2h));
        QVERIFY(timeline().wantedRange().contains(now + 61min));
        filter(u"type:none"_s); // Without matches, all tasks are shown.
        fit();
        QTRY_VERIFY(timeline().wantedRange().contains(now - 29h) && timeline().wantedRange().contains(now + 19h));
    }

    /// All of the server's replies are slow, so that counting can be observed in progress.
    void whileItIsCountedItSaysSoAndAnotherFilterEndsIt()
    {
        add(1'000, -3h, "mail.send");
        add(1'000, -2h, "report.make");
        ChaosProxy slow(m_shop->server.config());
        Profile profile = m_shop->profile(u"slow"_s);
        profile.url = slow.url();
        open(profile);
        QTRY_COMPARE_WITH_TIMEOUT(bench().list().tasks().rowCount(), 2'000, 15'000);
        slow.setPlan({ChaosPlan::Fault::Delay, 1, 120ms});
        filter(u"type:mail.send"_s);
        QTRY_VERIFY(data().match && data().match->partial);
        QTRY_VERIFY(m_open->says(u"counting matches"_s) || !data().match->partial);
        filter(u"type:report.make"_s);
        // The previous counts have been discarded.
        QVERIFY(data().match && data().match->partial && sum(data().match->totals) == 0);
        QTRY_VERIFY_WITH_TIMEOUT(!data().match->partial, 30'000);
        slow.setPlan({});
        QTRY_VERIFY(isExact([](const Task& task) { return typeOf(task) == "report.make"; }));
        QVERIFY(!m_open->says(u"counting matches"_s));
    }

    void aBrushSelectsItsTasksAndActionsActOnExactlyThese()
    {
        add(300, 30min, "mail.send");
        open();
        QTRY_COMPARE(sum(data().totals), 300);
        const std::vector<Task> tasks = everything();
        timeline().setBrush(around(tasks, "mail.send#11", "mail.send#20"));
        QTRY_COMPARE(bench().list().tasks().rowCount(), 10);
        QTRY_VERIFY(bench().list().feed().isKnown());
        QVERIFY(bench().list().tasks().isAll());
        QVERIFY(!data().match); // Without a filter, tasks outside the brush are not dimmed.
        auto& bar = m_open->part<SelectionBar>();
        QTRY_VERIFY2(bar.isVisible() && bar.notice().text.startsWith(u"All tasks from ")
                && bar.notice().text.contains(u" (10) "),
            qPrintable(bar.notice().text));
        bool asked = false;
        QTimer accept;
        connect(&accept, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<ConfirmDialog*>(QApplication::activeModalWidget());
            QAbstractButton* verb = nullptr;
            for (auto* button : dialog ? dialog->findChildren<QAbstractButton*>() : QList<QAbstractButton*>()) {
                if (button->isVisible() && button->isEnabled() && button->text().contains(u"10"))
                    verb = button;
            }
            if (!verb)
                return;
            asked = true;
            accept.stop();
            verb->click();
        });
        accept.start(20);
        m_open->window.actions()["task.discard"]->trigger();
        QVERIFY(asked);
        QTRY_COMPARE(m_shop->backend().inspector().queue("mail")->counts[TaskState::Trash], 10);
        for (const Task& task : tasks) {
            const int number = task.id.mid(10).toInt();
            QCOMPARE(m_shop->stateOf(task.id) == TaskState::Trash, number >= 11 && number <= 20);
        }
        // Without the brush, all tasks are listed again and none are selected.
        timeline().setBrush({});
        QTRY_COMPARE(bench().list().tasks().rowCount(), 290);
        QVERIFY(!bench().list().tasks().isAll() && bench().list().tasks().ticked().isEmpty());
    }

    void aBrushThatHoldsNothingSelectsNothingAndSaysSo()
    {
        add(100, 30min, "mail.send");
        open();
        QTRY_COMPARE(sum(data().totals), 100);
        const TimePoint now = bench().view().now();
        timeline().setBrush(TimeRange{now + 5min, now + 10min});
        QTRY_VERIFY(m_open->says(u"No tasks in the range"_s));
        QVERIFY(!bench().list().tasks().isAll());
        QVERIFY(!m_open->window.actions()["task.discard"]->isEnabled());
        QAbstractButton* clear = nullptr;
        for (auto* button : m_open->window.findChildren<QAbstractButton*>()) {
            if (button->isVisible() && button->text() == u"Clear the range"_s)
                clear = button;
        }
        QVERIFY(clear);
        clear->click();
        QTRY_COMPARE(bench().list().tasks().rowCount(), 100);
        QVERIFY(!timeline().brush());
    }

    /// The list contains only the brushed tasks, but matches are counted across the entire timeline.
    void whatMatchesIsCountedWhileABrushNarrowsTheList()
    {
        add(300, 10min, "mail.send");
        add(300, 10min, "report.make");
        open();
        QTRY_COMPARE(sum(data().totals), 600);
        const std::vector<Task> tasks = everything();
        filter(u"type:report.make"_s);
        timeline().setBrush(around(tasks, "report.make#1", "report.make#5"));
        QTRY_COMPARE(bench().list().tasks().rowCount(), 5);
        QTRY_VERIFY(data().match && isExact([](const Task& task) { return typeOf(task) == "report.make"; }));
        QTRY_COMPARE(sum(data().match->totals), 300);
        QTRY_VERIFY(bench().list().tasks().isAll());
        // Brushing excludes hidden states. Showing a task outside the brush clears it.
        TimelineLook look = timeline().look();
        look.hidden.insert(TaskState::Scheduled);
        timeline().setLook(look);
        QTRY_COMPARE(bench().list().tasks().rowCount(), 0);
        timeline().setLook({});
        QTRY_COMPARE(bench().list().tasks().rowCount(), 5);
        bench().events().showTask(bench().view().place(), "report.make#200");
        QVERIFY(!timeline().brush() && !bench().list().brush());
        QTRY_COMPARE(bench().list().tasks().rowCount(), 300);
    }

    /// If no queue is selected, the filter line is above the overview while it is being edited or a filter is active.
    void theOverviewOfOneConnectionIsDimmedAlike()
    {
        add(30, 30min, "mail.send");
        add(20, 30min, "mail.send", "post");
        add(15, 30min, "report.make", "post");
        open();
        QTRY_VERIFY(bench().view().queue());
        bench().view().show({bench().view().current()->id(), {}, {}});
        QTRY_COMPARE(sum(data().totals), 65);
        auto& line = m_open->part<FilterLine>();
        auto& board = m_open->part<BoardPane>();
        QVERIFY(board.isVisible() && !line.isVisible() && !data().match);
        QVERIFY(m_open->window.actions()["edit.filter"]->isEnabled());
        choose("edit.filter");
        QVERIFY(line.isVisible() && line.hasFocus() && board.isVisible());
        QVERIFY(!m_open->table().isVisible());
        QTest::keyClicks(&line, u"type:mail.send"_s);
        QTest::keyClick(&line, Qt::Key_Return);
        QTRY_VERIFY(data().match && !data().match->partial);
        QTRY_COMPARE(sum(data().match->totals), 50);
        QCOMPARE(sum(data().totals), 65); // No tasks are hidden.
        qint64 expected = 0;
        for (const QueueName& queue : {QueueName("mail"), QueueName("post")}) {
            for (const Task& task : everything(queue))
                expected += typeOf(task) == "mail.send" && data().range.contains(task.at);
        }
        QCOMPARE(sum(data().match->totals), expected);
        QTest::keyClick(&line, Qt::Key_Escape);
        QVERIFY(!line.hasFocus() && line.isVisible()); // An active filter stays visible.
        // New tasks are counted too.
        add(5, 40min, "mail.send", "post", 100);
        QTRY_COMPARE_WITH_TIMEOUT(sum(data().match->totals), 55, 20'000);
        // A selected queue lists its matches. Returning to the overview restores the dimming.
        bench().view().show({bench().view().current()->id(), "post", {}});
        QTRY_COMPARE(bench().list().tasks().rowCount(), 25);
        bench().view().show({bench().view().current()->id(), {}, {}});
        QTRY_VERIFY(data().match && sum(data().totals) == 70 && sum(data().match->totals) == 55);
        QVERIFY(line.isVisible());
        choose("edit.clearFilter");
        QTRY_VERIFY(!data().match);
        QVERIFY(!line.isVisible());
    }

    void anotherQueueHasNoBrush()
    {
        add(100, 30min, "mail.send");
        m_shop->add(3, 1h, "post");
        open();
        QTRY_COMPARE(sum(data().totals), 100);
        timeline().setBrush(around(everything(), "mail.send#11", "mail.send#20"));
        QTRY_COMPARE(bench().list().tasks().rowCount(), 10);
        bench().view().show({bench().view().place().connection, "post", {}});
        QTRY_COMPARE(bench().list().tasks().rowCount(), 3);
        QVERIFY(!timeline().brush() && !bench().list().brush() && !bench().list().tasks().isAll());
    }

    /// BullMQ jobs in a list are counted at the current time.
    void jobsOfBullmqAreDimmedAndBrushedAlike()
    {
        m_shop->addBullmqQueue("bull:mail");
        const qint64 now = toMs(SystemClock().now());
        for (int i = 0; i < 40; ++i)
            m_shop->addBullmqJob("bull:mail", QByteArray::number(100 + i), i % 4 ? "send" : "digest", "failed",
                QByteArray::number(now - 1'800'000 + i * 20'000));
        for (int i = 0; i < 30; ++i)
            m_shop->addBullmqJob("bull:mail", QByteArray::number(200 + i), i % 3 ? "send" : "digest", "wait");
        openBullmq();
        QTRY_VERIFY_WITH_TIMEOUT(bench().view().queue() && sum(data().totals) == 70, 15'000);
        filter(u"type:digest"_s);
        QTRY_VERIFY(data().match && !data().match->partial);
        QTRY_COMPARE(sum(data().match->totals), 20);
        QCOMPARE(data().match->totals[TaskState::Failed], 10);
        timeline().setBrush(TimeRange{fromMs(now - 1'800'000), fromMs(now - 1'800'000 + 8 * 20'000)});
        QTRY_COMPARE(bench().list().tasks().rowCount(), 2);
        QTRY_VERIFY(bench().list().tasks().isAll());
    }
};

QTEST_MAIN(TestTimelineMatch)
#include "tst_timelinematch.moc"
