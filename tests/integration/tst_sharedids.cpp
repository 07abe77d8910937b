// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QJsonArray>
#include <QRegularExpression>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests of an id that a listing shows for one task while another task, out of view, has it too. An action by this id
/// is refused.
class TestSharedIds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalTasksOfSeveralStatesNeedAState();
    void anIdBeyondTheSearchedTasksIsRefused();
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
    // A list of one state shows the bare id of the second task, which the first one has, too.
    const QJsonArray listed = run({u"--json"_s, u"list"_s, u"@sidekiq"_s, u"--state"_s, u"retrying"_s}).array();
    QCOMPARE(listed.size(), 1);
    QCOMPARE(listed[0][u"id"_s].toString(), u"same"_s);
    const Answer refused = run({u"discard"_s, u"@sidekiq"_s, u"same"_s, u"--yes"_s});
    QVERIFY2(refused.code == 1 && refused.err.contains("in several states (scheduled, retrying)"), refused.all());
    QVERIFY(server.call({"ZCARD", "retry"}).integer == 1 && server.call({"ZCARD", "schedule"}).integer == 1);
    QCOMPARE(run({u"discard"_s, u"@sidekiq"_s, u"same"_s, u"--state"_s, u"retrying"_s, u"--yes"_s}).code, 0);
    QVERIFY(server.call({"ZCARD", "retry"}).integer == 0 && server.call({"ZCARD", "schedule"}).integer == 1);
    QCOMPARE(
        run({u"discard"_s, u"@sidekiq"_s, u"same"_s, u"--yes"_s}).code, 0); // only the waiting one can be discarded
    QCOMPARE(server.call({"ZCARD", "schedule"}).integer, 0);
}

/// Checks two different tasks with one id, of which the search for the id reaches only the first.
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
    // The list shows the later task alone, with the bare id.
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

QTEST_GUILESS_MAIN(TestSharedIds)
#include "tst_sharedids.moc"
