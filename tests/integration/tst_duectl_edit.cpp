// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/frameworkwriter.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests editing tasks in place.
class DuectlEdit : public QObject
{
    Q_OBJECT

private slots:
    void whatIsNotNamedStays();
    void expiryAndKeptResultsChangeAndGoBack();
    void bytesOfEveryKindArriveAndGoBack();
    void whatDoesNotWaitIsLeftAlone();
    void otherLayoutsSaySo();
    void nothingOfItIsLeftBehind();
};

void DuectlEdit::whatIsNotNamedStays()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a --payload first --in 1h --max-attempts 3 --lease 70s --expires 3h --keep-result"),
        0);
    // Another program has added the task t#mine.
    server.call({"HSET", "dueline:{q}:tasks", "t#mine", "{\"own\":\"kept\",\"l\":5000}\nx"});
    server.call({"ZADD", "dueline:{q}:pending", "4102444800000", "t#mine"});
    const QJsonObject before = duectl.run("show q a --json --payload").object();
    const Answer edited = duectl.run("edit q a --payload second --reason typo");
    EXIT(edited, 0);
    QVERIFY2(edited.out.startsWith("t#a was edited. Operation q/") && edited.err.isEmpty(), edited.all());
    QJsonObject after = duectl.run("show q a --json --payload").object();
    QCOMPARE(after.take(u"payload"_s).toString(), u"second"_s);
    const QString operation = after.take(u"operation"_s).toString();
    QVERIFY(edited.out.contains(operation.toUtf8()));
    for (const QString& name : {u"size"_s, u"payload"_s, u"operation"_s})
        after.insert(name, before[name]);
    QCOMPARE(after, before);

    EXIT(duectl.run("edit q a --max-attempts 9 --default lease"), 0);
    after = duectl.run("show q a --json").object();
    QCOMPARE(after[u"max_attempts"_s].toInt(), 9);
    QVERIFY(after[u"lease_ms"_s].isNull());
    QCOMPARE(after[u"expires_ms"_s], before[u"expires_ms"_s]);
    EXIT(duectl.run("edit q mine --default lease,backoff --payload y"), 0);
    QCOMPARE(server.call({"HGET", "dueline:{q}:tasks", "t#mine"}).bytes, QByteArray("{\"own\":\"kept\"}\ny"));

    const QJsonObject record = duectl.run("operations q --json").array().at(2).toObject();
    QCOMPARE(record[u"kind"_s].toString(), u"edit"_s);
    QVERIFY(record[u"undoable"_s].isBool());
    const Answer undone = duectl.run({u"undo"_s, operation, u"--yes"_s}); // The task has since been edited again.
    EXIT(undone, 1);
    QVERIFY2(undone.out.contains("1 task has changed since"), undone.all());
}

void DuectlEdit::expiryAndKeptResultsChangeAndGoBack()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a --in 1h --expires 3h"), 0);
    EXIT(duectl.run("add q t --id b --in 1h"), 0);
    const auto limit = [&](const char* id) { return server.call({"ZSCORE", "dueline:{q}:expiring", id}).bytes; };
    const auto entry = [&](const char* id) { return server.call({"HGET", "dueline:{q}:tasks", id}).bytes; };
    const QByteArray entryOfA = entry("t#a");
    const QByteArray entryOfB = entry("t#b");
    const QByteArray limitOfA = limit("t#a");
    QVERIFY(!limitOfA.isEmpty() && limit("t#b").isEmpty());
    const auto edit = [&](const char* line) {
        const Answer answer = duectl.run(line);
        return answer.code == 0 ? answer.object()[u"operation"_s].toString() : QString::fromUtf8(answer.all());
    };
    const QString later = edit("edit q a --expires 5h --keep-result --json");
    QJsonObject shown = duectl.run("show q a --json").object();
    QCOMPARE(QByteArray::number(shown[u"expires_ms"_s].toInteger()), limit("t#a"));
    QVERIFY(limit("t#a") > limitOfA);
    QVERIFY(shown[u"keep_result"_s].toBool());
    QVERIFY(duectl.run("show q a").out.contains("Keeps result:"));
    EXIT(duectl.run({u"undo"_s, later, u"--yes"_s}), 0);
    QCOMPARE(entry("t#a"), entryOfA);
    QCOMPARE(limit("t#a"), limitOfA);
    const QString never = edit("edit q a --default expires --json");
    QVERIFY(limit("t#a").isEmpty());
    QVERIFY(duectl.run("show q a --json").object()[u"expires_ms"_s].isNull());
    EXIT(duectl.run({u"undo"_s, never, u"--yes"_s}), 0);
    QCOMPARE(limit("t#a"), limitOfA);
    const QString at = edit("edit q b --expires 2100-01-01T00:00:00Z --json");
    QCOMPARE(limit("t#b"), QByteArray("4102444800000"));
    EXIT(duectl.run({u"undo"_s, at, u"--yes"_s}), 0);
    QCOMPARE(entry("t#b"), entryOfB);
    QVERIFY(limit("t#b").isEmpty());
    // An edit without --expires leaves the expiry unchanged.
    EXIT(duectl.run("edit q a --max-attempts 9"), 0);
    QCOMPARE(limit("t#a"), limitOfA);
    FAILS(duectl.run("edit q a --expires 10m"), 2, "not after the due time");
    FAILS(duectl.run("edit q a --expires soon"), 2, "");
    FAILS(duectl.run("edit q a --expires 3h --default expires"), 2, "cannot be used together");
    FAILS(duectl.run("edit q a --keep-result --default keep-result"), 2, "cannot be used together");
    FAILS(duectl.run("edit q a --default result"), 2, "keep-result");
    // Workers use the edited data.
    EXIT(duectl.run("edit q a --keep-result"), 0);
    EXIT(duectl.run("run-now q a"), 0);
    EXIT(duectl.run("delete q b"), 0);
    EXIT(
        duectl.run({u"work"_s, u"--queue"_s, u"q"_s, u"--handler"_s, u"*=command:echo kept"_s, u"--exit-when-empty"_s}),
        0);
    QCOMPARE(duectl.run("show q a --json").object()[u"result"_s].toString(), u"kept\n"_s);
}

