// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/moverun.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/nativebackend.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/hostilestrings.h"
#include "tests/support/sendsignal.h"

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Queue as stored in Redis.
class Outside
{
public:
    Outside(RedisServer& server, const QByteArray& queue)
        : m_server(server)
        , m_base("dueline:{" + queue + "}:")
    { }

    qint64 count(const char* set) { return m_server.call({"ZCARD", m_base + set}).integer; }
    /// Returns the tasks by id, each with its state and all its data except when it was added.
    std::map<QByteArray, QByteArray> tasks(std::initializer_list<const char*> sets)
    {
        std::map<QByteArray, QByteArray> all;
        for (const char* set : sets) {
            const Reply members = m_server.call({"ZRANGE", m_base + set, "0", "-1", "WITHSCORES"});
            for (std::size_t i = 0; i + 1 < members.items.size(); i += 2) {
                const QByteArray& id = members.items[i].bytes;
                all[id] = QByteArray(set) + ' ' + members.items[i + 1].bytes;
                for (const char* column : {"tasks", "tries", "history", "results"}) {
                    QByteArray value = m_server.call({"HGET", m_base + column, id}).bytes;
                    const qsizetype line = std::max<qsizetype>(value.indexOf('\n'), 0);
                    value
                        = QString::fromLatin1(value.left(line)).remove(QRegularExpression(u",?\"t\":\\d+"_s)).toLatin1()
                        + value.mid(line);
                    all[id] += '|' + value;
                }
                all[id] += '|' + m_server.call({"GET", m_base + "b:" + id}).bytes;
            }
        }
        return all;
    }
    std::map<QByteArray, QByteArray> tasks() { return tasks({"pending", "retry", "leased", "failed", "done"}); }

private:
    RedisServer& m_server;
    QByteArray m_base;
};

} // namespace

/// Tests `duectl move` and `copy` on one server and between two, and undoing them.
class DuectlMove : public QObject
{
    Q_OBJECT

private slots:
    void hostileTasksAreCopiedByteForByte();
    void everyStateIsMovedAsItWasAndComesBack();
    void aPreviewSaysWhatIsKeptAndWhatIsNot();
    void betweenServersNothingIsLostWhereverItIsKilled();
    void whatIsInTheWayStays();
    void whatRanThereStaysThere();
    void mistakesAreUsage();
    void aMoveIntoAFrameworkSaysThatUndoCannotReverseIt();
    void aDryRunIsRefusedLikeTheMove_data();
    void aDryRunIsRefusedLikeTheMove();
};

void DuectlMove::hostileTasksAreCopiedByteForByte()
{
    RedisServer server;
    RedisServer second;
    const Duectl duectl(server.url());
    const auto backend = openNative(server, Access::Operate);
    std::vector<NewTask> tasks;
    for (const auto& hostile : test::hostileStrings("/etc/passwd", "http://127.0.0.1:1")) {
        NewTask task;
        task.id = "t#" + QByteArray::number(qulonglong(tasks.size())) + hostile.bytes.left(1000);
        task.dueIn = Millis(3'600'000 + qint64(tasks.size()));
        task.payload = hostile.bytes;
        tasks.push_back(task);
    }
    must(backend->editor()->add("q", tasks));
    const auto before = Outside(server, "q").tasks();
    const Answer copied
        = duectl.run({u"copy"_s, u"q"_s, u"--all"_s, u"--to"_s, u"q"_s, u"--to-url"_s, second.url(), u"--yes"_s});
    EXIT(copied, 0);
    QCOMPARE(Outside(second, "q").tasks(), before);
    QCOMPARE(Outside(server, "q").tasks(), before);
    EXIT(duectl.run("move q --all --to other --yes"), 0);
    QCOMPARE(Outside(server, "other").tasks(), before);
    QCOMPARE(Outside(server, "q").tasks().size(), std::size_t(0));
    // A copy is undone in its destination queue.
    const QByteArray operation = copied.out.trimmed().split(' ').last();
    const Answer undone = Duectl(second.url()).run({u"undo"_s, QString::fromUtf8(operation), u"--yes"_s});
    EXIT(undone, 0);
    QCOMPARE(Outside(second, "q").count("trash"), qint64(tasks.size()));
}

