// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/findqueue.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/redisserver.h"

#include <QRegularExpression>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Way to open a framework's queues: with their layout alone, by detection, or together with native queues.
enum class Opened { Alone, Found, Mixed };

/// Server with one framework's queues, and a duectl that opens them as Opened specifies.
class NamedPlace
{
public:
    NamedPlace(const QByteArray& theLayout, Opened opened)
        : layout(theLayout)
        , writer(FrameworkWriter::of(layout, server))
        , m_opened(opened)
    { }

    Answer run(const QStringList& command, const QByteArray& input = {}) const
    {
        QStringList words;
        if (m_opened == Opened::Mixed)
            words << u"--layout"_s << u"native"_s;
        if (m_opened != Opened::Found)
            words << u"--layout"_s << QString::fromLatin1(layout);
        return m_duectl.run(words + command, input);
    }
    QJsonArray rows(const QStringList& command) const
    {
        const Answer answer = run(command + QStringList{u"--json"_s});
        return answer.code == 0 ? answer.array() : QJsonArray{QString::fromUtf8(answer.all())};
    }
    /// Returns the queue as listed by `queues`, or an empty object.
    QJsonObject listed(const QString& name) const
    {
        for (const QJsonValue& row : rows({u"queues"_s})) {
            const QString bare = row[u"queue"_s].toString(row[u"name"_s].toString());
            if (bare == name || row[u"name"_s].toString() == name)
                return row.toObject();
        }
        return {};
    }
    QString qualified(const QString& name) const { return name + u'@' + QString::fromLatin1(layout); }
    /// Returns an assistant tool's answer. The assistant may access only the queues in `reached`.
    QByteArray tool(const QString& reached, const QString& name, QJsonObject arguments) const
    {
        const auto line = [](int id, const QString& method, const QJsonObject& parameters) {
            return QJsonDocument(QJsonObject{{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"method"_s, method},
                                     {u"params"_s, parameters}})
                       .toJson(QJsonDocument::Compact)
                + '\n';
        };
        const QByteArray input = line(1, u"initialize"_s,
                                     {{u"protocolVersion"_s, u"2025-06-18"_s}, {u"capabilities"_s, QJsonObject()},
                                         {u"clientInfo"_s, QJsonObject{{u"name"_s, u"t"_s}, {u"version"_s, u"1"_s}}}})
            + line(2, u"tools/call"_s, {{u"name"_s, name}, {u"arguments"_s, arguments}});
        const QList<QByteArray> lines = run({u"mcp"_s, u"--queue"_s, reached}, input).lines();
        return QJsonDocument::fromJson(lines.value(1))[u"result"_s][u"content"_s][0][u"text"_s].toString().toUtf8();
    }

    mutable RedisServer server;
    QByteArray layout;
    std::unique_ptr<FrameworkWriter> writer;

private:
    Opened m_opened;
    Duectl m_duectl{server.url()};
};

// BullMQ's first due job has a parent, so use the second.
const QString dueId = QString::fromLatin1(FrameworkWriter::filledId(TaskState::Due, 2));

} // namespace

Q_DECLARE_METATYPE(Opened)

/// Tests, for every framework, how users can write queue names, and the queue shown for each task in a shared
/// pseudo-queue.
class DuectlNames : public QObject
{
    Q_OBJECT