void DuectlEdit::bytesOfEveryKindArriveAndGoBack()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const QByteArray odd("\0\xff\r\n{\"k\": \"\xe2\x80\xae\"}\n", 17);
    const QByteArray large = QByteArray(3'000'000, 'l') + odd;
    for (const auto& [first, second] :
        {std::pair{odd, large}, std::pair{large, odd}, std::pair{large, QByteArray(large.size(), 'm')}}) {
        EXIT(duectl.run(words("add q t --id a --in 1h --payload-file -"), first), 0);
        const QByteArray entry = server.call({"HGET", "dueline:{q}:tasks", "t#a"}).bytes;
        const Answer edited = duectl.run(words("edit q a --payload-file - --json"), second);
        EXIT(edited, 0);
        const QJsonObject told = edited.object();
        QCOMPARE(told[u"id"_s].toString(), u"t#a"_s);
        QCOMPARE(told[u"kind"_s].toString(), u"edit"_s);
        QVERIFY(told[u"undoable"_s].toBool());
        QCOMPARE(duectl.run("show q a --payload").out, second);
        EXIT(duectl.run({u"undo"_s, told[u"operation"_s].toString(), u"--yes"_s}), 0);
        QCOMPARE(duectl.run("show q a --payload").out, first);
        QCOMPARE(server.call({"HGET", "dueline:{q}:tasks", "t#a"}).bytes, entry);
        if (first == large)
            QCOMPARE(server.call({"PTTL", "dueline:{q}:b:t#a"}).integer, -1);
        FAILS(duectl.run({u"undo"_s, told[u"operation"_s].toString(), u"--yes"_s}), 1, "was already undone");
        EXIT(duectl.run("delete q a"), 0);
    }
}

void DuectlEdit::whatDoesNotWaitIsLeftAlone()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a --max-attempts 1"), 0);
    EXIT(duectl.run("work --queue q --handler *=fail --exit-when-empty"), 0);
    EXIT(duectl.run("edit q a --payload x"), 0); // A failed task is edited in place.
    QCOMPARE(duectl.run("show q a --json").object()[u"state"_s].toString(), u"failed"_s);
    EXIT(duectl.run("discard q a"), 0);
    FAILS(duectl.run("edit q a --payload y"), 1, "Restore it first");
    FAILS(duectl.run("edit q nobody --payload x"), 1, "nobody");
    QCOMPARE(duectl.run("show q a --payload").out, QByteArray("x"));
    QCOMPARE(duectl.run("operations q --json").array().size(), 2);
}

void DuectlEdit::otherLayoutsSaySo()
{
    RedisServer server;
    server.call({"ZADD", "jobs", "4102444800", "report_1"});
    FAILS(Duectl(server.url()).run("--layout zset:jobs edit jobs report_1 --payload x"), 1,
        "does not allow a task's payload to be edited");
    FAILS(Duectl(server.url()).run("--layout zset:jobs edit jobs report_1 --expires 2200-01-01T00:00:00Z"), 1,
        "does not allow a task's payload to be edited");
    server.call({"LPUSH", "items", "one"});
    FAILS(Duectl(server.url()).run("--layout list:items edit items one --payload x"), 1, "");
    FrameworkWriter::of("laravel", server)->write("mail", {"job", TaskState::Due});
    FAILS(Duectl(server.url()).run("--layout laravel edit mail job --payload [2]"), 1,
        "This layout does not allow a task's payload to be edited.");
}

/// Checks that the undo data expires and the doctor has no findings.
void DuectlEdit::nothingOfItIsLeftBehind()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run(words("add q t --id a --in 1h --payload-file -"), QByteArray(100'000, 'a')), 0);
    EXIT(duectl.run("queue q set keep-undo=1m"), 0);
    EXIT(duectl.run(words("edit q a --payload-file -"), QByteArray(100'000, 'b')), 0);
    int kept = 0;
    for (const Reply& key : server.call({"KEYS", "dueline:{q}:op:*:was*"}).items) {
        const qint64 left = server.call({"PTTL", key.bytes}).integer;
        QVERIFY2(left > 0 && left <= 60'000, key.bytes.constData());
        ++kept;
    }
    QCOMPARE(kept, 2);
    QVERIFY(server.call({"KEYS", "*:new"}).items.empty());
    for (const auto& finding : duectl.run("doctor --json").array())
        QCOMPARE(finding.toObject().value(u"queue"_s).toString(), QString());
    // Once its data has expired, undo changes nothing.
    for (const Reply& key : server.call({"KEYS", "dueline:{q}:op:*:was*"}).items)
        server.call({"DEL", key.bytes});
    const QString operation = duectl.run("operations q --json").array().at(0).toObject()[u"id"_s].toString();
    const Answer undone = duectl.run({u"undo"_s, operation, u"--yes"_s});
    EXIT(undone, 1);
    QVERIFY2(undone.out.contains("1 task has changed since"), undone.all());
    QCOMPARE(duectl.run("show q a --payload").out, QByteArray(100'000, 'b'));
    EXIT(duectl.run("queue q delete --yes"), 0);
    QVERIFY(server.call({"KEYS", "dueline:{q}:*"}).items.empty());
}

QTEST_GUILESS_MAIN(DuectlEdit)
#include "tst_duectl_edit.moc"
