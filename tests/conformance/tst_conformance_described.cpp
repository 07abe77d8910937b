// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/described/check/samplecheck.h"
#include "core/layouts/described/check/samplecommands.h"
#include "core/layouts/described/describedlayout.h"
#include "core/layouts/described/layoutfiles.h"
#include "core/redis/redisconnection.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/redisserver.h"
#include "tests/support/sourcepath.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests layout files, one row per file: every way of reading the file's sample finds the tasks that the file lists,
/// and changes nothing.
class ConformanceDescribed : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_server = std::make_unique<RedisServer>(); }

    void init() { m_server->call({"FLUSHALL"}); }

    void readsItsSample_data()
    {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<QByteArray>("file");
        for (const QByteArray& name : ShippedLayouts::names())
            QTest::newRow(name.constData()) << QString::fromLatin1(name) << ShippedLayouts::file(name);
        const QDir fixtures(sourcePath(u"tests/support/layouts"_s));
        const QStringList files = fixtures.entryList({u"*.toml"_s});
        for (const QString& name : files) {
            const QString path = fixtures.filePath(name);
            QTest::newRow(qPrintable(u"file "_s + name)) << u"file:"_s + path << readLayoutFile(path).value();
        }
    }
    void readsItsSample()
    {
        QFETCH(QString, layout);
        QFETCH(QByteArray, file);
        const Description description = Description::parse(file).value();
        const std::vector<Command> commands = sampleCommands(description).value();
        for (const Command& command : commands) {
            const Reply reply = m_server->call(command);
            QVERIFY2(!reply.isError(), reply.bytes + " for " + command[0]);
        }
        const QByteArray before = everything();
        open(layout);
        std::vector<Shown> shown;
        readAll(shown);
        if (QTest::currentTestFailed())
            return;
        std::size_t expected = 0;
        for (const SampleTask& wanted : description.sample) {
            if (SampleCheck::isInStream(description, wanted))
                continue;
            ++expected;
            const auto found = std::find_if(
                shown.begin(), shown.end(), [&wanted](const Shown& task) { return !task.isMet && task.fits(wanted); });
            QVERIFY2(found != shown.end(), listed(wanted, shown));
            found->isMet = true;
        }
        QCOMPARE(shown.size(), expected);
        QCOMPARE(everything(), before);
    }

    void aViewersRightsSuffice_data() { readsItsSample_data(); }
    void aViewersRightsSuffice()
    {
        QFETCH(QString, layout);
        QFETCH(QByteArray, file);
        const std::vector<Command> commands = sampleCommands(Description::parse(file).value()).value();
        for (const Command& command : commands)
            m_server->call(command);
        const LayoutSpec spec = parseLayout(layout).value();
        QCOMPARE(spec.type().rights(AclRole::Worker, spec.parameters().get(), "dueline").has_value(),
            Description::parse(file)->running.has_value());
        const auto rights = spec.type().rights(AclRole::Viewer, spec.parameters().get(), "dueline");
        QVERIFY(rights);
        Command rule{"ACL", "SETUSER", "viewer", "reset", "on", ">secret"};
        for (const QByteArray& each : rights->rules())
            rule.push_back(each);
        const Reply set = m_server->call(rule);
        QVERIFY2(!set.isError(), set.bytes);
        RedisConfig config = m_server->config();
        config.user = u"viewer"_s;
        config.password = Secret("secret");
        auto opened = openLayout(spec, config, {}, "test", Access::ReadOnly);
        QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().message));
        m_backend = *std::move(opened);
        std::vector<Shown> shown;
        readAll(shown);
        QVERIFY(!shown.empty());
    }

    void actionsFollowFromTheFile()
    {
        open(u"rsmq"_s, Access::OperateAndWork);
        QVERIFY(m_backend->editor() && !m_backend->broker());
        const Capabilities& can = m_backend->capabilities();
        QVERIFY(can.can(ActionKind::RunNow) && can.can(ActionKind::Reschedule) && can.can(ActionKind::Discard));
        QVERIFY(can.can(ActionKind::Restore) && can.can(ActionKind::Delete) && !can.can(ActionKind::Retry));
        QVERIFY(can.undo && !can.add);
        open(u"dramatiq"_s, Access::Operate);
        QVERIFY(m_backend->capabilities().cautions.at(ActionKind::Retry).contains("is not reset"));
    }

    /// A user's own layout file allows no changes until the user has consented on this server.
    void aFileOfYourOwnNeedsConsent()
    {
        QTemporaryDir state;
        const QByteArray before = qgetenv("XDG_STATE_HOME");
        qputenv("XDG_STATE_HOME", state.path().toUtf8());
        const QString layout = u"file:"_s + sourcePath(u"tests/support/layouts/zset.toml"_s);
        open(layout, Access::Operate);
        QVERIFY(!m_backend->editor());
        QVERIFY2(m_backend->refusal().contains(u"may change these keys"), qPrintable(m_backend->refusal()));
        QVERIFY2(m_backend->refusal().contains(u"duectl layout allow file:"), qPrintable(m_backend->refusal()));
        QVERIFY(m_backend->capabilities().actions.empty());
        QVERIFY(allowFileLayout(parseLayout(layout)->parameters().get(), m_server->config()));
        open(layout, Access::Operate);
        QVERIFY(m_backend->editor());
        QVERIFY(m_backend->refusal().isEmpty());
        RedisConfig other = m_server->config();
        other.database = 1;
        auto elsewhere = openLayout(parseLayout(layout).value(), other, {}, "test", Access::Operate);
        QVERIFY(elsewhere && !(*elsewhere)->editor());
        qputenv("XDG_STATE_HOME", before);
    }

    void damagedTasksSayWhy()
    {
        m_server->call({"SADD", "rsmq:QUEUES", "mail"});
        m_server->call({"ZADD", "rsmq:mail", "1900000000000", "gone"});
        open(u"rsmq"_s);
        const auto detail = m_backend->inspector().task("mail", "gone");
        QVERIFY(detail);
        QCOMPARE(detail->task.error,
            QByteArray("There is no payload at rsmq:mail:Q; check the key and the field in [payload]."));
        QCOMPARE(detail->task.type, QByteArray("mail"));
        QCOMPARE(m_backend->inspector().payload("mail", "gone").error().code, ErrorCode::WrongType);
        m_server->call({"DEL", "rsmq:mail"});
        m_server->call({"SET", "rsmq:mail", "x"});
        const auto info = m_backend->inspector().queue("mail");
        QVERIFY(info);
        QVERIFY2(info->unreadable.contains("expects a zset at the key rsmq:mail"), info->unreadable.constData());
        QCOMPARE(m_backend->inspector().queue("other").error().code, ErrorCode::NotFound);
        QCOMPARE(m_backend->inspector().task("mail", "none").error().code, ErrorCode::WrongType);
    }

    /// Leases are found behind any number of due tasks. So are locks at the front of the queue.
    void leasesAreFoundAmongManyTasks()
    {
        m_server->call({"SADD", "rsmq:QUEUES", "mail"});
        for (int i = 0; i < 3'000; ++i) {
            const QByteArray id = "m" + QByteArray::number(i);
            const qint64 at = i < 1'500 ? 1'750'000'000'000 + i : 1'900'000'000'000 + i;
            m_server->call({"ZADD", "rsmq:mail", QByteArray::number(at), id});
            m_server->call({"HSET", "rsmq:mail:Q", id, "x"});
        }
        // m3's lease has expired, and m2998 is too far back in the queue.
        for (const char* id : {"m3", "m1501", "m1999", "m2998"})
            m_server->call({"HSET", "rsmq:mail:Q", QByteArray(id) + ":fr", "1"});
        open(u"rsmq"_s);
        const auto info = m_backend->inspector().queue("mail");
        QVERIFY(info);
        QCOMPARE(info->counts[TaskState::Leased], 2);
        QCOMPARE(info->counts[TaskState::Due], 1'500);
        QCOMPARE(info->counts[TaskState::Scheduled], 1'498);
        PageRequest request;
        request.queue = "mail";
        request.state = TaskState::Scheduled;
        request.offset = 990;
        request.limit = 20;
        const auto page = m_backend->inspector().page(request);
        QVERIFY(page);
        QCOMPARE(page->total, 1'498);
        for (std::size_t i = 0; i < page->tasks.size(); ++i)
            QCOMPARE(page->tasks[i].id, "m" + QByteArray::number(1'500 + 990 + 2 + int(i)));
        for (int i = 0; i < 2'000; ++i)
            m_server->call({"ZADD", "tasks", QByteArray::number(1'750'000'000 + i), "t" + QByteArray::number(i)});
        m_server->call({"SET", "lock_t7", "1"});
        open(u"file:"_s + sourcePath(u"tests/support/layouts/zset-lock.toml"_s));
        CommandMonitor monitor(*m_server);
        const auto locked = m_backend->inspector().queue("tasks");
        QVERIFY(locked);
        const std::vector<Command> commands = monitor.taken();
        constexpr int mostCommands = 100; // querying each of the 500 locks separately would take more
        QVERIFY(std::count_if(commands.begin(), commands.end(), [](const Command& command) {
            return command.front() == "EXISTS";
        }) < mostCommands);
        QVERIFY2(locked->note.contains("Only the first 500 tasks were checked for leases."), locked->note);
        QCOMPARE(locked->counts[TaskState::Leased], 1);
        QCOMPARE(locked->counts[TaskState::Due], 1'999);
    }

    /// If a member's payload key would be one of Dueline's own keys, the member counts as damaged and the key is not
    /// read.
    void ownKeysAreNotRead()
    {
        m_server->call({"SET", "test:{jobs}:secret", "mine"});
        m_server->call({"SET", "dueline:{jobs}:secret", "mine"});
        for (const char* id : {"test:{jobs}:secret", "dueline:{jobs}:secret"})
            m_server->call({"ZADD", "dq_bucket_1", "1900000000", id});
        auto opened
            = openLayout(parseLayout(u"ouqiang"_s).value(), m_server->config(), "test", "session", Access::ReadOnly);
        QVERIFY(opened);
        m_backend = *std::move(opened);
        PageRequest request;
        request.queue = "@ouqiang";
        const auto page = m_backend->inspector().page(request);
        QVERIFY(page);
        QCOMPARE(page->tasks.size(), std::size_t(2));
        for (const Task& task : page->tasks) {
            QVERIFY2(task.error.contains("Dueline's own"), task.error.constData());
            QVERIFY(!m_backend->inspector().payload("@ouqiang", exactId(task)));
        }
    }

    /// If there are more keys than Dueline reads, every answer says that it is a lower bound.
    void answersOfAPartSaySo()
    {
        m_server->call({"SADD", "resque:queues", "mail"});
        Command times{"ZADD", "resque:delayed_queue_schedule"};
        for (int i = 0; i < 6'000; ++i) {
            const QByteArray at = QByteArray::number(1'900'000'000 + i);
            times.insert(times.end(), {at, at});
            m_server->call({"RPUSH", "resque:delayed:" + at, "{}"});
        }
        m_server->call(times);
        open(u"resque"_s);
        const auto info = m_backend->inspector().queue("@resque");
        QVERIFY(info);
        QVERIFY(info->isPart);
        QCOMPARE(info->counts[TaskState::Scheduled], 5'000);
        QVERIFY2(info->note.contains("lower bounds: delayed has more than 5000 keys"), info->note.constData());
        QVERIFY(!m_backend->inspector().queue("mail")->isPart);
        PageRequest request;
        request.queue = "@resque";
        const auto page = m_backend->inspector().page(request);
        QVERIFY(page);
        QVERIFY(page->isPart && page->total == 5'000);
    }

    /// Running tasks are found by their workers' names, no matter how many other keys there are.
    void runningTasksAreFoundAmongManyKeys()
    {
        for (int i = 0; i < 300'000; i += 1'000) {
            Command fill{"MSET"};
            for (int at = i; at < i + 1'000; ++at)
                fill.insert(fill.end(), {"other:" + QByteArray::number(at), "x"});
            m_server->call(fill);
        }
        m_server->call({"SADD", "resque:workers", "host:1:mail", "host:2:mail", "host:3:*"});
        m_server->call({"SET", "resque:worker:host:1:mail", R"({"queue":"mail","payload":{"class":"Mail"}})"});
        m_server->call({"SET", "resque:worker:host:3:*", R"({"queue":"sms","payload":{"class":"Sms"}})"});
        open(u"resque"_s);
        const auto info = m_backend->inspector().queue("@resque");
        QVERIFY(info);
        QCOMPARE(info->counts[TaskState::Leased], 2);
        QVERIFY(!info->isPart);
        PageRequest request;
        request.queue = "@resque";
        request.state = TaskState::Leased;
        const auto page = m_backend->inspector().page(request);
        QVERIFY(page);
        QCOMPARE(page->tasks.size(), std::size_t(2));
        QCOMPARE(page->tasks[1].ownQueue, QByteArray("sms"));
    }

    /// Redisson deletes its keys along with the last delayed task, but its clients stay subscribed to a channel, so the
    /// queue still exists.
    void aSubscriberShowsAQueue()
    {
        m_server->call({"RPUSH", "orders", R"({"type":"mail"})"});
        open(u"redisson"_s);
        QVERIFY(m_backend->inspector().queues()->empty());
        QCOMPARE(m_backend->inspector().queue("orders")->counts[TaskState::Due], 1); // The queue is found by name.
        RedisConnection client(m_server->config());
        QVERIFY(client.open().ok());
        for (const char* channel : {"redisson_delay_queue_channel:{orders}", "redisson_delay_queue_channel:{empty}"}) {
            QVERIFY(client.send({"SUBSCRIBE", channel}).ok());
            QVERIFY(client.receive(std::chrono::seconds(5)).ok());
        }
        const auto queues = m_backend->inspector().queues();
        QVERIFY(queues);
        QCOMPARE(queues->size(), std::size_t(2));
        QCOMPARE(queues->at(0).name, QByteArray("empty"));
        QCOMPARE(queues->at(1).counts[TaskState::Due], 1);
    }

    /// Searching for a nonexistent id takes only lookups, and equal scores cost no more than different ones.
    void manyTasksAreReadInLinearTime()
    {
        constexpr int tasks = 300'000;
        m_server->call({"SADD", "rsmq:QUEUES", "mail"});
        for (int i = 0; i < tasks; i += 1'000) {
            Command add{"ZADD", "rsmq:mail"};
            for (int at = i; at < i + 1'000; ++at)
                add.insert(add.end(), {"1900000000000", "m" + QByteArray::number(at)});
            m_server->call(add);
            add[1] = "dq_bucket_1";
            m_server->call(add);
            add[1] = "delayed:";
            m_server->call(add);
        }
        constexpr std::size_t mostCommands = 50; // scanning all tasks page by page would take at least 300
        for (const auto& [layout, queue] :
            {std::pair(u"rsmq"_s, QByteArray("mail")), std::pair(u"ouqiang"_s, QByteArray("@ouqiang"))}) {
            open(layout);
            CommandMonitor monitor(*m_server);
            const auto none = m_backend->inspector().task(queue, "none");
            QCOMPARE(none.error().code, ErrorCode::NotFound);
            QVERIFY2(none.error().message.startsWith(u"There is no task"), qPrintable(none.error().message));
            const std::size_t commands = monitor.taken().size();
            QVERIFY2(commands < mostCommands, qPrintable(QString::number(commands)));
        }
        // The id is part of the payload, so finding it requires reading tasks, up to a limit that the answer mentions.
        open(u"redis-in-action"_s);
        const auto cut = m_backend->inspector().task("@redis-in-action", "none");
        QVERIFY2(cut.error().message.contains(u"that were read"), qPrintable(cut.error().message));
        open(u"rsmq"_s);
        SearchRequest search;
        search.queue = "mail";
        search.filter = TaskFilter::parse(u"id:m299999"_s).value();
        search.examine = 1'000;
        qint64 examined = 0;
        std::size_t found = 0;
        do {
            const auto step = m_backend->inspector().search(search);
            QVERIFY(step);
            examined += step->examined;
            found += step->matches.size();
            search.cursor = step->cursor;
        } while (!search.cursor.isEmpty());
        QCOMPARE(examined, qint64(tasks));
        QCOMPARE(found, std::size_t(1));
    }

    /// Several sorted sets are read as one sorted page, at any offset, even with equal times.
    void bucketsAreOnePage()
    {
        constexpr int tasks = 3'000;
        for (int i = 0; i < tasks; ++i) {
            const QByteArray id = QByteArray::number(i);
            const qint64 at = i < 1'000 ? 1'900'000'000 : 1'900'000'000 + (i * 7919) % 5'000;
            m_server->call({"ZADD", "dq_bucket_" + QByteArray::number(i % 3 + 1), QByteArray::number(at), id});
        }
        open(u"ouqiang"_s);
        PageRequest request;
        request.queue = "@ouqiang";
        request.limit = 1'000;
        std::vector<Task> all;
        for (request.offset = 0; request.offset < tasks; request.offset += 1'000) {
            const auto page = m_backend->inspector().page(request);
            QVERIFY(page);
            QCOMPARE(page->total, qint64(tasks));
            all.insert(all.end(), page->tasks.begin(), page->tasks.end());
        }
        QCOMPARE(all.size(), std::size_t(tasks));
        QVERIFY(std::is_sorted(all.begin(), all.end(), [](const Task& a, const Task& b) { return a.at < b.at; }));
        std::set<TaskId> different;
        for (const Task& task : all)
            different.insert(task.id);
        QCOMPARE(different.size(), std::size_t(tasks));
        for (const int offset : {1, 499, 999, 1'000, 1'001, 1'777, 2'990}) {
            request.offset = offset;
            request.limit = 20;
            const auto page = m_backend->inspector().page(request);
            QVERIFY(page);
            for (std::size_t i = 0; i < page->tasks.size(); ++i)
                QCOMPARE(page->tasks[i].id, all[std::size_t(offset) + i].id);
        }
        std::set<TaskId> walked;
        SearchRequest search;
        search.queue = "@ouqiang";
        do {
            const auto step = m_backend->inspector().search(search);
            QVERIFY(step);
            for (const Task& task : step->matches)
                QVERIFY(walked.insert(task.id).second);
            search.cursor = step->cursor;
        } while (!search.cursor.isEmpty());
        QCOMPARE(walked, different);
    }

private:
    struct Shown
    {
        Task task;
        QueueName queue;
        std::vector<TaskFact> facts;
        bool isMet = false;

        QByteArray valueOf(const QByteArray& name) const { return SampleCheck::valueOf(name, task, facts, queue); }
        bool fits(const SampleTask& wanted) const
        {
            return std::all_of(wanted.values.begin(), wanted.values.end(),
                [this](const auto& each) { return valueOf(each.first) == each.second; });
        }
    };

    static QByteArray listed(const SampleTask& wanted, const std::vector<Shown>& shown)
    {
        QByteArray text = "wanted:";
        for (const auto& [name, value] : wanted.values)
            text += ' ' + name + '=' + value;
        for (const Shown& task : shown) {
            text += "\nshown:";
            for (const char* name :
                {"id", "place", "state", "queue", "type", "due", "attempts", "attempts-left", "error", "body"})
                text += ' ' + QByteArray(name) + '=' + task.valueOf(name);
        }
        return text;
    }

    void open(const QString& text, Access access = Access::ReadOnly)
    {
        const auto layout = parseLayout(text);
        QVERIFY2(layout, qPrintable(layout ? QString() : layout.error().message));
        auto opened = openLayout(*layout, m_server->config(), {}, "test", access);
        QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().message));
        m_backend = *std::move(opened);
    }

    /// Reads every task page by page and compares the result with counts, merged pages, searches, the timeline and
    /// single tasks.
    void readAll(std::vector<Shown>& shown)
    {
        QueueInspector& inspector = m_backend->inspector();
        const auto infos = inspector.queues();
        QVERIFY2(infos, qPrintable(infos ? QString() : infos.error().message));
        for (const QueueInfo& info : *infos) {
            QCOMPARE(info.unreadable, QByteArray());
            std::vector<TaskId> paged;
            qint64 dated = 0;
            for (const TaskState state : allStates) {
                PageRequest request;
                request.queue = info.name;
                request.state = state;
                const auto page = inspector.page(request);
                QVERIFY2(page, qPrintable(page ? QString() : page.error().message));
                QCOMPARE(page->total, info.counts[state]);
                QCOMPARE(qint64(page->tasks.size()), page->total);
                QVERIFY(page->tasks.empty() || info.states.contains(state));
                for (const Task& task : page->tasks) {
                    QCOMPARE(task.state, state);
                    const auto detail = inspector.task(info.name, exactId(task));
                    QVERIFY2(detail, qPrintable(detail ? QString() : detail.error().message));
                    QCOMPARE(detail->task.nativeState, task.nativeState);
                    const auto again = inspector.task(info.name, task.id);
                    QVERIFY2(again, qPrintable(again ? QString() : again.error().message));
                    QCOMPARE(again->task.state, state);
                    QVERIFY(!inspector.payload(info.name, exactId(task))->isEmpty());
                    paged.push_back(exactId(task));
                    dated += task.at > fromMs(1'800'000'000'000) ? 1 : 0;
                    shown.push_back({task, info.name, detail->facts});
                }
            }
            PageRequest merged;
            merged.queue = info.name;
            merged.states = StateSet::all();
            const auto page = inspector.page(merged);
            QVERIFY(page);
            std::vector<TaskId> all;
            for (const Task& task : page->tasks)
                all.push_back(exactId(task));
            std::vector<TaskId> found;
            SearchRequest search;
            search.queue = info.name;
            search.examine = 1;
            do {
                const auto step = inspector.search(search);
                QVERIFY(step);
                for (const Task& task : step->matches)
                    found.push_back(exactId(task));
                search.cursor = step->cursor;
            } while (!search.cursor.isEmpty());
            for (std::vector<TaskId>* ids : {&paged, &all, &found})
                std::sort(ids->begin(), ids->end());
            QCOMPARE(all, paged);
            QCOMPARE(found, paged);
            const auto bins = inspector.timeline(info.name, fromMs(1'800'000'000'000), fromMs(2'000'000'000'000), 7);
            QVERIFY(bins);
            qint64 counted = 0;
            for (const TimelineBin& bin : *bins) {
                for (const TaskState state : allStates)
                    counted += bin.counts[state];
            }
            QCOMPARE(counted, dated);
        }
    }

    /// Returns all keys with their values and expiries. Sorts hashes and sets, because Redis may reorder their entries.
    QByteArray everything()
    {
        static const std::map<QByteArray, Command> readers{{"string", {"GET"}}, {"list", {"LRANGE", "0", "-1"}},
            {"set", {"SMEMBERS"}}, {"hash", {"HGETALL"}}, {"zset", {"ZRANGE", "0", "-1", "WITHSCORES"}},
            {"stream", {"DUMP"}}};
        QByteArray all;
        std::vector<QByteArray> keys;
        const Reply names = m_server->call({"KEYS", "*"});
        for (const Reply& key : names.items)
            keys.push_back(key.bytes);
        std::sort(keys.begin(), keys.end());
        for (const QByteArray& key : keys) {
            const QByteArray type = m_server->call({"TYPE", key}).bytes;
            Command command = readers.at(type);
            command.insert(command.begin() + 1, key);
            const Reply value = m_server->call(command);
            std::vector<QByteArray> parts{value.bytes};
            for (const Reply& item : value.items)
                parts.push_back(item.bytes);
            if (type == "set" || type == "hash")
                std::sort(parts.begin(), parts.end());
            all += key + ' ' + QByteArray::number(m_server->call({"PEXPIRETIME", key}).integer);
            for (const QByteArray& part : parts)
                all += ' ' + part.toHex();
            all += '\n';
        }
        return all;
    }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Backend> m_backend;
};

QTEST_GUILESS_MAIN(ConformanceDescribed)
#include "tst_conformance_described.moc"
