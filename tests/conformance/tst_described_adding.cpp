// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/described/check/actioncheck.h"
#include "core/layouts/described/check/samplecommands.h"
#include "core/layouts/described/describedreach.h"
#include "core/layouts/described/layoutfiles.h"
#include "core/redis/redisconnection.h"
#include "tests/support/redisserver.h"
#include "tests/support/sourcepath.h"

#include <QDir>
#include <QTest>

#include <algorithm>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const QByteArray jobOfMail = R"({"id":"1","queue":"mail","attempts":0,"data":{"to":1}})";
constexpr TimePoint in2030{Millis(1'900'000'000'000)};

} // namespace

/// Tests adding tasks to queues described by a layout file.
class TestDescribedAdding : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_server = std::make_unique<RedisServer>(); }

    void init() { m_server->call({"FLUSHALL"}); }

    void filesThatAllowNewTasks_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("layout");
        QByteArrayList names;
        for (const QByteArray& name : ShippedLayouts::names()) {
            if (!Description::parse(ShippedLayouts::file(name))->adding)
                continue;
            names << name;
            QTest::newRow(name.constData()) << ShippedLayouts::file(name) << QString::fromLatin1(name);
        }
        QCOMPARE(names.join(' '),
            QByteArray("arq bee-queue hdt3213 huey hyperf machinery redis-in-action resque think-queue webman"));
        for (const char* name : {"cron", "list", "zset", "zset-lock"}) {
            const QString path = sourcePath(u"tests/support/layouts/%1.toml"_s.arg(QLatin1StringView(name)));
            QTest::newRow(name) << readLayoutFile(path).value() << u"file:"_s + path;
        }
    }

    /// A sample task that is deleted and re-added gets the same keys as before. Undo removes the added task.
    void filesThatAllowNewTasks()
    {
        QFETCH(QByteArray, file);
        const auto description = std::make_shared<const Description>(Description::parse(file).value());
        const auto checked = ActionCheck(description, m_server->config()).run();
        QVERIFY2(checked, qPrintable(checked ? QString() : checked.error().message));
        QVERIFY2(checked->untried.filter(u"add to"_s).isEmpty(), qPrintable(checked->untried.join(u' ')));
    }

    void anOperatorsRightsSuffice_data() { filesThatAllowNewTasks_data(); }
    void anOperatorsRightsSuffice()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, layout);
        const LayoutSpec spec = parseLayout(layout).value();
        const auto rights = spec.type().rights(AclRole::Operator, spec.parameters().get(), "dueline");
        Command rule{"ACL", "SETUSER", "operator", "reset", "on", ">secret"};
        for (const QByteArray& each : rights->rules())
            rule.push_back(each);
        QVERIFY(!m_server->call(rule).isError());
        const Description description = Description::parse(file).value();
        const std::vector<Command> commands = sampleCommands(description).value();
        for (const Command& command : commands)
            m_server->call(command);
        openDescription(file, layout.startsWith(u"file:"), {u"operator"_s, "secret"});
        int added = 0;
        const std::vector<QueueInfo> infos = m_backend->inspector().queues().value();
        for (const QueueInfo& info : infos) {
            for (const TaskState state : {TaskState::Scheduled, TaskState::Due}) {
                PageRequest request;
                request.queue = info.name;
                request.state = state;
                const TaskPage page = m_backend->inspector().page(request).value();
                for (const Task& task : page.tasks) {
                    NewTask again = newTask(taskIdFor(typeOf(task), task.id),
                        m_backend->inspector().payload(info.name, exactId(task)).value());
                    if (state == TaskState::Scheduled)
                        again.dueAt = task.at;
                    const QueueName queue = task.ownQueue.isEmpty() ? info.name : task.ownQueue;
                    if (!m_backend->admits(queue, {again})) // true for Huey's scheduled tasks
                        continue;
                    const auto outcomes = m_backend->editor()->add(queue, {again});
                    QVERIFY2(outcomes, qPrintable(outcomes ? QString() : outcomes.error().message));
                    QCOMPARE(outcomes->front(), AddOutcome::Exists);
                    QCOMPARE(m_backend->foreseeAdd(queue, {again})->value().front(), AddOutcome::Exists);
                    ++added;
                }
            }
        }
        QVERIFY(added > 0);
    }

    void anIdInUseIsRefused()
    {
        const QByteArray pickle = m_server->call({"GET", sampleOf("arq")}).bytes;
        open("arq");
        NewTask task = newTask("send_mail#a1", pickle);
        task.dueAt = in2030;
        QCOMPARE(add("arq:queue", {task}), std::vector{AddOutcome::Added});
        QCOMPARE(m_server->call({"ZSCORE", "arq:queue", "a1"}).bytes, QByteArray("1900000000000"));
        QCOMPARE(m_server->call({"GET", "arq:job:a1"}).bytes, pickle);
        QCOMPARE(m_backend->editor()->idFor("arq:queue", task), QByteArray("a1"));
        QCOMPARE(m_backend->inspector().task("arq:queue", "a1")->task.type, QByteArray("send_mail"));
        const QByteArray before = everything();
        task.dueAt = in2030 + Millis(5'000);
        QCOMPARE(add("arq:queue", {task}), std::vector{AddOutcome::Exists});
        m_server->call({"SET", "arq:job:a1", "different"});
        QCOMPARE(add("arq:queue", {task}), std::vector{AddOutcome::Conflict});
        QCOMPARE(m_backend->foreseeAdd("arq:queue", {task})->value(), std::vector{AddOutcome::Conflict});
        m_server->call({"SET", "arq:job:a1", pickle});
        QCOMPARE(everything(), before);
        task.id = makeTaskId("send_mail", in2030);
        QVERIFY(!m_backend->editor()->idFor("arq:queue", task).startsWith('-'));
        task.id = "send_mail#a2";
        m_server->call({"SET", "arq:in-progress:a2", "1"});
        QCOMPARE(add("arq:queue", {task}), std::vector{AddOutcome::Conflict});
        QCOMPARE(m_server->call({"EXISTS", "arq:job:a2"}).integer, 0);
    }

    /// A number that a producer will use as an ID is refused. A new due time is announced on a channel, so that workers
    /// wait for it.
    void numbersOfProducersAreNotUsed()
    {
        m_server->call({"SET", "bq:mail:id", "7"});
        open("bee-queue");
        const QByteArray job = R"({"data":{"i":1},"options":{"timestamp":1750000000000,"stacktraces":[]}})";
        const auto refused = m_backend->editor()->add("mail", {newTask("mail#8", job)});
        QVERIFY(!refused);
        QCOMPARE(refused.error().message,
            u"Producers will use the number 8 as an ID later. Specify an ID that is not a number."_s);
        QCOMPARE(m_server->call({"DBSIZE"}).integer, 1);
        RedisConnection client(m_server->config());
        QVERIFY(client.open().ok());
        QVERIFY(client.send({"SUBSCRIBE", "bq:mail:earlierDelayed"}).ok());
        QVERIFY(client.receive(std::chrono::seconds(5)).ok());
        NewTask later = newTask("mail#seven", job);
        later.dueAt = in2030;
        QCOMPARE(add("mail", {newTask("mail#7", job), later}), (std::vector{AddOutcome::Added, AddOutcome::Added}));
        QCOMPARE(m_server->call({"LINDEX", "bq:mail:waiting", "0"}).bytes, QByteArray("7"));
        QCOMPARE(m_server->call({"ZSCORE", "bq:mail:delayed", "seven"}).bytes, QByteArray("1900000000000"));
        const auto message = client.receive(std::chrono::seconds(5));
        QVERIFY(message && *message);
        QCOMPARE((*message)->items.back().bytes, QByteArray("1900000000000"));
    }

    /// If the members are the payloads themselves, a payload is added only once, even if its due time has since passed.
    void anEqualPayloadIsAddedOnce()
    {
        open("webman");
        NewTask task = newTask("mail#1", jobOfMail);
        task.dueAt = in2030;
        QCOMPARE(add("mail", {task, task}), (std::vector{AddOutcome::Added, AddOutcome::Exists}));
        task.dueAt.reset();
        QCOMPARE(add("mail", {task}), std::vector{AddOutcome::Exists});
        QCOMPARE(m_server->call({"EXISTS", "{redis-queue}-waitingmail"}).integer, 0);
        QCOMPARE(m_server->call({"ZSCORE", "{redis-queue}-delayed", jobOfMail}).bytes, QByteArray("1900000000"));
        QCOMPARE(m_backend->editor()->laterPlace("mail"), QByteArray("@webman"));
    }

    void aTaskThatWouldBeReadDifferentlyIsRefused_data()
    {
        QTest::addColumn<QByteArray>("layout");
        QTest::addColumn<QByteArray>("queue");
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("payload");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* layout, const char* queue, const char* id,
                             const QByteArray& payload, const char* sentence) {
            QTest::newRow(name) << QByteArray(layout) << QByteArray(queue) << QByteArray(id) << payload
                                << QString::fromUtf8(sentence);
        };
        row("other queue", "webman", "sms", "sms#1", jobOfMail,
            "contains the queue \"mail\". Add the task to that queue.");
        row("other type", "think-queue", "mail", "mail#1", R"({"job":"Mail"})",
            "with the type \"Mail\". Specify this type.");
        row("no JSON", "webman", "mail", "mail#1", "{", "The payload cannot be read as json.");
        row("no payload", "webman", "mail", "mail#1", "", "The task lacks a value for <payload>.");
        row("all queues", "webman", "@webman", "mail#1", jobOfMail, "Specify the new task's queue.");
        row("no queue", "resque", "mail", "Mail#1", R"({"class":"Mail","queue":"mail"})",
            "has no queue \"mail\". Create it with the program that owns the queues.");
        row("no table", "rsmq", "mail", "mail#1", "x", "does not describe how tasks are added.");
    }
    void aTaskThatWouldBeReadDifferentlyIsRefused()
    {
        QFETCH(QByteArray, layout);
        QFETCH(QByteArray, queue);
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, payload);
        QFETCH(QString, sentence);
        open(layout);
        const auto outcomes = m_backend->editor()->add(queue, {newTask(id, payload)});
        QVERIFY(!outcomes);
        QVERIFY2(outcomes.error().message.contains(sentence), qPrintable(outcomes.error().message));
        QCOMPARE(m_backend->admits(queue, {newTask(id, payload)}).error(), outcomes.error());
        QCOMPARE(m_server->call({"DBSIZE"}).integer, 0);
    }

    void optionsThatCannotBeStoredAreRefused()
    {
        open("think-queue");
        NewTask task = newTask("Mail#1", R"({"job":"Mail","maxTries":3})");
        task.options.maxAttempts = 4;
        QCOMPARE(m_backend->editor()->add("mail", {task}).error().message,
            u"think-queue has no per-task number of attempts; omit it."_s);
        task.options.maxAttempts = 3; // same limit as in the payload
        QCOMPARE(add("mail", {task}), std::vector{AddOutcome::Added});
        task = newTask("Mail#2", R"({"job":"Mail","n":2})");
        task.options.expiresAt = in2030;
        QVERIFY(!m_backend->editor()->add("mail", {task}));
        QCOMPARE(m_server->call({"LLEN", "{queues:mail}"}).integer, 1);
    }

    void keysOfAFrameworkAreNotWritten()
    {
        openDescription("dueline-layout = 1\nname = \"mine\"\n[queues]\nnames = [\"q\"]\n[place.delayed]\n"
                        "state = \"scheduled\"\nzset = \"bull:mail:delayed\"\nscore = \"ms\"\n[add]\n");
        const auto outcomes = m_backend->editor()->add("q", {newTask("q#1", "x")});
        QVERIFY(!outcomes);
        QVERIFY2(outcomes.error().message.contains(u"bull:mail:delayed may belong to a different program"),
            qPrintable(outcomes.error().message));
        QCOMPARE(m_server->call({"DBSIZE"}).integer, 0);
    }

    void aKeyOfAnotherTypeStopsTheCall()
    {
        m_server->call({"SET", "{queues:mail}", "text"});
        open("think-queue");
        const auto outcomes = m_backend->editor()->add("mail", {newTask("Mail#1", R"({"job":"Mail"})")});
        QCOMPARE(outcomes.error().code, ErrorCode::WrongType);
        QCOMPARE(m_server->call({"DBSIZE"}).integer, 1);
    }

    /// Undo removes exactly the added tasks that have not been claimed since.
    void undoRemovesWhatWasAdded()
    {
        m_server->call({"LPUSH", "task_queue", "own"});
        openDescription(readLayoutFile(sourcePath(u"tests/support/layouts/list.toml"_s)).value());
        std::vector<NewTask> tasks;
        for (int i = 0; i < 250; ++i) {
            tasks.push_back(newTask("task_queue#" + QByteArray::number(i), "t" + QByteArray::number(i)));
            tasks.back().importId = "task_queue/in";
        }
        QCOMPARE(add("task_queue", tasks), std::vector<AddOutcome>(250, AddOutcome::Added));
        QCOMPARE(m_server->call({"LLEN", "task_queue"}).integer, 251);
        QCOMPARE(m_server->call({"RPOP", "task_queue"}).bytes, QByteArray("own"));
        QCOMPARE(m_server->call({"RPOP", "task_queue"}).bytes, QByteArray("t0"));
        m_server->call({"LPUSH", "task_queue", "later"});
        OperationRecord record;
        record.id = "task_queue/in";
        record.queue = "task_queue";
        record.kind = "import";
        record.finished = record.undoable = true;
        QVERIFY(m_backend->editor()->record(record));
        qint64 restored = 0;
        qint64 movedOn = 0;
        QByteArray cursor;
        do {
            const auto step = m_backend->editor()->undo("task_queue", record.id, "task_queue/out", cursor, {});
            QVERIFY2(step, qPrintable(step ? QString() : step.error().message));
            restored += step->restored;
            movedOn += step->movedOn;
            cursor = step->cursor;
        } while (!cursor.isEmpty());
        QCOMPARE(restored, 249);
        QCOMPARE(movedOn, 1);
        QCOMPARE(m_server->call({"LRANGE", "task_queue", "0", "-1"}).items.size(), std::size_t(1));
        QCOMPARE(m_server->call({"LINDEX", "task_queue", "0"}).bytes, QByteArray("later"));
    }

