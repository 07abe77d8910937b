// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/hostilestrings.h"
#include "tests/support/redisserver.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests comparing two tasks, or two attempts at one task.
class DuectlDiff : public QObject
{
    Q_OBJECT

    static QJsonObject field(const QJsonObject& diff, const QString& name)
    {
        for (const auto& one : diff[u"fields"_s].toArray()) {
            if (one.toObject()[u"name"_s].toString() == name)
                return one.toObject();
        }
        return {};
    }
    static QJsonObject change(const QJsonObject& content, int at)
    {
        return content[u"changes"_s].toArray().at(at).toObject();
    }

private slots:
    void twoTasksByFieldsAndPaths();
    void twoAttemptsByTheLinesOfTheirErrors();
    void largePayloadsByBytes();
    void whatIsMaskedIsNotTold();
    void hostileBytesAreHarmless();
    void whatCannotBeComparedIsRefused();
};

void DuectlDiff::twoTasksByFieldsAndPaths()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run({u"add"_s, u"q"_s, u"t"_s, u"--id"_s, u"a"_s, u"--in"_s, u"1h"_s, u"--lease"_s, u"70s"_s,
             u"--payload"_s, uR"({"to":"x","n":18446744073709551615})"_s}),
        0);
    EXIT(duectl.run({u"add"_s, u"q"_s, u"t"_s, u"--id"_s, u"b"_s, u"--in"_s, u"1h"_s, u"--keep-result"_s,
             u"--payload"_s, uR"({"n":18446744073709551614,"to":"x","new":1.0})"_s}),
        0);
    const QByteArray before = server.call({"DEBUG", "DIGEST"}).bytes;
    const Answer answer = duectl.run("diff q a b --json");
    EXIT(answer, 0);
    const QJsonObject diff = answer.object();
    QCOMPARE(diff[u"a"_s][u"id"_s].toString(), u"t#a"_s);
    QVERIFY(diff[u"b"_s][u"attempt"_s].isNull());
    QVERIFY(!diff[u"same"_s].toBool());
    QCOMPARE(field(diff, u"type"_s)[u"change"_s].toString(), u"same"_s);
    QCOMPARE(field(diff, u"lease_ms"_s)[u"change"_s].toString(), u"removed"_s);
    QCOMPARE(field(diff, u"lease_ms"_s)[u"a"_s].toInt(), 70'000);
    QVERIFY(field(diff, u"keep_result"_s)[u"b"_s].toBool());
    const QJsonObject payload = diff[u"payload"_s].toObject();
    QCOMPARE(payload[u"by"_s].toString(), u"json"_s);
    QCOMPARE(payload[u"differences"_s].toInt(), 2);
    QCOMPARE(change(payload, 0)[u"path"_s].toString(), u"$.n"_s);
    QCOMPARE(change(payload, 0)[u"a"_s][u"text"_s].toString(), u"18446744073709551615"_s);
    QCOMPARE(change(payload, 1)[u"change"_s].toString(), u"added"_s);
    QCOMPARE(change(payload, 1)[u"b"_s][u"text"_s].toString(), u"1.0"_s);
    QVERIFY(payload[u"limit"_s].isNull());
    // The default output is for people, so it is text, not JSON.
    const Answer told = duectl.run("diff q a b");
    EXIT(told, 0);
    QVERIFY2(told.out.startsWith("A: t#a\nB: t#b\n"), told.all());
    QVERIFY2(told.out.contains("~ $.n: 18446744073709551615 \xe2\x86\x92 18446744073709551614\n"), told.all());
    QVERIFY2(told.out.contains("+ $.new: 1.0\n"), told.all());
    QVERIFY2(told.out.contains("-  lease        1m10s"), told.all());
    QCOMPARE(server.call({"DEBUG", "DIGEST"}).bytes, before);
}

