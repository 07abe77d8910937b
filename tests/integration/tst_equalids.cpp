// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationrules.h"
#include "core/console/operations/operationrun.h"
#include "core/console/operations/undorun.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/must.h"
#include "tests/support/redisserver.h"

#include <QRegularExpression>

#include <algorithm>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests three tasks with the same id but different payloads and errors, in each list or set where a framework may
/// store them. Actions, undo, filters, ids and exports always refer to exactly the task that was shown, or are refused.
class TestEqualIds : public QObject
{
    Q_OBJECT

    static inline const QByteArray queue = "mail";
    using Members = QByteArrayList;

    /// Returns the stored members of the framework's lists and sorted sets.
    static Members members(RedisServer& server)
    {
        Members all;
        for (const Reply& key : server.call({"KEYS", "*"}).items) {
            if (key.bytes.startsWith("dueline:") || key.bytes.startsWith("redbeat"))
                continue;
            const QByteArray type = server.call({"TYPE", key.bytes}).bytes;
            const Reply values = type == "list" ? server.call({"LRANGE", key.bytes, "0", "-1"})
                : type == "zset"                ? server.call({"ZRANGE", key.bytes, "0", "-1"})
                                                : Reply();
            for (const Reply& value : values.items) {
                if (!key.bytes.endsWith(":notify"))
                    all << value.bytes;
            }
        }
        std::sort(all.begin(), all.end());
        return all;
    }

