// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/jobplace.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Server with flows created by BullMQ.
class FlowPlace : public JobPlace
{
public:
    explicit FlowPlace(const QString& module)
        : JobPlace(module, u"bullmq"_s)
    { }

    /// Adds a flow and returns the id of its root job.
    TaskId addFlow(const QString& json) { return NodePeer::run(server, module, queue, {u"flow"_s, json}).value(0); }
    TaskFlow flow(const TaskId& id) { return flowOf(queue, id); }
    TaskFlow flowOf(const QueueName& in, const TaskId& id) { return value(inspector().flow(in, id)); }
    /// Runs `count` jobs from another queue.
    void workIn(const QueueName& other, int count)
    {
        NodePeer worker(server, module, other, count);
        if (!worker.finish())
            qFatal("the worker does not end: %s", worker.said().constData());
    }
};

/// Returns `  type queue state` for each job, indented by depth; `+N` marks a job with N more children.
QStringList told(const TaskFlow& flow)
{
    QStringList lines;
    for (std::size_t i = 0; i < flow.tasks.size(); ++i) {
        const FlowTask& task = flow.tasks[i];
        QString line(2 * flow.depthOf(i), u' ');
        line += QString::fromUtf8(task.type) + u' ' + QString::fromUtf8(task.queue) + u' ';
        line += QString::fromUtf8(task.state ? stateName(*task.state).toByteArray() : QByteArray("gone"));
        if (!task.nativeState.isEmpty())
            line += u'/' + QString::fromUtf8(task.nativeState);
        if (task.more > 0)
            line += u'+' + QString::number(task.more);
        lines << line;
    }
    return lines;
}

} // namespace

/// Tests BullMQ flows: the dependencies between jobs, and each job's state.
class TestBullmqFlows : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QFETCH_GLOBAL(QString, module);
        if (const QString missing = NodePeer::missing(module); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    void initTestCase_data()
    {
        QTest::addColumn<QString>("module");
        QTest::addRow("6") << u"bullmq"_s;
        QTest::addRow("5") << u"bullmq5"_s;
        QTest::addRow("5.0.0") << u"bullmq500"_s;
    }
    void aFlowIsATreeWithTheStateOfEach();
    void whatWasRemovedIsStillNamed();
    void ofVeryManyChildrenSomeAreNamed();
    void jobsOfAWideLevelShareTheRoom();
    void queuesOfAnotherPrefixAreReached();
    void aJobWithoutAFlowHasNone();
    void whatIsStoredIsNotBelieved();
    void whoMayNotSeeAQueueSeesTheOthers();
    void duectlShowsIt();
};

void TestBullmqFlows::aFlowIsATreeWithTheStateOfEach()
{
    QFETCH_GLOBAL(QString, module);
    FlowPlace place(module);
    const TaskId root = place.addFlow(uR"({"name":"report","children":[
        {"name":"collect","queueName":"data","children":[
            {"name":"fetch","queueName":"web"},
            {"name":"fail fetch","queueName":"web","opts":{"ignoreDependencyOnFailure":true}},
            {"name":"later","queueName":"slow","opts":{"delay":3600000}}]},
        {"name":"draw","opts":{"priority":2}}]})"_s);
    const QStringList before{u"report mail scheduled/waiting-children"_s,
        u"  collect data scheduled/waiting-children"_s, u"    later slow scheduled/delayed"_s,
        u"    fetch web due/waiting"_s, u"    fail fetch web due/waiting"_s, u"  draw mail due/prioritized"_s};
    const auto ordered = [](QStringList lines) {
        lines.sort(); // BullMQ's ids are random, so the children are in random order.
        return lines;
    };
    TaskFlow flow = place.flow(root);
    QCOMPARE(ordered(told(flow)), ordered(before));
    QCOMPARE(flow.tasks.front().id, root);
    QCOMPARE(flow.tasks.front().parent, -1);
    QVERIFY(!flow.goesHigher);
    // A request for any job in the flow returns the same flow.
    for (const FlowTask& task : flow.tasks) {
        QCOMPARE(place.flowOf(task.queue, task.id), flow);
        QVERIFY(FlowPlace::value(place.inspector().task(task.queue, task.id)).inFlow);
        QVERIFY(flow.indexOf(task.queue, task.id) >= 0);
    }
    place.workIn("web", 2);
    flow = place.flow(root);
    const QStringList after{u"report mail scheduled/waiting-children"_s, u"  collect data scheduled/waiting-children"_s,
        u"    later slow scheduled/delayed"_s, u"    fetch web done/completed"_s, u"    fail fetch web failed/failed"_s,
        u"  draw mail due/prioritized"_s};
    QCOMPARE(ordered(told(flow)), ordered(after));
}