void DuectlMove::everyStateIsMovedAsItWasAndComesBack()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const auto backend = openNative(server);
    EXIT(duectl.run("add q later --in 1h --max-attempts 9 --backoff fixed:3s --lease 2m --expires 2h --payload {}"), 0);
    for (const char* type : {"bad", "again", "good", "held"})
        EXIT(duectl.run({u"add"_s, u"q"_s, QString::fromLatin1(type), u"--payload"_s, u"p"_s, u"--keep-result"_s}), 0);
    for (int round = 0; round < 2; ++round) {
        for (const Lease& lease : must(backend->broker()->claim({"q", 10, Millis(60'000), {true, {}, {}}})).leases) {
            const QByteArray type = typeOf(lease).toByteArray();
            if (round == 0)
                must(backend->broker()->nack(
                    "q", {{lease.id, lease.token, Millis(0), "retry", "first", lease.dueAt}}, {}));
            else if (type == "good")
                must(backend->broker()->ack("q", {{lease.id, lease.token, "result"}}, {}));
            else if (type != "held")
                must(backend->broker()->nack("q",
                    {{lease.id, lease.token, type == "bad" ? std::nullopt : std::optional(Millis(3'600'000)),
                        type == "bad" ? "failed" : "retry", "second", lease.dueAt}},
                    {}));
        }
    }
    auto before = Outside(server, "q").tasks();
    const Answer moved = duectl.run("move q --all --to r --yes --reason tidy");
    EXIT(moved, 1);
    QVERIFY2(moved.out.startsWith("4 tasks moved to the queue r. Undo: duectl undo q/")
            && moved.err == "Not moved: 1 held by a worker.\n",
        moved.all());
    auto there = Outside(server, "r").tasks();
    auto here = Outside(server, "q").tasks();
    QCOMPARE(here.size(), std::size_t(1));
    auto expected = before;
    expected.erase(here.begin()->first);
    QCOMPARE(there, expected);
    const QByteArray operation = moved.out.trimmed().split(' ').last();
    // The part of the operation recorded in the other queue can't be undone separately.
    const QByteArray half = "r/" + operation.mid(operation.indexOf('/') + 1);
    QVERIFY(duectl.run({u"undo"_s, QString::fromUtf8(half), u"--yes"_s}).isError(1));
    const Answer undone = duectl.run({u"undo"_s, QString::fromUtf8(operation), u"--yes"_s});
    EXIT(undone, 0);
    QCOMPARE(undone.out, QByteArray("4 of 4 restored.\n"));
    QCOMPARE(Outside(server, "q").tasks(), before);
    QCOMPARE(
        Outside(server, "r").tasks({"pending", "retry", "leased", "failed", "done", "trash"}).size(), std::size_t(0));
    QVERIFY(duectl.run({u"undo"_s, QString::fromUtf8(operation), u"--yes"_s}).isError(1));
    // After the undo, the tasks can be moved to `r` again.
    EXIT(duectl.run("move q --all --to r --yes"), 1);
    QCOMPARE(Outside(server, "r").tasks(), expected);
}

void DuectlMove::aPreviewSaysWhatIsKeptAndWhatIsNot()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 3 --in 1h"), 0);
    const Answer refused = duectl.run("move q --all --to r");
    QVERIFY2(refused.isError(1) && refused.err.contains("--yes"), refused.all());
    const Answer dry = duectl.run("copy q --all --to r --dry-run");
    EXIT(dry, 0);
    QVERIFY2(
        dry.out.startsWith("Would copy 3 tasks (3 scheduled) to the queue r, which will be created.\n"), dry.all());
    QVERIFY2(dry.out.contains("Kept: id, ") && dry.out.contains("and both run it"), dry.all());
    const Answer json = duectl.run("move q --all --to r --dry-run --json");
    EXIT(json, 0);
    QCOMPARE(json.object().value(u"total"_s).toInt(), 3);
    QVERIFY(json.object().value(u"not_kept"_s).toArray().size() >= 3);
    QCOMPARE(server.call({"EXISTS", "dueline:{r}:meta"}).integer, 0);
    QCOMPARE(Outside(server, "q").count("trash"), 0);
}

void DuectlMove::betweenServersNothingIsLostWhereverItIsKilled()
{
    constexpr int tasks = 6'000;
    RedisServer server;
    RedisServer second;
    const Duectl duectl(server.url());
    EXIT(duectl.run({u"add"_s, u"q"_s, u"t"_s, u"--copies"_s, QString::number(tasks), u"--in"_s, u"1h"_s,
             u"--payload"_s, u"p"_s}),
        0);
    const auto before = Outside(server, "q").tasks();
    const QStringList move{u"move"_s, u"q"_s, u"--all"_s, u"--to"_s, u"q2"_s, u"--to-url"_s, second.url(), u"--yes"_s};
    const auto runnable = [](RedisServer& at, const QByteArray& queue) {
        QSet<QByteArray> ids;
        const Reply members = at.call(
            {"ZRANGEBYSCORE", "dueline:{" + queue + "}:pending", "-inf", '(' + QByteArray::number(toMs(parkedUntil))});
        for (const Reply& member : members.items)
            ids.insert(member.bytes);
        return ids;
    };
    for (int round = 0; round < 6 && Outside(server, "q").count("pending") > 0; ++round) {
        const qint64 there = Outside(second, "q2").count("pending");
        const auto process = duectl.start(move);
        QTRY_VERIFY_WITH_TIMEOUT(
            Outside(second, "q2").count("pending") > there + 300 || process->state() == QProcess::NotRunning, 20'000);
        QTest::qSleep(round * 3);
        sendSignal(*process, SIGKILL);
        process->waitForFinished();
        // Expire the killed process's claim, so that the next process need not wait for it.
        for (const Reply& operation : server.call({"ZRANGE", "dueline:{q}:ops", "0", "-1"}).items)
            server.call({"HSET", "dueline:{q}:op:" + operation.bytes, "held", "0"});
        // No task is in both queues. A task in neither queue is in the trash.
        const auto here = runnable(server, "q");
        const auto gone = runnable(second, "q2");
        QVERIFY(!here.intersects(gone));
        const auto trash = Outside(server, "q").tasks({"trash"});
        for (const auto& [id, text] : before)
            QVERIFY2(here.contains(id) || gone.contains(id) || trash.contains(id), id.constData());
    }
    EXIT(duectl.run(move), 0);
    QCOMPARE(Outside(second, "q2").tasks(), before);
    QCOMPARE(Outside(server, "q").count("pending"), 0);
    for (const auto record : duectl.run("operations q --json").array())
        QVERIFY2(!record.toObject().contains(u"finished"_s), qPrintable(record.toObject().value(u"id"_s).toString()));
}

void DuectlMove::whatIsInTheWayStays()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id one --payload 1 --in 1h"), 0);
    EXIT(duectl.run("add q t --id two --payload 2 --in 1h"), 0);
    EXIT(duectl.run("add q t --id three --payload 3 --in 1h"), 0);
    EXIT(duectl.run("add r t --id one --payload other --in 1h"), 0);
    EXIT(duectl.run("add r t --id two --payload 2 --in 1h"), 0);
    // A dry run reports the same results and exit code as the real run.
    for (const char* kind : {"move", "copy"}) {
        const Answer dry = duectl.run((QByteArray(kind) + " q --all --to r --dry-run --json").constData());
        EXIT(dry, 1);
        QCOMPARE(dry.object().value(u"total"_s).toInt(), 1);
        QCOMPARE(dry.object().value(u"exists"_s).toInt(), 1);
        QCOMPARE(dry.object().value(u"conflicts"_s).toInt(), 1);
    }
    const Answer told = duectl.run("copy q --all --to r --dry-run");
    QVERIFY2(told.out.contains("Would copy 1 task (1 scheduled)")
            && told.out.contains("\nNot copied: 1 already there, 1 whose id is in use there.\n"),
        told.all());
    const Answer moved = duectl.run("move q --all --to r --yes");
    EXIT(moved, 1);
    QCOMPARE(moved.err, QByteArray("Not moved: 1 already there, 1 whose id is in use there.\n"));
    QCOMPARE(Outside(server, "q").count("pending"), 2);
    QCOMPARE(Outside(server, "r").count("pending"), 3);
}

void DuectlMove::whatRanThereStaysThere()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 5"), 0);
    const Answer moved = duectl.run("move q --all --to r --yes");
    EXIT(moved, 0);
    const QByteArray operation = moved.out.trimmed().split(' ').last();
    const auto backend = openNative(server);
    const auto leases = must(backend->broker()->claim({"r", 3, Millis(60'000), {true, {}, {}}})).leases;
    QCOMPARE(leases.size(), std::size_t(3));
    must(backend->broker()->ack("r", {{leases[0].id, leases[0].token, {}}}, {}));
    must(backend->broker()->nack("r", {{leases[1].id, leases[1].token, Millis(0), "retry", "x", {}}}, {}));
    const Answer undone = duectl.run({u"undo"_s, QString::fromUtf8(operation), u"--yes"_s});
    EXIT(undone, 1);
    QCOMPARE(undone.out, QByteArray("2 of 5 restored, 3 have changed since.\n"));
    QCOMPARE(Outside(server, "q").count("pending"), 2);
    QCOMPARE(Outside(server, "r").tasks().size(), std::size_t(3));
}

void DuectlMove::mistakesAreUsage()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --in 1h"), 0);
    FAILS(duectl.run("move q --all --yes"), 2, "--to");
    FAILS(duectl.run("move q --all --to q --yes"), 2, "already");
    FAILS(duectl.run({u"move"_s, u"q"_s, u"--all"_s, u"--to"_s, u"q"_s, u"--to-url"_s, server.url(), u"--yes"_s}), 2,
        "already");
    FAILS(duectl.run("move q --to r --yes"), 2, "needs one of");
    FAILS(duectl.run("move q --all --to r --to-url redis://a --to-profile b"), 2, "cannot be used together");
    FAILS(duectl.run("move nowhere --all --to r --yes"), 1, "There is no queue");
    FAILS(duectl.run("move q --all --to r --to-url redis://127.0.0.1:1 --yes"), 3, "");
    QCOMPARE(Outside(server, "q").count("pending"), 1);
}

void DuectlMove::aMoveIntoAFrameworkSaysThatUndoCannotReverseIt()
{
    RedisServer server;
    const Duectl duectl(server.url());
    FrameworkWriter::of("bullmq", server)->fill("jobs", 1);
    EXIT(duectl.run("add q t --copies 2 --payload {}"), 0);
    const QByteArray sentence
        = "Undo cannot reverse a move into the bullmq layout. To move a task back, discard its copy first (duectl "
          "discard -- jobs@bullmq ID), then restore the original (duectl restore q ID).";
    const Answer dry = duectl.run("move q --all --to jobs@bullmq --dry-run");
    QVERIFY2(dry.code == 0 && dry.out.endsWith(sentence + '\n'), dry.all());
    QCOMPARE(duectl.run("move q --all --to jobs@bullmq --dry-run --json").object()[u"no_undo"_s].toString().toUtf8(),
        sentence);
    FAILS(duectl.run("move q --all --to jobs@bullmq"), 1, sentence.constData());
    const Answer moved = duectl.run("move q --all --to jobs@bullmq --yes");
    EXIT(moved, 0);
    QCOMPARE(moved.out, "2 tasks moved to the queue jobs@bullmq. " + sentence + '\n');
    const QString operation = duectl.run("operations q --json").array()[0][u"id"_s].toString();
    for (const QString& half : {operation, u"jobs@bullmq"_s + operation.mid(operation.indexOf(u'/'))})
        FAILS(duectl.run({u"undo"_s, half, u"--yes"_s}), 1, sentence.constData());
    // The commands that the message suggests move a task back.
    const QString id = duectl.run("list q --state trash --json").array()[0][u"id"_s].toString();
    EXIT(duectl.run({u"discard"_s, u"--"_s, u"jobs@bullmq"_s, id.mid(id.indexOf(u'#') + 1)}), 0);
    EXIT(duectl.run({u"restore"_s, u"q"_s, id}), 0);
    // If both queues are native, undo in the source queue reverts the entire move.
    const Answer native = duectl.run("move q --all --to r --yes");
    QVERIFY2(native.code == 0 && native.out.contains(" Undo: duectl undo q/"), native.all());
    const QByteArray unique = native.out.mid(native.out.lastIndexOf('/') + 1).trimmed();
    FAILS(duectl.run({u"undo"_s, u"r/"_s + QString::fromUtf8(unique), u"--yes"_s}), 1,
        ("part of a move; to undo the move, run duectl undo q/" + unique).constData());
}

void DuectlMove::aDryRunIsRefusedLikeTheMove_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const QByteArray& layout : FrameworkWriter::layouts())
        QTest::newRow(layout) << layout;
}

void DuectlMove::aDryRunIsRefusedLikeTheMove()
{
    QFETCH(QByteArray, layout);
    RedisServer server;
    const Duectl duectl(server.url());
    FrameworkWriter::of(layout, server)->fill("jobs", 2);
    const QString queue = u"jobs@"_s + QString::fromLatin1(layout);
    const QStringList move{u"move"_s, queue, u"--all"_s, u"--to"_s, u"q"_s};
    const Answer refused = duectl.run(move + QStringList{u"--yes"_s});
    QVERIFY2(refused.isError(1) && refused.err.startsWith("Tasks cannot be moved out of the "), refused.all());
    for (const QStringList& options : {QStringList{u"--dry-run"_s}, {u"--dry-run"_s, u"--json"_s}, {}}) {
        const Answer dry = duectl.run(move + options);
        QCOMPARE(dry.code, refused.code);
        QCOMPARE(dry.err, refused.err);
        QCOMPARE(dry.out, refused.out);
    }
}

QTEST_GUILESS_MAIN(DuectlMove)
#include "tst_duectl_move.moc"
