// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/panelplace.h"
#include "tests/support/chaosproxy.h"
#include "ui/timeline/feed/showntimeline.h"

#include <QSignalSpy>
#include <QStringList>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests request priorities: an operator's action overtakes long-running requests that started earlier. Compares the
/// order of events, not times.
class TestLanes : public QObject
{
    Q_OBJECT

    std::unique_ptr<PanelPlace> m_place;
    std::unique_ptr<ChaosProxy> m_network;
    QStringList m_order;

    Workbench& bench() { return m_place->bench; }
    Connection& connection() { return *bench().view().current(); }

    /// Opens the `mail` queue through a proxy that delays certain replies.
    void open(const ChaosPlan& plan)
    {
        m_network = std::make_unique<ChaosProxy>(m_place->server.config());
        m_network->setPlan(plan);
        m_place->profile.url = m_network->url();
        connect(&bench().events(), &WindowEvents::operationEnded, this, [this](const OperationJob* job) {
            if (job) // null for an undo
                m_order << u"acted"_s;
        });
        m_place->connectBench();
        QTRY_VERIFY(bench().view().queue());
    }
    void failOne()
    {
        const std::vector<Lease> leases = PanelPlace::claim(*m_place->backend, "mail");
        const Lease& lease = leases.front();
        QVERIFY(m_place->backend->broker()->nack("mail", {{lease.id, lease.token, {}, "failed", "it broke"}}, {}).ok());
    }
    OperationRequest retryOne()
    {
        const auto detail = m_place->backend->inspector().task("mail", PanelPlace::idOf(0));
        OperationRequest request;
        request.queue = "mail";
        request.action.kind = ActionKind::Retry;
        request.selection.kind = TaskSelection::Kind::Refs;
        request.selection.refs = {{detail->task.id, detail->task.state, detail->task.token, detail->task.at}};
        return request;
    }
    /// Sends an empty request on a lane and records when it is answered.
    void pass(Session::Lane lane)
    {
        connection().session().run(
            lane, this, [](Backend&) -> Result<> { return {}; }, [this](const Result<>&) { m_order << u"passed"_s; });
    }

private Q_SLOTS:
    void init()
    {
        m_place = std::make_unique<PanelPlace>();
        m_order.clear();
    }
    void cleanup()
    {
        m_place.reset();
        m_network.reset();
    }

    void aRetryAndItsUndoDoNotWaitForTheLookForForeignQueues()
    {
        m_place->add("mail", 1);
        failOne();
        m_place->server.call({"HSET", "bull:emails:meta", "version", "bullmq:5.1.0"});
        // Discovery sends about 14 SCAN commands and yields to other requests after two seconds.
        open({.fault = ChaosPlan::Fault::Delay, .pause = 800ms, .request = "SCAN"});
        connect(&connection(), &Connection::queuesChanged, this, [this] {
            if (!connection().foreign().queues.empty() && !m_order.contains(u"looked"_s))
                m_order << u"looked"_s;
        });
        connect(&bench().events(), &WindowEvents::noticed, this, [this](const Notice& notice) {
            if (notice.icon == u"undo")
                m_order << u"undone"_s;
        });
        QTRY_VERIFY(m_network->faults() > 0);
        bench().actions().run(bench().actions().makeJob(retryOne()));
        QTRY_VERIFY(bench().actions().undo().isPossible());
        QCOMPARE(m_place->stateOf("mail", PanelPlace::idOf(0)), TaskState::Retrying);
        bench().actions().undo().undoLast();
        QTRY_COMPARE_WITH_TIMEOUT(m_order.size(), 3, 30'000);
        QCOMPARE(m_order, (QStringList{u"acted"_s, u"undone"_s, u"looked"_s}));
        QCOMPARE(m_place->stateOf("mail", PanelPlace::idOf(0)), TaskState::Failed);
        QCOMPARE(connection().foreign().queues.front().name, QByteArray("emails"));
    }

    void aRetryDoesNotWaitForAllReferencesNorAnybodyOnTheirLane()
    {
        m_place->add("mail", 1);
        failOne();
        m_place->add("mail", 6000, 1, 1h);
        // The server is so slow that each page takes an entire time slice.
        open({.fault = ChaosPlan::Fault::Delay, .pause = 30ms});
        connect(&bench().list().feed(), &TaskFeed::allLoaded, this,
            [this](const std::vector<TaskRef>& refs) { m_order << QString::number(refs.size()); });
        bench().list().feed().loadAll();
        pass(Session::Lane::Background);
        QTRY_COMPARE(m_order, QStringList{u"passed"_s});
        bench().list().feed().loadAll();
        bench().actions().run(bench().actions().makeJob(retryOne()));
        QTRY_COMPARE_WITH_TIMEOUT(m_order.size(), 4, 15'000);
        QCOMPARE(m_order.count(u"6001"_s), 2);
        QCOMPARE(m_order.last(), u"6001"_s); // Loading all tasks finished last, after the retry.
    }

    void theTimelineOfManyQueuesLetsAnActionHaveItsTurn()
    {
        for (int i = 0; i < 40; ++i)
            m_place->add("queue-" + QByteArray::number(i), 1, 0, 1h);
        m_place->add("mail", 1);
        open({.fault = ChaosPlan::Fault::Delay, .pause = 25ms});
        ShownTimeline timeline(bench().list());
        bench().view().show({connection().id(), {}, {}});
        connect(&timeline.feed(), &TimelineFeed::loaded, this, [this] { m_order << u"drawn"_s; });
        const TimePoint now = bench().view().now();
        timeline.feed().want({now - 1h, now + 3h}, Millis(72'000));
        pass(Session::Lane::Interactive);
        QTRY_VERIFY_WITH_TIMEOUT(m_order.contains(u"drawn"_s), 15'000);
        QCOMPARE(m_order.front(), u"passed"_s);
    }

    void manyTasksAreAddedInTurns()
    {
        m_place->add("mail", 1);
        open({.fault = ChaosPlan::Fault::Delay, .pause = 25ms});
        connect(
            &bench().events(), &WindowEvents::noticed, this, [this](const Notice& notice) { m_order << notice.text; });
        std::vector<NewTask> tasks(3000);
        for (int i = 0; i < 3000; ++i)
            tasks[std::size_t(i)].id = PanelPlace::idOf(10 + i);
        tasks.back().id = PanelPlace::idOf(0); // an id that already exists
        bench().actions().addTasks(connection(), "mail", tasks);
        pass(Session::Lane::Background);
        pass(Session::Lane::Interactive);
        QTRY_COMPARE_WITH_TIMEOUT(m_order.size(), 3, 30'000);
        QCOMPARE(m_order.mid(0, 2), (QStringList{u"passed"_s, u"passed"_s}));
        QVERIFY2(m_order.back().startsWith(u"2"), qPrintable(m_order.back()));
        QCOMPARE(m_place->backend->inspector().queue("mail")->counts.pending(), 3000);
    }
};

QTEST_MAIN(TestLanes)
#include "tst_lanes.moc"