    /// Server with the three tasks and an operator's backend.
    struct Fixture
    {
        Fixture()
        {
            QFETCH(QByteArray, layout);
            QFETCH(TaskState, state);
            const auto writer = FrameworkWriter::of(layout, server);
            name = writer->placeOf(queue, state);
            const qint64 now = toMs(SystemClock().now());
            for (const char* payload : {R"(["one"])", R"(["two"])", R"(["three"])"}) {
                WrittenJob job{"same", state};
                job.payload = payload;
                job.error = QByteArray("Error: of ") + payload;
                job.at = fromMs(now + (state == TaskState::Failed ? -60'000 : 3'600'000));
                Members before = members(server);
                writer->write(queue, job);
                for (const QByteArray& member : members(server)) {
                    if (!before.removeOne(member))
                        written << member;
                }
            }
            backend = must(openLayout(
                parseLayout(QString::fromUtf8(layout)).value(), server.config(), "dueline", {}, Access::Operate));
        }

        Answer run(const QStringList& words, const QByteArray& input = {})
        {
            return Duectl(server.url()).run(QStringList{u"--layout"_s, layout()} + words, input);
        }
        static QString layout()
        {
            QFETCH(QByteArray, layout);
            return QString::fromUtf8(layout);
        }
        QString queueName() const { return QString::fromUtf8(name); }
        /// Returns all written members except the one with this number.
        Members without(int number) const
        {
            Members left = written;
            left.removeAt(number);
            std::sort(left.begin(), left.end());
            return left;
        }
        Members all() const
        {
            Members sorted = written;
            std::sort(sorted.begin(), sorted.end());
            return sorted;
        }
        std::vector<Task> tasks(TaskState state)
        {
            return must(backend->inspector().page({name, state, 0, 100, {}})).tasks;
        }
        QByteArray payload(const Task& task) { return must(backend->inspector().payload(name, exactId(task))); }
        Task taskOf(TaskState state, const QByteArray& payload)
        {
            for (const Task& task : tasks(state)) {
                if (this->payload(task).contains(payload))
                    return task;
            }
            qFatal("There is no task with %s.", payload.constData());
        }

        RedisServer server;
        std::unique_ptr<Backend> backend;
        QueueName name;
        Members written; ///< in the order in which they were written
    };

    static TaskState state()
    {
        QFETCH(TaskState, state);
        return state;
    }

    static void rows()
    {
        QTest::addColumn<QByteArray>("layout");
        QTest::addColumn<TaskState>("state");
        // In these queues and states, a member is all of a task's bytes. Elsewhere, including Horizon, a member refers
        // to a task by its key.
        const std::vector<std::pair<QByteArray, std::vector<TaskState>>> places{
            {"sidekiq", {TaskState::Due, TaskState::Scheduled, TaskState::Retrying, TaskState::Failed}},
            {"laravel", {TaskState::Due, TaskState::Scheduled}}, {"celery", {TaskState::Due}}};
        for (const auto& [layout, states] : places) {
            for (const TaskState state : states)
                QTest::addRow("%s %s", layout.data(), stateName(state).data()) << layout << state;
        }
    }

    static void lists()
    {
        QTest::addColumn<QByteArray>("layout");
        QTest::addColumn<QByteArray>("key");
        QTest::newRow("sidekiq") << QByteArray("sidekiq") << QByteArray("queue:mail");
        QTest::newRow("laravel") << QByteArray("laravel") << QByteArray("laravel_database_queues:mail");
        QTest::newRow("celery") << QByteArray("celery") << QByteArray("mail");
    }
    /// Queue with tasks of identical bytes, and a different task between them.
    struct EqualTasks
    {
        explicit EqualTasks(int count)
        {
            QFETCH(QByteArray, layout);
            QFETCH(QByteArray, key);
            const auto writer = FrameworkWriter::of(layout, server);
            writer->write(queue, {"same", TaskState::Due});
            const QByteArray member = list().front();
            writer->write(queue, {"other", TaskState::Due});
            for (int i = 1; i < count; ++i)
                server.call({"RPUSH", key, member});
        }
        QByteArrayList list()
        {
            QFETCH(QByteArray, key);
            QByteArrayList values;
            for (const Reply& value : server.call({"LRANGE", key, "0", "-1"}).items)
                values << value.bytes;
            return values;
        }
        Answer run(const QStringList& words)
        {
            QFETCH(QByteArray, layout);
            return Duectl(server.url()).run(QStringList{u"--layout"_s, QString::fromLatin1(layout)} + words);
        }
        int done(const QStringList& words)
        {
            const Answer answer = run(QStringList{u"--json"_s} + words + QStringList{u"--yes"_s});
            if (answer.code != 0)
                qWarning("%s", answer.all().constData());
            return answer.object()[u"done"_s].toInt();
        }
        qsizetype trashed()
        {
            return run({u"--json"_s, u"list"_s, u"mail"_s, u"--state"_s, u"trash"_s}).array().size();
        }

        RedisServer server;
    };

private Q_SLOTS:
    void aFilterMeansWhatMatches_data() { rows(); }
    void aFilterMeansWhatMatches();
    void aShownNameMeansOneTask_data() { rows(); }
    void aShownNameMeansOneTask();
    void aSharedIdIsRefused_data() { rows(); }
    void aSharedIdIsRefused();
    void everyActionHitsWhatWasSeen_data() { rows(); }
    void everyActionHitsWhatWasSeen();
    void anAssistantActsOnWhatItSaw_data() { rows(); }
    void anAssistantActsOnWhatItSaw();
    void equalTasksAreAnyOfThem();
    void everyEqualTaskGoesToTheTrash_data() { lists(); }
    void everyEqualTaskGoesToTheTrash();
    void anEqualTaskOfASetGoesToTheTrashAgain();
    void theTrashedOneIsReachedByItsState_data() { lists(); }
    void theTrashedOneIsReachedByItsState();
    void aSharedIdMeansTheTaskTheActionAppliesTo_data() { rows(); }
    void aSharedIdMeansTheTaskTheActionAppliesTo();
    void everyNameInARefusalReachesItsTask_data() { rows(); }
    void everyNameInARefusalReachesItsTask();
    void tasksFarApartAreToldApart();
    void designsByHandNameBytes_data();
    void designsByHandNameBytes();
};

void TestEqualIds::aFilterMeansWhatMatches()
{
    Fixture fixture;
    const auto act = [&](const char* action, const char* payload) {
        const Answer answer = fixture.run({u"--json"_s, QString::fromLatin1(action), fixture.queueName(), u"--match"_s,
            u"payload:"_s + QString::fromLatin1(payload), u"--yes"_s});
        if (answer.code != 0 || answer.object()[u"done"_s].toInt() != 1)
            qWarning("%s", answer.all().constData());
        return answer.object()[u"operation"_s].toString();
    };
    const auto exported = [&] {
        std::map<QString, QString> states; // payload → state
        const Answer lines = fixture.run({u"export"_s, fixture.queueName(), u"-"_s});
        QSet<QString> ids;
        for (const QByteArray& line : lines.lines()) {
            const QJsonObject task = QJsonDocument::fromJson(line).object();
            if (!task.contains(u"id"_s))
                continue;
            ids.insert(task[u"id"_s].toString());
            for (const QString& word : {u"one"_s, u"two"_s, u"three"_s}) {
                if (QJsonDocument(task).toJson().contains(word.toUtf8()))
                    states[word] = task[u"state"_s].toString();
            }
        }
        return states;
    };
    for (const auto& [number, payload] : {std::pair(0, "one"), {1, "two"}, {2, "three"}}) {
        const QString operation = act("discard", payload);
        QCOMPARE(members(fixture.server), fixture.without(number));
        auto states = exported();
        QCOMPARE(states.size(), std::size_t(3));
        for (const auto& [word, its] : states)
            QCOMPARE(its == u"trash", word == QLatin1StringView(payload));
        act("restore", payload);
        QCOMPARE(members(fixture.server), fixture.all());
        const QString again = act("discard", payload);
        QCOMPARE(members(fixture.server), fixture.without(number));
        const Answer undone = fixture.run({u"undo"_s, again, u"--yes"_s});
        QVERIFY2(undone.code == 0 && members(fixture.server) == fixture.all(), undone.all());
    }
    act("delete", "two");
    QCOMPARE(members(fixture.server), fixture.without(1));
    QCOMPARE(fixture.tasks(TaskState::Trash).size(), std::size_t(0));
}

void TestEqualIds::aShownNameMeansOneTask()
{
    Fixture fixture;
    const Answer listed = fixture.run({u"--json"_s, u"list"_s, fixture.queueName()});
    QCOMPARE(listed.array().size(), 3);
    QSet<QString> ids;
    QString two;
    for (const QJsonValue& task : listed.array()) {
        const QString id = task[u"id"_s].toString();
        ids.insert(id);
        const Answer shown = fixture.run({u"show"_s, fixture.queueName(), id, u"--payload"_s});
        QVERIFY2(shown.code == 0, shown.all());
        const QByteArray preview = task[u"preview"_s].toString().toUtf8();
        if (shown.out.contains("two"))
            two = id;
        QVERIFY2(preview.isEmpty() || shown.out.contains(preview.mid(2, 3)), shown.all());
    }
    QCOMPARE(ids.size(), 3);
    const Answer discarded = fixture.run({u"--json"_s, u"discard"_s, fixture.queueName(), two, u"--yes"_s});
    QVERIFY2(discarded.code == 0, discarded.all());
    QCOMPARE(members(fixture.server), fixture.without(1));
    const Answer restored = fixture.run({u"restore"_s, fixture.queueName(), two, u"--yes"_s});
    QVERIFY2(restored.code == 0 && members(fixture.server) == fixture.all(), restored.all());
    const Answer deleted = fixture.run({u"delete"_s, fixture.queueName(), two, u"--yes"_s});
    QVERIFY2(deleted.code == 0 && members(fixture.server) == fixture.without(1), deleted.all());
    QVERIFY2(fixture.run({u"show"_s, fixture.queueName(), two}).code != 0, two.toUtf8());
}

void TestEqualIds::aSharedIdIsRefused()
{
    Fixture fixture;
    for (const QString& id : {u"same"_s, u"same~2"_s}) {
        for (const char* action : {"discard", "delete", "show"}) {
            QStringList line{QString::fromLatin1(action), fixture.queueName(), id};
            if (action != QByteArray("show"))
                line << u"--yes"_s;
            const Answer answer = fixture.run(line);
            QVERIFY2(answer.isError(answer.code) && answer.code > 0, answer.all());
            QVERIFY2(answer.err.contains("3 different tasks") && answer.err.count("same~") == 3, answer.all());
            QCOMPARE(members(fixture.server), fixture.all());
        }
    }
    // Without the exact bytes, the reference is ambiguous, so nothing changes.
    ActionStep step;
    step.queue = fixture.name;
    step.operation = fixture.name + "/plain";
    step.action.kind = ActionKind::Discard;
    const Task seen = fixture.tasks(state()).front();
    step.refs = {{"same", seen.state, {}, seen.at}};
    QCOMPARE(must(fixture.backend->editor()->act(step)), std::vector{ItemOutcome::MovedOn});
    QCOMPARE(members(fixture.server), fixture.all());
    // A filter by id selects all three tasks.
    QCOMPARE(fixture.run({u"--json"_s, u"list"_s, fixture.queueName(), u"--match"_s, u"id:same"_s}).array().size(), 3);
}

/// Checks the references that a table passes to the editor.
void TestEqualIds::everyActionHitsWhatWasSeen()
{
    Fixture fixture;
    for (const ActionKind kind :
        {ActionKind::Discard, ActionKind::RunNow, ActionKind::Reschedule, ActionKind::Retry, ActionKind::Delete}) {
        const Task two = fixture.taskOf(state(), "two");
        OperationRequest request;
        request.queue = fixture.name;
        request.action.kind = kind;
        if (kind == ActionKind::Reschedule) {
            request.action.time = Action::Time::At;
            request.action.at = fromMs(toMs(SystemClock().now()) + 7'200'000);
        }
        request.selection.kind = TaskSelection::Kind::Refs;
        request.selection.refs = {refOf(two)};
        request.by = "tester";
        const Capabilities& can = fixture.backend->capabilities(fixture.name);
        if (!can.can(kind) || !statesFor(request.action, can).contains(state()))
            continue;
        OperationRun run(request);
        const auto ran = run.finish(*fixture.backend);
        if (!ran && ran.error().code == ErrorCode::Refused)
            continue; // The layout doesn't support this action.
        const OperationProgress progress = must(ran);
        Members now = members(fixture.server);
        for (const QByteArray& other : fixture.without(1))
            QVERIFY2(now.removeOne(other), actionName(kind).data());
        if (progress.done == 0) { // A task in a list has no due time.
            QCOMPARE(members(fixture.server), fixture.all());
            continue;
        }
        // Laravel moves a delayed job into its queue unchanged.
        const bool isBytes = (kind == ActionKind::Reschedule && fixture.layout() != u"celery")
            || (kind == ActionKind::RunNow && fixture.layout() == u"laravel");
        QCOMPARE(now.contains(fixture.written[1]), isBytes);
        if (kind == ActionKind::Delete)
            continue;
        QCOMPARE(must(UndoRun(fixture.name, run.id(), "tester").finish(*fixture.backend)).restored, 1);
        QCOMPARE(members(fixture.server), fixture.all());
    }
}

void TestEqualIds::anAssistantActsOnWhatItSaw()
{
    Fixture fixture;
    const auto duectl = Duectl(fixture.server.url());
    const auto process = duectl.start(
        {u"--layout"_s, fixture.layout(), u"mcp"_s, u"--queue"_s, fixture.queueName(), u"--allow-actions"_s});
    const auto send = [&](const QString& method, const QJsonObject& parameters) {
        const QJsonObject message{
            {u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, 1}, {u"method"_s, method}, {u"params"_s, parameters}};
        process->write(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n');
        for (int waits = 0; waits < 20 && !process->canReadLine(); ++waits)
            process->waitForReadyRead(1000);
        return QJsonDocument::fromJson(process->readLine()).object();
    };
    send(u"initialize"_s,
        {{u"protocolVersion"_s, u"2025-06-18"_s}, {u"capabilities"_s, QJsonObject()},
            {u"clientInfo"_s, QJsonObject{{u"name"_s, u"t"_s}, {u"version"_s, u"1"_s}}}});
    process->write(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
                   "\n");
    const auto ask = [&](const QString& tool, const QJsonObject& arguments) {
        const QJsonObject answer = send(u"tools/call"_s, {{u"name"_s, tool}, {u"arguments"_s, arguments}});
        return answer[u"result"_s][u"content"_s][0][u"text"_s].toString().toUtf8();
    };
    const QJsonObject discard{{u"queue"_s, fixture.queueName()}, {u"action"_s, u"discard"_s}};
    QJsonObject shared = discard;
    shared.insert(u"ids"_s, QJsonArray{u"same"_s});
    const QByteArray refused = ask(u"preview_action"_s, shared);
    QVERIFY2(refused.contains("3 different tasks"), refused);
    QJsonObject matching = discard;
    matching.insert(u"match"_s, u"payload:one"_s);
    const QJsonObject preview = QJsonDocument::fromJson(ask(u"preview_action"_s, matching)).object();
    ask(u"confirm"_s, {{u"token"_s, preview[u"token"_s]}});
    QCOMPARE(members(fixture.server), fixture.without(0));
    process->closeWriteChannel();
    QVERIFY(process->waitForFinished(10'000));
}

/// Checks that an action on one of several byte-identical tasks may apply to any of them.
void TestEqualIds::equalTasksAreAnyOfThem()
{
    RedisServer server;
    const QByteArray member = R"({"jid":"same","class":"Mail","queue":"mail","args":["a"]})";
    server.call({"SADD", "queues", "mail"});
    server.call({"RPUSH", "queue:mail", member, member, R"({"jid":"other","class":"Mail","queue":"mail","args":[]})"});
    const Duectl duectl(server.url());
    const auto run = [&](const QStringList& line) {
        return duectl.run(QStringList{u"--layout"_s, u"sidekiq"_s} + line);
    };
    QByteArrayList ids;
    for (const QJsonValue& task : run({u"--json"_s, u"list"_s, u"mail"_s}).array())
        ids << task[u"id"_s].toString().toUtf8();
    std::sort(ids.begin(), ids.end());
    QCOMPARE(ids, (QByteArrayList{"other", "same", "same~2"}));
    QVERIFY(run({u"discard"_s, u"mail"_s, u"same~3"_s, u"--yes"_s}).code != 0);
    const Answer answer = run({u"discard"_s, u"mail"_s, u"same~2"_s, u"--yes"_s});
    QVERIFY2(answer.code == 0, answer.all());
    QCOMPARE(members(server), (Members{R"({"jid":"other","class":"Mail","queue":"mail","args":[]})", member}));
}

void TestEqualIds::everyEqualTaskGoesToTheTrash()
{
    EqualTasks fixture(4);
    const QByteArrayList before = fixture.list();
    QCOMPARE(before.size(), 5);
    for (int i = 1; i <= 3; ++i) {
        QCOMPARE(fixture.done({u"discard"_s, u"mail"_s, u"same"_s, u"--state"_s, u"due"_s}), 1);
        QCOMPARE(fixture.list().size(), 5 - i);
        QCOMPARE(fixture.trashed(), i);
    }
    QCOMPARE(fixture.done({u"restore"_s, u"mail"_s, u"--all"_s}), 3);
    QCOMPARE(fixture.list(), before);
    // The identical tasks are discarded together, then restored and deleted one by one.
    QCOMPARE(fixture.done({u"discard"_s, u"mail"_s, u"same"_s, u"same~2"_s, u"same~3"_s}), 3);
    QCOMPARE(fixture.trashed(), 3);
    QCOMPARE(fixture.done({u"restore"_s, u"mail"_s, u"same~2"_s, u"--state"_s, u"trash"_s}), 1);
    QCOMPARE(fixture.done({u"delete"_s, u"mail"_s, u"same"_s, u"--state"_s, u"trash"_s}), 1);
    QCOMPARE(fixture.trashed(), 1);
    QCOMPARE(fixture.list().size(), 3);
    const Answer all = fixture.run({u"--json"_s, u"discard"_s, u"mail"_s, u"--all"_s, u"--yes"_s});
    QVERIFY2(all.object()[u"done"_s].toInt() == 3, all.all());
    QCOMPARE(fixture.trashed(), 4);
    QVERIFY(fixture.run({u"undo"_s, all.object()[u"operation"_s].toString(), u"--yes"_s}).code == 0);
    QCOMPARE(fixture.trashed(), 1);
    QCOMPARE(fixture.list().size(), 3);
}

/// Checks that the second of two identical tasks can be restored to a sorted set only after the first has left it,
/// because a sorted set contains identical tasks only once.
void TestEqualIds::anEqualTaskOfASetGoesToTheTrashAgain()
{
    RedisServer server;
    const QByteArray member = R"({"jid":"same","class":"Mail","queue":"mail","args":["a"]})";
    const Duectl duectl(server.url());
    const auto done = [&](const QStringList& line) {
        return duectl.run(QStringList{u"--layout"_s, u"sidekiq"_s, u"--json"_s} + line + QStringList{u"--yes"_s})
            .object()[u"done"_s]
            .toInt();
    };
    for (int i = 0; i < 2; ++i) {
        server.call({"ZADD", "retry", "9000000000", member});
        QCOMPARE(done({u"discard"_s, u"@sidekiq"_s, u"same"_s, u"--state"_s, u"retrying"_s}), 1);
    }
    QCOMPARE(server.call({"ZCARD", "retry"}).integer, 0);
    QCOMPARE(done({u"restore"_s, u"@sidekiq"_s, u"--all"_s}), 1);
    QCOMPARE(server.call({"ZCARD", "retry"}).integer, 1);
    server.call({"DEL", "retry"});
    QCOMPARE(done({u"restore"_s, u"@sidekiq"_s, u"--all"_s}), 1);
    QCOMPARE(server.call({"ZCARD", "retry"}).integer, 1);
}

void TestEqualIds::theTrashedOneIsReachedByItsState()
{
    EqualTasks fixture(2);
    const QByteArrayList before = fixture.list();
    QCOMPARE(fixture.done({u"discard"_s, u"mail"_s, u"same"_s}), 1);
    QCOMPARE(fixture.done({u"restore"_s, u"mail"_s, u"same"_s, u"--state"_s, u"trash"_s}), 1);
    QCOMPARE(fixture.list(), before);
    QCOMPARE(fixture.done({u"discard"_s, u"mail"_s, u"same"_s}), 1);
    QCOMPARE(fixture.done({u"restore"_s, u"mail"_s, u"same"_s}), 1); // only the discarded task can be restored
    QCOMPARE(fixture.list(), before);
    QCOMPARE(fixture.done({u"discard"_s, u"mail"_s, u"same"_s}), 1);
    QCOMPARE(fixture.done({u"delete"_s, u"mail"_s, u"same"_s, u"--state"_s, u"trash"_s}), 1);
    QCOMPARE(fixture.trashed(), 0);
    QCOMPARE(fixture.list().size(), 2);
}

/// Checks that restoring by an id that three different tasks share refers to the only one of them in the trash.
void TestEqualIds::aSharedIdMeansTheTaskTheActionAppliesTo()
{
    Fixture fixture;
    const Answer discarded
        = fixture.run({u"discard"_s, fixture.queueName(), u"--match"_s, u"payload:two"_s, u"--yes"_s});
    QVERIFY2(discarded.code == 0 && members(fixture.server) == fixture.without(1), discarded.all());
    const Answer refused = fixture.run({u"discard"_s, fixture.queueName(), u"same"_s, u"--yes"_s});
    QVERIFY2(refused.code != 0 && refused.err.contains("different tasks"), refused.all());
    const Answer restored = fixture.run({u"restore"_s, fixture.queueName(), u"same"_s, u"--yes"_s});
    QVERIFY2(restored.code == 0 && members(fixture.server) == fixture.all(), restored.all());
    const Answer nothing = fixture.run({u"restore"_s, fixture.queueName(), u"same"_s, u"--yes"_s});
    QVERIFY2(nothing.code != 0 && nothing.err.contains("different tasks"), nothing.all());
}

/// Checks that each name listed in a refusal identifies its task, even if one of the tasks with that id is in the
/// trash.
void TestEqualIds::everyNameInARefusalReachesItsTask()
{
    Fixture fixture;
    const QString two = QString::fromUtf8(exactId(fixture.taskOf(state(), "two")));
    QCOMPARE(fixture.run({u"discard"_s, fixture.queueName(), two, u"--yes"_s}).code, 0);
    const Answer refused = fixture.run({u"delete"_s, fixture.queueName(), u"same"_s, u"--yes"_s});
    QVERIFY2(refused.code > 0 && refused.err.contains("(trash)"), refused.all());
    QSet<QString> states;
    const QRegularExpression named(u"same~[0-9a-f]{8}"_s);
    for (auto names = named.globalMatch(QString::fromUtf8(refused.err)); names.hasNext();) {
        const Answer shown = fixture.run({u"--json"_s, u"show"_s, fixture.queueName(), names.next().captured()});
        QVERIFY2(shown.code == 0, shown.all());
        states.insert(shown.object()[u"state"_s].toString());
    }
    QCOMPARE(states, (QSet<QString>{u"trash"_s, QString::fromUtf8(stateName(state()).toByteArray())}));
    QCOMPARE(fixture.run({u"restore"_s, fixture.queueName(), u"same"_s, u"--state"_s, u"trash"_s, u"--yes"_s}).code, 0);
    QCOMPARE(members(fixture.server), fixture.all());
}

/// Checks that tasks with the same id are told apart even if they are never on the same page or in the same search
/// step.
void TestEqualIds::tasksFarApartAreToldApart()
{
    RedisServer server;
    server.call({"SADD", "queues", "mail"});
    const auto job = [](const QByteArray& jid, int number) {
        return R"({"jid":")" + jid + R"(","class":"Mail","queue":"mail","args":[)" + QByteArray::number(number) + "]}";
    };
    for (int i = 0; i < 1500; ++i)
        server.call({"LPUSH", "queue:mail", job(i % 700 == 50 ? "same" : 'j' + QByteArray::number(i), i)});
    const Duectl duectl(server.url());
    const auto run = [&](const QStringList& line) {
        return duectl.run(QStringList{u"--layout"_s, u"sidekiq"_s} + line);
    };
    const Answer refused = run({u"discard"_s, u"mail"_s, u"same"_s, u"--yes"_s});
    QVERIFY2(refused.code > 0 && refused.err.contains("3 different tasks"), refused.all());
    const Answer all = run({u"--json"_s, u"discard"_s, u"mail"_s, u"--match"_s, u"id:same"_s, u"--yes"_s});
    QVERIFY2(all.object()[u"done"_s].toInt() == 3, all.all());
    QVERIFY(run({u"undo"_s, all.object()[u"operation"_s].toString(), u"--yes"_s}).code == 0);
    const Answer one = run({u"--json"_s, u"discard"_s, u"mail"_s, u"--match"_s, u"payload:750"_s, u"--yes"_s});
    QVERIFY2(one.object()[u"done"_s].toInt() == 1, one.all());
    const Members left = members(server);
    QVERIFY(left.size() == 1499 && !left.contains(job("same", 750)));
    const Answer file = run({u"export"_s, u"mail"_s, u"-"_s});
    int shared = 0;
    for (const QByteArray& line : file.lines()) {
        const QJsonObject task = QJsonDocument::fromJson(line).object();
        if (!line.contains("same"))
            continue;
        ++shared;
        QCOMPARE(task[u"state"_s].toString() == u"trash", line.contains("750"));
    }
    QCOMPARE(shared, 3);
}

void TestEqualIds::designsByHandNameBytes_data()
{
    QTest::addColumn<QString>("layout");
    QTest::addColumn<bool>("isList");
    QTest::newRow("a list") << u"list:jobs"_s << true;
    QTest::newRow("a sorted set") << u"zset:jobs"_s << false;
}

void TestEqualIds::designsByHandNameBytes()
{
    QFETCH(QString, layout);
    QFETCH(bool, isList);
    RedisServer server;
    const QByteArray due = QByteArray::number(toMs(SystemClock().now()) / 1000 + 3600);
    for (const char* word : {"one", "two", "three"}) {
        const QByteArray member = QByteArray(R"({"id":"same","word":")") + word + "\"}";
        server.call(isList ? Command{"RPUSH", "jobs", member} : Command{"ZADD", "jobs", due, member});
    }
    const auto there = [&] {
        Members all;
        for (const Reply& one :
            server.call(isList ? Command{"LRANGE", "jobs", "0", "-1"} : Command{"ZRANGE", "jobs", "0", "-1"}).items)
            all << one.bytes;
        std::sort(all.begin(), all.end());
        return all;
    };
    const Members before = there();
    const Duectl duectl(server.url());
    const auto run = [&](const QStringList& line) { return duectl.run(QStringList{u"--layout"_s, layout} + line); };
    QSet<QString> ids;
    for (const QJsonValue& task : run({u"--json"_s, u"list"_s, u"jobs"_s}).array())
        ids.insert(task[u"id"_s].toString());
    QCOMPARE(ids.size(), 3);
    const Answer answer = run({u"--json"_s, u"discard"_s, u"jobs"_s, u"--match"_s, u"payload:two"_s, u"--yes"_s});
    QVERIFY2(answer.code == 0 && answer.object()[u"done"_s].toInt() == 1, answer.all());
    const Members left = there();
    QVERIFY2(left.size() == 2 && !left.join().contains("two"), left.join());
    QVERIFY(run({u"undo"_s, answer.object()[u"operation"_s].toString(), u"--yes"_s}).code == 0);
    QCOMPARE(there(), before);
}

QTEST_GUILESS_MAIN(TestEqualIds)
#include "tst_equalids.moc"
