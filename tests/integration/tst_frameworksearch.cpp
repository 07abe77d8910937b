// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/connectionsearch.h"
#include "core/console/operations/operationrun.h"
#include "tests/integration/celeryplace.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/laravelplace.h"
#include "tests/integration/readplace.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/must.h"

#include <QtEndian>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests searching a framework's queue. A search first reads the fields that its filter needs, then the other fields of
/// the remaining jobs. It must find the same tasks as reading everything, even if jobs are missing, damaged or very
/// long.
class TestFrameworkSearch : public QObject
{
    Q_OBJECT

    /// Fills a Bull or BullMQ queue. `attempts` is the name of the field that counts attempts.
    static void fillJobs(RedisServer& server, const QByteArray& base, const QByteArray& attempts)
    {
        const QByteArray data = R"({"word":"needle","n":1})";
        const auto job = [&](const QByteArray& id, const QByteArray& name, const QByteArray& payload,
                             const QByteArray& error) {
            Command command{"HSET", base + id, "name", name, "opts",
                R"({"attempts":3,"delay":0,"timestamp":1795236791000})", "timestamp", "1795236791000", attempts, "1"};
            if (!payload.isEmpty())
                command.insert(command.end(), {"data", payload});
            if (!error.isEmpty())
                command.insert(command.end(), {"failedReason", error});
            server.call(command);
            server.call({"ZADD", base + "failed", "17952367912" + id.rightJustified(2, '0'), id});
        };
        job("1", "mail.send", data, "boom 17");
        job("2", "mail.send", "{}", "boom 18");
        job("3", "hook.call", R"({"word":"NEEDLE"})", "refused");
        job("4", "hook.call", {}, {});
        job("5", "__default__", data, QByteArray(2'000, 'x') + "boom"); // Only the start of the error is shown.
        job("6", "mail.send", data, QByteArray(70'000, 'x') + "boom"); // too long to be shown
        job("7", "mail.send", '"' + QByteArray(100'000, 'y') + "needle\"", "boom 19");
        server.call({"ZADD", base + "failed", "1795236791230", "8"}); // the id of a nonexistent job
        server.call({"SET", base + "9", "needle boom"});
        server.call({"ZADD", base + "failed", "1795236791231", "9"});
        for (const char* id : {"10", "11", "12"}) {
            server.call(
                {"HSET", base + id, "name", "mail.send", "data", id == QByteArray("11") ? data : QByteArray("{}"),
                    "opts", R"({"attempts":3,"delay":0,"timestamp":1795236791000})", "timestamp", "1795236791000"});
            server.call({"LPUSH", base + "wait", id});
        }
    }
    static void fillSidekiq(RedisServer& server)
    {
        server.call({"SADD", "queues", "mail"});
        server.call({"SET", "stat:processed", "1"});
        int number = 0;
        for (const char* job : {R"("class":"Mail","args":["needle"],"error_message":"boom")",
                 R"("class":"needle","args":["NEEDLE"],"error_message":"boom")",
                 R"("class":"Mail","args":[],"error_message":"needle")", R"("class":"Mail","args":["n\u0065edle"])"}) {
            const QByteArray bytes
                = QByteArray("{\"jid\":\"j") + QByteArray::number(++number) + "\",\"queue\":\"mail\"," + job + '}';
            server.call({"LPUSH", "queue:mail", bytes});
            server.call({"ZADD", "dead", "179523679" + QByteArray::number(number), bytes});
        }
        server.call({"LPUSH", "queue:mail", "needle, but no JSON"});
    }
    /// Fills a queue of a framework that FrameworkWriter supports. Each state has jobs with `needle` in the payload, in
    /// the type, in the error, in escaped form, and after a long string. One job is damaged.
    static void fillWritten(RedisServer& server, const QByteArray& layout)
    {
        const auto writer = FrameworkWriter::of(layout, server);
        struct Kind
        {
            const char* type;
            QByteArray payload;
            const char* error;
        };
        const std::vector<Kind> kinds{{"Mail", R"(["needle"])", "boom 17"}, {"needle", R"(["NEEDLE"])", "boom 18"},
            {"mail.send", "[]", "needle"}, {"Mail", R"(["n\u0065edle"])", "boom"},
            {"mail.send", "[\"" + QByteArray(100'000, 'y') + "needle\"]", "refused"}};
        const qint64 now = toMs(SystemClock().now());
        int number = 0;
        for (const TaskState state : allStates) {
            if (!writer->states().contains(state) || state == TaskState::Trash)
                continue;
            for (const Kind& kind : kinds) {
                const bool isLater = state == TaskState::Scheduled || state == TaskState::Retrying;
                WrittenJob job{'j' + QByteArray::number(++number), state, kind.type, kind.payload,
                    fromMs(now + (isLater ? 3'600'000 : -60'000) + number * 1'000), kind.error};
                writer->write("mail", job);
                if (layout == "rq") // The writer uses the same payload for all RQ jobs.
                    server.call({"HSET", "rq:job:" + job.id, "data", qCompress(pickled(kind.payload)).mid(4)});
            }
        }
        damage(server, layout);
    }
    /// Returns a string in Python's pickle protocol 2.
    static QByteArray pickled(const QByteArray& text)
    {
        QByteArray size(4, 0);
        qToLittleEndian(quint32(text.size()), size.data());
        return "\x80\x02X" + size + text + QByteArray("q\0.", 3);
    }
    static void damage(RedisServer& server, const QByteArray& layout)
    {
        if (layout == "rq") {
            server.call({"RPUSH", "rq:queue:mail", "gone"}); // the id of a nonexistent job
            server.call({"HSET", "rq:job:odd", "status", "queued", "origin", "mail", "data", "needle, but no pickle",
                "description", "boom"});
            server.call({"RPUSH", "rq:queue:mail", "odd"});
        } else if (layout == "laravel") {
            pushLaravel(server, "needle, but no JSON");
            pushLaravel(server, R"({"uuid":"x","job":"Mail@needle","data":{"needle":1}})");
            server.call({"ZADD", "laravel_horizon:failed_jobs", "-1795236791", "gone"});
        } else if (layout == "asynq") {
            server.call({"LPUSH", "asynq:{mail}:pending", "gone"});
            server.call({"HSET", "asynq:{mail}:t:odd", "msg", "needle, but no message", "state", "pending"});
            server.call({"LPUSH", "asynq:{mail}:pending", "odd"});
        } else {
            server.call({"LPUSH", "mail", "needle, but no JSON"});
            server.call({"ZADD", "unacked_index", "1795236791", "gone"});
        }
    }
    static void pushLaravel(RedisServer& server, const QByteArray& payload)
    {
        server.call({"RPUSH", LaravelServer::list, payload});
    }
    static void discard(RedisServer& server, const QString& layout, const QueueName& queue, const TaskId& id)
    {
        const auto backend = must(openLayout(must(parseLayouts(layout)), server.config(), {}, {}, Access::Operate));
        OperationRequest request;
        request.queue = queue;
        request.action.kind = ActionKind::Discard;
        request.selection.kind = TaskSelection::Kind::Ids;
        request.selection.ids = {id};
        OperationRun run(request);
        QCOMPARE(must(run.finish(*backend)).done, 1);
    }
    /// All tasks of a queue, with their payloads.
    struct Everything
    {
        explicit Everything(ReadPlace& place)
            : now(place.info().serverNow)
        {
            for (const TaskState state : allStates) {
                for (const Task& task : place.page(state)) {
                    const auto payload = place.inspector().payload(place.queue, task.id);
                    tasks.emplace_back(task, payload ? *payload : QByteArray());
                }
            }
        }
        QByteArrayList matches(const TaskFilter& filter) const
        {
            QByteArrayList ids;
            for (const auto& [task, payload] : tasks) {
                if (filter.matches(task, payload, now))
                    ids << task.id;
            }
            std::sort(ids.begin(), ids.end());
            return ids;
        }

        TimePoint now;
        std::vector<std::pair<Task, QByteArray>> tasks;
    };
    static QByteArrayList idsOf(const std::vector<Task>& tasks)
    {
        QByteArrayList ids;
        for (const Task& task : tasks)
            ids << task.id;
        std::sort(ids.begin(), ids.end());
        return ids;
    }

private Q_SLOTS:
    void itFindsWhatItWouldFindByReadingAll_data()
    {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<QByteArray>("queue");
        for (const char* layout : {"bullmq", "bull", "sidekiq"})
            QTest::addRow("%s", layout) << QString::fromLatin1(layout) << QByteArray("mail");
        QTest::addRow("dead") << u"sidekiq"_s << QByteArray("@sidekiq");
        for (const char* layout : {"rq", "laravel", "asynq", "celery"})
            QTest::addRow("%s", layout) << QString::fromLatin1(layout) << QByteArray("mail");
        QTest::addRow("Horizon") << u"laravel"_s << QByteArray("@laravel");
        QTest::addRow("what workers of Celery have") << u"celery"_s << QByteArray("@celery");
    }
    void itFindsWhatItWouldFindByReadingAll()
    {
        QFETCH(const QString, layout);
        QFETCH(const QByteArray, queue);
        ReadPlace place(layout, queue);
        if (layout == u"sidekiq"_s) {
            fillSidekiq(place.server);
        } else if (layout == u"bullmq"_s) {
            place.server.call({"HSET", "bull:mail:meta", "version", "bullmq:6.7.0", "opts.maxLenEvents", "10000"});
            place.server.call({"XADD", "bull:mail:events", "*", "event", "added"});
            fillJobs(place.server, "bull:mail:", "atm");
        } else if (layout == u"bull"_s) {
            place.server.call({"SET", "bull:mail:id", "12"});
            fillJobs(place.server, "bull:mail:", "attemptsMade");
        } else {
            fillWritten(place.server, layout.toLatin1());
        }
        // Messages held by Celery workers can't be discarded.
        if (queue != "@celery") {
            const TaskId first = queue == "@laravel" ? place.page(TaskState::Failed).front().id : QByteArray("j1");
            discard(place.server, layout, queue, layout.startsWith(u"bull"_s) ? "1" : first);
        }
        const Everything everything(place);
        int found = 0;
        for (const bool hasScripts : {true, false}) {
            if (!hasScripts)
                place.server.call({"ACL", "SETUSER", "default", "-evalsha_ro", "-eval_ro"});
            for (const char* text : {"payload:needle", "payload:NEEDLE", "-payload:needle", "error:boom", "-error:boom",
                     "error:gone", "needle", "boom", "needle boom", "needle -boom", "\"boom 1\"", "\": boom\"", "1",
                     "j", "bytes-", "JSON", "long", "no", "missing", "type:mail.*", "type:mail",
                     "type:Mail payload:needle", "type:mail.send payload:needle error:boom", "error~\"boom <*>\"",
                     "error~\"\"", "state:failed payload:needle", "state:trash payload:needle",
                     "attempt>0 payload:needle", "payload:nowhere", "nowhere"}) {
                const TaskFilter filter = must(TaskFilter::parse(QString::fromLatin1(text)));
                const QByteArrayList ids = idsOf(place.found(filter.text()));
                const QByteArrayList expected = everything.matches(filter);
                QVERIFY2(ids == expected, text + (": " + ids.join(' ')) + " instead of " + expected.join(' '));
                found += int(ids.size());
            }
        }
        QVERIFY(found > 20);
        const QByteArray statistics = place.server.call({"INFO", "commandstats"}).bytes;
        QVERIFY(!layout.startsWith(u"bull"_s) || statistics.contains("cmdstat_evalsha_ro:calls="));
    }

    /// Checks that searching all layouts on a connection finds the same tasks as reading each queue completely.
    void oneSearchOverAllIsExact()
    {
        RedisServer server;
        for (const char* layout : {"rq", "laravel", "asynq", "celery"})
            fillWritten(server, layout);
        fillSidekiq(server);
        server.call({"HSET", "bull:mail:meta", "version", "bullmq:6.7.0", "opts.maxLenEvents", "10000"});
        server.call({"XADD", "bull:mail:events", "*", "event", "added"});
        fillJobs(server, "bull:mail:", "atm");
        const auto backend = must(openLayout(must(parseLayouts(u"auto"_s)), server.config(), {}, {}, Access::ReadOnly));
        while (!must(backend->discovery()->step())) { }
        QueueInspector& inspector = backend->inspector();
        const auto queues = must(inspector.queues());
        QVERIFY2(queues.size() >= 10, QByteArray::number(queues.size()));
        for (const char* text : {"payload:needle", "needle", "error:boom", "type:Mail", "id:j1*", "-payload:needle"}) {
            const TaskFilter filter = must(TaskFilter::parse(QString::fromLatin1(text)));
            ConnectionSearch search(filter);
            while (!must(search.step(inspector))) { }
            QByteArrayList found;
            for (const SearchHit& hit : search.found())
                found << hit.queue + '/' + hit.task.id;
            QByteArrayList counted;
            for (const QueueInfo& queue : queues) {
                const TimePoint now = queue.serverNow;
                for (const TaskState state : allStates) {
                    for (const Task& task : must(inspector.page({queue.name, state, 0, 100})).tasks) {
                        const auto payload = inspector.payload(queue.name, task.id);
                        if (filter.matches(task, payload ? *payload : QByteArray(), now))
                            counted << queue.name + '/' + task.id;
                    }
                }
            }
            std::sort(found.begin(), found.end());
            std::sort(counted.begin(), counted.end());
            QVERIFY2(found == counted, text + (": " + found.join(' ')) + " instead of " + counted.join(' '));
            QVERIFY2(found.size() > 5, text);
            QVERIFY(search.skipped().empty());
        }
    }

    /// Checks that encrypted and oversized payloads are reported, because they may contain the text.
    void whatCannotBeReadIsTold()
    {
        RedisServer server{{.tcp = true, .aof = false, .password = {}, .arguments = {}}};
        const QByteArray encrypted = QByteArray(R"({"iv":"aXY=","value":"dmFsdWU=","mac":"00"})").toBase64();
        for (const char* uuid : {"e1", "e2"}) {
            pushLaravel(server,
                R"({"uuid":")" + QByteArray(uuid)
                    + R"(","displayName":"Secret","job":"C@call","data":{"commandName":"Secret","command":")"
                    + encrypted + R"("},"attempts":0})");
        }
        pushLaravel(server, LaravelServer::job("plain"));
        const Duectl duectl(server.url());
        const Answer told = duectl.run("list --match payload:caf");
        QVERIFY2(told.code == 0 && told.out.contains("plain")
                && told.err.contains("The payloads of 2 tasks could not be decoded"),
            told.all());
        // A filter that doesn't need payloads reports no unreadable ones.
        for (const char* filter : {"type:Secret", "id:e1"}) {
            const Answer without = duectl.run({u"list"_s, u"--match"_s, QString::fromLatin1(filter)});
            QVERIFY2(without.code == 0 && !without.err.contains("not known"), without.all());
        }
    }

    void whatIsLongerThanAnAnswerIsCountedAndNotRead_data()
    {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<QByteArray>("queue");
        QTest::addColumn<TaskId>("id");
        QTest::addColumn<QByteArray>("hash"); // prefix of the hash's key
        QTest::addColumn<QByteArray>("field");
        QTest::newRow("BullMQ") << u"bullmq"_s << QByteArray("mail") << TaskId("12") << QByteArray("bull:mail:")
                                << QByteArray("data");
        QTest::newRow("RQ") << u"rq"_s << QByteArray("mail") << TaskId("j1") << QByteArray("rq:job:")
                            << QByteArray("data");
        QTest::newRow("asynq") << u"asynq"_s << QByteArray("mail") << TaskId("j1") << QByteArray("asynq:{mail}:t:")
                               << QByteArray("msg");
        QTest::newRow("Horizon") << u"laravel"_s << QByteArray("@laravel") << TaskId() << QByteArray("laravel_horizon:")
                                 << QByteArray("payload");
        QTest::newRow("what workers of Celery have")
            << u"celery"_s << QByteArray("@celery") << TaskId() << QByteArray("unacked") << QByteArray();
    }
    /// Checks that a string over the reply limit is counted but not read, because reading it would close the connection
    /// and end a search of all queues.
    void whatIsLongerThanAnAnswerIsCountedAndNotRead()
    {
        QFETCH(const QString, layout);
        QFETCH(const QByteArray, queue);
        QFETCH(TaskId, id);
        QFETCH(QByteArray, hash);
        QFETCH(QByteArray, field);
        ReadPlace place(layout, queue);
        if (layout == u"bullmq"_s) {
            place.server.call({"HSET", "bull:mail:meta", "version", "bullmq:6.7.0", "opts.maxLenEvents", "10000"});
            place.server.call({"XADD", "bull:mail:events", "*", "event", "added"});
            fillJobs(place.server, "bull:mail:", "atm");
        } else {
            fillWritten(place.server, layout.toLatin1());
        }
        if (queue == "@laravel")
            id = place.page(TaskState::Failed).front().id;
        if (queue == "@celery") {
            field = place.server.call({"ZRANGE", "unacked_index", "1", "1"}).items.at(0).bytes;
            id = field;
        } else {
            hash += id;
        }
        const auto readable = place.found(u"payload:needle"_s).size();
        // Without the log, the test needn't wait for a slow disk.
        place.server.call({"CONFIG", "SET", "appendonly", "no"});
        constexpr qint64 size = 65 * 1024 * 1024;
        place.server.call({"EVAL", "redis.call('HSET', KEYS[1], ARGV[1], string.rep(string.rep('x', 1048576), 65))",
            "1", hash, field});
        qint64 unread = 0;
        std::size_t found = 0;
        SearchRequest request{queue, must(TaskFilter::parse(u"payload:needle"_s))};
        do {
            const auto step = must(place.inspector().search(request));
            unread += step.unread;
            found += step.matches.size();
            request.cursor = step.cursor;
        } while (!request.cursor.isEmpty());
        QCOMPARE(unread, 1);
        QVERIFY(found > 0 && found + 1 >= readable);
        // An unreadable task may contain the text, so it must not match a filter for tasks without it. Otherwise,
        // deleting the matches would delete it.
        const auto without = place.found(u"-payload:needle"_s);
        QVERIFY(std::none_of(without.begin(), without.end(), [&id](const Task& task) { return task.id == id; }));
        int listed = 0;
        for (const TaskState state : allStates) {
            for (const Task& task : place.page(state))
                listed += task.id == id && task.size == size ? 1 : 0;
        }
        QCOMPARE(listed, 1);
        const auto payload = place.inspector().payload(queue, id);
        QCOMPARE(payload.error().code, ErrorCode::Refused);
        QVERIFY2(
            payload.error().message.endsWith(u"is too large to read (65 MiB)."_s), qPrintable(payload.error().message));
        if (queue == "@celery") // Only the delivery tag identifies this task.
            QCOMPARE(place.inspector().task(queue, id).error().code, ErrorCode::Refused);
        else
            QCOMPARE(must(place.inspector().task(queue, id)).task.size, size);
    }

    /// Checks that an oversized list item ends only the search of its own queue. An item's length can't be queried in
    /// advance.
    void anAnswerThatIsTooLargeEndsTheSearchOfItsQueueAlone()
    {
        RedisServer server{{.tcp = true, .aof = false, .password = {}, .arguments = {}}};
        server.call({"SADD", "queues", "large", "small"});
        server.call({"SET", "stat:processed", "1"});
        server.call({"EVAL",
            R"(redis.call('LPUSH', KEYS[1], '{"jid":"l","args":["' .. string.rep(string.rep('x', 1048576), 65) .. '"]}'))",
            "1", "queue:large"});
        // An item in an unregistered list need not be a job.
        server.call({"COPY", "queue:large", "queue:unregistered"});
        server.call({"LPUSH", "queue:small", R"({"jid":"s","queue":"small","class":"Mail","args":["needle"]})"});
        const Answer told = Duectl(server.url()).run("--layout sidekiq list --match payload:needle");
        QVERIFY2(told.code == 3 && told.out.contains("Mail"), told.all());
        QVERIFY2(
            told.err.contains("Search incomplete: large: ") && told.err.contains("larger than allowed"), told.all());
    }

    /// Checks that only a few long members are read at a time, because a thousand would exceed the reply limit.
    void longMembersAreReadFewAtATime_data()
    {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("member");
        QTest::newRow("sidekiq") << u"sidekiq"_s << QByteArray("queue:mail")
                                 << QByteArray(R"({"jid":"%1","queue":"mail","class":"Mail","args":["%2"]})");
        QTest::newRow("laravel")
            << u"laravel"_s << QByteArray("laravel_database_queues:mail")
            << QByteArray(
                   R"({"uuid":"%1","displayName":"Mail","job":"x","data":{"commandName":"Mail","command":"%2"},"attempts":0})");
        QTest::newRow("celery")
            << u"celery"_s << QByteArray("mail")
            << QByteArray(R"({"body":"W10=","headers":{"id":"%1","task":"Mail","pad":"%2"},"properties":{}})");
    }
    void longMembersAreReadFewAtATime()
    {
        QFETCH(const QString, layout);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, member);
        ReadPlace place(layout, "mail");
        place.server.call({"CONFIG", "SET", "appendonly", "no"});
        if (layout == u"sidekiq"_s)
            place.server.call({"SADD", "queues", "mail"});
        if (layout == u"celery"_s)
            place.server.call({"SADD", "_kombu.binding.mail", QByteArray("mail\x06\x16\x06\x16mail")});
        constexpr int tasks = 600;
        const QByteArrayList parts{member.left(member.indexOf("%1")),
            member.mid(member.indexOf("%1") + 2, member.indexOf("%2") - member.indexOf("%1") - 2),
            member.mid(member.indexOf("%2") + 2)};
        place.server.call({"EVAL",
            "for i = 1, tonumber(ARGV[4]) do redis.call('LPUSH', KEYS[1], ARGV[1] .. i .. ARGV[2] .. string.rep('x', 130000) .. ARGV[3]) end",
            "1", key, parts[0], parts[1], parts[2], QByteArray::number(tasks)});
        SearchRequest request{"mail", must(TaskFilter::parse(u"type:Mail"_s))};
        request.examine = 1000;
        std::set<TaskId> met;
        do {
            const auto step = must(place.inspector().search(request));
            for (const Task& task : step.matches)
                met.insert(task.id);
            request.cursor = step.cursor;
        } while (!request.cursor.isEmpty());
        QCOMPARE(met.size(), std::size_t(tasks));
    }

    void withErrorsAloneItTellsTheSame()
    {
        ReadPlace place(u"bullmq"_s, "mail");
        place.server.call({"HSET", "bull:mail:meta", "version", "bullmq:6.7.0", "opts.maxLenEvents", "10000"});
        fillJobs(place.server, "bull:mail:", "atm");
        SearchRequest request{"mail", must(TaskFilter::parse(u"state:failed -error:refused"_s))};
        const auto whole = must(place.inspector().search(request)).matches;
        request.errorsAlone = true;
        const auto brief = must(place.inspector().search(request)).matches;
        QCOMPARE(idsOf(brief), idsOf(whole));
        QCOMPARE(brief.size(), 8U);
        for (std::size_t i = 0; i < whole.size(); ++i) {
            QCOMPARE(brief[i].type, whole[i].type);
            QCOMPARE(brief[i].error, whole[i].error);
            QCOMPARE(brief[i].at, whole[i].at);
            QCOMPARE(brief[i].state, whole[i].state);
        }
        // The error alone isn't enough for this filter.
        request.filter = must(TaskFilter::parse(u"state:failed attempt>0"_s));
        QCOMPARE(must(place.inspector().search(request)).matches.size(), 7U);
    }
};

QTEST_GUILESS_MAIN(TestFrameworkSearch)
#include "tst_frameworksearch.moc"