void TestBullmqFlows::whatWasRemovedIsStillNamed()
{
    QFETCH_GLOBAL(QString, module);
    FlowPlace place(module);
    const TaskId root = place.addFlow(uR"({"name":"parent","children":[
        {"name":"gone","queueName":"web","opts":{"removeOnComplete":true}},
        {"name":"waits","queueName":"other"}]})"_s);
    place.workIn("web", 1);
    const TaskFlow flow = place.flow(root);
    QCOMPARE(flow.tasks.size(), std::size_t(3));
    const auto gone
        = std::find_if(flow.tasks.begin(), flow.tasks.end(), [](const FlowTask& task) { return task.queue == "web"; });
    QVERIFY(gone != flow.tasks.end());
    QVERIFY(!gone->state && !gone->forbidden && gone->type.isEmpty());
    QVERIFY(!gone->id.isEmpty());
}

void TestBullmqFlows::ofVeryManyChildrenSomeAreNamed()
{
    QFETCH_GLOBAL(QString, module);
    FlowPlace place(module);
    QStringList children;
    for (int i = 0; i < 450; ++i)
        children << uR"({"name":"part","queueName":"web"})"_s;
    const TaskId root
        = place.addFlow(uR"({"name":"whole","children":[{"name":"half","children":[%1]}]})"_s.arg(children.join(u',')));
    TaskFlow flow = place.flow(root);
    QCOMPARE(flow.tasks.size(), TaskFlow::most);
    QCOMPARE(flow.tasks[1].more, 450 - qint64(TaskFlow::most - 2));
    // The requested job is always included, wherever it is among its siblings.
    for (const Task& each : FlowPlace::value(place.inspector().page({"web", TaskState::Due, 0, 500})).tasks) {
        flow = place.flowOf("web", each.id);
        QCOMPARE(flow.tasks.size(), TaskFlow::most);
        QVERIFY2(flow.indexOf("web", each.id) > 1, each.id.constData());
        if (each.id.back() > '3')
            break;
    }
    place.workIn("web", 450);
    flow = place.flow(root);
    QCOMPARE(flow.tasks.size(), TaskFlow::most);
    QCOMPARE(flow.tasks[1].more, 450 - qint64(TaskFlow::most - 2));
    QCOMPARE(flow.tasks.back().state, std::optional(TaskState::Done));
}

void TestBullmqFlows::jobsOfAWideLevelShareTheRoom()
{
    QFETCH_GLOBAL(QString, module);
    FlowPlace place(module);
    QStringList children;
    for (int i = 0; i < 150; ++i)
        children << uR"({"name":"part","queueName":"web"})"_s;
    const QString part = uR"({"name":"side","children":[%1]})"_s.arg(children.join(u','));
    const TaskId root = place.addFlow(uR"({"name":"whole","children":[%1,%1,%1]})"_s.arg(part));
    const TaskFlow flow = place.flow(root);
    QVERIFY(flow.tasks.size() <= TaskFlow::most && flow.tasks.size() > TaskFlow::most - 4);
    qint64 named = 0;
    for (const FlowTask& task : flow.tasks) {
        if (task.type != "side")
            continue;
        const auto own = std::count_if(flow.tasks.begin(), flow.tasks.end(), [&](const FlowTask& child) {
            return child.parent >= 0 && &flow.tasks[std::size_t(child.parent)] == &task;
        });
        QCOMPARE(own + task.more, 150);
        QVERIFY2(own > 60, qPrintable(QString::number(own)));
        named += own;
    }
    QCOMPARE(named + 4, qint64(flow.tasks.size()));
}

