// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/ordersshop.h"
#include "ui/presenters/embeddedworker.h"
#include "ui/timeline/timelinepane.h"

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests delays of more than 24.8 days, whose milliseconds don't fit in an int. They count down like any other delay
/// and block nothing.
class TestLongDelays : public OrdersShop
{
    Q_OBJECT

    /// The extra hour keeps the displayed value at 40 days during the test.
    static constexpr Millis farAway = 40 * 24h + 1h;

private Q_SLOTS:
    void init()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_shop = std::make_unique<Shop>();
        m_shop->add(2, farAway);
    }
    void cleanup() { closeShop(); }

    void wordsCountDownFromAnyDistance()
    {
        const TimePoint now = fromMs(1'795'348'800'000);
        QCOMPARE(Formatting::relative(now + farAway, now), u"in 40 d"_s);
        QCOMPARE(Formatting::relative(now - farAway, now), u"40 d ago"_s);
        QCOMPARE(Formatting::relative(now + 25 * 24h, now), u"in 25 d"_s);
        QCOMPARE(Formatting::relative(now + 3650 * 24h, now), u"in 3650 d"_s);
        QCOMPARE(Formatting::duration(Millis(2'147'483'648)), u"24 d"_s); // 2^31 ms
        QCOMPARE(Formatting::duration(Millis(4'294'967'296)), u"49 d"_s);
    }

    void theListAndTheTimelineShowThem()
    {
        OpenWindow open(*m_theme);
        show(open, *m_shop, 2);
        open.bench.list().tasks().setNow(open.bench.view().now());
        QCOMPARE(open.bench.list().tasks().index(0, TaskTableModel::When).data().toString(), u"in 40 d"_s);
        const TimePoint due = m_shop->dueOf("mail.send#1");
        QVERIFY(due > open.bench.view().now() + 40 * 24h && due < open.bench.view().now() + farAway);
        open.window.actions()["view.fit"]->trigger();
        auto& timeline = open.window.timelinePane().timeline();
        QTRY_VERIFY(timeline.wantedRange().from <= due && timeline.wantedRange().to > due);
        QTRY_VERIFY(!timeline.data().tasks.empty());
    }

    /// A worker whose next task is due in forty days must claim newly added tasks immediately.
    void aWorkerThatWaitsForThemTakesWhatComesSooner()
    {
        OpenWindow open(*m_theme);
        show(open, *m_shop, 2);
        WorkerSettings settings;
        settings.handlers = {{u"*"_s, u"echo"_s}};
        QVERIFY(open.bench.connections().worker().start(*open.bench.view().current(), {"mail"}, settings).ok());
        QTRY_COMPARE(open.bench.connections().worker().state(), EmbeddedWorker::State::Running);
        QTest::qWait(1'500); // long enough for the worker to poll the queue and start waiting
        m_shop->add(1, 0ms, "mail", 7);
        QTRY_COMPARE_WITH_TIMEOUT(m_shop->stateOf("mail.send#7"), TaskState::Done, 3'000);
        QCOMPARE(m_shop->stateOf("mail.send#1"), TaskState::Scheduled);
        open.bench.connections().worker().stop();
        QTRY_COMPARE_WITH_TIMEOUT(open.bench.connections().worker().state(), EmbeddedWorker::State::Idle, 10'000);
    }
};

QTEST_MAIN(TestLongDelays)
#include "tst_longdelays.moc"