void DuectlDiff::twoAttemptsByTheLinesOfTheirErrors()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a --max-attempts 3 --backoff none"), 0);
    FAILS(duectl.run("diff q a"), 1, "fewer than two recorded attempts");
    const QString handler = u"command:sh -c \"echo same >&2; echo attempt $DUELINE_ATTEMPT >&2; exit 1\""_s;
    EXIT(duectl.run({u"work"_s, u"--queue"_s, u"q"_s, u"--handler"_s, u"*="_s + handler, u"--exit-when-empty"_s}), 0);
    const QJsonArray attempts = duectl.run("show q a --json").object()[u"attempts"_s].toArray();
    QCOMPARE(attempts.size(), 3);
    const QJsonObject last = duectl.run("diff q a --json").object();
    QCOMPARE(last[u"a"_s][u"attempt"_s].toInt(), 2);
    QCOMPARE(last[u"b"_s][u"attempt"_s].toInt(), 3);
    const QJsonObject diff = duectl.run("diff q a --attempts 1,3 --json").object();
    QCOMPARE(field(diff, u"number"_s)[u"a"_s].toInt(), 1);
    QCOMPARE(field(diff, u"started_ms"_s)[u"b"_s].toDouble(), attempts[2][u"started_ms"_s].toDouble());
    QCOMPARE(field(diff, u"outcome"_s)[u"change"_s].toString(), u"same"_s);
    QCOMPARE(diff[u"error"_s][u"by"_s].toString(), u"lines"_s);
    QVERIFY2(change(diff[u"error"_s].toObject(), 0)[u"a"_s][u"text"_s].toString().contains(u"attempt 1"_s),
        QJsonDocument(diff).toJson().constData());
    // Attempts at two different tasks can be compared too.
    EXIT(duectl.run("add q t --id b --max-attempts 1"), 0);
    EXIT(duectl.run({u"work"_s, u"--queue"_s, u"q"_s, u"--handler"_s, u"*="_s + handler, u"--exit-when-empty"_s}), 0);
    const QJsonObject two = duectl.run("diff q a b --attempts 3,1 --json").object();
    QCOMPARE(two[u"b"_s][u"id"_s].toString(), u"t#b"_s);
    QCOMPARE(two[u"b"_s][u"attempt"_s].toInt(), 1);
    FAILS(duectl.run("diff q a --attempts 1,9"), 1, "Recorded attempts: 1, 2, 3");
    FAILS(duectl.run("diff q a --attempts 2,2"), 2, "specify two");
    // A released attempt and the one after it have the same number.
    server.call({"HSET", "dueline:{q}:history", "t#a", "1 1000 2000 w-1 released \n1 3000 4000 w-2 failed late"});
    const QJsonObject same = duectl.run("diff q a --attempts 1,1 --json").object();
    QCOMPARE(field(same, u"worker"_s)[u"a"_s].toString(), u"w-1"_s);
    QCOMPARE(field(same, u"worker"_s)[u"b"_s].toString(), u"w-2"_s);
    for (const char* wrong :
        {"diff q a --attempts 1", "diff q a --attempts 1,x", "diff q a --attempts 1,2,3", "diff q"})
        FAILS(duectl.run(wrong), 2, "");
}

void DuectlDiff::largePayloadsByBytes()
{
    RedisServer server;
    const Duectl duectl(server.url());
    QByteArray large(20 * 1024 * 1024, 'x');
    EXIT(duectl.run(words("add q t --id a --in 1h --payload-file -"), large), 0);
    large[19'000'000] = '\0';
    EXIT(duectl.run(words("add q t --id b --in 1h --payload-file -"), large), 0);
    const QJsonObject payload = duectl.run("diff q a b --json").object()[u"payload"_s].toObject();
    QCOMPARE(payload[u"by"_s].toString(), u"bytes"_s);
    QCOMPARE(payload[u"first_difference"_s].toInt(), 19'000'000);
    QVERIFY(payload[u"limit"_s].toString().contains(u"16 MiB"_s));
    QCOMPARE(change(payload, 0)[u"offset"_s].toInt(), 19'000'000 / 16 * 16);
    QVERIFY(change(payload, 0)[u"b"_s][u"hex"_s].toString().contains(u"00"_s));
}