private:
    static NewTask newTask(const TaskId& id, const QByteArray& payload)
    {
        NewTask task;
        task.id = id;
        task.payload = payload;
        return task;
    }
    std::vector<AddOutcome> add(const QueueName& queue, const std::vector<NewTask>& tasks)
    {
        const auto outcomes = m_backend->editor()->add(queue, tasks);
        return outcomes ? *outcomes : std::vector<AddOutcome>();
    }
    /// Stores the first payload of a shipped layout's sample in the key `kept`, and returns the key's name.
    QByteArray sampleOf(const QByteArray& name)
    {
        const std::vector<Command> commands
            = sampleCommands(Description::parse(ShippedLayouts::file(name)).value()).value();
        m_server->call({"SET", "kept", commands.front()[2]});
        return "kept";
    }
    struct Login
    {
        QString user;
        QByteArray password;
    };
    void openDescription(const QByteArray& file, bool isOwn = false, const Login& login = {})
    {
        m_backend.reset();
        Description description = Description::parse(file).value();
        if (isOwn) // Files that don't ship with the program need the user's consent, so simulate it.
            description.reachDigest = DescribedReach::of(description).digest();
        const QueueName shared = '@' + description.name;
        static const std::vector<const LayoutType*> frameworks = allLayouts();
        RedisConfig config = m_server->config();
        config.user = login.user;
        config.password = Secret(login.password);
        auto opened = DescribedBackend::open(std::make_shared<const Description>(std::move(description)),
            std::make_shared<RedisLane>(config, Access::Operate), Access::Operate,
            {shared, "dueline", login.user.isEmpty() ? &frameworks : nullptr});
        QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().message));
        m_backend = *std::move(opened);
    }
    void open(const QByteArray& name) { openDescription(ShippedLayouts::file(name)); }
    /// Returns all keys except Dueline's own, with their values and expiries.
    QByteArray everything()
    {
        QByteArray all;
        std::vector<QByteArray> keys;
        for (const Reply& key : m_server->call({"KEYS", "*"}).items)
            keys.push_back(key.bytes);
        std::sort(keys.begin(), keys.end());
        for (const QByteArray& key : keys) {
            if (!key.startsWith("dueline:"))
                all += key + ' ' + m_server->call({"DUMP", key}).bytes.toHex() + '\n';
        }
        return all;
    }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<DescribedBackend> m_backend;
};

QTEST_GUILESS_MAIN(TestDescribedAdding)
#include "tst_described_adding.moc"