    static void everyWay()
    {
        QTest::addColumn<QByteArray>("layout");
        QTest::addColumn<Opened>("opened");
        for (const QByteArray& layout : FrameworkWriter::layouts()) {
            QTest::newRow(layout + " alone") << layout << Opened::Alone;
            QTest::newRow(layout + " found") << layout << Opened::Found;
            QTest::newRow(layout + " beside native") << layout << Opened::Mixed;
        }
    }

private slots:
    void aQualifiedNameIsAcceptedByEveryCommand_data() { everyWay(); }
    void aQualifiedNameIsAcceptedByEveryCommand();
    void parametersOfTheLayoutMayBeLeftOut_data();
    void parametersOfTheLayoutMayBeLeftOut();
    void parametersMayBeNamedWithTheQueue();
    void theTrashOfAnEmptyQueueStaysInSightAndIsRestored_data() { everyWay(); }
    void theTrashOfAnEmptyQueueStaysInSightAndIsRestored();
    void theTrashOfASharedPlaceIsFoundByItself();
    void aNameThatEndsAsALayoutStaysInReach();
    void aQueueOfAnUnopenedLayoutIsNotCreated();
    void aDesignIsNamedWithItsKey();
    void aViewFindsTheListedQueueThatAWordMeans();
    void tasksOfSharedPlacesSayTheirQueue_data();
    void tasksOfSharedPlacesSayTheirQueue();
    void theDeadJobsOfOneQueueAreRetried();
    void aQueueOfItsOwnIsComparedByItsName();
    void whatARestartedRedisDoesNotKnowIsNotToBeResumed();
    void anUndoCommandWorksWithoutTheLayout_data();
    void anUndoCommandWorksWithoutTheLayout();
    void aBareOperationOfADesignNeedsItsLayout();
    void aNameWithTheWrongPrefixSuggestsTheQueue();
};

void DuectlNames::aQualifiedNameIsAcceptedByEveryCommand()
{
    QFETCH(QByteArray, layout);
    QFETCH(Opened, opened);
    const NamedPlace place(layout, opened);
    place.writer->fill("mail", 2);
    const QString name = place.qualified(u"mail"_s);
    const QString shown = place.listed(u"mail"_s)[u"name"_s].toString();
    QVERIFY2(!shown.isEmpty(), place.run({u"queues"_s}).all());
    QCOMPARE(place.rows({u"list"_s, name}).size(), place.rows({u"list"_s, shown}).size());
    for (const QStringList& command : {QStringList{u"list"_s}, {u"show"_s}, {u"timeline"_s}, {u"operations"_s},
             {u"check"_s}, {u"failures"_s}, {u"schedules"_s}, {u"leases"_s}, {u"results"_s}, {u"queue"_s}}) {
        const QStringList behind = command[0] == u"show" ? QStringList{dueId}
            : command[0] == u"queue"                     ? QStringList{u"show"_s}
                                                         : QStringList();
        const Answer spelled = place.run(command + QStringList{name} + behind);
        const Answer usual = place.run(command + QStringList{shown} + behind);
        QVERIFY2(spelled.code == usual.code, (spelled.all() + usual.all()).constData());
        QVERIFY2(spelled.code != 2, spelled.all().constData());
    }
    for (const QString& each : {name, shown})
        QVERIFY(
            place.tool(u"mail"_s, u"list"_s, {{u"queue"_s, each}, {u"state"_s, u"due"_s}}).contains(dueId.toUtf8()));
    const Answer discarded = place.run({u"discard"_s, name, dueId, u"--json"_s});
    EXIT(discarded, 0);
    const QString operation = discarded.object()[u"operation"_s].toString();
    QVERIFY(place.tool(u"mail"_s, u"operations"_s, {{u"queue"_s, name}}).contains(operation.toUtf8()));
    QVERIFY2(operation.startsWith(shown + u'/'), qPrintable(operation));
    EXIT(place.run({u"undo"_s, name + operation.mid(operation.lastIndexOf(u'/'))}), 0);
    EXIT(place.run({u"discard"_s, name, dueId}), 0);
    EXIT(place.run({u"restore"_s, name, dueId}), 0);
}

