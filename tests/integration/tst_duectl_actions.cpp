// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests an operator's changes: actions, operations, undo and confirmations.
class DuectlActions : public QObject
{
    Q_OBJECT

private slots:
    void aDryRunTellsAndChangesNothing();
    void manyTasksAreNotChangedWithoutATerminalOrYes();
    void oneTaskNeedsNoYes();
    void discardUndoAndRestoreGoBackExactly();
    void undoReportsWhatHasMovedOn();
    void anUndoThatFoundNothingLeftIsNotListedAsUndone();
    void rescheduleTakesFourKindsOfTimes();
    void runNowBringsForward();
    void deleteIsForGood();
    void aFilterSelectsExactly();
    void leasedTasksNeedForce();
    void ofSeveralIdsTheMissingOneIsNamed();
    void nothingToDoIsFineForAFilterButNotForAnId();
    void aPaceIsKept();
    void anActionOnNothingHasTheShapeOfOneOnSomething();
    void operationsHaveExactlyTheDocumentedFields();
    void leasesAreExtendedReleasedAndCancelled();
    void interruptedOperationsSaySo();

private:
    static QJsonArray tasks(const Duectl& duectl, const char* line) { return duectl.run(line).array(); }
    static QString state(const Duectl& duectl, const char* id)
    {
        return duectl.run({u"show"_s, u"q"_s, QString::fromUtf8(id), u"--json"_s})
            .object()
            .value(u"state"_s)
            .toString();
    }
    static qint64 due(const Duectl& duectl, const char* id)
    {
        return duectl.run({u"show"_s, u"q"_s, QString::fromUtf8(id), u"--json"_s})
            .object()
            .value(u"due_ms"_s)
            .toInteger();
    }
    /// Starts a worker and waits until it has claimed a task, which runs until the worker ends.
    static std::unique_ptr<QProcess> holdAll(const Duectl& duectl)
    {
        auto worker = duectl.start(words("work --queue q --handler *=sleep:600000"));
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < 20'000 && duectl.run("leases q --json").array().isEmpty()) { }
        return worker;
    }
};

void DuectlActions::aDryRunTellsAndChangesNothing()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 12 --in 1h"), 0);
    const QByteArray before = duectl.run("list q --json").out;
    const auto keys = server.call({"DBSIZE"});
    for (const char* line : {"discard q --all --dry-run", "delete q --all --dry-run", "run-now q --all --dry-run",
             "reschedule q --all --in 5m --dry-run", "discard q --match type:t --dry-run --yes"}) {
        const Answer answer = duectl.run(line);
        EXIT(answer, 0);
        QVERIFY2(answer.out.contains("12 tasks in q"), answer.all());
        // A reschedule changes these times.
        const bool isReschedule = QByteArray(line).startsWith("reschedule");
        QVERIFY2(answer.out.contains(isReschedule ? "\nCurrently due from " : "\nDue from "), answer.all());
    }
    const QJsonObject json = duectl.run("discard q --all --dry-run --json").object();
    QCOMPARE(json.value(u"dry_run"_s).toBool(), true);
    QCOMPARE(json.value(u"total"_s).toInt(), 12);
    QCOMPARE(json.value(u"scheduled"_s).toInt(), 12);
    QCOMPARE(json.value(u"undoable"_s).toBool(), true);
    QVERIFY(json.value(u"undo_bytes"_s).toInteger() > 0);
    QCOMPARE(duectl.run("list q --json").out, before);
    QCOMPARE(server.call({"DBSIZE"}), keys);
    QCOMPARE(tasks(duectl, "operations --json").size(), 0);
}

void DuectlActions::manyTasksAreNotChangedWithoutATerminalOrYes()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 2 --in 1h"), 0);
    const QByteArray before = duectl.run("list q --json").out;
    FAILS(duectl.run("discard q --all"), 1, "--yes");
    FAILS(duectl.run("delete q --match type:t"), 1, "cannot be undone");
    FAILS(duectl.run("reschedule q --all --in 5m"), 1, "2 tasks");
    QCOMPARE(duectl.run("list q --json").out, before);
    EXIT(duectl.run("discard q --all --yes"), 0);
    const QByteArray operation
        = duectl.run("operations --json").array().at(0).toObject().value(u"id"_s).toString().toUtf8();
    FAILS(duectl.run(words("undo") << QString::fromUtf8(operation)), 1, "--yes");
}

