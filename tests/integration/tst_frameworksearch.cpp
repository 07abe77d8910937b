// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationrun.h"
#include "tests/integration/readplace.h"
#include "tests/support/must.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// A search of a framework's queue reads first what its filter asks for, and the whole of what is left. It finds what
/// it would find if it read everything: jobs that are gone, damaged or very long included.
class TestFrameworkSearch : public QObject
{
    Q_OBJECT

    /// Where Bull, or BullMQ, keeps the attempts that were made.
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
        job("5", "__default__", data, QByteArray(2'000, 'x') + "boom"); // only its beginning is shown
        job("6", "mail.send", data, QByteArray(70'000, 'x') + "boom"); // too long to be shown
        job("7", "mail.send", '"' + QByteArray(100'000, 'y') + "needle\"", "boom 19");
        server.call({"ZADD", base + "failed", "1795236791230", "8"}); // of this one only its id is left
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
    /// All tasks of a queue that match, by everything that can be read of them.
    static QByteArrayList expected(ReadPlace& place, const TaskFilter& filter)
    {
        QByteArrayList ids;
        const TimePoint now = place.info().serverNow;
        for (const TaskState state : allStates) {
            for (const Task& task : place.page(state)) {
                const auto payload = place.inspector().payload(place.queue, task.id);
                if (filter.matches(task, payload ? *payload : QByteArray(), now))
                    ids << task.id;
            }
        }
        std::sort(ids.begin(), ids.end());
        return ids;
    }
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
        } else {
            place.server.call({"SET", "bull:mail:id", "12"});
            fillJobs(place.server, "bull:mail:", "attemptsMade");
        }
        discard(place.server, layout, queue, layout == u"sidekiq"_s ? "j1" : "1");
        int found = 0;
        for (const char* text :
            {"payload:needle", "payload:NEEDLE", "-payload:needle", "error:boom", "-error:boom", "error:gone", "needle",
                "type:mail.*", "type:mail", "type:Mail payload:needle", "type:mail.send payload:needle error:boom",
                "error~\"boom <*>\"", "error~\"\"", "state:failed payload:needle", "state:trash payload:needle",
                "attempt>0 payload:needle", "payload:nowhere"}) {
            const TaskFilter filter = must(TaskFilter::parse(QString::fromLatin1(text)));
            const QByteArrayList ids = idsOf(place.found(filter.text()));
            QVERIFY2(ids == expected(place, filter),
                text + (": " + ids.join(' ')) + " instead of " + expected(place, filter).join(' '));
            found += int(ids.size());
        }
        QVERIFY(found > 10);
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
        request.filter = must(TaskFilter::parse(u"state:failed attempt>0"_s)); // which errors alone do not tell
        QCOMPARE(must(place.inspector().search(request)).matches.size(), 7U);
    }
};

QTEST_GUILESS_MAIN(TestFrameworkSearch)
#include "tst_frameworksearch.moc"
