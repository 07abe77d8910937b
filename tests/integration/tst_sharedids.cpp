// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/taskfilter.h"
#include "tests/integration/celeryplace.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/laravelplace.h"
#include "tests/integration/readplace.h"

#include <QJsonArray>
#include <QRegularExpression>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the ids of tasks that a search by id doesn't reach. An id that a list shows for one task is refused if
/// another, unlisted task has it too. A task found by a filter is read from the key and position where the filter found
/// it.
class TestSharedIds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalTasksOfSeveralStatesNeedAState();
    void anIdBeyondTheSearchedTasksIsRefused();
    void aMatchBeyondTheSearchedTasksIsReadWhereItWas_data();
    void aMatchBeyondTheSearchedTasksIsReadWhereItWas();
    void aTaskSeenEarlierIsFoundInTheWholeList();
    void anIdTooFarBackIsNeverCalledMissing();
    void aShownNameIsAcceptedByDiffAndFilter();
    void anIdOfTasksOnOtherPagesIsRefusedByEveryCommand();
};

void TestSharedIds::equalTasksOfSeveralStatesNeedAState()
{
    RedisServer server;
    const QByteArray member = R"({"jid":"same","class":"Mail","queue":"mail","args":["a"]})";
    for (const char* set : {"schedule", "retry"})
        server.call({"ZADD", set, "9000000000", member});
    const Duectl duectl(server.url());
    const auto run = [&](const QStringList& line) {
        return duectl.run(QStringList{u"--layout"_s, u"sidekiq"_s} + line);
    };
    // A list of one state shows the second task with its plain id, which is also the first task's.
    const QJsonArray listed = run({u"--json"_s, u"list"_s, u"@sidekiq"_s, u"--state"_s, u"retrying"_s}).array();
    QCOMPARE(listed.size(), 1);
    QCOMPARE(listed[0][u"id"_s].toString(), u"same"_s);
    const Answer refused = run({u"discard"_s, u"@sidekiq"_s, u"same"_s, u"--yes"_s});
    QVERIFY2(refused.code == 1 && refused.err.contains("in several states (scheduled, retrying)"), refused.all());
    QVERIFY(server.call({"ZCARD", "retry"}).integer == 1 && server.call({"ZCARD", "schedule"}).integer == 1);
    QCOMPARE(run({u"discard"_s, u"@sidekiq"_s, u"same"_s, u"--state"_s, u"retrying"_s, u"--yes"_s}).code, 0);
    QVERIFY(server.call({"ZCARD", "retry"}).integer == 0 && server.call({"ZCARD", "schedule"}).integer == 1);
    QCOMPARE(
        run({u"discard"_s, u"@sidekiq"_s, u"same"_s, u"--yes"_s}).code, 0); // only the waiting task can be discarded
    QCOMPARE(server.call({"ZCARD", "schedule"}).integer, 0);
}

