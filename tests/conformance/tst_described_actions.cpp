// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/described/check/actioncheck.h"
#include "core/layouts/described/check/samplecommands.h"
#include "core/layouts/described/describedreach.h"
#include "core/layouts/described/layoutfiles.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/limitedserver.h"
#include "tests/support/rediscluster.h"
#include "tests/support/redisserver.h"
#include "tests/support/sourcepath.h"

#include <QDir>
#include <QTest>

#include <algorithm>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests actions on queues described by a layout file.
class DescribedActions : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_server = std::make_unique<RedisServer>(); }

    void init()
    {
        m_server->call({"FLUSHALL"});
        m_config = m_server->config();
    }

    void everyActionWorksInEveryPlace_data()
    {
        QTest::addColumn<QByteArray>("file");
        for (const QByteArray& name : ShippedLayouts::names())
            QTest::newRow(name.constData()) << ShippedLayouts::file(name);
        const QDir fixtures(sourcePath(u"tests/support/layouts"_s));
        const QStringList files = fixtures.entryList({u"*.toml"_s});
        for (const QString& name : files)
            QTest::newRow(qPrintable(name)) << readLayoutFile(fixtures.filePath(name)).value();
    }
    void everyActionWorksInEveryPlace()
    {
        QFETCH(QByteArray, file);
        const auto description = std::make_shared<const Description>(Description::parse(file).value());
        const auto checked = ActionCheck(description, m_server->config()).run();
        QVERIFY2(checked, qPrintable(checked ? QString() : checked.error().message));
        QVERIFY(checked->acted >= 2);
        QVERIFY(checked->undone >= 1);
    }

    void anOperatorsRightsSuffice_data() { everyActionWorksInEveryPlace_data(); }
    void anOperatorsRightsSuffice()
    {
        QFETCH(QByteArray, file);
        const Description description = Description::parse(file).value();
        const std::vector<Command> commands = sampleCommands(description).value();
        for (const Command& command : commands)
            m_server->call(command);
        const bool isShipped = ShippedLayouts::names().contains(description.name);
        const QString text = isShipped
            ? QString::fromUtf8(description.name)
            : u"file:"_s + sourcePath(u"tests/support/layouts/"_s) + QString::fromUtf8(QTest::currentDataTag());
        const LayoutSpec spec = parseLayout(text).value();
        const auto rights = spec.type().rights(AclRole::Operator, spec.parameters().get(), "dueline");
        QVERIFY(rights);
        Command rule{"ACL", "SETUSER", "operator", "reset", "on", ">secret"};
        for (const QByteArray& each : rights->rules())
            rule.push_back(each);
        const Reply set = m_server->call(rule);
        QVERIFY2(!set.isError(), set.bytes);
        RedisConfig config = m_server->config();
        config.user = u"operator"_s;
        config.password = Secret("secret");
        Description own = description;
        if (!isShipped) // Files that don't ship with the program need the user's consent, so simulate it.
            own.reachDigest = DescribedReach::of(own).digest();
        auto opened = DescribedBackend::open(std::make_shared<const Description>(std::move(own)),
            std::make_shared<RedisLane>(config, Access::Operate), Access::Operate, {'@' + description.name});
        QVERIFY(opened);
        m_backend = *std::move(opened);
        int done = 0;
        const std::vector<QueueInfo> infos = m_backend->inspector().queues().value();
        for (const QueueInfo& info : infos) {
            const std::vector<Task> tasks = tasksOf(info.name);
            for (const ActionKind kind :
                {ActionKind::Reschedule, ActionKind::RunNow, ActionKind::Retry, ActionKind::Discard}) {
                for (const Task& task : tasks) {
                    const auto outcomes = act(info.name, kind, {task});
                    QVERIFY2(outcomes, qPrintable(outcomes ? QString() : outcomes.error().message));
                    if (outcomes->front() != ItemOutcome::Done)
                        continue;
                    ++done;
                    QCOMPARE(undo(info.name), 1);
                }
            }
        }
        QVERIFY(done > 0);
        m_server->call({"ACL", "SETUSER", "operator", "-ZREM", "-SREM", "-LREM", "-DEL"});
        for (const QueueInfo& info : infos) {
            const QByteArray before = everything();
            for (const Task& task : tasksOf(info.name)) {
                const auto outcomes = act(info.name, ActionKind::Discard, {task});
                QVERIFY(!outcomes || outcomes->front() != ItemOutcome::Done);
            }
            QCOMPARE(everything(), before);
        }
    }

    /// The timestamp index is rebuilt from the existing lists, so it is correct in whatever order actions are undone.
    void aSharedTimestampStaysListed()
    {
        m_server->call({"SADD", "resque:queues", "mail"});
        for (const char* i : {"1", "2"}) {
            m_server->call({"RPUSH", "resque:delayed:1900000000",
                QByteArray("{\"class\":\"Mail\",\"queue\":\"mail\",\"args\":[") + i + "]}"});
        }
        m_server->call({"ZADD", "resque:delayed_queue_schedule", "1900000000", "1900000000"});
        for (const bool isReverse : {true, false}) {
            open("resque");
            const std::vector<Task> tasks = tasksOf("@resque");
            QCOMPARE(tasks.size(), std::size_t(2));
            const QByteArray first = actAs("@resque", ActionKind::RunNow, {tasks[0]});
            const QByteArray second = actAs("@resque", ActionKind::RunNow, {tasks[1]});
            QVERIFY(m_server->call({"ZSCORE", "resque:delayed_queue_schedule", "1900000000"}).isNil());
            QCOMPARE(undo("@resque", isReverse ? second : first), 1);
            QCOMPARE(m_server->call({"ZSCORE", "resque:delayed_queue_schedule", "1900000000"}).bytes,
                QByteArray("1900000000"));
            QCOMPARE(undo("@resque", isReverse ? first : second), 1);
            QCOMPARE(m_server->call({"LLEN", "resque:delayed:1900000000"}).integer, 2);
            QCOMPARE(m_server->call({"ZSCORE", "resque:delayed_queue_schedule", "1900000000"}).bytes,
                QByteArray("1900000000"));
            QCOMPARE(m_server->call({"LLEN", "resque:queue:mail"}).integer, 0);
        }
    }

    /// Large tasks are discarded, restored and undone a few at a time, so that no script blocks Redis for long, and a
    /// page of the trash is not too long to read.
    void largeTasksAreActedOnAFewAtATime()
    {
        constexpr int tasks = 80;
        const QByteArray large = '"' + QByteArray(1024 * 1024, 'x') + '"';
        for (int i = 0; i < tasks; ++i) {
            const QByteArray id = QByteArray::number(i);
            m_server->call({"HSET", "bq:mail:jobs", id, large});
            m_server->call({"ZADD", "bq:mail:delayed", "1900000000000", id});
        }
        open("bee-queue");
        // DUMP is not suitable, because the order of a large hash may change.
        const auto areStored = [&] {
            for (int i = 0; i < tasks; ++i) {
                if (m_server->call({"HGET", "bq:mail:jobs", QByteArray::number(i)}).bytes != large)
                    return false;
            }
            return m_server->call({"HLEN", "bq:mail:jobs"}).integer == tasks;
        };
        const Reply before = m_server->call({"ZRANGE", "bq:mail:delayed", "0", "-1", "WITHSCORES"});
        const std::vector<Task> waiting = tasksOf("mail");
        QCOMPARE(waiting.size(), std::size_t(tasks));
        const auto calls = [this] { // number of scripts run since the last call
            const QByteArray stats = m_server->call({"INFO", "commandstats"}).bytes;
            m_server->call({"CONFIG", "RESETSTAT"});
            const QByteArray name = "cmdstat_evalsha:calls=";
            const qsizetype at = stats.indexOf(name);
            return at < 0 ? 0 : stats.mid(at + name.size(), stats.indexOf(',', at) - at - name.size()).toInt();
        };
        m_server->call({"CONFIG", "RESETSTAT"});
        const QByteArray discarded = actAs("mail", ActionKind::Discard, waiting);
        QVERIFY(calls() >= tasks);
        const std::vector<Task> trash = tasksOf("mail", TaskState::Trash);
        QCOMPARE(trash.size(), std::size_t(tasks));
        QCOMPARE(act("mail", ActionKind::Restore, trash)->front(), ItemOutcome::Done);
        QVERIFY(calls() >= tasks);
        QVERIFY(areStored());
        QCOMPARE(m_server->call({"ZRANGE", "bq:mail:delayed", "0", "-1", "WITHSCORES"}), before);
        QCOMPARE(undo("mail"), tasks);
        QVERIFY(calls() >= tasks);
        QCOMPARE(undo("mail", discarded), tasks);
        QVERIFY(calls() >= tasks);
        QVERIFY(areStored());
        QCOMPARE(m_server->call({"ZRANGE", "bq:mail:delayed", "0", "-1", "WITHSCORES"}), before);
    }

    /// Equal list items don't overwrite each other in the trash.
    void equalItemsAreTwoTasksInTheTrash()
    {
        m_server->call({"LPUSH", "task_queue", "x", "x", "x"});
        openFixture("list");
        const std::vector<Task> tasks = tasksOf("task_queue");
        QCOMPARE(tasks.size(), std::size_t(3));
        QCOMPARE(act("task_queue", ActionKind::Discard, tasks)->front(), ItemOutcome::Done);
        QCOMPARE(m_server->call({"EXISTS", "task_queue"}).integer, 0);
        const std::vector<Task> trash = tasksOf("task_queue", TaskState::Trash);
        QCOMPARE(trash.size(), std::size_t(3));
        QCOMPARE(act("task_queue", ActionKind::Restore, {trash[1]})->front(), ItemOutcome::Done);
        QCOMPARE(act("task_queue", ActionKind::Restore, {trash[1]})->front(), ItemOutcome::NotFound);
        QCOMPARE(m_server->call({"LLEN", "task_queue"}).integer, 1);
        QCOMPARE(act("task_queue", ActionKind::Restore, {trash[0], trash[2]})->front(), ItemOutcome::Done);
        QCOMPARE(m_server->call({"LLEN", "task_queue"}).integer, 3);
    }

    /// Undo puts each of several equal items back in its former position, and so does undoing that undo.
    void equalItemsReturnToTheirPositions()
    {
        m_server->call({"LPUSH", "task_queue", "a", "b", "a", "c", "b", "a", "d"});
        openFixture("list");
        const auto items = [this] { return m_server->call({"LRANGE", "task_queue", "0", "-1"}); };
        const std::vector<Task> tasks = tasksOf("task_queue");
        std::vector<std::pair<Reply, QByteArray>> operations; // the last one first, each after the previous items
        for (const std::size_t i : {2, 1, 4, 3, 0, 5})
            operations.insert(operations.begin(), {items(), actAs("task_queue", ActionKind::Discard, {tasks.at(i)})});
        for (const auto& [before, operation] : operations) {
            for (const auto& [suffix, expected] :
                std::map<QByteArray, Reply>{{"", before}, {"-undo", items()}, {"-undo-undo", before}}) {
                QCOMPARE(undo("task_queue", operation + suffix), 1);
                QCOMPARE(items(), expected);
            }
        }
    }

    /// A bulk action on a long list starts at the end that workers reach last. It finds these items without searching
    /// the list, and undo puts them back in order.
    void itemsThatRunLastAreFoundAtOnce()
    {
        Command push{"LPUSH", "task_queue"};
        for (int i = 0; i < 20'000; ++i)
            push.push_back("i" + QByteArray::number(i));
        m_server->call(push);
        const Reply before = m_server->call({"LRANGE", "task_queue", "0", "-1"});
        openFixture("list");
        PageRequest request;
        request.queue = "task_queue";
        request.state = TaskState::Due;
        request.offset = 19'900;
        request.limit = 100;
        std::vector<Task> tasks = m_backend->inspector().page(request).value().tasks;
        std::reverse(tasks.begin(), tasks.end());
        CommandMonitor monitor(*m_server);
        const auto outcomes = act("task_queue", ActionKind::Discard, tasks);
        QVERIFY(outcomes);
        QCOMPARE(std::count(outcomes->begin(), outcomes->end(), ItemOutcome::Done), 100);
        const std::vector<Command> commands = monitor.taken();
        QVERIFY(std::none_of(
            commands.begin(), commands.end(), [](const Command& command) { return command.front() == "LPOS"; }));
        QCOMPARE(m_server->call({"LLEN", "task_queue"}).integer, 19'900);
        QCOMPARE(undo("task_queue"), 100);
        QCOMPARE(m_server->call({"LRANGE", "task_queue", "0", "-1"}), before);
    }

    /// Records and the trash belong to the queue, not to a key, so an operation on three buckets uses a single trash.
    void bucketsHaveOneTrash()
    {
        for (int i = 1; i <= 3; ++i)
            m_server->call({"ZADD", "dq_bucket_" + QByteArray::number(i), "1900000000", "j" + QByteArray::number(i)});
        open("ouqiang");
        const std::vector<Task> tasks = tasksOf("@ouqiang");
        QCOMPARE(tasks.size(), std::size_t(3));
        const QByteArray operation = actAs("@ouqiang", ActionKind::Discard, tasks);
        QCOMPARE(tasksOf("@ouqiang", TaskState::Trash).size(), std::size_t(3));
        QCOMPARE(undo("@ouqiang", operation), 3);
        QCOMPARE(tasksOf("@ouqiang").size(), std::size_t(3));
        for (const Reply& key : m_server->call({"KEYS", "dueline:*"}).items)
            QVERIFY2(m_server->call({"PTTL", key.bytes}).integer > 0, key.bytes);
    }

    void theTrashKeepsATaskAndItsPayloadForAWeek()
    {
        m_server->call({"HSET", "bq:mail:jobs", "7", "{\"data\":{\"type\":\"welcome\"}}"});
        m_server->call({"ZADD", "bq:mail:delayed", "1900000000000", "7"});
        open("bee-queue");
        QCOMPARE(act("mail", ActionKind::Discard, tasksOf("mail"))->front(), ItemOutcome::Done);
        QCOMPARE(m_server->call({"EXISTS", "bq:mail:jobs", "bq:mail:delayed"}).integer, 0);
        const auto listed = m_backend->inspector().queues();
        QVERIFY(listed && listed->size() == 1); // The queue is still listed because it has tasks in its trash.
        const auto info = m_backend->inspector().queue("mail");
        QVERIFY(info);
        QCOMPARE(info->counts[TaskState::Trash], 1);
        const auto detail = m_backend->inspector().task("mail", "7");
        QVERIFY(detail);
        QCOMPARE(detail->task.state, TaskState::Trash);
        QCOMPARE(detail->task.type, QByteArray("welcome"));
        QCOMPARE(m_backend->inspector().payload("mail", "7").value(), QByteArray("{\"data\":{\"type\":\"welcome\"}}"));
        const QByteArray key = "dueline:overlay:mail@bee-queue?prefix=bq:trash:7";
        const qint64 left = m_server->call({"PTTL", key}).integer;
        QVERIFY(left > 604'700'000 && left <= 604'800'000);
        m_server->call({"ZADD", "bq:mail:delayed", "1900000000001", "7"});
        QCOMPARE(act("mail", ActionKind::Restore, tasksOf("mail", TaskState::Trash))->front(), ItemOutcome::IdTaken);
        m_server->call({"DEL", "bq:mail:delayed"});
        QCOMPARE(act("mail", ActionKind::Restore, tasksOf("mail", TaskState::Trash))->front(), ItemOutcome::Done);
        QCOMPARE(m_server->call({"ZSCORE", "bq:mail:delayed", "7"}).bytes, QByteArray("1900000000000"));
        QCOMPARE(act("mail", ActionKind::Discard, tasksOf("mail"))->front(), ItemOutcome::Done);
        QCOMPARE(act("mail", ActionKind::Delete, tasksOf("mail", TaskState::Trash))->front(), ItemOutcome::Done);
        QCOMPARE(m_server->call({"EXISTS", key}).integer, 0);
    }

    /// Covers every layout whose sample has hashes. If the server doesn't support field expiry, a proxy imitates it.
    void expiriesOfFieldsAreKept_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const QByteArray& name : ShippedLayouts::names()) {
            if (Description::parse(ShippedLayouts::file(name))->sampleCommands.contains("HSET "))
                QTest::newRow(name.constData()) << name;
        }
    }
    void expiriesOfFieldsAreKept()
    {
        QFETCH(QByteArray, name);
        m_areFieldsFake = m_server->call({"HPEXPIRETIME", "k", "FIELDS", "1", "f"}).isError();
        const auto proxy = m_areFieldsFake
            ? std::make_unique<LimitedServer>(m_server->config(), LimitedServer::Service::Redis88)
            : nullptr;
        if (proxy)
            m_config = proxy->config();
        const Description description = Description::parse(ShippedLayouts::file(name)).value();
        const std::vector<Command> commands = sampleCommands(description).value();
        for (const Command& command : commands)
            m_server->call(command);
        expireFields();
        const QByteArray before = fields();
        QVERIFY(!before.isEmpty());
        open(name);
        int changed = 0;
        const std::vector<QueueInfo> infos = m_backend->inspector().queues().value();
        for (const QueueInfo& info : infos) {
            for (const ActionKind kind : {ActionKind::RunNow, ActionKind::Retry, ActionKind::Discard}) {
                for (const Task& task : tasksOf(info.name)) {
                    const QByteArray operation = actAs(info.name, kind, {task});
                    if (operation.isEmpty())
                        continue;
                    const QByteArray after = fields();
                    changed += after != before;
                    QCOMPARE(undo(info.name, operation), 1);
                    QCOMPARE(fields(), before);
                    QCOMPARE(undo(info.name, operation + "-undo"), 1);
                    QCOMPARE(fields(), after);
                    QCOMPARE(undo(info.name, operation + "-undo-undo"), 1);
                    QCOMPARE(fields(), before);
                }
            }
            for (const Task& task : tasksOf(info.name)) {
                if (actAs(info.name, ActionKind::Discard, {task}).isEmpty())
                    continue;
                QCOMPARE(act(info.name, ActionKind::Restore, tasksOf(info.name, TaskState::Trash))->front(),
                    ItemOutcome::Done);
                QCOMPARE(fields(), before);
            }
        }
        QVERIFY(changed > 0);
    }

    void aTaskThatChangedIsLeftAlone()
    {
        m_server->call({"HSET", "bq:mail:jobs", "1", "{}", "2", "{}", "3", "{}"});
        m_server->call({"ZADD", "bq:mail:delayed", "1900000000000", "1", "1900000000000", "2"});
        m_server->call({"SADD", "bq:mail:failed", "3"});
        open("bee-queue");
        std::vector<Task> tasks = tasksOf("mail");
        m_server->call({"ZADD", "bq:mail:delayed", "1900000000001", "1"});
        m_server->call({"ZREM", "bq:mail:delayed", "2"});
        m_server->call({"SREM", "bq:mail:failed", "3"});
        const QByteArray before = everything();
        const auto outcomes = act("mail", ActionKind::Discard, tasks);
        QVERIFY(outcomes);
        for (const ItemOutcome outcome : *outcomes)
            QCOMPARE(outcome, ItemOutcome::MovedOn);
        QCOMPARE(everything(), before);
    }

    /// Tasks read on a different connection are found by their times, with few round trips.
    void tasksThatWereNotReadHereAreFound()
    {
        Command add{"ZADD", "jobs"};
        for (int i = 0; i < 5'000; ++i)
            add.insert(add.end(), {QByteArray::number(1'900'000'000 + i), "t" + QByteArray::number(i)});
        m_server->call(add);
        openFixture("zset");
        std::vector<Task> tasks;
        PageRequest request;
        request.queue = "jobs";
        request.state = TaskState::Scheduled;
        request.offset = 4'900;
        request.limit = 100;
        tasks = m_backend->inspector().page(request).value().tasks;
        QCOMPARE(tasks.size(), std::size_t(100));
        openFixture("zset");
        const auto outcomes = act("jobs", ActionKind::Discard, tasks);
        QVERIFY(outcomes);
        QCOMPARE(std::count(outcomes->begin(), outcomes->end(), ItemOutcome::Done), 100);
        QCOMPARE(m_server->call({"ZCARD", "jobs"}).integer, 4'900);
    }

    void aLockedTaskIsLeftAlone()
    {
        m_server->call({"ZADD", "tasks", "1900000000", "a", "1900000000", "b"});
        openFixture("zset-lock");
        const std::vector<Task> tasks = tasksOf("tasks");
        m_server->call({"SET", "lock_a", "1"});
        QCOMPARE(act("tasks", ActionKind::Discard, {tasks[0]})->front(), ItemOutcome::Reserved);
        QCOMPARE(act("tasks", ActionKind::Discard, {tasks[1]})->front(), ItemOutcome::Done);
        m_server->call({"HSET", "bq:mail:jobs", "4", "{}"});
        m_server->call({"LPUSH", "bq:mail:active", "4"});
        open("bee-queue");
        const std::vector<Task> leased = tasksOf("mail", TaskState::Leased);
        QCOMPARE(leased.size(), std::size_t(1));
        for (const ActionKind kind : {ActionKind::Discard, ActionKind::Delete, ActionKind::RunNow, ActionKind::Retry})
            QCOMPARE(act("mail", kind, leased)->front(), ItemOutcome::Reserved);
    }

    /// The design's own program may read a task, push it and remove it without checks in between. A task that it may
    /// already have read is left alone, because changing it could lose it or run it twice.
    void aTaskThatABlindMoverMayHaveReadIsLeftAlone()
    {
        m_server->call({"ZADD", "dq_bucket_1", "1750000000", "late", "1900000000", "early"});
        open("ouqiang");
        for (const Task& task : tasksOf("@ouqiang")) {
            QCOMPARE(act("@ouqiang", ActionKind::Discard, {task})->front(),
                task.id == "late" ? ItemOutcome::DueSoon : ItemOutcome::Done);
        }
    }

    /// A task that Dueline has made due may have been read as well, so undo leaves it alone.
    void aTaskMadeDueForABlindMoverStaysDue()
    {
        const QByteArray file = "dueline-layout = 1\nname = \"q\"\n[queues]\nscan = \"q:<queue>:pending\"\n"
                                "[payload]\nstring = \"q:<queue>:<id>\"\n[place.pending]\nstate = \"scheduled\"\n"
                                "zset = \"q:<queue>:pending\"\nscore = \"ms\"\nmover = \"blind\"\n"
                                "[action.run-now]\nfrom = \"pending\"\n[action.reschedule]\nfrom = \"pending\"\n"
                                "[sample]\ncommands = \"\"\"\nZADD q:a:pending 1900000000000 s1\nSET q:a:s1 x\n\"\"\"\n"
                                "[[sample.task]]\nplace = \"pending\"\nid = \"s1\"\n";
        const auto checked
            = ActionCheck(std::make_shared<const Description>(Description::parse(file).value()), m_server->config())
                  .run();
        QVERIFY2(checked, qPrintable(checked ? QString() : checked.error().message));
        m_server->call({"FLUSHALL"});
        m_server->call({"ZADD", "q:a:pending", "1900000000000", "s1"});
        m_server->call({"SET", "q:a:s1", "x"});
        openText(file);
        const QByteArray before = everything();
        const QByteArray later = actAs("a", ActionKind::Reschedule, tasksOf("a"));
        QCOMPARE(undo("a", later), 1);
        QCOMPARE(everything(), before);
        const QByteArray now = actAs("a", ActionKind::RunNow, tasksOf("a"));
        const QByteArray due = everything();
        QVERIFY(due != before);
        QCOMPARE(undo("a", now), 0);
        QCOMPARE(everything(), due);
    }

    void aKeyOfAnotherTypeStopsTheStep()
    {
        m_server->call({"HSET", "bq:mail:jobs", "1", "{}"});
        m_server->call({"ZADD", "bq:mail:delayed", "1900000000000", "1"});
        open("bee-queue");
        const std::vector<Task> tasks = tasksOf("mail");
        m_server->call({"SET", "bq:mail:waiting", "text"});
        const QByteArray before = everything();
        const auto outcomes = act("mail", ActionKind::RunNow, tasks);
        QVERIFY(!outcomes);
        QCOMPARE(outcomes.error().code, ErrorCode::WrongType);
        QVERIFY2(outcomes.error().message.contains(u"bq:mail:waiting"), qPrintable(outcomes.error().message));
        QCOMPARE(everything(), before);
    }

    void keysOfAFrameworkAreNotWritten()
    {
        m_server->call({"ZADD", "bull:mail:delayed", "1900000000000", "1"});
        openText("dueline-layout = 1\nname = \"mine\"\n[queues]\nnames = [\"q\"]\n[payload]\nstring = \"p:<id>\"\n"
                 "[place.delayed]\nstate = \"scheduled\"\nzset = \"bull:mail:delayed\"\nscore = \"ms\"\n");
        const std::vector<Task> tasks = tasksOf("q");
        QCOMPARE(tasks.size(), std::size_t(1));
        const auto refused = act("q", ActionKind::Discard, tasks);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Refused);
        QVERIFY(refused.error().message.contains(u"bull:mail:delayed"_s));
        QCOMPARE(m_server->call({"ZCARD", "bull:mail:delayed"}).integer, 1);
    }

    /// Text from a file never runs as Lua, and payloads never determine keys.
    void textOfAFileIsNoCode()
    {
        m_server->call({"ZADD", "'] = 1 redis.call('FLUSHALL') --", "1900000000000", "it's #{KEYS[1]} \"a\"\n%d"});
        openText("dueline-layout = 1\nname = \"mine\"\n[queues]\nnames = [\"q\"]\n[payload]\n"
                 "[place.delayed]\nstate = \"scheduled\"\nzset = \"'] = 1 redis.call('FLUSHALL') --\"\nscore = \"ms\"\n"
                 "[place.ready]\nstate = \"due\"\nlist = \"]]..error()..[[\"\nnext = \"tail\"\n"
                 "[action.run-now]\nfrom = \"delayed\"\nto = \"ready\"\n");
        const QByteArray before = everything();
        QCOMPARE(act("q", ActionKind::RunNow, tasksOf("q"))->front(), ItemOutcome::Done);
        QCOMPARE(m_server->call({"LINDEX", "]]..error()..[[", "0"}).bytes, QByteArray("it's #{KEYS[1]} \"a\"\n%d"));
        QCOMPARE(undo("q"), 1);
        QCOMPARE(everything(), before);
    }

    void aPayloadDoesNotChooseAKey()
    {
        m_server->call({"RPUSH", "in", "{\"to\":\"victim\"}"});
        openText("dueline-layout = 1\nname = \"mine\"\n[queues]\nnames = [\"q\"]\n[payload]\ndecode = [\"json\"]\n"
                 "[fields]\ntype = \"$.to\"\n[place.failed]\nstate = \"failed\"\nlist = \"in\"\nnext = \"tail\"\n"
                 "[place.ready]\nstate = \"due\"\nlist = \"<type>\"\nnext = \"tail\"\n"
                 "[action.retry]\nfrom = \"failed\"\nto = \"ready\"\n");
        if (!m_backend)
            return; // The file is refused.
        QCOMPARE(act("q", ActionKind::Retry, tasksOf("q", TaskState::Failed))->front(), ItemOutcome::Refused);
        QCOMPARE(m_server->call({"EXISTS", "victim"}).integer, 0);
    }

    void aClusterNamesTwoKeysOfDifferentSlots()
    {
        RedisCluster cluster;
        RedisConnection client(cluster.config());
        Description description = Description::parse(ShippedLayouts::file("bee-queue")).value();
        auto opened = DescribedBackend::open(std::make_shared<const Description>(description),
            std::make_shared<RedisLane>(cluster.config(), Access::Operate), Access::Operate, {"@bee-queue"});
        QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().message));
        RedisClient writer(cluster.config());
        QVERIFY(writer.open());
        QVERIFY(writer.call({"HSET", "bq:mail:jobs", "1", "{}"}));
        QVERIFY(writer.call({"ZADD", "bq:mail:delayed", "1900000000000", "1"}));
        m_backend = *std::move(opened);
        const auto outcomes = act("mail", ActionKind::RunNow, tasksOf("mail"));
        QVERIFY(!outcomes);
        QCOMPARE(outcomes.error().code, ErrorCode::Refused);
        QVERIFY2(
            outcomes.error().message.contains(u"bq:mail:delayed and bq:mail:"), qPrintable(outcomes.error().message));
    }

private:
    void openDescription(const QByteArray& file)
    {
        m_backend.reset();
        auto description = Description::parse(file);
        if (!description)
            return;
        const QueueName shared = '@' + description->name;
        static const std::vector<const LayoutType*> frameworks = allLayouts();
        auto opened = DescribedBackend::open(std::make_shared<const Description>(*std::move(description)),
            std::make_shared<RedisLane>(m_config, Access::Operate), Access::Operate, {shared, "dueline", &frameworks});
        QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().message));
        m_backend = *std::move(opened);
    }
    void open(const QByteArray& name) { openDescription(ShippedLayouts::file(name)); }
    void openFixture(const QString& name)
    {
        openDescription(readLayoutFile(sourcePath(u"tests/support/layouts/%1.toml"_s.arg(name))).value());
    }
    void openFixture(const char* name) { openFixture(QString::fromLatin1(name)); }
    void openText(const QByteArray& file) { openDescription(file); }

    /// Returns the tasks in a state, or in all states except Leased and Trash.
    std::vector<Task> tasksOf(const QueueName& queue, std::optional<TaskState> state = {})
    {
        std::vector<Task> tasks;
        for (const TaskState each : allStates) {
            if (state ? each != *state : each == TaskState::Trash || each == TaskState::Leased)
                continue;
            PageRequest request;
            request.queue = queue;
            request.state = each;
            request.limit = 100;
            const auto page = m_backend->inspector().page(request);
            if (page)
                tasks.insert(tasks.end(), page->tasks.begin(), page->tasks.end());
        }
        return tasks;
    }
    Result<std::vector<ItemOutcome>> act(const QueueName& queue, ActionKind kind, const std::vector<Task>& tasks)
    {
        m_operation = "op" + QByteArray::number(++m_operations);
        ActionStep step{queue, queue + '/' + m_operation, {kind}, {}, {}};
        for (const Task& task : tasks) {
            step.refs.push_back(refOf(task));
            if (kind == ActionKind::Reschedule)
                step.newDue.push_back(fromMs(1'950'000'000'000));
        }
        if (step.refs.empty())
            return std::vector<ItemOutcome>{ItemOutcome::NotFound};
        return m_backend->editor()->act(step);
    }
    QByteArray actAs(const QueueName& queue, ActionKind kind, const std::vector<Task>& tasks)
    {
        const auto outcomes = act(queue, kind, tasks);
        return outcomes && outcomes->front() == ItemOutcome::Done ? m_operation : QByteArray();
    }
    /// Undoes the given operation, or the last one. Returns the number of restored tasks.
    qint64 undo(const QueueName& queue, const QByteArray& operation = {})
    {
        OperationRecord record;
        record.id = queue + '/' + (operation.isEmpty() ? m_operation : operation);
        record.queue = queue;
        record.kind = "test";
        record.finished = record.undoable = true;
        if (!m_backend->editor()->record(record))
            return -1;
        qint64 restored = 0;
        QByteArray cursor;
        do {
            const auto step = m_backend->editor()->undo(queue, record.id, record.id + "-undo", cursor, {});
            if (!step)
                return -2;
            restored += step->restored;
            cursor = step->cursor;
        } while (!cursor.isEmpty());
        return restored;
    }
    /// Sets a separate expiry for each field of each hash.
    void expireFields()
    {
        qint64 at = 1'950'000'000'000;
        for (const QByteArray& key : hashes()) {
            for (const Reply& field : m_server->call({"HKEYS", key}).items) {
                const QByteArray time = QByteArray::number(at += 1'000);
                const Reply set
                    = m_server->call(m_areFieldsFake ? Command{"HSET", "expiries:" + key, field.bytes, time}
                                                     : Command{"HPEXPIREAT", key, time, "FIELDS", "1", field.bytes});
                QVERIFY2(!set.isError(), set.bytes);
            }
        }
    }
    /// Returns all hash fields with their values and expiries.
    QByteArray fields()
    {
        QByteArray all;
        for (const QByteArray& key : hashes()) {
            std::vector<QByteArray> names;
            for (const Reply& field : m_server->call({"HKEYS", key}).items)
                names.push_back(field.bytes);
            std::sort(names.begin(), names.end());
            for (const QByteArray& field : names) {
                const QByteArray expiry = m_areFieldsFake
                    ? m_server->call({"HGET", "expiries:" + key, field}).bytes
                    : QByteArray::number(
                        m_server->call({"HPEXPIRETIME", key, "FIELDS", "1", field}).items.front().integer);
                all += key + ' ' + field + ' ' + expiry + ' ' + m_server->call({"HGET", key, field}).bytes + '\n';
            }
        }
        return all;
    }
    std::vector<QByteArray> hashes()
    {
        std::vector<QByteArray> keys;
        for (const Reply& key : m_server->call({"KEYS", "*"}).items) {
            if (!key.bytes.startsWith("dueline:") && !key.bytes.startsWith("expiries:")
                && m_server->call({"TYPE", key.bytes}).bytes == "hash")
                keys.push_back(key.bytes);
        }
        std::sort(keys.begin(), keys.end());
        return keys;
    }
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
    RedisConfig m_config; ///< address of the server, or of the proxy in front of it
    bool m_areFieldsFake = false; ///< true if the proxy imitates field expiries
    std::unique_ptr<DescribedBackend> m_backend;
    QByteArray m_operation;
    int m_operations = 0;
};

QTEST_GUILESS_MAIN(DescribedActions)
#include "tst_described_actions.moc"
