// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/redisserver.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/sendsignal.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const QByteArray tasks = "dueline:{q}:tasks";

} // namespace

/// Tests `duectl doctor`: its output, fields and exit codes.
class DuectlDoctor : public QObject
{
    Q_OBJECT

private slots:
    void aSoundServerIsFine();
    void findingsHaveExactlyTheDocumentedFields();
    void noticesAloneAreFine();
    void whatCannotBeLookedAtIsNotFine();
    void aServerThatNeverAnswersConfigMayBeFine();
    void withoutConfigAMissingFileIsTold();
    void aServerThatRefusesEveryLookIsNotFine_data();
    void aServerThatRefusesEveryLookIsNotFine();
    void repairAsksFirst();
    void aDryRunChangesNothing();
    void aReadOnlyProfileIsNotRepaired();
    void aServerThatIsNotThereIsAnError();
    void anInterruptedOperationIsNamed_data();
    void anInterruptedOperationIsNamed();
    void aLayoutThatIsNotOpenedIsNamed();
};

void DuectlDoctor::aSoundServerIsFine()
{
    RedisServer server({.tcp = false, .aof = true, .password = {}, .arguments = {}});
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --in 1h --copies 3"), 0);
    const Answer text = duectl.run("doctor");
    EXIT(text, 0);
    QVERIFY2(text.out.startsWith("No problems found; ") && text.out.contains("1 queue"), text.all());
    const Answer json = duectl.run("doctor --json");
    EXIT(json, 0);
    QVERIFY(json.json().isArray() && json.array().isEmpty());
    EXIT(duectl.run("doctor --repair --yes"), 0);
}

void DuectlDoctor::findingsHaveExactlyTheDocumentedFields()
{
    RedisServer server(
        {.tcp = false, .aof = true, .password = {}, .arguments = {u"--maxmemory-policy"_s, u"allkeys-lru"_s}});
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --in 1h --id a"), 0);
    server.call({"HSET", tasks, "t#a", "rubbish"});
    const Answer answer = duectl.run("doctor --json");
    EXIT(answer, 1);
    const QJsonArray findings = answer.array();
    QCOMPARE(findings.size(), 2);
    const QJsonObject worst = findings.at(0).toObject();
    QCOMPARE(sorted(worst.keys()), sorted(words("kind severity server queue count reason remedy repair")));
    QCOMPARE(worst.value(u"kind"_s).toString(), u"damaged"_s);
    QCOMPARE(worst.value(u"severity"_s).toString(), u"critical"_s);
    QCOMPARE(worst.value(u"queue"_s).toString(), u"q"_s);
    QCOMPARE(worst.value(u"count"_s).toInt(), 1);
    const QJsonObject other = findings.at(1).toObject();
    QCOMPARE(other.value(u"kind"_s).toString(), u"eviction"_s);
    QVERIFY(other.value(u"queue"_s).isNull() && other.value(u"repair"_s).isNull());
    QVERIFY(other.value(u"remedy"_s).toString().contains(u"noeviction"));
    const Answer text = duectl.run("doctor");
    EXIT(text, 1);
    QVERIFY2(text.out.startsWith("critical  ") && text.out.contains("\nwarning ")
            && text.out.contains("1 critical, 1 warning;"),
        text.all());
}

void DuectlDoctor::noticesAloneAreFine()
{
    RedisServer server({.tcp = false, .aof = true, .password = {}, .arguments = {}});
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --in 1h"), 0);
    server.call({"HSET", "dueline:{q}:tries", "t#gone", "1 1 0 0"});
    const Answer answer = duectl.run("doctor");
    EXIT(answer, 0);
    QVERIFY2(answer.out.startsWith("notice ") && answer.out.contains("1 notice;"), answer.all());
}

/// Checks that the doctor doesn't report success for a server that doesn't save to disk and refuses INFO, the only
/// command that would reveal it.
void DuectlDoctor::whatCannotBeLookedAtIsNotFine()
{
    RedisServer server;
    server.call({"ACL", "SETUSER", "default", "-info"});
    const Duectl duectl(server.url());
    const Answer text = duectl.run("doctor");
    EXIT(text, 3);
    QVERIFY2(text.out.contains("notice    This user is not allowed to run INFO") && !text.out.contains("No problems"),
        text.all());
    const Answer json = duectl.run("doctor --json");
    EXIT(json, 3);
    QCOMPARE(json.array().at(0).toObject().value(u"kind"_s).toString(), u"unknown"_s);
    const Answer repaired = duectl.run("doctor --repair --yes");
    EXIT(repaired, 3);
    QVERIFY2(repaired.err.contains("Some checks could not run"), repaired.all());
    // A finding takes precedence over a check that could not be performed.
    EXIT(duectl.run("add q t --in 1h --id a"), 0);
    server.call({"HSET", tasks, "t#a", "rubbish"});
    EXIT(duectl.run("doctor"), 1);
}