/// Checks two different tasks with the same id. A search by id finds only the first.
void TestSharedIds::anIdBeyondTheSearchedTasksIsRefused()
{
    RedisServer server;
    server.call({"SADD", "queues", "mail"});
    server.call({"EVAL",
        "for i = 1, 101000 do local jid = (i == 1 or i == 100900) and 'same' or ('j' .. i) "
        "redis.call('LPUSH', 'queue:mail', string.format("
        "'{\"jid\":\"%s\",\"class\":\"Mail\",\"queue\":\"mail\",\"args\":[%d]}', jid, i)) end",
        "0"});
    const Duectl duectl(server.url());
    const auto run = [&](const QStringList& line) {
        return duectl.run(QStringList{u"--layout"_s, u"sidekiq"_s} + line);
    };
    // The list shows only the later task, with the bare id.
    const QJsonArray listed
        = run({u"--json"_s, u"list"_s, u"mail"_s, u"--match"_s, u"id:same payload:100900"_s}).array();
    QCOMPARE(listed.size(), 1);
    QCOMPARE(listed[0][u"id"_s].toString(), u"same"_s);
    const Answer refused = run({u"discard"_s, u"mail"_s, u"same"_s, u"--yes"_s});
    QVERIFY2(refused.code == 1 && refused.err.contains("another task may have this id"), refused.all());
    QCOMPARE(server.call({"LLEN", "queue:mail"}).integer, 101'000);
    const QRegularExpression exact(u"same~[0-9a-f]{8}"_s);
    const QString named = exact.match(QString::fromUtf8(refused.err)).captured();
    QCOMPARE(run({u"discard"_s, u"mail"_s, named, u"--yes"_s}).code, 0);
    QCOMPARE(server.call({"LLEN", "queue:mail"}).integer, 100'999);
    QVERIFY(server.call({"LINDEX", "queue:mail", "-1"}).bytes.contains("j2")); // the first task was discarded
}

void TestSharedIds::aMatchBeyondTheSearchedTasksIsReadWhereItWas_data()
{
    QTest::addColumn<QByteArray>("layout");
    QTest::addColumn<QByteArray>("queue");
    QTest::addColumn<QByteArray>("command");
    QTest::newRow("sidekiq") << QByteArray("sidekiq") << QByteArray("queue:mail") << QByteArray("LPUSH");
    QTest::newRow("laravel") << QByteArray("laravel") << LaravelServer::list << QByteArray("RPUSH");
    QTest::newRow("celery") << QByteArray("celery") << QByteArray("mail") << QByteArray("LPUSH");
}

/// Exports and copies the last of 101,000 tasks and one in the middle.
void TestSharedIds::aMatchBeyondTheSearchedTasksIsReadWhereItWas()
{
    QFETCH(const QByteArray, layout);
    QFETCH(const QByteArray, queue);
    QFETCH(const QByteArray, command);
    CeleryServer server;
    const QByteArray member = layout == "sidekiq"
        ? QByteArray(R"({"jid":"j%d","class":"Mail","queue":"mail","args":["needle%d"]})")
        : layout == "laravel" ? LaravelServer::job("j%d", R"(,"needle":"needle%d")")
                              : CeleryServer::message("j%d");
    if (layout == "sidekiq")
        server.call({"SADD", "queues", "mail"});
    else if (layout == "celery")
        server.bind("mail");
    server.call({"EVAL", "for i = 1, 101000 do redis.call(ARGV[1], KEYS[1], (ARGV[2]:gsub('%%d', i))) end", "1", queue,
        command, member});
    const Duectl duectl(server.url());
    const auto run = [&](const QStringList& line) {
        return duectl.run(QStringList{u"--layout"_s, QString::fromLatin1(layout)} + line);
    };
    for (const QString& id : {u"id:j100950"_s, u"id:j50500"_s}) {
        const Answer exported = run({u"export"_s, u"mail"_s, u"-"_s, u"--match"_s, id});
        QCOMPARE(exported.lines().size(), 1);
        QVERIFY2(exported.code == 0 && exported.out.contains(id.mid(3).toUtf8()), exported.all());
    }
    const Answer copied = duectl.run({u"copy"_s, u"mail@"_s + QString::fromLatin1(layout), u"--match"_s,
        u"id:j100950"_s, u"--to"_s, u"n"_s, u"--yes"_s});
    QVERIFY2(copied.code == 0 && copied.out.startsWith("1 task copied"), copied.all());
}

void TestSharedIds::aTaskSeenEarlierIsFoundInTheWholeList()
{
    ReadPlace place(u"sidekiq"_s, "mail");
    place.server.call({"EVAL",
        "for i = 1, 101000 do redis.call('LPUSH', 'queue:mail', string.format("
        "'{\"jid\":\"j%d\",\"class\":\"Mail\",\"queue\":\"mail\",\"args\":[]}', i)) end",
        "0"});
    place.server.call({"SADD", "queues", "mail"});
    std::vector<TaskId> ids;
    SearchRequest request;
    request.queue = "mail";
    request.filter = TaskFilter::parse(u"id:j1009*"_s).value();
    do {
        const SearchStep step = ReadPlace::value(place.inspector().search(request));
        for (const Task& task : step.matches)
            ids.push_back(exactId(task));
        request.cursor = step.cursor;
    } while (!request.cursor.isEmpty());
    // Remove the ids without a suffix, such as j1009 and j10090.
    std::erase_if(ids, [](const TaskId& id) { return id.indexOf('~') < 7; });
    QCOMPARE(ids.size(), 100);
    place.server.call({"LREM", "queue:mail", "1", R"({"jid":"j100950","class":"Mail","queue":"mail","args":[]})"});
    const auto records = ReadPlace::value(place.inspector().readRecords("mail", ids));
    QCOMPARE(records.size(), 100);
    for (std::size_t i = 0; i < ids.size(); ++i)
        QCOMPARE(records[i].has_value(), !ids[i].startsWith("j100950"));
}

void TestSharedIds::anIdTooFarBackIsNeverCalledMissing()
{
    RedisServer server;
    server.call({"SADD", "queues", "mail"});
    server.call({"EVAL",
        "for i = 1, 101000 do redis.call('LPUSH', 'queue:mail', string.format("
        "'{\"jid\":\"j%d\",\"class\":\"Mail\",\"queue\":\"mail\",\"args\":[]}', i)) end",
        "0"});
    const Duectl duectl(server.url());
    for (const char* line : {"show mail j100950", "discard mail j100950 --yes", "discard mail nobody j100950 --yes",
             "copy mail j100950 --to other --yes"}) {
        const Answer refused = duectl.run(QStringList{u"--layout"_s, u"sidekiq"_s} + words(line));
        QVERIFY2(refused.code == 1 && refused.out.isEmpty(), refused.all());
        QVERIFY2(refused.err.contains("\"j100950\" is not among the first 100000 of \"mail\"; find it with --match."),
            refused.all());
    }
    QCOMPARE(server.call({"LLEN", "queue:mail"}).integer, 101'000);
}

/// Checks that the names shown for three different tasks with the same id are accepted.
void TestSharedIds::aShownNameIsAcceptedByDiffAndFilter()
{
    RedisServer server;
    server.call({"SADD", "queues", "mail"});
    for (const QByteArray number : {"1", "2", "3"}) {
        server.call({"LPUSH", "queue:mail", R"({"jid":"same","class":"Mail","queue":"mail","args":[)" + number + "]}"});
    }
    const Duectl duectl(server.url());
    const auto run = [&](const QStringList& line) {
        return duectl.run(QStringList{u"--layout"_s, u"sidekiq"_s} + line);
    };
    const QJsonArray listed = run({u"--json"_s, u"list"_s, u"mail"_s}).array();
    QCOMPARE(listed.size(), 3);
    const QString first = listed[0][u"id"_s].toString();
    const QString second = listed[1][u"id"_s].toString();
    const Answer compared = run({u"diff"_s, u"mail"_s, first, second});
    QVERIFY2(compared.code == 0 && compared.out.contains(first.toUtf8()) && compared.out.contains(second.toUtf8()),
        compared.all());
    EXIT(run({u"discard"_s, u"mail"_s, first}), 0);
    const QString filter = u"id:"_s + first;
    QCOMPARE(run({u"--json"_s, u"list"_s, u"mail"_s, u"--match"_s, filter}).array().size(), 1);
    EXIT(run({u"restore"_s, u"mail"_s, u"--match"_s, filter, u"--yes"_s}), 0);
    QCOMPARE(server.call({"LLEN", "queue:mail"}).integer, 3);
}

/// Checks that the bare id shown in a list of a single task can't be used to change a different task with that id.
void TestSharedIds::anIdOfTasksOnOtherPagesIsRefusedByEveryCommand()
{
    RedisServer server;
    server.call({"SADD", "queues", "mail"});
    for (const char* argument : {"1", "2", "3"}) {
        server.call({"LPUSH", "queue:mail",
            QByteArray(R"({"jid":"same","class":"Mail","queue":"mail","args":[)") + argument + "]}"});
    }
    const Duectl duectl(server.url());
    const QJsonArray listed = duectl.run("--json list mail --limit 1").array();
    QCOMPARE(listed.size(), 1);
    QCOMPARE(listed[0][u"id"_s].toString(), u"same"_s);
    for (const char* line :
        {"show mail same", "discard mail same", "delete mail same --yes", "discard mail same --dry-run",
            "run-now mail same", "reschedule mail same --in 5m", "edit mail same --payload [9]", "diff mail same same",
            "copy mail same --to copies@native --yes", "move mail same --to other@sidekiq --yes"}) {
        const Answer refused = duectl.run(line);
        QVERIFY2(refused.isError(1), refused.all());
        QVERIFY2(
            refused.err.contains("have this id; specify one: same~") && refused.err.count("(due)") == 3, refused.err);
    }
    QCOMPARE(server.call({"LLEN", "queue:mail"}).integer, 3);
}

QTEST_GUILESS_MAIN(TestSharedIds)
#include "tst_sharedids.moc"
