// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/check/samplecommands.h"
#include "core/layouts/described/describedbackend.h"
#include "core/layouts/described/layoutfiles.h"
#include "tests/support/redisserver.h"
#include "tests/support/sourcepath.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <random>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Runs random actions that change 1,000 tasks in total, on 500 tasks of each design, as its producers would write
/// them.
class DescribedFuzz : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_server = std::make_unique<RedisServer>(); }

    void everyFileHasADesign()
    {
        QSet<QByteArray> files;
        for (const QByteArray& name : ShippedLayouts::names())
            files.insert(name);
        const QStringList fixtures = QDir(sourcePath(u"tests/support/layouts"_s)).entryList({u"*.toml"_s});
        for (const QString& fixture : fixtures)
            files.insert(fixture.chopped(5).toUtf8());
        QSet<QByteArray> known;
        for (const Design& design : designs())
            known.insert(design.name);
        QCOMPARE(known, files);
        QCOMPARE(files.size(), 25);
    }

    void undoneInReverseOrderNothingHasChanged_data()
    {
        QTest::addColumn<int>("design");
        for (std::size_t i = 0; i < designs().size(); ++i)
            QTest::newRow(designs()[i].name) << int(i);
    }
    /// Undoes the operations, last to first.
    void undoneInReverseOrderNothingHasChanged()
    {
        QFETCH(int, design);
        start(designs()[std::size_t(design)]);
        const QByteArray before = everything();
        const std::vector<Acted> operations = actAtRandom();
        if (QTest::currentTestFailed())
            return;
        for (auto each = operations.rbegin(); each != operations.rend(); ++each)
            undo(*each);
        QCOMPARE(everything(), before);
        for (const QueueName& queue : queues())
            QVERIFY(tasksOf(queue, {TaskState::Trash}).empty());
    }

    void undoneInAnyOrderNothingIsLostOrDoubled_data() { undoneInReverseOrderNothingHasChanged_data(); }
    void undoneInAnyOrderNothingIsLostOrDoubled()
    {
        QFETCH(int, design);
        start(designs()[std::size_t(design)]);
        const std::vector<QByteArray> before = payloads();
        std::vector<Acted> operations = actAtRandom();
        if (QTest::currentTestFailed())
            return;
        std::shuffle(operations.begin(), operations.end(), m_random);
        for (const Acted& each : operations)
            undo(each);
        QCOMPARE(payloads().size(), before.size());
        if (m_description->name != "resque") // in Resque, retrying removes the payload from the failed entry
            QCOMPARE(payloads(), before);
    }