void DuectlNames::parametersMayBeNamedWithTheQueue()
{
    RedisServer server;
    // A queue without a stored version is changed only if the user specifies the version.
    for (const char* id : {"1", "2"})
        server.call({"HSET", QByteArray("bull:mail:") + id, "name", "send", "data", "{}", "timestamp", "1"});
    server.call({"LPUSH", "bull:mail:wait", "1", "2"});
    server.call({"HSET", "bull:mail:meta", "opts.maxLenEvents", "10000"});
    const Duectl duectl(server.url());
    for (const char* layouts : {"--layout bullmq", "--layout native --layout bullmq", "--layout auto"}) {
        for (const char* line : {"list mail@bullmq?major=5", "show mail@bullmq?major=5 1", "check mail@bullmq?major=5",
                 "operations mail@bullmq?major=5", "copy mail@bullmq?major=5 1 --to mail@bullmq?major=5 --dry-run"}) {
            const Answer answer = duectl.run(words(layouts) + words(line));
            QVERIFY2(!answer.err.contains("no queue") && !answer.err.contains("not found"), answer.all());
            QVERIFY2(answer.code != 3, answer.all());
        }
    }
    const QStringList one = words("--layout bullmq");
    QCOMPARE(duectl.run(one + words("list mail@bullmq?major=5 --json")).array().size(), 2);
    const Answer discarded = duectl.run(one + words("discard mail@bullmq?major=5 1 --json"));
    EXIT(discarded, 0);
    EXIT(duectl.run(one
             + QStringList{u"undo"_s, u"mail@bullmq?major=5"_s + discarded.object()[u"operation"_s].toString().mid(4)}),
        0);
    QCOMPARE(server.call({"LLEN", "bull:mail:wait"}).integer, 2);
}

void DuectlNames::theTrashOfAnEmptyQueueStaysInSightAndIsRestored()
{
    QFETCH(QByteArray, layout);
    QFETCH(Opened, opened);
    const NamedPlace place(layout, opened);
    for (const char* id : {"1", "2"})
        place.writer->write("mail", {.id = id, .state = TaskState::Due, .at = fromMs(1'795'236'791'000)});
    for (const QString& name : {u"mail"_s, place.qualified(u"mail"_s)}) {
        EXIT(place.run({u"discard"_s, name, u"--all"_s, u"--yes"_s}), 0);
        const QJsonObject queue = place.listed(u"mail"_s);
        QCOMPARE(queue[u"trash"_s].toInt(), 2);
        QCOMPARE(place.rows({u"list"_s, name, u"--state"_s, u"trash"_s}).size(), 2);
        // The operation can be found without specifying its queue, as a user must after a kill.
        const QJsonArray operations = place.rows({u"operations"_s});
        QVERIFY2(!operations.isEmpty(), place.run({u"operations"_s}).all());
        QCOMPARE(operations[0][u"queue"_s], queue[u"name"_s]);
        QCOMPARE(place.rows({u"operations"_s, operations[0][u"queue"_s].toString()}).size(), operations.size());
        const Answer restored = place.run({u"restore"_s, name, u"--all"_s, u"--yes"_s, u"--json"_s});
        EXIT(restored, 0);
        QCOMPARE(restored.object()[u"done"_s].toInt(), 2);
    }
}

void DuectlNames::theTrashOfASharedPlaceIsFoundByItself()
{
    NamedPlace place("sidekiq", Opened::Found);
    for (const char* id : {"1", "2"})
        place.writer->write("mail", {.id = id, .state = TaskState::Failed, .at = fromMs(1'795'236'791'000)});
    place.server.call({"DEL", "queues"});
    EXIT(place.run({u"discard"_s, u"@sidekiq"_s, u"--all"_s, u"--yes"_s}), 0);
    QCOMPARE(place.server.call({"EXISTS", "dead"}).integer, 0);
    QCOMPARE(place.listed(u"@sidekiq"_s)[u"trash"_s].toInt(), 2);
    EXIT(place.run({u"restore"_s, u"@sidekiq"_s, u"--all"_s, u"--yes"_s}), 0);
    QCOMPARE(place.server.call({"ZCARD", "dead"}).integer, 2);
}

void DuectlNames::aNameThatEndsAsALayoutStaysInReach()
{
    const NamedPlace alone("bullmq", Opened::Alone);
    alone.writer->write("a@bullmq", {.id = "1"});
    QCOMPARE(alone.rows({u"list"_s, u"a@bullmq"_s}).size(), 1);
    QCOMPARE(alone.rows({u"list"_s, u"a@bullmq@bullmq"_s}).size(), 1);
    alone.writer->write("a", {.id = "1"});
    alone.writer->write("a", {.id = "2"});
    FAILS(alone.run({u"discard"_s, u"a@bullmq"_s, u"--all"_s, u"--yes"_s}), 2,
        "for the queue a@bullmq, use a@bullmq@bullmq");
    QCOMPARE(alone.rows({u"list"_s, u"a"_s}).size(), 2);
    QCOMPARE(alone.rows({u"list"_s, u"a@bullmq@bullmq"_s}).size(), 1);
    const Duectl found(alone.server.url());
    QCOMPARE(found.run("list a@bullmq --json").array().size(), 2);
    QCOMPARE(found.run("list a@bullmq@bullmq --json").array().size(), 1);
}