/// Checks that the doctor can report success even if the server refuses CONFIG, as hosted servers do.
void DuectlDoctor::aServerThatNeverAnswersConfigMayBeFine()
{
    RedisServer server({.tcp = false, .aof = true, .password = {}, .arguments = {}});
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --in 1h"), 0);
    server.call({"ACL", "SETUSER", "default", "-config"});
    const Answer answer = duectl.run("doctor");
    EXIT(answer, 0);
    QVERIFY2(answer.out.contains("notice    CONFIG GET appendfsync failed"), answer.all());
    const Answer json = duectl.run("doctor --json");
    EXIT(json, 0);
    QCOMPARE(json.array().at(0).toObject().value(u"kind"_s).toString(), u"unknown"_s);
}

/// Checks that a missing snapshot file is reported even without CONFIG, but without the amount of data at risk.
void DuectlDoctor::withoutConfigAMissingFileIsTold()
{
    RedisServer server;
    server.call({"ACL", "SETUSER", "default", "-config"});
    const Answer answer = Duectl(server.url()).run("doctor");
    EXIT(answer, 1);
    QVERIFY2(answer.out.contains("warning   There is no append-only file"), answer.all());
}

void DuectlDoctor::aServerThatRefusesEveryLookIsNotFine_data()
{
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("full") << QByteArray("-OOM command not allowed when used memory > 'maxmemory'.\r\n");
    QTest::newRow("not permitted") << QByteArray("-NOPERM this user has no permissions to run it\r\n");
}

/// Checks that the doctor doesn't report success for a server behind a proxy that allows only the handshake.
void DuectlDoctor::aServerThatRefusesEveryLookIsNotFine()
{
    QFETCH(QByteArray, says);
    const ScriptedServer server([&says](ScriptedServer::Client& client) {
        client.greet();
        while (client.expectCommand() && client.send(says)) { }
    });
    const Answer answer = Duectl(u"redis://127.0.0.1:%1"_s.arg(server.port())).run("doctor");
    QVERIFY2(answer.code == 3, answer.all());
    QVERIFY2(!answer.out.contains("No problems"), answer.all());
}

void DuectlDoctor::repairAsksFirst()
{
    RedisServer server({.tcp = false, .aof = true, .password = {}, .arguments = {}});
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --in 1h --id a"), 0);
    EXIT(duectl.run("add q t --in 1h --id b"), 0);
    server.call({"DEL", tasks});
    FAILS(duectl.run("doctor --repair"), 1, "--yes");
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:pending"}).integer, 2);
    const Answer repaired = duectl.run("doctor --repair --yes");
    EXIT(repaired, 0);
    QCOMPARE(repaired.out, "2 tasks in q repaired.\n");
    EXIT(duectl.run("doctor"), 0);
    const Answer failed = duectl.run("list q --state failed --json");
    EXIT(failed, 0);
    QCOMPARE(failed.array().size(), 2);
    // Repairing a single task needs no confirmation. The JSON output reports the result.
    server.call({"HDEL", tasks, "t#a"});
    const QJsonObject one = duectl.run("doctor --repair --json").array().at(0).toObject();
    QCOMPARE(one.value(u"repaired"_s).toString(), u"1 task in q repaired."_s);
}

void DuectlDoctor::aDryRunChangesNothing()
{
    RedisServer server({.tcp = false, .aof = true, .password = {}, .arguments = {}});
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --in 1h --id a"), 0);
    server.call({"DEL", tasks});
    const Answer answer = duectl.run("doctor --repair --dry-run");
    EXIT(answer, 1);
    QVERIFY2(answer.out.contains("--repair: 1 task will be moved to failed"), answer.all());
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:pending"}).integer, 1);
    FAILS(duectl.run("doctor --dry-run"), 2, "--repair");
}