void TestBullmqFlows::queuesOfAnotherPrefixAreReached()
{
    QFETCH_GLOBAL(QString, module);
    FlowPlace place(module);
    const TaskId root
        = place.addFlow(uR"({"name":"parent","children":[{"name":"away","queueName":"thumbs","prefix":"shop:eu"}]})"_s);
    TaskFlow flow = place.flow(root);
    QCOMPARE(flow.tasks.size(), std::size_t(2));
    QCOMPARE(flow.tasks[1].queue, QByteArray("thumbs"));
    QCOMPARE(flow.tasks[1].layout, QByteArray("bullmq:shop:eu"));
    QCOMPARE(flow.tasks[1].state, std::optional(TaskState::Due));
    // A job's queue belongs to the connection if the queue's layout is open or can be opened by name.
    const TaskId away = flow.tasks[1].id;
    for (const QString& layouts : {u"auto"_s, u"bullmq,bullmq:shop:eu"_s}) {
        place.open(layouts);
        auto read = place.backend().inspector().flow("mail@bullmq", root);
        QVERIFY2(read, qPrintable(layouts));
        QCOMPARE(read->tasks[0].queue, QByteArray("mail@bullmq"));
        QCOMPARE(read->tasks[1].queue, QByteArray("thumbs@bullmq:shop:eu"));
        QVERIFY(read->tasks[1].layout.isEmpty());
        QCOMPARE(FlowPlace::value(place.inspector().flow("thumbs@bullmq:shop:eu", away)), *read);
    }
}

void TestBullmqFlows::aJobWithoutAFlowHasNone()
{
    QFETCH_GLOBAL(QString, module);
    FlowPlace place(module);
    const TaskId id = place.add({uR"({"name":"alone"})"_s}).value(0);
    QVERIFY(place.flow(id).tasks.empty());
    QVERIFY(!FlowPlace::value(place.inspector().task(place.queue, id)).inFlow);
    QVERIFY(place.flow("nowhere").tasks.empty());
}

void TestBullmqFlows::whatIsStoredIsNotBelieved()
{
    QFETCH_GLOBAL(QString, module);
    FlowPlace place(module);
    const TaskId id = place.add({uR"({"name":"odd"})"_s}).value(0);
    const QByteArray key = "bull:mail:" + id;
    place.server.call({"HSET", key, "parentKey", key}); // The job is its own parent.
    TaskFlow flow = place.flow(id);
    QVERIFY(flow.tasks.empty());
    place.server.call(
        {"SADD", key + ":dependencies", key, "", "x", ":", "bull::", "bull:a:b:c", QByteArray("\xff:\0:q", 5)});
    flow = place.flow(id);
    QCOMPARE(flow.tasks.size(), std::size_t(7)); // The job itself appears only once.
    place.server.call({"HSET", key, "parentKey", "text"});
    place.server.call({"SET", "text", "is no job"});
    flow = place.flow(id);
    QCOMPARE(flow.tasks.front().parent, -1);
    QCOMPARE(flow.indexOf("mail", id), 1);
    QVERIFY(!flow.tasks.front().state);
    place.server.call({"DEL", key + ":dependencies"});
    place.server.call({"SET", key + ":dependencies", "no set"});
    place.server.call({"LPUSH", key + ":processed", "no hash"});
    QCOMPARE(place.flow(id).tasks.size(), std::size_t(2));
    QVERIFY(FlowPlace::value(place.inspector().task(place.queue, id)).inFlow);
    // The flow has 100 levels; each job is the only child of the one above it.
    for (int i = 0; i < 100; ++i)
        place.server.call({"HSET", "bull:deep:" + QByteArray::number(i), "name", "level", "parentKey",
            "bull:deep:" + QByteArray::number(i + 1)});
    flow = place.flowOf("deep", "0");
    QVERIFY(flow.goesHigher);
    QVERIFY(flow.indexOf("deep", "0") > 0);
}