/// The queue is not created. Otherwise, tasks would end up in a native queue named a@bullmq, which BullMQ's workers
/// don't read.
void DuectlNames::aQueueOfAnUnopenedLayoutIsNotCreated()
{
    const NamedPlace place("bullmq", Opened::Found);
    place.writer->write("a", {.id = "1"});
    const Duectl duectl(place.server.url());
    const auto native = [&duectl](const QStringList& command) {
        return duectl.run(QStringList{u"--layout"_s, u"native"_s} + command);
    };
    EXIT(native(words("add mail send")), 0);
    const char* why = "a@bullmq is a queue in the bullmq layout, which is not open in this connection.";
    QTemporaryDir folder;
    QFile file(folder.filePath(u"t.jsonl"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"id\": \"send#1\", \"payload\": \"x\"}\n") > 0);
    file.close();
    FAILS(native(words("move mail --all --yes --to a@bullmq")), 2, why);
    FAILS(native(words("copy mail --all --yes --to a@bullmq")), 2, why);
    FAILS(native(words("add a@bullmq send")), 2, why);
    FAILS(native({u"import"_s, u"a@bullmq"_s, file.fileName()}), 2, why);
    FAILS(native({u"schedules"_s, u"a@bullmq"_s, u"add"_s, u"nightly"_s, u"30 3 * * *"_s, u"report"_s}), 2, why);
    QVERIFY(place.server.call({"KEYS", "*a@bullmq*"}).items.empty());
    // An existing native queue named a@bullmq can still be used.
    EXIT(duectl.run("add a@bullmq@native send"), 0);
    EXIT(native(words("add a@bullmq send")), 0);
    EXIT(native(words("move mail --all --yes --to a@bullmq")), 0);
}

void DuectlNames::aDesignIsNamedWithItsKey()
{
    RedisServer server;
    const Duectl duectl(server.url());
    server.call({"ZADD", "jobs", "1700000000", "a"});
    for (const char* line : {"--layout zset:jobs list jobs --json", "--layout zset:jobs list jobs@zset:jobs --json",
             "--layout native --layout zset:jobs list jobs@zset:jobs --json", "list jobs@zset:jobs --json"})
        QCOMPARE(duectl.run(line).array().size(), 1);
    duectl.run("add mail send");
    for (const char* line : {"--layout native list mail@native --json", "list mail@native --json"})
        QCOMPARE(duectl.run(line).array().size(), 1);
    EXIT(duectl.run("--layout zset:jobs discard jobs@zset:jobs a"), 0);
    QCOMPARE(duectl.run("--layout zset:jobs operations --json").array().size(), 1);
    const Answer named = duectl.run("--layout auto --layout zset:jobs operations --json");
    QCOMPARE(named.array().at(0)[u"queue"_s].toString(), u"jobs@zset:jobs"_s);
    QVERIFY2(named.err.isEmpty(), named.all().constData());
    QVERIFY(duectl.run("operations").err.contains("with the keys jobs also have operations."));
}