void DuectlActions::oneTaskNeedsNoYes()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a --in 1h"), 0);
    const Answer answer = duectl.run("discard q a");
    EXIT(answer, 0);
    QVERIFY2(answer.out.startsWith("1 discarded; operation q/") && answer.out.contains("undo: duectl undo q/"),
        answer.all());
    QCOMPARE(state(duectl, "t#a"), u"trash"_s);
    const QString undo = QString::fromUtf8(answer.out.mid(answer.out.indexOf("duectl undo ") + 12).trimmed());
    const Answer undone = duectl.run({u"undo"_s, undo});
    EXIT(undone, 0);
    QVERIFY2(undone.out.contains("1 of 1 restored"), undone.all());
    QCOMPARE(state(duectl, "t#a"), u"scheduled"_s);
}

void DuectlActions::discardUndoAndRestoreGoBackExactly()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 250 --at 2030-01-01T00:00:00Z --spread 1h --payload x"), 0);
    const QByteArray before = duectl.run("list q --json --limit 1000").out;
    const QJsonObject done = duectl.run("discard q --all --yes --json --reason \"wrong customer\"").object();
    QCOMPARE(done.value(u"done"_s).toInt(), 250);
    QCOMPARE(done.value(u"undoable"_s).toBool(), true);
    QCOMPARE(tasks(duectl, "list q --json --state trash --limit 1000").size(), 250);
    const Answer undone = duectl.run({u"undo"_s, done.value(u"operation"_s).toString(), u"--yes"_s, u"--json"_s});
    EXIT(undone, 0);
    QCOMPARE(undone.object().value(u"restored"_s).toInt(), 250);
    QCOMPARE(duectl.run("list q --json --limit 1000").out, before);
    // Undoing the same operation again has no effect.
    FAILS(duectl.run({u"undo"_s, done.value(u"operation"_s).toString(), u"--yes"_s}), 1, "undone");
    EXIT(duectl.run("discard q --all --yes"), 0);
    EXIT(duectl.run("restore q --all --yes"), 0);
    QCOMPARE(duectl.run("list q --json --limit 1000").out, before);
    const Answer listed = duectl.run("operations q");
    QVERIFY2(listed.out.contains("wrong customer"), listed.all());
}

void DuectlActions::undoReportsWhatHasMovedOn()
{
    RedisServer server;
    const Duectl duectl(server.url());
    for (const char* id : {"a", "b", "c", "d"})
        EXIT(duectl.run(words("add q t --in 1h --id") << QString::fromLatin1(id)), 0);
    const QString operation = duectl.run("discard q --all --yes --json").object().value(u"operation"_s).toString();
    EXIT(duectl.run("delete q c"), 0);
    EXIT(duectl.run("restore q d"), 0);
    const Answer undone = duectl.run({u"undo"_s, operation, u"--yes"_s});
    EXIT(undone, 1);
    QVERIFY2(undone.out.contains("2 of 4 restored, 2 have changed since"), undone.all());
}

void DuectlActions::anUndoThatFoundNothingLeftIsNotListedAsUndone()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --in 1h --id a"), 0);
    const QString operation = duectl.run("discard q a --json").object().value(u"operation"_s).toString();
    EXIT(duectl.run("restore q a"), 0);
    EXIT(duectl.run({u"undo"_s, operation}), 1);
    const Answer listed = duectl.run("operations q");
    EXIT(listed, 0);
    QByteArray row;
    for (const QByteArray& line : listed.out.split('\n')) {
        if (line.contains(" discard "))
            row = line;
    }
    // Once the restore has been undone, the discard can be undone again.
    QVERIFY2(row.contains(" yes ") && !row.contains("undone"), listed.all());
    const Answer json = duectl.run("operations q --json");
    EXIT(json, 0);
    for (const QJsonValue& one : QJsonDocument::fromJson(json.out).array()) {
        if (one[u"id"_s].toString() == operation)
            QCOMPARE(one[u"undoable"_s], QJsonValue(true));
    }
}