void TestBullmqFlows::whoMayNotSeeAQueueSeesTheOthers()
{
    QFETCH_GLOBAL(QString, module);
    FlowPlace place(module);
    const TaskId root = place.addFlow(
        uR"({"name":"parent","children":[{"name":"seen","queueName":"web"},{"name":"hidden","queueName":"secret"}]})"_s);
    place.server.call({"ACL", "SETUSER", "viewer", "on", ">pw", "+@all", "%R~bull:mail:*", "%R~bull:web:*"});
    RedisConfig config = place.server.config();
    config.user = u"viewer"_s;
    config.password = Secret("pw");
    const auto backend = openLayout(*parseLayout(u"bullmq"_s), config, {}, {}, Access::ReadOnly);
    QVERIFY2(backend, qPrintable(backend ? QString() : backend.error().message));
    const TaskFlow flow = FlowPlace::value((*backend)->inspector().flow("mail", root));
    QCOMPARE(flow.tasks.size(), std::size_t(3));
    for (const FlowTask& task : flow.tasks) {
        QCOMPARE(task.forbidden, task.queue == "secret");
        QCOMPARE(task.state.has_value(), task.queue != "secret");
    }
}

void TestBullmqFlows::duectlShowsIt()
{
    QFETCH_GLOBAL(QString, module);
    FlowPlace place(module);
    const TaskId root = place.addFlow(uR"({"name":"report","children":[
        {"name":"fetch","queueName":"web"},{"name":"fail","queueName":"web","opts":{"ignoreDependencyOnFailure":true}}]})"_s);
    const TaskId done = FlowPlace::value(place.inspector().page({"web", TaskState::Due, 0, 10})).tasks.front().id;
    place.workIn("web", 2);
    const Duectl duectl(place.server.url());
    Answer shown = duectl.run({u"--layout"_s, u"auto"_s, u"show"_s, u"web@bullmq"_s, QString::fromUtf8(done)});
    QCOMPARE(shown.code, 0);
    const QList<QByteArray> lines = shown.lines();
    const auto line = [&lines](const QByteArray& word) {
        const auto found = std::find_if(
            lines.begin(), lines.end(), [&](const QByteArray& each) { return each.mid(2).trimmed().startsWith(word); });
        return found == lines.end() ? QByteArray() : *found;
    };
    QVERIFY2(line("report").startsWith("  report") && line("report").contains("mail@bullmq"), shown.all());
    QVERIFY2(line("fetch").startsWith(">   fetch") || line("fetch").startsWith("    fetch"), shown.all());
    QCOMPARE(
        std::count_if(lines.begin(), lines.end(), [](const QByteArray& each) { return each.startsWith("> "); }), 1);
    shown = duectl.run({u"--layout"_s, u"bullmq"_s, u"--json"_s, u"show"_s, u"mail"_s, QString::fromUtf8(root)});
    QCOMPARE(shown.code, 0);
    const QJsonArray flow = shown.object()[u"flow"_s].toArray();
    QCOMPARE(flow.size(), 3);
    QCOMPARE(flow[0][u"id"_s].toString().toUtf8(), root);
    QVERIFY(flow[0][u"parent"_s].isNull());
    QCOMPARE(flow[1][u"parent"_s].toInt(-1), 0);
    QCOMPARE(flow[1][u"queue"_s].toString(), u"web"_s);
    QStringList states{flow[1][u"state"_s].toString(), flow[2][u"state"_s].toString()};
    states.sort();
    QCOMPARE(states, (QStringList{u"done"_s, u"failed"_s}));
    QCOMPARE(flow[1][u"more_children"_s].toInt(-1), 0);
    const TaskId alone = place.add({uR"({"name":"alone"})"_s}).value(0);
    shown = duectl.run({u"--layout"_s, u"bullmq"_s, u"--json"_s, u"show"_s, u"mail"_s, QString::fromUtf8(alone)});
    QVERIFY2(shown.code == 0 && !shown.object().contains(u"flow"_s), shown.all());
}

QTEST_GUILESS_MAIN(TestBullmqFlows)
#include "tst_bullmqflows.moc"