void DuectlNames::aViewFindsTheListedQueueThatAWordMeans()
{
    const auto listed = [](const char* name, const char* layout) {
        QueueInfo info;
        info.name = name;
        info.layout = layout;
        return info;
    };
    const std::vector<QueueInfo> found{listed("mail", ""), listed("mail@rq", "rq"), listed("orders@bullmq", "bullmq"),
        listed("a@bullmq@bullmq", "bullmq")};
    const LayoutSpec several = automaticLayout();
    for (const auto& [word, means] : {std::pair("mail", "mail"), {"mail@native", "mail"}, {"mail@rq", "mail@rq"},
             {"orders", "orders@bullmq"}, {"a@bullmq", "a@bullmq"}, {"a@bullmq@bullmq", "a@bullmq@bullmq"}})
        QCOMPARE(listedQueue(several, found, word), QueueName(means));
    const LayoutSpec one = *parseLayout(u"bullmq"_s);
    const std::vector<QueueInfo> alone{listed("orders", ""), listed("a@bullmq", "")};
    for (const auto& [word, means] : {std::pair("orders", "orders"), {"orders@bullmq", "orders"},
             {"a@bullmq", "a@bullmq"}, {"a@bullmq@bullmq", "a@bullmq"}, {"new", "new"}})
        QCOMPARE(listedQueue(one, alone, word), QueueName(means));
}

void DuectlNames::tasksOfSharedPlacesSayTheirQueue_data()
{
    QTest::addColumn<QByteArray>("layout");
    QTest::addColumn<TaskState>("state");
    QTest::newRow("Sidekiq's dead jobs") << QByteArray("sidekiq") << TaskState::Failed;
    QTest::newRow("Sidekiq's scheduled jobs") << QByteArray("sidekiq") << TaskState::Scheduled;
    QTest::newRow("Horizon's failed jobs") << QByteArray("laravel") << TaskState::Failed;
    QTest::newRow("messages of Celery's workers") << QByteArray("celery") << TaskState::Leased;
}

void DuectlNames::tasksOfSharedPlacesSayTheirQueue()
{
    QFETCH(QByteArray, layout);
    QFETCH(TaskState, state);
    const NamedPlace place(layout, Opened::Found);
    const TimePoint at = fromMs(1'795'236'791'000);
    for (const char* id : {"1", "2"})
        place.writer->write("mail", {.id = id, .state = state, .at = at});
    place.writer->write("orders", {.id = "3", .state = state, .at = at});
    const QString shared = QString::fromUtf8(place.writer->shared());
    const auto matched = [&](const QString& filter) {
        QStringList queues;
        for (const QJsonValue& row : place.rows({u"list"_s, shared, u"--match"_s, filter}))
            queues << row[u"own_queue"_s].toString();
        return queues;
    };
    QCOMPARE(matched(u"queue:mail"_s), (QStringList{u"mail"_s, u"mail"_s}));
    QCOMPARE(matched(place.qualified(u"queue:mail"_s)), (QStringList{u"mail"_s, u"mail"_s}));
    QCOMPARE(matched(u"queue:ord*"_s), QStringList{u"orders"_s});
    QCOMPARE(matched(u"-queue:mail"_s), QStringList{u"orders"_s});
    QCOMPARE(matched(u"queue:mai"_s), QStringList());
    QVERIFY(place.run({u"list"_s, shared}).out.startsWith("OWN QUEUE"));
    const Answer shown = place.run({u"show"_s, shared, u"3"_s, u"--json"_s});
    QCOMPARE(shown.object()[u"own_queue"_s].toString(), u"orders"_s);
    QVERIFY2(place.run({u"show"_s, shared, u"3"_s}).out.contains("Own queue:    orders"), shown.all());
    const QByteArray told = place.tool(shared, u"list"_s, {{u"queue"_s, shared}, {u"match"_s, u"queue:orders"_s}});
    QCOMPARE(QJsonDocument::fromJson(told).array().size(), 1);
    const Answer everywhere = place.run({u"list"_s, u"--match"_s, u"queue:orders"_s, u"--json"_s});
    QCOMPARE(everywhere.array().size(), 1);
    if (state != TaskState::Failed)
        return;
    const QJsonArray kinds = place.run({u"failures"_s, shared, u"--match"_s, u"queue:orders"_s, u"--json"_s}).array();
    QCOMPARE(kinds.size(), 1);
    QCOMPARE(kinds[0][u"tasks"_s].toInt(), 1);
    QCOMPARE(matched(kinds[0][u"filter"_s].toString()), QStringList{u"orders"_s});
    QCOMPARE(kinds[0][u"own_queues"_s].toArray(), QJsonArray{u"orders"_s});
    QSet<QString> own;
    for (const QJsonValue& kind : place.run({u"failures"_s, shared, u"--json"_s}).array()) {
        for (const QJsonValue& queue : kind[u"own_queues"_s].toArray())
            own.insert(queue.toString());
    }
    QCOMPARE(own, (QSet<QString>{u"mail"_s, u"orders"_s}));
    QVERIFY(place.run({u"failures"_s, shared, u"--match"_s, u"queue:orders"_s}).out.contains(": orders"));
}