void DuectlDoctor::aReadOnlyProfileIsNotRepaired()
{
    RedisServer server({.tcp = false, .aof = true, .password = {}, .arguments = {}});
    const QTemporaryDir folder;
    Duectl duectl;
    duectl.setVariable("XDG_CONFIG_HOME", folder.path());
    QVERIFY(QDir(folder.path()).mkpath(u"dueline"_s));
    QFile file(folder.filePath(u"dueline/profiles.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QStringLiteral(R"({"version":1,"profiles":[{"name":"live","url":"%1","environment":"production"},)"
                              R"({"name":"look","url":"%1","readOnly":true}]})")
                   .arg(server.url())
                   .toUtf8());
    file.close();
    EXIT(duectl.run("--profile look doctor"), 0);
    FAILS(duectl.run("--profile look doctor --repair --yes"), 1, "read-only");
    FAILS(duectl.run("--profile live doctor --repair --yes"), 1, "--unlock");
    EXIT(duectl.run("--profile live --unlock doctor --repair --yes"), 0);
}

void DuectlDoctor::aServerThatIsNotThereIsAnError()
{
    FAILS(Duectl(u"redis://127.0.0.1:%1"_s.arg(RedisServer::freePort())).run("doctor"), 3, "127.0.0.1");
}

void DuectlDoctor::anInterruptedOperationIsNamed_data()
{
    QTest::addColumn<QByteArray>("layout");
    QTest::newRow("native") << QByteArray();
    for (const QByteArray& layout : {QByteArray("bullmq"), QByteArray("sidekiq"), QByteArray("asynq")})
        QTest::newRow(layout) << layout;
}

/// Checks that the suggested command resumes an operation interrupted by a kill.
void DuectlDoctor::anInterruptedOperationIsNamed()
{
    QFETCH(QByteArray, layout);
    RedisServer server;
    const Duectl duectl(server.url());
    QString queue = u"mail"_s;
    if (layout.isEmpty()) {
        EXIT(duectl.run("add mail t --copies 1000 --in 1h"), 0);
    } else {
        const auto writer = FrameworkWriter::of(layout, server);
        for (int i = 0; i < 300; ++i)
            writer->write("mail", {.id = 'j' + QByteArray::number(i)});
        queue += u'@' + QString::fromLatin1(layout);
    }
    const QStringList operations{u"operations"_s, queue, u"--json"_s};
    const auto latest = [&] { return duectl.run(operations).array().at(0).toObject(); };
    const auto killed = duectl.start({u"discard"_s, queue, u"--all"_s, u"--yes"_s, u"--pace"_s, u"100"_s});
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"done"_s].toInt() > 0, 20'000);
    sendSignal(*killed, SIGKILL);
    killed->waitForFinished();
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"interrupted"_s].toBool(), 15'000);
    const auto finding = [&duectl](const QStringList& options) {
        for (const QJsonValue& one : duectl.run(options + words("doctor --json")).array()) {
            if (one[u"kind"_s] == u"interrupted-operation"_s)
                return one.toObject();
        }
        return QJsonObject();
    };
    if (!layout.isEmpty()) {
        const QString remedy = finding({u"--layout"_s, QString::fromLatin1(layout)})[u"remedy"_s].toString();
        QVERIFY2(remedy.startsWith(u"duectl --layout=%1 operations resume mail/"_s.arg(QString::fromLatin1(layout))),
            qPrintable(remedy));
    }
    const QJsonObject found = finding({});
    QCOMPARE(found[u"queue"_s].toString(), queue);
    QCOMPARE(found[u"severity"_s].toString(), u"warning"_s);
    QVERIFY2(
        found[u"reason"_s].toString().contains(u"was interrupted after"_s), qPrintable(found[u"reason"_s].toString()));
    const QString remedy = found[u"remedy"_s].toString();
    QVERIFY2(remedy.startsWith(u"duectl operations resume "_s), qPrintable(remedy));
    EXIT(duectl.run(words(qPrintable(remedy)).mid(1)), 0);
    QVERIFY(finding({}).isEmpty());
}

void DuectlDoctor::aLayoutThatIsNotOpenedIsNamed()
{
    RedisServer server({.tcp = false, .aof = true, .password = {}, .arguments = {}});
    server.call({"RPUSH", "resque:queue:a", R"({"class":"A","args":[]})"});
    server.call({"SADD", "resque:queues", "a"});
    const Duectl duectl(server.url());
    const Answer doctor = duectl.run("doctor");
    QCOMPARE(doctor.code, 3);
    QVERIFY2(doctor.out.contains("layouts that are not opened automatically: resque"), doctor.all());
    QVERIFY2(doctor.out.contains("--layout resque"), doctor.all());
}

QTEST_GUILESS_MAIN(DuectlDoctor)
#include "tst_duectl_doctor.moc"