void DuectlDiff::whatIsMaskedIsNotTold()
{
    RedisServer server;
    const Duectl open(server.url());
    EXIT(open.run({u"add"_s, u"q"_s, u"t"_s, u"--id"_s, u"a"_s, u"--in"_s, u"1h"_s, u"--payload"_s,
             uR"({"token":"hunter2","n":1})"_s}),
        0);
    EXIT(open.run({u"add"_s, u"q"_s, u"t"_s, u"--id"_s, u"b"_s, u"--in"_s, u"1h"_s, u"--payload"_s,
             uR"({"token":"letmein","n":2})"_s}),
        0);
    QTemporaryDir config;
    QVERIFY(QDir(config.path()).mkpath(u"dueline"_s));
    QFile profiles(config.filePath(u"dueline/profiles.json"_s));
    QVERIFY(profiles.open(QIODevice::WriteOnly));
    profiles.write(
        R"({"version":1,"profiles":[{"name":"shop","url":")" + server.url().toUtf8() + R"(","mask":["token"]}]})");
    profiles.close();
    Duectl masked;
    masked.setVariable("XDG_CONFIG_HOME", config.path());
    for (const char* line : {"--profile shop diff q a b", "--profile shop diff q a b --json"}) {
        const Answer answer = masked.run(line);
        EXIT(answer, 0);
        QVERIFY2(!answer.out.contains("hunter2") && !answer.out.contains("letmein") && !answer.out.contains("$.token"),
            answer.all());
        QVERIFY2(answer.out.contains("masks fields") || answer.object()[u"masked"_s].toBool(), answer.all());
        QVERIFY2(answer.out.contains("$.n"), answer.all());
    }
}

void DuectlDiff::hostileBytesAreHarmless()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id plain --in 1h --payload \"one line\""), 0);
    int number = 0;
    for (const test::HostileString& hostile : test::hostileStrings("/etc/hostname", "http://127.0.0.1:1")) {
        const QString id = u"h%1"_s.arg(++number);
        EXIT(duectl.run({u"add"_s, u"q"_s, u"t"_s, u"--id"_s, id, u"--in"_s, u"1h"_s, u"--payload-file"_s, u"-"_s},
                 hostile.bytes),
            0);
        const Answer told = duectl.run({u"diff"_s, u"q"_s, u"plain"_s, id});
        EXIT(told, 0);
        for (const char c : told.out)
            QVERIFY2((uchar(c) >= 0x20 && c != 0x7f) || c == '\n', hostile.what);
        QVERIFY2(!told.out.contains("\xe2\x80\xae"), hostile.what);
        const Answer json = duectl.run({u"diff"_s, u"q"_s, id, u"plain"_s, u"--json"_s});
        EXIT(json, 0);
        QVERIFY2(!json.object().isEmpty(), hostile.what);
    }
}

void DuectlDiff::whatCannotBeComparedIsRefused()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a --in 1h"), 0);
    FAILS(duectl.run("diff q a a"), 2, "specify two different tasks");
    FAILS(duectl.run("diff q a gone"), 1, "gone");
    FAILS(duectl.run("diff nowhere a b"), 1, "nowhere");
    // Payloads from other layouts can be compared too.
    server.call({"LPUSH", "items", "{\"n\":1}"});
    server.call({"LPUSH", "items", "{\"n\":2}"});
    const QJsonArray listed = duectl.run("--layout list:items list items --json").array();
    QCOMPARE(listed.size(), 2);
    const Answer answer = duectl.run({u"--layout"_s, u"list:items"_s, u"diff"_s, u"items"_s,
        listed[0][u"id"_s].toString(), listed[1][u"id"_s].toString()});
    EXIT(answer, 0);
    QVERIFY2(answer.out.contains("~ $.n:"), answer.all());
}

QTEST_GUILESS_MAIN(DuectlDiff)
#include "tst_duectl_diff.moc"