void DuectlNames::theDeadJobsOfOneQueueAreRetried()
{
    NamedPlace place("sidekiq", Opened::Found);
    for (const char* id : {"1", "2", "3"}) {
        place.writer->write(
            *id == '3' ? "orders" : "mail", {.id = id, .state = TaskState::Failed, .at = fromMs(1'795'236'791'000)});
    }
    EXIT(place.run({u"retry"_s, u"@sidekiq"_s, u"--match"_s, u"queue:mail"_s, u"--yes"_s}), 0);
    QCOMPARE(place.server.call({"LLEN", "queue:mail"}).integer, 2);
    QCOMPARE(place.server.call({"EXISTS", "queue:orders"}).integer, 0);
    QCOMPARE(place.server.call({"ZCARD", "dead"}).integer, 1);
}

void DuectlNames::aQueueOfItsOwnIsComparedByItsName()
{
    for (const QByteArray& layout : FrameworkWriter::layouts()) {
        const NamedPlace place(layout, Opened::Found);
        place.writer->write("mail", {.id = "1", .at = fromMs(1'795'236'791'000)});
        const QString name = place.qualified(u"mail"_s);
        QCOMPARE(place.rows({u"list"_s, name, u"--match"_s, u"queue:mail"_s}).size(), 1);
        QCOMPARE(place.rows({u"list"_s, name, u"--match"_s, u"queue:"_s + name}).size(), 1);
        QCOMPARE(place.rows({u"list"_s, name, u"--match"_s, u"queue:other"_s}).size(), 0);
        QVERIFY(!place.rows({u"list"_s, name})[0].toObject().contains(u"own_queue"_s));
    }
    RedisServer server;
    const Duectl duectl(server.url());
    duectl.run("add mail send");
    QCOMPARE(duectl.run("list mail --match queue:mail --json").array().size(), 1);
    QCOMPARE(duectl.run("list mail --match -queue:mail --json").array().size(), 0);
}

void DuectlNames::whatARestartedRedisDoesNotKnowIsNotToBeResumed()
{
    NamedPlace place("bullmq", Opened::Found);
    for (int i = 0; i < 1'500; ++i) {
        const QByteArray id = QByteArray::number(i + 1);
        place.writer->write("mail", {.id = id, .state = TaskState::Failed, .at = fromMs(1'795'236'791'000)});
    }
    const Duectl duectl(place.server.url());
    const auto program = duectl.start({u"discard"_s, u"mail@bullmq"_s, u"--all"_s, u"--yes"_s, u"--pace"_s, u"300"_s});
    QTRY_VERIFY_WITH_TIMEOUT(place.server.call({"ZCARD", "bull:mail:failed"}).integer < 1'500, 20'000);
    place.server.call({"FLUSHALL"});
    const Answer ended = Duectl::finish(*program);
    QVERIFY2(!ended.err.contains("operations resume"), ended.all());
    QVERIFY2(ended.code != 0 && ended.err.contains("restarted without its data, or emptied"), ended.all());
}

void DuectlNames::parametersOfTheLayoutMayBeLeftOut_data()
{
    QTest::addColumn<QString>("layout");
    QTest::addColumn<QString>("name");
    for (const char* layout : {"bullmq?major=5", "bullmq?major=6", "bull?stamped=yes",
             "laravel?horizon=h:", "zset:mail?unit=ms", "list:mail?results=done", "resend:mail?max=5"}) {
        const QString text = QString::fromLatin1(layout);
        QTest::addRow("%s", layout) << text << u"mail@"_s + text.left(text.indexOf(u'?'));
    }
    QTest::addRow("bullmq:bull?major=5") << u"bullmq:bull?major=5"_s << u"mail@bullmq"_s;
    QTest::addRow("bullmq?major=5, whole name") << u"bullmq?major=5"_s << u"mail@bullmq:bull"_s;
}