void DuectlActions::rescheduleTakesFourKindsOfTimes()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a --at 2030-01-01T00:00:00Z"), 0);
    EXIT(duectl.run("reschedule q a --at 2031-01-01T00:00:00Z"), 0);
    QCOMPARE(due(duectl, "t#a"), 1924992000000);
    EXIT(duectl.run("reschedule q a --shift -1h"), 0);
    QCOMPARE(due(duectl, "t#a"), 1924992000000 - 3'600'000);
    EXIT(duectl.run("reschedule q a --shift +2h"), 0);
    QCOMPARE(due(duectl, "t#a"), 1924992000000 + 3'600'000);
    EXIT(duectl.run("reschedule q a --in 30m"), 0);
    const qint64 now = duectl.run("watch q --json --help").code; // an extra run, so that the clock is read later
    Q_UNUSED(now)
    QVERIFY(due(duectl, "t#a") < 1924992000000);
    EXIT(duectl.run("add q s --copies 11 --in 1h"), 0);
    EXIT(duectl.run("reschedule q --match type:s --yes --spread 2030-01-01T00:00:00Z..2030-01-01T00:10:00Z"), 0);
    const QJsonArray spread = tasks(duectl, "list q --json --match type:s");
    QCOMPARE(spread.size(), 11);
    QCOMPARE(spread.at(0).toObject().value(u"due_ms"_s).toInteger(), 1893456000000);
    QCOMPARE(spread.at(10).toObject().value(u"due_ms"_s).toInteger(), 1893456600000);
    for (int i = 1; i < 11; ++i) {
        const qint64 gap = spread.at(i).toObject().value(u"due_ms"_s).toInteger()
            - spread.at(i - 1).toObject().value(u"due_ms"_s).toInteger();
        QCOMPARE(gap, 60'000);
    }
}

void DuectlActions::runNowBringsForward()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 5 --in 1h"), 0);
    EXIT(duectl.run("run-now q --all --yes"), 0);
    QCOMPARE(tasks(duectl, "list q --json --state due").size(), 5);
}

void DuectlActions::deleteIsForGood()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 150 --in 1h"), 0);
    EXIT(duectl.run("add q kept --id k --in 1h"), 0);
    EXIT(duectl.run("discard q --match type:t --yes"), 0);
    const Answer answer = duectl.run("delete q --match type:t --yes");
    EXIT(answer, 0);
    QVERIFY2(answer.out.startsWith("150 deleted") && answer.out.contains("cannot be undone"), answer.all());
    QCOMPARE(tasks(duectl, "list q --json --limit 1000").size(), 1);
    const QString operation = tasks(duectl, "operations q --json").at(0).toObject().value(u"id"_s).toString();
    FAILS(duectl.run({u"undo"_s, operation, u"--yes"_s}), 1, "undo");
}

void DuectlActions::aFilterSelectsExactly()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q mail.send --copies 120 --in 1h --payload \"for alice\""), 0);
    EXIT(duectl.run("add q mail.send --copies 30 --in 1h --payload \"for bob\""), 0);
    const QJsonObject done = duectl.run("discard q --match payload:ALICE --yes --json").object();
    QCOMPARE(done.value(u"done"_s).toInt(), 120);
    QCOMPARE(tasks(duectl, "list q --json --state scheduled --limit 1000").size(), 30);
    EXIT(duectl.run("discard q --all --state due --yes"), 0);
    QCOMPARE(tasks(duectl, "list q --json --state scheduled --limit 1000").size(), 30);
}

void DuectlActions::leasedTasksNeedForce()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a"), 0);
    const auto worker = holdAll(duectl);
    QCOMPARE(state(duectl, "t#a"), u"leased"_s);
    FAILS(duectl.run("discard q a"), 1, "--force");
    EXIT(duectl.run("discard q a --force"), 0);
    QCOMPARE(state(duectl, "t#a"), u"trash"_s);
    worker->terminate();
    worker->terminate();
    worker->kill();
    worker->waitForFinished();
}

