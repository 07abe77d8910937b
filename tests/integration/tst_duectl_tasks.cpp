// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativebackend.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"
#include "tests/support/sendsignal.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QFile>
#include <QSet>
#include <QTemporaryDir>

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the commands that add and show tasks.
class DuectlTasks : public QObject
{
    Q_OBJECT

private slots:
    void addPrintsIdsThatListAndShowKnow();
    void tasksHaveExactlyTheDocumentedFields();
    void dueTimesAreWhatWasAskedFor();
    void copiesAreSpreadEvenly();
    void aHundredThousandCopiesTakeAboutASecond();
    void addingTheSameIdAgainIsFineOtherContentIsNot();
    void optionsOfATaskAreShown();
    void whatASuccessLeavesUnknownIsNull();
    void anInterruptedAddPrintsWhatWasAdded_data();
    void anInterruptedAddPrintsWhatWasAdded();
    void anExpiryBeforeTheDueTimeIsRefused();
    void tenMegabytesComeBackByteByByte();
    void aPayloadOverTheLimitIsRefusedBeforeItIsSent();
    void untrustedTextIsEscaped();
    void aFilteredListHasTheOrderOfAnyList();
    void listsAreExactWithFilterLimitAndOffset();
    void anIdMayBeShortened();
    void whatIsNotThereIsExitCode1();
    void aReaderThatGoesAwayEndsTheListQuietly();
};

namespace {

/// Returns a client of the server's queues other than duectl.
std::unique_ptr<NativeBackend> otherClient(const RedisServer& server)
{
    auto backend
        = NativeBackend::open({.redis = server.config(), .session = "other", .access = Access::OperateAndWork});
    if (!backend)
        qFatal("%s", qPrintable(backend.error().message));
    return *std::move(backend);
}

QByteArray onlyId(const Answer& answer) { return answer.lines().value(0); }

} // namespace

void DuectlTasks::addPrintsIdsThatListAndShowKnow()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const Answer added = duectl.run("add mail mail.send --payload \"to alice\"");
    EXIT(added, 0);
    const QByteArray id = onlyId(added);
    QVERIFY2(id.startsWith("mail.send#") && added.lines().size() == 1, added.all());
    const Answer listed = duectl.run("list mail");
    EXIT(listed, 0);
    QVERIFY2(listed.out.contains(id) && listed.out.contains("due"), listed.all());
    QVERIFY2(listed.err.contains("1 to 1 of 1 task"), listed.all());
    const Answer shown = duectl.run(QStringList{u"show"_s, u"mail"_s, QString::fromUtf8(id)});
    EXIT(shown, 0);
    QVERIFY2(shown.out.contains("8 bytes") && shown.out.contains("mail.send"), shown.all());
    const Answer payload = duectl.run(QStringList{u"show"_s, u"mail"_s, QString::fromUtf8(id), u"--payload"_s});
    QCOMPARE(payload.out, QByteArray("to alice"));
    const Answer several = duectl.run("add mail mail.send --copies 3 --json");
    EXIT(several, 0);
    QCOMPARE(several.array().size(), 3);
    QCOMPARE(several.array().at(0).toObject().value(u"outcome"_s).toString(), u"added"_s);
}

void DuectlTasks::tasksHaveExactlyTheDocumentedFields()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add mail mail.send --payload abc --at 2026-01-01T00:00:00Z --max-attempts 7"), 0);
    const Answer answer = duectl.run("list mail --json");
    EXIT(answer, 0);
    const QJsonObject task = answer.array().at(0).toObject();
    QCOMPARE(sorted(task.keys()),
        sorted(words("id type state due_ms attempt max_attempts size worker lease_until_ms error")));
    QCOMPARE(task.value(u"type"_s).toString(), u"mail.send"_s);
    QCOMPARE(task.value(u"state"_s).toString(), u"due"_s);
    QCOMPARE(task.value(u"due_ms"_s).toInteger(), 1767225600000);
    QCOMPARE(task.value(u"max_attempts"_s).toInt(), 7);
    QCOMPARE(task.value(u"attempt"_s).toInt(-1), 0);
    QCOMPARE(task.value(u"size"_s).toInt(), 3);
    QVERIFY(task.value(u"worker"_s).isNull());
    QVERIFY(task.value(u"lease_until_ms"_s).isNull());
    QVERIFY(task.value(u"error"_s).isNull());
}