/// Checks that a connection with layout parameters accepts queue names printed without them.
void DuectlNames::parametersOfTheLayoutMayBeLeftOut()
{
    QFETCH(QString, layout);
    QFETCH(QString, name);
    RedisServer server;
    const QByteArray family = layout.left(layout.indexOf(QRegularExpression(u"[:?]"_s))).toLatin1();
    if (family == "zset")
        server.call({"ZADD", "mail", "1700000000000", "a"});
    else if (family == "list" || family == "resend")
        server.call({"RPUSH", "mail", "a"});
    else
        FrameworkWriter::of(family, server)->fill("mail", 2);
    const Duectl duectl(server.url());
    for (const QStringList& before : {QStringList{}, QStringList{u"--layout"_s, u"native"_s}}) {
        const auto run = [&](const QString& command, const QString& queue) {
            return duectl.run(
                before + QStringList{u"--layout"_s, layout, u"--json"_s, command, queue, u"--state"_s, u"due"_s});
        };
        const Answer usual = run(u"list"_s, before.isEmpty() ? u"mail"_s : u"mail@"_s + layout);
        const Answer named = run(u"list"_s, name);
        EXIT(usual, 0);
        EXIT(named, 0);
        QVERIFY2(!usual.array().isEmpty(), usual.all());
        QCOMPARE(named.array(), usual.array());
    }
    const Answer other = duectl.run({u"--layout"_s, layout, u"list"_s, u"mail@rq"_s});
    QVERIFY2(other.code > 0, other.all());
}

void DuectlNames::anUndoCommandWorksWithoutTheLayout_data()
{
    QTest::addColumn<QString>("layout");
    QTest::addColumn<QByteArray>("name");
    QTest::addRow("bullmq?major=6") << u"bullmq?major=6"_s << QByteArray("'mail@bullmq?major=6/");
    QTest::addRow("bull?stamped=yes") << u"bull?stamped=yes"_s << QByteArray("'mail@bull?stamped=yes/");
    QTest::addRow("zset:mail") << u"zset:mail"_s << QByteArray("mail@zset:mail/");
}

/// Checks that the printed command includes the layout. The bare name is refused, like other changes to a queue with an
/// unknown owner.
void DuectlNames::anUndoCommandWorksWithoutTheLayout()
{
    QFETCH(QString, layout);
    QFETCH(QByteArray, name);
    RedisServer server;
    const Duectl duectl(server.url());
    const bool isCustom = layout.startsWith(u"zset"_s);
    if (isCustom) {
        server.call({"ZADD", "mail", "1700000000", "1"});
    } else {
        server.call({"SET", "bull:mail:id", "1"});
        server.call({"HSET", "bull:mail:1", "name", "a", "data", "{}", "opts", "{}", "timestamp", "1795236791000"});
        server.call({"RPUSH", "bull:mail:wait", "1"});
    }
    const Answer discarded = duectl.run({u"--layout"_s, layout, u"discard"_s, u"mail"_s, u"1"_s});
    EXIT(discarded, 0);
    const qsizetype at = discarded.out.indexOf("undo: duectl undo ");
    const QByteArray operand = discarded.out.mid(at + 18).trimmed();
    QVERIFY2(at > 0 && operand.startsWith(name), discarded.all());
    const QByteArray unique = operand.mid(name.size()).replace("'", "");
    const Answer listed = duectl.run({u"--layout"_s, layout, u"operations"_s, u"mail"_s});
    QVERIFY2(listed.out.contains('\n' + operand + ' '), listed.all());
    if (!isCustom) {
        for (const QByteArray& bare : {"mail/" + unique, "mail@bull/" + unique, "mail@bullmq/" + unique}) {
            for (const QStringList& command : {QStringList{u"undo"_s}, {u"operations"_s, u"resume"_s}}) {
                const Answer refused = duectl.run(command + QStringList{QString::fromUtf8(bare)});
                QVERIFY2(refused.isError(1), refused.all());
                const bool isOwner = refused.err.contains("until you specify its owner: bull:bull?stamped=yes");
                QVERIFY2(isOwner || command.size() > 1, bare + refused.all());
                QVERIFY2(!refused.err.contains("lost"), bare + refused.all());
            }
        }
    }
    const Answer undone = duectl.run({u"undo"_s, QString::fromUtf8(name).remove(u'\'') + QString::fromUtf8(unique)});
    EXIT(undone, 0);
    QCOMPARE(undone.out, QByteArray("1 of 1 restored.\n"));
    // The printed name is also accepted when its layout is the connection's only one.
    const QByteArray again = duectl.run({u"--layout"_s, layout, u"discard"_s, u"mail"_s, u"1"_s}).out;
    const QByteArray printed = again.mid(again.indexOf("undo: duectl undo ") + 18).trimmed().replace("'", "");
    const Answer named = duectl.run({u"--layout"_s, layout, u"undo"_s, QString::fromUtf8(printed)});
    EXIT(named, 0);
    QCOMPARE(named.out, QByteArray("1 of 1 restored.\n"));
}