void DuectlActions::ofSeveralIdsTheMissingOneIsNamed()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a --in 1h"), 0);
    EXIT(duectl.run("add q t --id b --in 1h"), 0);
    const Answer answer = duectl.run("discard q a t#missing b --yes");
    EXIT(answer, 1);
    QVERIFY2(answer.out.startsWith("2 discarded, 1 skipped"), answer.all());
    QVERIFY2(answer.err.contains("t#missing"), answer.all());
    const QJsonObject json = duectl.run("restore q a t#missing b --yes --json").object();
    QCOMPARE(json.value(u"done"_s).toInt(), 2);
    QCOMPARE(json.value(u"skipped"_s).toInt(), 1);
    QCOMPARE(json.value(u"skipped_tasks"_s).toArray().at(0).toObject().value(u"id"_s).toString(), u"t#missing"_s);
    QCOMPARE(json.value(u"skipped_tasks"_s).toArray().at(0).toObject().value(u"reason"_s).toString(), u"not_found"_s);
}

void DuectlActions::aPaceIsKept()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 12 --in 1h"), 0);
    QElapsedTimer timer;
    timer.start();
    const Answer answer = duectl.run("discard q --all --yes --pace 10");
    EXIT(answer, 0);
    // At 10 tasks per second, the last two of twelve tasks wait for a second.
    QVERIFY2(timer.elapsed() >= 1000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(tasks(duectl, "list q --json --state trash").size(), 12);
    FAILS(duectl.run("discard q --all --yes --pace 0"), 2, "--pace");
}

void DuectlActions::nothingToDoIsFineForAFilterButNotForAnId()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a --in 1h"), 0);
    const Answer none = duectl.run("retry q --match type:other --yes");
    EXIT(none, 0);
    QVERIFY2(none.out.isEmpty() && none.err.contains("Nothing to retry"), none.all());
    EXIT(duectl.run("retry q --all --yes"), 0);
    FAILS(duectl.run("retry q a"), 1, "t#a");
    QCOMPARE(tasks(duectl, "operations --json").size(), 0);
}

void DuectlActions::anActionOnNothingHasTheShapeOfOneOnSomething()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a --in 1h"), 0);
    const Answer nothing = duectl.run("discard q --match type:other --yes --json");
    EXIT(nothing, 0);
    const QJsonObject none = nothing.object();
    const QJsonObject some = duectl.run("discard q --all --yes --json").object();
    QCOMPARE(none.keys(), some.keys());
    QVERIFY(none.value(u"operation"_s).isNull() && some.value(u"operation"_s).isString());
    for (const QString& name : {u"total"_s, u"done"_s, u"skipped"_s}) {
        QCOMPARE(none.value(name), QJsonValue(0));
        QCOMPARE(some.value(name).type(), QJsonValue::Double);
    }
    QCOMPARE(none.value(u"kind"_s), some.value(u"kind"_s));
    QCOMPARE(none.value(u"queue"_s), some.value(u"queue"_s));
    QCOMPARE(none.value(u"undoable"_s), QJsonValue(false));
    QCOMPARE(none.value(u"cancelled"_s), QJsonValue(false));
    QCOMPARE(none.value(u"skipped_tasks"_s), QJsonValue(QJsonArray()));
}