void DuectlTasks::dueTimesAreWhatWasAskedFor()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const qint64 before = QDateTime::currentMSecsSinceEpoch();
    EXIT(duectl.run("add q in --in 1h30m"), 0);
    EXIT(duectl.run("add q at --at 2030-06-01T12:00:00+02:00"), 0);
    EXIT(duectl.run("add q epoch --at 1900000000000"), 0);
    const qint64 after = QDateTime::currentMSecsSinceEpoch();
    QMap<QString, qint64> due;
    for (const auto& task : duectl.run("list q --json").array())
        due[task.toObject().value(u"type"_s).toString()] = task.toObject().value(u"due_ms"_s).toInteger();
    QVERIFY(due.value(u"in"_s) >= before + 5'400'000 && due.value(u"in"_s) <= after + 5'400'000);
    QCOMPARE(due.value(u"at"_s), 1906538400000);
    QCOMPARE(due.value(u"epoch"_s), 1900000000000);
}

void DuectlTasks::copiesAreSpreadEvenly()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --at 2030-01-01T00:00:00Z --copies 10 --spread 10m"), 0);
    const QJsonArray tasks = duectl.run("list q --json").array();
    QCOMPARE(tasks.size(), 10);
    for (int i = 0; i < 10; ++i)
        QCOMPARE(tasks.at(i).toObject().value(u"due_ms"_s).toInteger(), 1893456000000 + i * 60'000);
}