/// Checks that commands find an operation on a custom design only if the layout is specified.
void DuectlNames::aBareOperationOfADesignNeedsItsLayout()
{
    for (const bool isList : {false, true}) {
        RedisServer server;
        server.call(isList ? Command{"RPUSH", "jobs", "a"} : Command{"ZADD", "jobs", "1700000000", "a"});
        const Duectl duectl(server.url());
        const QString layout = isList ? u"list:jobs"_s : u"zset:jobs"_s;
        EXIT(duectl.run({u"--layout"_s, layout, u"discard"_s, u"jobs"_s, u"--all"_s, u"--yes"_s}), 0);
        const QString id
            = duectl.run({u"--layout"_s, layout, u"operations"_s, u"--json"_s}).array().at(0)[u"id"_s].toString();
        QVERIFY2(id.startsWith(u"jobs/"), qPrintable(id));
        for (const QStringList& command : {QStringList{u"undo"_s, id}, QStringList{u"operations"_s, u"resume"_s, id},
                 QStringList{u"--layout"_s, u"native"_s, u"--layout"_s, u"bullmq"_s, u"undo"_s, id}}) {
            const Answer refused = duectl.run(command);
            QVERIFY2(refused.isError(1), refused.all());
            QVERIFY2(refused.err.contains("There is no operation " + id.toUtf8() + " in any layout that was searched"),
                refused.all());
            QVERIFY2(refused.err.contains("specify it with --layout, such as --layout zset:jobs"), refused.all());
            QVERIFY2(!refused.err.contains("lost"), refused.all());
        }
        // With the layout specified, an operation that still exists in Redis is found.
        const QStringList named{u"--layout"_s, layout, u"undo"_s, id};
        EXIT(duectl.run(named), 0);
        server.call({"FLUSHALL"});
        server.call(isList ? Command{"RPUSH", "jobs", "a"} : Command{"ZADD", "jobs", "1700000000", "a"});
        FAILS(duectl.run(named), 1, "Redis may have lost its data");
    }
}

void DuectlNames::aNameWithTheWrongPrefixSuggestsTheQueue()
{
    RedisServer server;
    const Duectl duectl(server.url());
    server.call({"RPUSH", "queues:default",
        R"({"uuid":"u","displayName":"A","job":"J@call","maxTries":null,"data":{},"id":"abc","attempts":0})"});
    for (const char* line : {"list default@laravel", "discard default@laravel u", "check default@laravel"}) {
        const Answer answer = duectl.run(line);
        QVERIFY2(answer.isError(1) && answer.err.endsWith(" Did you mean 'default@laravel:'?\n"), answer.all());
    }
    QVERIFY(!duectl.run("list other@laravel").err.contains("Did you mean"));
    QCOMPARE(duectl.run("list default@laravel: --json").array().size(), 1);
}

QTEST_GUILESS_MAIN(DuectlNames)
#include "tst_duectl_names.moc"
