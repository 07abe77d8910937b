// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/support/redisserver.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

LayoutSpec layoutOf(const char* text) { return parseLayouts(QString::fromLatin1(text)).value(); }

} // namespace

/// Tests a connection with native queues and a custom queue `jobs`. The conformance suite covers each layout
/// separately.
class TestMixedBackend : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_server.call({"FLUSHALL"});
        m_server.call({"ZADD", "jobs", "1700000000", "a", "1700000001", "b"});
        m_both = open("native,zset:jobs");
        NewTask task;
        task.id = "send#1";
        QVERIFY(m_both->editor()->add("mail", {task}).ok());
    }
    void cleanup() { m_both.reset(); }

    void theLayoutsShareOneConnection()
    {
        const QByteArray clients = m_server.call({"CLIENT", "LIST"}).bytes;
        QCOMPARE(clients.count('\n'), 2); // one of the clients is the test's own
    }

    /// Checks that reading and acting on one queue takes no more commands than with a single layout.
    void noCommandIsAddedForOneQueue()
    {
        const auto design = open("zset:jobs");
        const auto spent = [this](Backend& backend, const QueueName& queue) {
            PageRequest page;
            page.queue = queue;
            page.states = StateSet::all();
            (void)backend.inspector().page(page); // loads the scripts
            const qint64 before = commands();
            (void)backend.inspector().queue(queue);
            (void)backend.inspector().page(page);
            (void)backend.inspector().task(queue, "a");
            ActionStep step;
            step.queue = queue;
            step.operation = queue + "/op";
            step.action.kind = ActionKind::RunNow;
            step.refs = {{"nobody", TaskState::Scheduled, {}, TimePoint{}}};
            (void)backend.editor()->act(step);
            return commands() - before;
        };
        spent(*design, "jobs"); // sends the queries that a connection needs once per queue
        spent(*m_both, "jobs@zset:jobs");
        QCOMPARE(spent(*m_both, "jobs@zset:jobs"), spent(*design, "jobs"));
    }

    void whatCanBeDoneIsSaidForEachQueue()
    {
        const Capabilities& all = m_both->capabilities();
        QCOMPARE(all.layout, QByteArray("native, zset:jobs"));
        QVERIFY(all.settings && all.adoptable);
        QVERIFY(m_both->capabilities("mail").settings && !m_both->capabilities("mail").adoptable);
        QVERIFY(m_both->capabilities("jobs@zset:jobs").adoptable);
        QCOMPARE(m_both->queueCapabilities().of("jobs@zset:jobs"), m_both->capabilities("jobs@zset:jobs"));
        QCOMPARE(m_both->queueCapabilities().of("mail"), m_both->capabilities("mail"));
    }

    void anEventIsOfTheQueueAsItIsCalledHere()
    {
        auto events = m_both->events({"mail", "jobs@zset:jobs"}, true, false);
        QVERIFY(events && (*events)->open());
        for (const QueueName& queue : {QueueName("jobs@zset:jobs"), QueueName("mail")}) {
            NewTask task;
            task.id = queue == "mail" ? "send#2" : "jobs#c";
            task.dueIn = 0ms;
            QVERIFY(m_both->editor()->add(queue, {task}).ok());
            const auto event = (*events)->next(10s);
            QVERIFY(event && *event);
            QCOMPARE((*event)->queue, queue);
        }
        const auto none = (*events)->next(10ms);
        QVERIFY(none && !*none);
    }

    /// Checks that many native queues on a connection with another layout are counted in rotation, so that refreshes
    /// stay cheap.
    void ofManyNativeQueuesSomeAreCountedAtATime()
    {
        NewTask task;
        task.id = "send#1";
        for (int i = 0; i < 200; ++i)
            QVERIFY(m_both->editor()->add("q" + QByteArray::number(i), {task}).ok());
        const auto watching = open("native,zset:jobs"); // acts like the window's refresh connection
        CountBudget pace;
        pace.most = 60;
        pace.first = {"q7", "jobs@zset:jobs"};
        watching->inspector().paceCounts(pace);
        const auto look = [&watching] {
            std::map<QueueName, QueueInfo> queues;
            const auto all = watching->inspector().queues();
            for (const QueueInfo& info : all ? *all : std::vector<QueueInfo>())
                queues.emplace(info.name, info);
            return queues;
        };
        const auto isFresh = [](const auto& each) { return !each.second.asOf; };
        auto queues = look();
        QCOMPARE(queues.size(), std::size_t(202)); // the first refresh lists every queue
        QVERIFY(std::all_of(queues.begin(), queues.end(), isFresh));
        std::set<QueueName> met;
        for (int turn = 0; turn < 4; ++turn) {
            queues = look();
            QCOMPARE(queues.size(), std::size_t(202));
            const auto fresh = std::count_if(queues.begin(), queues.end(), isFresh);
            QVERIFY2(fresh > 50 && fresh < 70, QByteArray::number(qint64(fresh)).constData());
            QVERIFY(!queues.at("q7").asOf && !queues.at("jobs@zset:jobs").asOf);
            for (const auto& [name, info] : queues) {
                if (!info.asOf)
                    met.insert(name);
                QVERIFY(!info.asOf || *info.asOf <= info.serverNow);
            }
        }
        QCOMPARE(met.size(), std::size_t(202));

        // A changed queue is counted when its turn comes, then on each refresh as long as it keeps changing.
        task.id = "send#2";
        QVERIFY(m_both->editor()->add("q150", {task}).ok());
        for (int turn = 0; turn < 4 && queues.at("q150").counts.pending() < 2; ++turn)
            queues = look();
        for (qint64 pending = 3; pending < 6; ++pending) {
            task.id = "send#" + QByteArray::number(pending);
            QVERIFY(m_both->editor()->add("q150", {task}).ok());
            queues = look();
            QCOMPARE(queues.at("q150").counts.pending(), pending);
            QVERIFY(!queues.at("q150").asOf);
        }
        // A new queue is listed immediately, and a removed one disappears.
        QVERIFY(m_both->editor()->add("just made", {task}).ok());
        m_server.call({"SREM", "dueline:queues", "q0"});
        queues = look();
        QVERIFY(queues.count("just made") && !queues.count("q0"));
        // After a reconnect, the server may be a different one, so every queue is recounted.
        QVERIFY(!std::all_of(queues.begin(), queues.end(), isFresh));
        m_server.call({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
        for (int attempt = 0; attempt < 3; ++attempt) { // the first calls may report the lost connection
            queues = look();
            if (!queues.empty())
                break;
        }
        QCOMPARE(queues.size(), std::size_t(202));
        QVERIFY(std::all_of(queues.begin(), queues.end(), isFresh));
    }

    /// Checks that the next refresh shows the window's own changes, no matter which queue is selected.
    void aQueueThatWasActedOnIsCountedNext()
    {
        NewTask task;
        task.id = "send#1";
        for (int i = 0; i < 200; ++i)
            QVERIFY(m_both->editor()->add("q" + QByteArray::number(i), {task}).ok());
        // Both of the connection's lanes share one layout.
        const LayoutSpec layout = layoutOf("native,zset:jobs");
        auto acting = openLayout(layout, m_server.config(), {}, {}, Access::Operate);
        auto watching = openLayout(layout, m_server.config(), {}, {}, Access::Operate);
        QVERIFY(acting && watching);
        CountBudget pace;
        pace.most = 1;
        pace.first = {"q7"};
        (*watching)->inspector().paceCounts(pace);
        const auto seen = [&watching](const QueueName& queue) -> std::optional<QueueInfo> {
            const auto queues = (*watching)->inspector().queues();
            for (const QueueInfo& info : queues ? *queues : std::vector<QueueInfo>()) {
                if (info.name == queue)
                    return info;
            }
            return std::nullopt;
        };
        const auto first = seen("q0");
        QVERIFY(first && !first->asOf);
        QueueEditor& editor = *(*acting)->editor();
        // Without the action, these queues wouldn't be counted for a long time.
        const std::vector<std::pair<QueueName, std::function<bool(const QueueName&)>>> acts{
            {"q199",
                [&](const QueueName& queue) {
                    NewTask another = task;
                    another.id = "send#2";
                    return editor.add(queue, {another}).ok();
                }},
            {"q198", [&](const QueueName& queue) { return editor.setPaused(queue, true).ok(); }},
            {"q197",
                [&](const QueueName& queue) {
                    ActionStep step;
                    step.queue = queue;
                    step.operation = queue + "/acted";
                    step.action.kind = ActionKind::Discard;
                    const auto there = (*acting)->inspector().task(queue, "send#1");
                    step.refs = {{"send#1", there->task.state, {}, there->task.at}};
                    const auto done = editor.act(step);
                    return done && done->front() == ItemOutcome::Done;
                }},
        };
        for (const auto& [queue, act] : acts) {
            const auto before = seen(queue);
            QVERIFY(before);
            QVERIFY2(act(queue), queue);
            const auto after = seen(queue);
            QVERIFY(after);
            QVERIFY2(!after->asOf, queue);
            QVERIFY2(after->counts != before->counts || after->paused != before->paused, queue);
        }
        // The queue is counted only once: later refreshes don't recount it before its turn.
        bool waitsItsTurn = false;
        for (int look = 0; look < 4 && !waitsItsTurn; ++look)
            waitsItsTurn = seen("q197")->asOf.has_value();
        QVERIFY(waitsItsTurn);
    }

    void nativeQueuesAloneAreAllCountedEachTime()
    {
        NewTask task;
        task.id = "send#1";
        for (int i = 0; i < 60; ++i)
            QVERIFY(m_both->editor()->add("q" + QByteArray::number(i), {task}).ok());
        const auto native = open("native");
        native->inspector().paceCounts({1, {}});
        for (int turn = 0; turn < 2; ++turn) {
            const auto queues = native->inspector().queues();
            QVERIFY(queues);
            QCOMPARE(queues->size(), std::size_t(61));
            for (const QueueInfo& info : *queues)
                QVERIFY(!info.asOf);
        }
    }

    void aWorkerIsReportedOnceWithItsQueuesOfAllLayouts()
    {
        const auto worker = open("native,zset:jobs", Access::OperateAndWork);
        WorkerInfo info;
        info.id = "w";
        info.queues = {"mail", "jobs@zset:jobs"};
        QVERIFY(worker->broker()->beat(info, 30s, false).ok());
        const auto workers = m_both->inspector().workers();
        QVERIFY(workers);
        QCOMPARE(workers->size(), std::size_t(1));
        QVERIFY(std::find(workers->front().queues.begin(), workers->front().queues.end(), "mail")
            != workers->front().queues.end());
    }

    void aLayoutWithoutAPortSaysSo()
    {
        const auto both = open("native,bullmq", Access::OperateAndWork);
        const auto configured = both->editor()->configure("x@bullmq", {});
        QVERIFY(!configured && configured.error().code == ErrorCode::NotSupported);
        ClaimRequest request;
        request.queue = "x@bullmq";
        QCOMPARE(both->broker()->claim(request).error().code, ErrorCode::NotSupported);
        QVERIFY(both->schedules()->schedules("x@bullmq")->empty());
        const auto designs = open("native,zset:jobs", Access::Operate);
        QVERIFY(!designs->editor()->bulk("jobs@zset:jobs") && designs->editor()->bulk("mail"));
        QVERIFY(both->audit("mail") && !both->audit("x@bullmq"));
    }

    void aBareNameIsNowhereWithoutNative()
    {
        const auto designs = open("zset:jobs,list:other");
        QCOMPARE(designs->inspector().queue("jobs").error().code, ErrorCode::NotFound);
        QVERIFY(designs->inspector().queue("jobs@zset:jobs").ok());
    }

    void aServerThatIsGoneIsGoneForAll()
    {
        RedisServer gone;
        auto backend = openLayout(layoutOf("native,zset:jobs"), gone.config(), {}, {}, Access::ReadOnly);
        QVERIFY(backend);
        gone.stop();
        const auto queues = (*backend)->inspector().queues();
        QVERIFY(!queues && !isRefusal(queues.error().code));
        QVERIFY(!openLayout(layoutOf("native,zset:jobs"), gone.config(), {}, {}, Access::ReadOnly).ok());
    }

private:
    std::unique_ptr<Backend> open(const char* layouts, Access access = Access::Operate)
    {
        auto opened = openLayout(layoutOf(layouts), m_server.config(), {}, {}, access);
        if (!opened)
            qFatal("%s", qPrintable(opened.error().message));
        return std::move(opened).value();
    }

    /// Returns how many commands the server has executed, including this one.
    qint64 commands()
    {
        const QByteArray stats = m_server.call({"INFO", "stats"}).bytes;
        const QByteArray name = "total_commands_processed:";
        const qsizetype at = stats.indexOf(name) + name.size();
        return stats.mid(at, stats.indexOf('\r', at) - at).toLongLong();
    }

    RedisServer m_server;
    std::unique_ptr<Backend> m_both;
};

QTEST_GUILESS_MAIN(TestMixedBackend)
#include "tst_mixedbackend.moc"