void DuectlTasks::aHundredThousandCopiesTakeAboutASecond()
{
    RedisServer server;
    const Duectl duectl(server.url());
    QElapsedTimer timer;
    timer.start();
    const Answer added = duectl.run("add q t --copies 100000 --in 1h");
    const qint64 elapsed = timer.elapsed();
    EXIT(added, 0);
    const QList<QByteArray> ids = added.lines();
    QCOMPARE(ids.size(), 100'000);
    QCOMPARE(QSet<QByteArray>(ids.begin(), ids.end()).size(), 100'000);
    QCOMPARE(duectl.run("queues --json").array().at(0).toObject().value(u"scheduled"_s).toInt(), 100'000);
    // The goal is more than 100,000 tasks per second. The limit allows for sanitizers and busy machines.
    qInfo("100,000 tasks in %lld ms", elapsed);
    QVERIFY2(elapsed < 20'000, qPrintable(QString::number(elapsed)));
}

void DuectlTasks::addingTheSameIdAgainIsFineOtherContentIsNot()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const Answer first = duectl.run("add q order --id 7 --payload a");
    EXIT(first, 0);
    QCOMPARE(first.out, QByteArray("order#7\n"));
    const Answer again = duectl.run("add q order --id 7 --payload a");
    EXIT(again, 0);
    QCOMPARE(again.out, QByteArray("order#7\n"));
    QVERIFY2(again.err.contains("already exists"), again.all());
    const Answer other = duectl.run("add q order --id 7 --payload b");
    FAILS(other, 1, "order#7");
    QCOMPARE(duectl.run("show q order#7 --payload").out, QByteArray("a"));
    QCOMPARE(duectl.run("list q --json").array().size(), 1);
    // An id that seems to contain a different type becomes part of the new id unchanged.
    const Answer odd = duectl.run("add q mail --id order#7");
    EXIT(odd, 0);
    QCOMPARE(odd.out, QByteArray("mail#order#7\n"));
    QVERIFY2(odd.err.contains("the type of the task is \"mail\", so the complete id is mail#order#7"), odd.all());
    const Answer complete = duectl.run("add q mail --id mail#7");
    EXIT(complete, 0);
    QVERIFY2(complete.out == "mail#7\n" && complete.err.isEmpty(), complete.all());
}

void DuectlTasks::optionsOfATaskAreShown()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id x --in 10m --max-attempts 3 --backoff fixed:30s --lease 90s --expires 1h"), 0);
    const QJsonObject task = duectl.run("show q t#x --json").object();
    QCOMPARE(task.value(u"queue"_s).toString(), u"q"_s);
    QCOMPARE(task.value(u"max_attempts"_s).toInt(), 3);
    QCOMPARE(task.value(u"backoff"_s).toString(), u"fixed:30s"_s);
    QCOMPARE(task.value(u"lease_ms"_s).toInteger(), 90'000);
    QCOMPARE(task.value(u"expires_ms"_s).toInteger() - task.value(u"due_ms"_s).toInteger(), 50 * 60'000);
    QVERIFY(task.value(u"attempts"_s).isArray());
    const Answer text = duectl.run("show q t#x");
    QVERIFY2(text.out.contains("fixed:30s") && text.out.contains("1m30s"), text.all());
}

void DuectlTasks::whatASuccessLeavesUnknownIsNull()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a"), 0);
    const auto client = otherClient(server);
    TaskBroker& broker = *client->broker();
    const ClaimRequest request{
        .queue = "q", .leaseFor = Millis(50), .types = {.all = true, .exact = {}, .prefixes = {}}};
    QCOMPARE(broker.claim(request)->leases.size(), 1);
    qint64 retried = 0;
    QTRY_VERIFY_WITH_TIMEOUT((retried += broker.recover("q", 100)->retried) == 1, 10'000);
    const QJsonObject waiting = duectl.run("show q t#a --json").object();
    QCOMPARE(waiting.value(u"leases"_s), QJsonValue(1));
    QCOMPARE(waiting.value(u"expiries"_s), QJsonValue(1));
    const auto claim = broker.claim(request);
    QCOMPARE(claim->leases.size(), 1);
    QVERIFY(broker.ack("q", {{"t#a", claim->leases.front().token, {}}}, {}).ok());
    const QJsonObject done = duectl.run("show q t#a --json").object();
    QCOMPARE(done.value(u"state"_s).toString(), u"done"_s);
    for (const QString& name : {u"leases"_s, u"expiries"_s})
        QVERIFY2(done.contains(name) && done.value(name).isNull(), qPrintable(name));
}

void DuectlTasks::anInterruptedAddPrintsWhatWasAdded_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<bool>("json");
    QTest::newRow("SIGTERM") << SIGTERM << false;
    QTest::newRow("SIGINT, JSON") << SIGINT << true;
}

void DuectlTasks::anInterruptedAddPrintsWhatWasAdded()
{
    QFETCH(int, signal);
    QFETCH(bool, json);
    RedisServer server;
    const Duectl duectl(server.url());
    const auto process
        = duectl.start(words("add q t --in 1h --copies 2000000") << (json ? QStringList{u"--json"_s} : QStringList()));
    QTRY_VERIFY_WITH_TIMEOUT(server.call({"ZCARD", "dueline:{q}:pending"}).integer > 0, 20'000);
    sendSignal(*process, signal);
    const Answer answer = Duectl::finish(*process);
    const qint64 added = server.call({"ZCARD", "dueline:{q}:pending"}).integer;
    QVERIFY2(answer.code == 1 && added < 2'000'000, answer.all());
    QCOMPARE(answer.err, "Only " + QByteArray::number(added) + " of 2000000 tasks were added: it was interrupted.\n");
    QSet<QByteArray> ids;
    if (json) {
        for (const auto& task : answer.array())
            ids.insert(task.toObject().value(u"id"_s).toString().toUtf8());
    } else {
        for (const QByteArray& id : answer.lines())
            ids.insert(id);
    }
    QCOMPARE(ids.size(), added);
    const QByteArray one = *ids.begin();
    QVERIFY(server.call({"ZSCORE", "dueline:{q}:pending", one}).type != Reply::Type::Nil);
}

void DuectlTasks::anExpiryBeforeTheDueTimeIsRefused()
{
    RedisServer server;
    const Duectl duectl(server.url());
    FAILS(duectl.run("add q t --in 2h --expires 1h"), 2, "--expires");
    QCOMPARE(duectl.run("queues --json").array().size(), 0);
}

void DuectlTasks::tenMegabytesComeBackByteByByte()
{
    RedisServer server;
    const Duectl duectl(server.url());
    QByteArray payload(10 * 1024 * 1024 + 17, Qt::Uninitialized);
    for (qsizetype i = 0; i < payload.size(); ++i)
        payload[i] = char((i * 2654435761U) >> 13);
    const Answer added = duectl.run("add big t --id x --payload-file -", payload);
    EXIT(added, 0);
    const Answer shown = duectl.run("show big t#x --payload");
    EXIT(shown, 0);
    QVERIFY(shown.out == payload);
    QTemporaryDir folder;
    QFile file(folder.filePath(u"payload"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(payload);
    file.close();
    EXIT(duectl.run(words("add big t --id y --payload-file") << file.fileName()), 0);
    QVERIFY(duectl.run("show big t#y --payload").out == payload);
    const QJsonArray tasks = duectl.run("list big --json").array();
    QCOMPARE(tasks.size(), 2);
    QCOMPARE(tasks.at(0).toObject().value(u"size"_s).toInteger(), payload.size());
}

void DuectlTasks::aPayloadOverTheLimitIsRefusedBeforeItIsSent()
{
    RedisServer server;
    QTemporaryDir folder;
    QFile file(folder.filePath(u"sparse"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.resize(513LL * 1024 * 1024));
    file.close();
    FAILS(Duectl(server.url()).run(words("add q t --payload-file") << file.fileName()), 1, "512 MB");
}

void DuectlTasks::untrustedTextIsEscaped()
{
    RedisServer server;
    const Duectl duectl(server.url());
    NewTask hostile;
    hostile.id = "t#a\033[2J\u202Eb\"c"; // duectl itself would reject this id
    QVERIFY(otherClient(server)->editor()->add("q", {hostile}).ok());
    const Answer listed = duectl.run("list q");
    EXIT(listed, 0);
    QVERIFY2(!listed.out.contains('\033') && !listed.out.contains("\u202E"), listed.all());
    const Answer json = duectl.run("list q --json");
    QCOMPARE(json.array().at(0).toObject().value(u"id"_s).toString(), u"t#a\033[2J\u202Eb\"c"_s);
    QVERIFY(!json.out.contains('\033'));
    // Bytes that are not valid UTF-8 are printed as Latin-1 characters.
    EXIT(duectl.run("add q bytes --id x --payload-file -", QByteArray("caf\xe9\xff ok \xc3\xa9")), 0);
    QCOMPARE(duectl.run("show q bytes#x --payload --json").object().value(u"payload"_s).toString(),
        u"caf\u00e9\u00ff ok \u00e9"_s);
}

/// Checks the order with and without a filter, and across all queues: finished tasks newest first, waiting tasks by
/// time.
void DuectlTasks::aFilteredListHasTheOrderOfAnyList()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 12 --in 1h --spread 1h"), 0);
    EXIT(duectl.run("add q t --id first --in 5h"), 0);
    for (const char* id : {"c", "a", "d", "b"}) {
        EXIT(duectl.run(QByteArray("add q t --id ") + id), 0);
        EXIT(duectl.run(QByteArray("discard q --yes t#") + id), 0);
    }
    const auto ids = [&duectl](const QByteArray& line) {
        QStringList all;
        for (const auto& task : duectl.run(line).array())
            all << task.toObject().value(u"id"_s).toString();
        return all;
    };
    const QStringList newest{u"t#b"_s, u"t#d"_s, u"t#a"_s, u"t#c"_s};
    QCOMPARE(ids("list q --json --state trash"), newest);
    QCOMPARE(ids("list q --json --match state:trash"), newest);
    QCOMPARE(ids("list --json --match state:trash"), newest);
    QCOMPARE(ids("list q --json --match state:trash --limit 2 --offset 1"), newest.mid(1, 2));
    QCOMPARE(ids("list q --json --match type:t"), ids("list q --json"));
    QCOMPARE(ids("list q --json --match type:t").size(), 17);
}

void DuectlTasks::listsAreExactWithFilterLimitAndOffset()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q mail.send --copies 130 --in 1h --payload alice"), 0);
    EXIT(duectl.run("add q mail.digest --copies 70 --payload bob"), 0);
    const auto count = [&](const char* line) { return duectl.run(line).array().size(); };
    QCOMPARE(count("list q --json"), 50);
    QCOMPARE(count("list q --json --limit 1000"), 200);
    QCOMPARE(count("list q --json --limit 1000 --offset 190"), 10);
    QCOMPARE(count("list q --json --limit 1000 --state due"), 70);
    QCOMPARE(count("list q --json --limit 1000 --state pending"), 200);
    QCOMPARE(count("list q --json --limit 1000 --state failed,due"), 70);
    QCOMPARE(count("list q --json --limit 1000 --match payload:alice"), 130);
    QCOMPARE(count("list q --json --limit 1000 --match \"type:mail.d* -payload:alice\""), 70);
    const Answer page = duectl.run("list q --match payload:alice --limit 30 --offset 110");
    EXIT(page, 0);
    QCOMPARE(page.lines().size(), 1 + 20);
    QVERIFY2(page.err.contains("111 to 130 of 130 tasks"), page.all());
    const Answer nothing = duectl.run("list q --match payload:nobody");
    EXIT(nothing, 0);
    QVERIFY2(nothing.out.isEmpty() && nothing.err.contains("0 of 0 tasks"), nothing.all());
}

void DuectlTasks::anIdMayBeShortened()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id alpha-1"), 0);
    EXIT(duectl.run("add q t --id alpha-2"), 0);
    EXIT(duectl.run("add q t --id beta"), 0);
    QCOMPARE(duectl.run("show q be --json").object().value(u"id"_s).toString(), u"t#beta"_s);
    QCOMPARE(duectl.run("show q t#be --json").object().value(u"id"_s).toString(), u"t#beta"_s);
    FAILS(duectl.run("show q alpha"), 1, "t#alpha-1");
}

void DuectlTasks::whatIsNotThereIsExitCode1()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a"), 0);
    for (const char* line : {"list nowhere", "show nowhere a", "leases nowhere", "results nowhere", "check nowhere",
             "timeline nowhere", "operations nowhere", "queue nowhere show", "queue nowhere set lease=1m",
             "queue nowhere delete --yes", "retry nowhere --all --yes", "discard nowhere a"})
        FAILS(duectl.run(line), 1, "nowhere");
    FAILS(duectl.run("show q zzz"), 1, "zzz");
    FAILS(duectl.run("discard q zzz"), 1, "zzz");
    FAILS(duectl.run("undo q/nothing --yes"), 1, "q/nothing");
    FAILS(duectl.run("cancel q a"), 1, "not leased");
}

void DuectlTasks::aReaderThatGoesAwayEndsTheListQuietly()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 20000 --in 1h"), 0);
    QProcess shell;
    shell.start(u"/bin/bash"_s,
        {u"-c"_s,
            u"\"$DUECTL\" --url '%1' list q --limit 20000 | head -n 1; exit ${PIPESTATUS[0]}"_s.arg(server.url())});
    const Answer answer = Duectl::finish(shell);
    EXIT(answer, 0);
    QCOMPARE(answer.lines().size(), 1);
    QVERIFY2(!answer.err.contains("Cannot write"), answer.all());
}

QTEST_GUILESS_MAIN(DuectlTasks)
#include "tst_duectl_tasks.moc"