void DuectlActions::operationsHaveExactlyTheDocumentedFields()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a --in 1h"), 0);
    EXIT(duectl.run("add q t --id b --in 1h"), 0);
    EXIT(duectl.run("run-now q a"), 0);
    EXIT(duectl.run("discard q b"), 0);
    const QJsonArray operations = tasks(duectl, "operations q --json");
    QCOMPARE(operations.size(), 2);
    QJsonObject newest = operations.at(0).toObject();
    QCOMPARE(newest.value(u"kind"_s).toString(), u"discard"_s);
    QVERIFY(newest.value(u"id"_s).toString().startsWith(u"q/"_s));
    QCOMPARE(newest.value(u"queue"_s).toString(), u"q"_s);
    QCOMPARE(newest.value(u"count"_s).toInt(), 1);
    QCOMPARE(newest.value(u"done"_s).toInt(), 1);
    QCOMPARE(newest.value(u"undoable"_s).toBool(), true);
    QVERIFY(newest.value(u"by"_s).toString().contains(u'@'));
    QVERIFY(newest.value(u"at_ms"_s).toInteger() > 1'700'000'000'000);
    for (const char* field : {"id", "kind", "queue", "count", "done", "undoable", "at_ms", "by"})
        QVERIFY2(newest.contains(QLatin1StringView(field)), field);
    QCOMPARE(tasks(duectl, "operations --json"), operations);
}

void DuectlActions::leasesAreExtendedReleasedAndCancelled()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a"), 0);
    EXIT(duectl.run("pause q"), 0);
    EXIT(duectl.run("resume q"), 0);
    const auto worker = holdAll(duectl);
    const QJsonObject lease = tasks(duectl, "leases q --json").at(0).toObject();
    QCOMPARE(lease.value(u"id"_s).toString(), u"t#a"_s);
    QVERIFY(!lease.value(u"worker"_s).toString().isEmpty());
    const qint64 until = lease.value(u"lease_until_ms"_s).toInteger();
    const QJsonArray workers = tasks(duectl, "workers --json");
    QCOMPARE(workers.size(), 1);
    QCOMPARE(workers.at(0).toObject().value(u"process_id"_s).toInteger(), worker->processId());
    QCOMPARE(workers.at(0).toObject().value(u"queues"_s).toArray().at(0).toString(), u"q"_s);

    EXIT(duectl.run("extend q a --lease 2h"), 0);
    QVERIFY(
        tasks(duectl, "leases q --json").at(0).toObject().value(u"lease_until_ms"_s).toInteger() > until + 3'600'000);
    EXIT(duectl.run("cancel q a"), 0);
    QTRY_VERIFY_WITH_TIMEOUT(state(duectl, "t#a") != u"leased"_s, 20'000);
    const QJsonObject cancelled = duectl.run("show q a --json").object();
    QCOMPARE(cancelled.value(u"attempts"_s).toArray().at(0).toObject().value(u"outcome"_s).toString(), u"cancelled"_s);

    EXIT(duectl.run("add q t --id r"), 0);
    QTRY_COMPARE_WITH_TIMEOUT(state(duectl, "t#r"), u"leased"_s, 20'000);
    EXIT(duectl.run("pause q"), 0); // Keep the worker from reclaiming the task.
    EXIT(duectl.run("release q r"), 0);
    QCOMPARE(state(duectl, "t#r"), u"retrying"_s);
    FAILS(duectl.run("release q r"), 1, "not leased");
    worker->terminate();
    EXIT(Duectl::finish(*worker), 0);
}

void DuectlActions::interruptedOperationsSaySo()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 60000 --in 1h"), 0);
    const auto process = duectl.start(words("discard q --all --yes"));
    QTRY_VERIFY_WITH_TIMEOUT(server.call({"ZCARD", "dueline:{q}:trash"}).integer > 0, 20'000);
    process->terminate();
    const Answer answer = Duectl::finish(*process);
    const qint64 discarded = server.call({"ZCARD", "dueline:{q}:trash"}).integer;
    if (answer.code == 0) // The command finished before the signal arrived.
        QCOMPARE(discarded, 60'000);
    else
        FAILS((Answer{answer.code, {}, answer.err}), 1, "Interrupted after " + QByteArray::number(discarded));
    const QJsonObject record = tasks(duectl, "operations --json").at(0).toObject();
    QCOMPARE(record.value(u"done"_s).toInteger(), discarded);
    EXIT(duectl.run({u"undo"_s, record.value(u"id"_s).toString(), u"--yes"_s}), 0);
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:trash"}).integer, 0);
}

QTEST_GUILESS_MAIN(DuectlActions)
#include "tst_duectl_actions.moc"