private:
    using Commands = std::vector<Command>;
    struct Design
    {
        const char* name;
        std::function<Commands(int i)> task;
    };
    struct Acted
    {
        QueueName queue;
        QByteArray operation;
    };

    static constexpr qint64 past = 1'750'000'000;
    static constexpr qint64 future = 1'900'000'000;
    static QByteArray n(qint64 value) { return QByteArray::number(value); }
    static QByteArray packed(int tries, const QByteArray& id)
    {
        return QByteArray(1, char(tries)) + QByteArray(1, '\0') + QByteArray(1, char(id.size())) + QByteArray(1, '\0')
            + id;
    }

    static const std::vector<Design>& designs()
    {
        static const std::vector<Design> all{
            {"bee-queue",
                [](int i) {
                    const QByteArray id = n(i);
                    return Commands{{"HSET", "bq:q:jobs", id, "{\"data\":{\"i\":" + id + "}}"},
                        i % 3 == 0       ? Command{"ZADD", "bq:q:delayed", n(future * 1000 + i), id}
                            : i % 3 == 1 ? Command{"LPUSH", "bq:q:waiting", id}
                                         : Command{"SADD", "bq:q:failed", id}};
                }},
            {"rsmq",
                [](int i) { // of ten messages, one is leased and one is visible again after it was received
                    const qint64 at = (i % 10 == 1 ? past : future) * 1000 + i;
                    Commands task{{"SADD", "rsmq:QUEUES", "q"}, {"ZADD", "rsmq:q", n(at), "m" + n(i)},
                        {"HSET", "rsmq:q:Q", "m" + n(i), "x" + n(i)}};
                    if (i % 10 < 2)
                        task.push_back(
                            {"HSET", "rsmq:q:Q", "m" + n(i) + ":rc", "1", "m" + n(i) + ":fr", n(past * 1000)});
                    return task;
                }},
            {"huey",
                [](int i) { // the messages of the file's sample, with IDs of the same length
                    static const std::vector<Command> sample
                        = sampleCommands(Description::parse(ShippedLayouts::file("huey")).value()).value();
                    Command task = sample[std::size_t(i % 2)];
                    task.back().replace(i % 2 ? "h2" : "h1", QByteArray(1, char('A' + i % 26)) + char('a' + i / 26));
                    if (i % 2)
                        task[2] = n(future + i) + ".5";
                    return Commands{task};
                }},
            {"resque",
                [](int i) {
                    const QByteArray job = "{\"class\":\"Mail\",\"queue\":\"mail\",\"args\":[" + n(i) + "]}";
                    const QByteArray at = n(future + i % 20);
                    if (i % 3 == 0) {
                        return Commands{{"SADD", "resque:queues", "mail"},
                            {"RPUSH", "resque:failed", "{\"queue\":\"mail\",\"payload\":" + job + ",\"error\":\"x\"}"}};
                    }
                    return Commands{{"RPUSH", "resque:delayed:" + at, job},
                        {"ZADD", "resque:delayed_queue_schedule", at, at},
                        {"SADD", "resque:timestamps:" + job, "delayed:" + at}};
                }},
            {"redis-in-action",
                [](int i) {
                    const QByteArray queue = i % 2 ? "email" : "sms";
                    const QByteArray item = "[\"id-" + n(i) + "\", \"" + queue + "\", \"send\", []]";
                    return Commands{i % 3 ? Command{"ZADD", "delayed:", n(future + i) + ".25", item}
                                          : Command{"RPUSH", "queue:" + queue, item}};
                }},
            {"hdt3213",
                [](int i) {
                    return Commands{{"SET", "dp:q:msg:" + n(i), "x" + n(i), "PX", n(1'000'000'000 + i)},
                        {"HSET", "dp:q:retry:cnt", n(i), "3"},
                        i % 3 == 0       ? Command{"ZADD", "dp:q:pending", n(future + i), n(i)}
                            : i % 3 == 1 ? Command{"LPUSH", "dp:q:ready", n(i)}
                                         : Command{"SADD", "dp:q:garbage", n(i)}};
                }},
            {"redisson",
                [](int i) {
                    const QByteArray payload = "{\"type\":\"mail\",\"i\":" + n(i) + "}";
                    const QByteArray member = QByteArray(1, '\x08') + QByteArray("r").repeated(4) + n(1000 + i)
                        + QByteArray(1, char(payload.size())) + QByteArray(7, '\0') + payload;
                    return Commands{{"ZADD", "redisson_delay_queue_timeout:{o}", n(future * 1000 + i), member},
                        {"RPUSH", "redisson_delay_queue:{o}", member}};
                }},
            {"yii2",
                [](int i) {
                    Commands task{{"HSET", "queue.messages", n(i), "300;i:" + n(i) + ";"},
                        i % 2 ? Command{"ZADD", "queue.delayed", n(future + i), n(i)}
                              : Command{"LPUSH", "queue.waiting", n(i)}};
                    if (i % 5 == 0)
                        task.push_back({"HSET", "queue.attempts", n(i), "1"});
                    return task;
                }},
            {"lmstfy",
                [](int i) {
                    const QByteArray id = "J" + n(i);
                    return Commands{{"SET", "j/ns/q/" + id, "x" + n(i), "EX", "1000000"},
                        i % 2 ? Command{"ZADD", "timer_set", n(future + i),
                            QByteArray("\2\0ns\1\0q", 7) + packed(i % 4, id)}
                              : Command{"LPUSH", "d/ns/q", packed(i % 3, id)}};
                }},
            {"machinery",
                [](int i) {
                    const QByteArray task
                        = "{\"UUID\":\"t" + n(i) + "\",\"Name\":\"add\",\"RoutingKey\":\"machinery_tasks\"}";
                    return Commands{i % 2 ? Command{"ZADD", "delayed_tasks", n((future + i) * 1'000'000'000), task}
                                          : Command{"RPUSH", "machinery_tasks", task}};
                }},
            {"dramatiq",
                [](int i) {
                    const QByteArray id = "r" + n(i);
                    const QByteArray message
                        = "{\"queue_name\":\"default\",\"actor_name\":\"a\",\"message_id\":\"m" + id + "\"}";
                    if (i % 2) {
                        return Commands{{"HSET", "dramatiq:default.XQ.msgs", id, message},
                            {"ZADD", "dramatiq:default.XQ", n(future * 1000 + i), id}};
                    }
                    return Commands{{"HSET", "dramatiq:default.msgs", id, message}, {"RPUSH", "dramatiq:default", id}};
                }},
            {"ouqiang",
                [](int i) {
                    return Commands{{"SET", "j" + n(i), "\x80"},
                        i % 3 ? Command{"ZADD", "dq_bucket_" + n(i % 3 + 1), n(future + i), "j" + n(i)}
                              : Command{"RPUSH", "dq_queue_mail", "j" + n(i)}};
                }},
            {"arq",
                [](int i) {
                    return Commands{{"SET", "arq:job:x" + n(i), QByteArray("\x80\x04K") + char(i % 100 + 1) + '.', "PX",
                                        n(1'000'000'000 + i)},
                        {"ZADD", "arq:queue", n(future * 1000 + i), "x" + n(i)}};
                }},
            {"hyperf",
                [](int i) {
                    const QByteArray job = "a:1:{s:1:\"n\";i:" + n(i) + ";}";
                    return Commands{i % 4 == 0 ? Command{"ZADD", "{queue}:delayed", n(future + i), job}
                            : i % 4 == 1       ? Command{"LPUSH", "{queue}:waiting", job}
                            : i % 4 == 2       ? Command{"LPUSH", "{queue}:failed", job}
                                               : Command{"LPUSH", "{queue}:timeout", job}};
                }},
            {"webman",
                [](int i) {
                    const QByteArray job = "{\"id\":\"" + n(i) + "\",\"attempts\":0,\"queue\":\"mail\",\"data\":{}}";
                    return Commands{i % 3 == 0 ? Command{"LPUSH", "{redis-queue}-waitingmail", job}
                            : i % 3 == 1       ? Command{"ZADD", "{redis-queue}-delayed", n(future + i), job}
                                               : Command{"LPUSH", "{redis-queue}-failed", job}};
                }},
            {"changsongl",
                [](int i) {
                    const QByteArray key = "mail_" + n(i);
                    const QByteArray member = key + "_9" + n(i);
                    return Commands{{"SET", key, "{\"topic\":\"mail\",\"id\":\"" + n(i) + "\"}"},
                        i % 4 ? Command{"ZADD", "dq_bucket_" + n(i % 2), n(future + i), member}
                              : Command{"RPUSH", "dq_queue_mail", member}};
                }},
            {"smartwalle-dq",
                [](int i) {
                    const QByteArray key = "dq:{q}:m:" + n(i);
                    return Commands{{"HSET", key, "id", n(i), "uuid", n(i), "bd", "x" + n(i), "rc", "2"},
                        i % 2 ? Command{"ZADD", "dq:{q}:pending", n(future * 1000 + i), n(i)}
                              : Command{"ZADD", "dq:{q}:retry", n(future * 1000 + i), key}};
                }},
            {"think-queue",
                [](int i) {
                    const QByteArray job = "{\"job\":\"Mail\",\"data\":{},\"id\":\"id" + n(i) + "\",\"attempts\":0}";
                    return Commands{i % 2 ? Command{"ZADD", "{queues:q}:delayed", n(future + i), job}
                                          : Command{"RPUSH", "{queues:q}", job}};
                }},
            {"cron",
                [](int i) {
                    const QByteArray at = n(future + i);
                    return Commands{{"ZADD", "delayed", at, "backup" + n(i) + '_' + at}};
                }},
            {"list",
                [](int i) { // each item occurs twice
                    return Commands{{"LPUSH", "task_queue", "mail" + n(i % 250)}};
                }},
            {"pubsub",
                [](int i) {
                    return Commands{{"SET", "job" + n(i), n(future + i) + ".5"}};
                }},
            {"resend",
                [](int i) {
                    return Commands{{"LPUSH", "test_queue",
                        "{\"message\": \"m" + n(i)
                            + "\", \"timestamp\": 1750000000.5, \"retry_count\": 0, \"delay_time\": 5}"}};
                }},
            {"symfony",
                [](int i) {
                    return Commands{{"ZADD", "messages__queue", n(future * 1000 + i),
                        "{\"body\": \"x\", \"headers\": {\"type\": \"App\\\\Sms\"}, \"uniqid\": \"" + n(i) + "\"}"}};
                }},
            {"zset",
                [](int i) {
                    return Commands{{"ZADD", "jobs", n(future + i) + ".5", "t" + n(i)}};
                }},
            {"zset-lock",
                [](int i) { // one of ten tasks is running
                    Commands task{{"ZADD", "tasks", n(i % 10 ? future + i : past), "t" + n(i)}};
                    if (i % 10 == 0)
                        task.push_back({"SET", "lock_t" + n(i), "1", "EX", "1000"});
                    return task;
                }},
        };
        return all;
    }

    void start(const Design& design)
    {
        m_server->call({"FLUSHALL"});
        m_random.seed(7);
        m_acted = 0;
        for (int i = 0; i < 500; ++i) {
            for (const Command& command : design.task(i)) {
                const Reply reply = m_server->call(command);
                QVERIFY2(!reply.isError(), reply.bytes);
            }
        }
        const QByteArray file = ShippedLayouts::file(design.name).isEmpty()
            ? readLayoutFile(sourcePath(u"tests/support/layouts/%1.toml"_s.arg(QLatin1StringView(design.name)))).value()
            : ShippedLayouts::file(design.name);
        m_description = std::make_shared<const Description>(Description::parse(file).value());
        auto opened
            = DescribedBackend::open(m_description, std::make_shared<RedisLane>(m_server->config(), Access::Operate),
                Access::Operate, {QByteArray("@") + design.name});
        QVERIFY(opened);
        m_backend = *std::move(opened);
    }

    std::vector<Task> tasksOf(const QueueName& queue, StateSet states)
    {
        std::vector<Task> tasks;
        for (const TaskState state : allStates) {
            PageRequest request;
            request.queue = queue;
            request.state = state;
            request.limit = QueueInspector::maxPage;
            while (states.contains(state)) {
                const auto page = m_backend->inspector().page(request);
                if (!page || page->tasks.empty())
                    break;
                tasks.insert(tasks.end(), page->tasks.begin(), page->tasks.end());
                request.offset += qint64(page->tasks.size());
            }
        }
        return tasks;
    }
    std::vector<QueueName> queues()
    {
        std::vector<QueueName> names;
        const auto infos = m_backend->inspector().queues();
        for (const QueueInfo& info : infos ? *infos : std::vector<QueueInfo>())
            names.push_back(info.name);
        return names;
    }

    int random(std::size_t below) { return int(m_random() % below); }

    /// Returns the actions that the layout supports on a task.
    std::vector<ActionKind> kindsFor(const Task& task) const
    {
        if (task.state == TaskState::Trash)
            return {ActionKind::Restore};
        std::vector<ActionKind> kinds;
        for (std::size_t at = 0; at < m_description->places.size(); ++at) {
            for (const ActionKind kind :
                {ActionKind::RunNow, ActionKind::Retry, ActionKind::Reschedule, ActionKind::Discard}) {
                if (m_description->places[at].name == task.nativeState
                    && ActionPlanner::hasAction(*m_description, at, kind))
                    kinds.push_back(kind);
            }
        }
        return kinds;
    }

    /// Acts on up to 50 random tasks in the same state and place at a time, until 1,000 have been changed.
    std::vector<Acted> actAtRandom()
    {
        std::vector<Acted> operations;
        for (int i = 0; m_acted < 1000; ++i) {
            if (i == 500) {
                QTest::qFail("500 operations have changed fewer than 1,000 tasks", __FILE__, __LINE__);
                return operations;
            }
            const std::vector<QueueName> names = queues();
            const QueueName queue = names[std::size_t(random(names.size()))];
            std::vector<Task> tasks = tasksOf(queue, StateSet{TaskState::Leased}.complement());
            if (tasks.empty())
                continue;
            const Task like = tasks[std::size_t(random(tasks.size()))];
            std::erase_if(tasks,
                [&like](const Task& task) { return task.state != like.state || task.nativeState != like.nativeState; });
            std::shuffle(tasks.begin(), tasks.end(), m_random);
            tasks.resize(std::min<std::size_t>(tasks.size(), std::size_t(random(50) + 1)));
            const std::vector<ActionKind> kinds = kindsFor(like);
            const QByteArray operation = "op" + n(i);
            ActionStep step{queue, queue + '/' + operation, {kinds[std::size_t(random(kinds.size()))]}, {}, {}};
            for (const Task& task : tasks) {
                step.refs.push_back(refOf(task));
                if (step.action.kind == ActionKind::Reschedule)
                    step.newDue.push_back(fromMs(1'950'000'000'000 + i * 1000));
            }
            const auto outcomes = m_backend->editor()->act(step);
            if (!outcomes) {
                QTest::qFail(qPrintable(outcomes.error().message), __FILE__, __LINE__);
                return operations;
            }
            m_acted += int(std::count(outcomes->begin(), outcomes->end(), ItemOutcome::Done));
            operations.push_back({queue, operation});
        }
        return operations;
    }

    void undo(const Acted& acted)
    {
        OperationRecord record;
        record.id = acted.queue + '/' + acted.operation;
        record.queue = acted.queue;
        record.kind = "test";
        record.finished = record.undoable = true;
        QVERIFY(m_backend->editor()->record(record));
        QByteArray cursor;
        do {
            const auto step = m_backend->editor()->undo(acted.queue, record.id, record.id + "-undo", cursor, {});
            QVERIFY2(step, qPrintable(step ? QString() : step.error().message));
            cursor = step->cursor;
        } while (!cursor.isEmpty());
    }

    /// Returns the payloads of all tasks, including those in the trash, sorted. For tasks without a payload, and those
    /// of `pubsub`, whose payload is their time, returns the IDs.
    std::vector<QByteArray> payloads()
    {
        std::vector<QByteArray> all;
        for (const QueueName& queue : queues()) {
            SearchRequest search;
            search.queue = queue;
            search.examine = 1000;
            do {
                const auto step = m_backend->inspector().search(search);
                if (!step)
                    break;
                for (const Task& task : step->matches)
                    all.push_back(task.preview.isEmpty() || m_description->name == "pubsub" ? task.id : task.preview);
                search.cursor = step->cursor;
            } while (!search.cursor.isEmpty());
        }
        std::sort(all.begin(), all.end());
        return all;
    }

    /// Returns all keys except Dueline's own, with their values and expiries. Sorts hashes and sets.
    QByteArray everything()
    {
        static const std::map<QByteArray, Command> readers{{"string", {"GET"}}, {"list", {"LRANGE", "0", "-1"}},
            {"set", {"SMEMBERS"}}, {"hash", {"HGETALL"}}, {"zset", {"ZRANGE", "0", "-1", "WITHSCORES"}}};
        std::map<QByteArray, QByteArray> all;
        for (const Reply& key : m_server->call({"KEYS", "*"}).items) {
            if (key.bytes.startsWith("dueline:"))
                continue;
            const QByteArray type = m_server->call({"TYPE", key.bytes}).bytes;
            Command command = readers.at(type);
            command.insert(command.begin() + 1, key.bytes);
            const Reply value = m_server->call(command);
            std::vector<QByteArray> parts{value.bytes};
            for (const Reply& item : value.items)
                parts.push_back(item.bytes);
            if (type == "set" || type == "hash")
                std::sort(parts.begin(), parts.end());
            QByteArray& text = all[key.bytes];
            text = n(m_server->call({"PEXPIRETIME", key.bytes}).integer);
            for (const QByteArray& part : parts)
                text += ' ' + part.toHex();
        }
        QByteArray text;
        for (const auto& [key, value] : all)
            text += key + ' ' + value + '\n';
        return text;
    }

    std::unique_ptr<RedisServer> m_server;
    std::shared_ptr<const Description> m_description;
    std::unique_ptr<DescribedBackend> m_backend;
    std::mt19937 m_random;
    int m_acted = 0;
};

QTEST_GUILESS_MAIN(DescribedFuzz)
#include "tst_described_fuzz.moc"
