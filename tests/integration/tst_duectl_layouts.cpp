// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QRegularExpression>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Server with a native `mail` queue that has one failed task, and a custom `jobs` queue that has three due tasks.
class LayoutsPlace
{
public:
    LayoutsPlace()
    {
        duectl.run("add mail send --id 1 --max-attempts 1");
        duectl.run("work --queue mail --handler send=fail --exit-when-empty");
        for (const char* member : {"a", "b", "c"})
            server.call({"ZADD", "jobs", "1700000000", member});
    }

    /// Runs a command with both layouts.
    Answer both(const char* line) const
    {
        return duectl.run(QByteArray("--layout native --layout zset:jobs ").append(line));
    }
    QStringList names(const Answer& answer, const char* member = "name") const
    {
        QStringList names;
        for (const QJsonValue& each : answer.array())
            names << each[QLatin1String(member)].toString();
        return names;
    }
    /// Returns a duectl that runs as a user who may access only these keys.
    Duectl asUserOf(const QByteArrayList& keys)
    {
        Command command{"ACL", "SETUSER", "some", "reset", "on", ">pw", "&*", "+@all"};
        command.insert(command.end(), keys.begin(), keys.end());
        server.call(command);
        QString url = server.url();
        Duectl limited(url.replace(u"redis://"_s, u"redis://some@"_s));
        limited.setVariable("REDISCLI_AUTH", u"pw"_s);
        return limited;
    }

    static RedisServer::Options onPort()
    {
        RedisServer::Options options;
        options.tcp = true; // URLs with user names require TCP.
        return options;
    }

    RedisServer server{onPort()};
    Duectl duectl{server.url()};
};

} // namespace

/// Tests several layouts on one command line.
class DuectlLayouts : public QObject
{
    Q_OBJECT

private slots:
    void queuesOfAllLayoutsAreListed();
    void aBareNameMeansTheOnlyQueueOfThatName();
    void equalNamesAreRefusedAndSpelledOut();
    void whatMakesAQueueDoesNotGuess();
    void anOperationSaysItsLayoutAndIsUndone();
    void aBulkOperationIsUndoneInItsOwnLayout();
    void aLayoutThatMayNotBeReadTakesNothingFromTheOthers();
    void bullmqIsOperatedBesideNative();
    void oneLayoutAnswersAsEver();
    void tasksMoveFromOneLayoutToAnother();
    void checkDoctorWatchAndExportMeetBoth();
    void aWorkerRunsTasksOfBothLayouts();
    void whatCannotBeMeantIsAUsageError();
};

void DuectlLayouts::queuesOfAllLayoutsAreListed()
{
    const LayoutsPlace place;
    const Answer listed = place.both("queues --json");
    EXIT(listed, 0);
    QCOMPARE(place.names(listed), (QStringList{u"mail"_s, u"jobs@zset:jobs"_s}));
    QCOMPARE(place.names(listed, "layout"), (QStringList{u"native"_s, u"zset:jobs"_s}));
    QCOMPARE(listed.array()[0][u"failed"_s].toInt(), 1);
    QCOMPARE(listed.array()[1][u"due"_s].toInt(), 3);
}

void DuectlLayouts::aBareNameMeansTheOnlyQueueOfThatName()
{
    const LayoutsPlace place;
    QCOMPARE(place.names(place.both("list jobs --json"), "id"), (QStringList{u"a"_s, u"b"_s, u"c"_s}));
    QCOMPARE(place.names(place.both("list mail --json"), "id"), QStringList{u"send#1"_s});
    EXIT(place.both("retry mail send#1"), 0);
    QCOMPARE(place.both("show mail send#1 --json").object()[u"state"_s].toString(), u"retrying"_s);
    EXIT(place.both("discard jobs a"), 0);
    QCOMPARE(place.both("show jobs@zset:jobs a --json").object()[u"state"_s].toString(), u"trash"_s);
    FAILS(place.both("list nothing"), 1, "nothing");
}

void DuectlLayouts::equalNamesAreRefusedAndSpelledOut()
{
    const LayoutsPlace place;
    EXIT(place.duectl.run("add jobs own"), 0);
    for (const char* line : {"list jobs", "show jobs a", "discard jobs a", "check jobs", "undo jobs/any", "watch jobs",
             "operations jobs", "timeline jobs", "export jobs -", "pause jobs"})
        FAILS(place.both(line), 2, "jobs@native or jobs@zset:jobs");
    QCOMPARE(place.names(place.both("list jobs@zset:jobs --json"), "id"), (QStringList{u"a"_s, u"b"_s, u"c"_s}));
    QCOMPARE(place.both("list jobs@native --json").array().size(), 1);
}

void DuectlLayouts::whatMakesAQueueDoesNotGuess()
{
    const LayoutsPlace place;
    FAILS(place.both("add jobs own"), 2, "jobs@native or jobs@zset:jobs"); // the native layout could create this queue
    EXIT(place.both("add fresh own"), 0);
    QCOMPARE(place.duectl.run("list fresh --json").array().size(), 1);
    EXIT(place.both("add jobs@zset:jobs jobs --id d --at 2030-01-01T00:00:00Z"), 0);
    QCOMPARE(place.both("show jobs d --json").object()[u"state"_s].toString(), u"scheduled"_s);
    EXIT(place.both("add jobs@native own"), 0);
}

void DuectlLayouts::anOperationSaysItsLayoutAndIsUndone()
{
    const LayoutsPlace place;
    EXIT(place.both("discard jobs a"), 0);
    const QJsonObject record = place.both("operations --json").array().first().toObject();
    QCOMPARE(record[u"queue"_s].toString(), u"jobs@zset:jobs"_s);
    const QString id = record[u"id"_s].toString();
    QVERIFY2(id.startsWith(u"jobs@zset:jobs/"_s), qPrintable(id));
    QCOMPARE(place.both("show jobs a --json").object()[u"operation"_s].toString(), id);
    // With a single layout, the operation keeps its short name.
    const QString own = u"jobs/"_s + id.section(u'/', -1);
    QCOMPARE(place.names(place.duectl.run("--layout zset:jobs operations --json"), "id"), QStringList{own});
    EXIT(place.both(qPrintable(u"undo "_s + id)), 0);
    QCOMPARE(place.both("list jobs --json").array().size(), 3);
    // An operation id without a layout refers to the native layout.
    EXIT(place.both("discard mail send#1"), 0);
    const QString bare = place.both("operations mail --json").array().first()[u"id"_s].toString();
    QVERIFY(bare.startsWith(u"mail/"_s));
    EXIT(place.both(qPrintable(u"undo "_s + bare)), 0);
    QCOMPARE(place.both("show mail send#1 --json").object()[u"state"_s].toString(), u"failed"_s);
}

void DuectlLayouts::aBulkOperationIsUndoneInItsOwnLayout()
{
    const LayoutsPlace place;
    EXIT(place.duectl.run("add mail send --copies 500 --in 1h"), 0);
    for (const char* queue : {"mail", "jobs"}) {
        const QByteArray line = QByteArray("discard ") + queue + " --all --state pending --yes --json";
        const Answer done = place.both(line);
        EXIT(done, 0);
        const QString id = done.object()[u"operation"_s].toString();
        const int tasks = qstrcmp(queue, "mail") == 0 ? 500 : 3;
        QCOMPARE(done.object()[u"done"_s].toInt(), tasks);
        const Answer undone = place.both(QByteArray("undo ") + id.toUtf8() + " --yes --json");
        EXIT(undone, 0);
        QCOMPARE(undone.object()[u"restored"_s].toInt(), tasks);
    }
    QCOMPARE(place.both("queues --json").array()[0][u"scheduled"_s].toInt(), 500);
    QCOMPARE(place.both("queues --json").array()[1][u"due"_s].toInt(), 3);
}

void DuectlLayouts::aLayoutThatMayNotBeReadTakesNothingFromTheOthers()
{
    LayoutsPlace place;
    const auto both = words("--layout native --layout zset:jobs");
    {
        const Duectl limited = place.asUserOf({"~jobs", "~{jobs}*"});
        const Answer listed = limited.run(both + words("queues"));
        EXIT(listed, 1);
        QVERIFY2(listed.out.contains("@native ") && listed.out.contains("jobs@zset:jobs "), listed.all());
        QCOMPARE(listed.err.count('\n'), 1);
        QCOMPARE(
            place.names(limited.run(both + words("queues --json"))), (QStringList{u"@native"_s, u"jobs@zset:jobs"_s}));
        QCOMPARE(limited.run(both + words("list jobs --json")).array().size(), 3);
        EXIT(limited.run(both + words("discard jobs@zset:jobs a")), 0);
        const Answer operations = limited.run(both + words("operations"));
        EXIT(operations, 1);
        QVERIFY2(operations.out.contains("jobs@zset:jobs/") && operations.err.contains("Not included: @native"),
            operations.all());
        const Answer doctor = limited.run(both + words("doctor"));
        QVERIFY2(doctor.out.contains("remove the layout from --layout"), doctor.all());
    }
    {
        const Duectl limited = place.asUserOf({"~dueline:*"});
        const Answer listed = limited.run(both + words("queues --json"));
        EXIT(listed, 1);
        QCOMPARE(place.names(listed), (QStringList{u"mail"_s, u"jobs@zset:jobs"_s}));
        QVERIFY(listed.array()[1][u"unreadable"_s].isString());
        EXIT(limited.run(both + words("retry mail send#1")), 0);
        FAILS(limited.run(both + words("list jobs")), 3, "lacks a permission");
    }
    {
        const Duectl limited = place.asUserOf({"~nothing"});
        QVERIFY(limited.run(both + words("queues")).code != 0);
    }
}

/// The keys are in BullMQ 5's format.
void DuectlLayouts::bullmqIsOperatedBesideNative()
{
    LayoutsPlace place;
    place.server.call({"HSET", "bull:mail:meta", "version", "bullmq:5.81.5", "opts.maxLenEvents", "10000"});
    place.server.call({"HSET", "bull:mail:1", "name", "send", "data", "{\"to\":\"x\"}", "timestamp", "1700000000000",
        "opts", "{}", "delay", "0", "priority", "0"});
    place.server.call({"LPUSH", "bull:mail:wait", "1"});
    const auto both = [&place](const QByteArray& line) {
        return place.duectl.run(QByteArray("--layout native --layout bullmq ").append(line));
    };
    const Answer listed = both("queues --json");
    EXIT(listed, 0);
    const QStringList names = place.names(listed);
    QVERIFY2(names.mid(0, 2) == (QStringList{u"mail"_s, u"mail@bullmq"_s}), listed.all());
    FAILS(both("list mail"), 2, "mail@native or mail@bullmq");
    const Answer jobs = both("list mail@bullmq --json");
    QCOMPARE(jobs.array().size(), 1);
    QCOMPARE(jobs.array()[0][u"native_state"_s].toString(), u"waiting"_s);
    QCOMPARE(both("show mail@bullmq 1 --payload").out, QByteArray("{\"to\":\"x\"}"));
    const Answer discarded = both("--json discard mail@bullmq 1");
    EXIT(discarded, 0);
    QCOMPARE(place.server.call({"LLEN", "bull:mail:wait"}).integer, 0);
    const QByteArray operation = discarded.object()[u"operation"_s].toString().toUtf8();
    QVERIFY2(operation.startsWith("mail@bullmq/"), operation);
    EXIT(both("undo --yes " + operation), 0);
    EXIT(both("pause mail@native"), 0);
    QVERIFY(place.server.call({"HGET", "bull:mail:meta", "paused"}).isNil());
    EXIT(both("pause mail@bullmq"), 0);
    QVERIFY(!place.server.call({"HGET", "bull:mail:meta", "paused"}).isNil());
    EXIT(both("resume mail@bullmq"), 0);
    FAILS(both("work --queue mail@bullmq --handler send=echo --exit-when-empty"), 2, "bullmq");
    QCOMPARE(place.server.call({"LLEN", "bull:mail:wait"}).integer, 1);
}

void DuectlLayouts::oneLayoutAnswersAsEver()
{
    const LayoutsPlace place;
    for (const char* line : {"queues --json", "list mail --json", "show mail send#1 --json", "operations --json",
             "timeline mail --json --from 2026-01-01T00:00:00Z --to 2026-01-02T00:00:00Z",
             "check mail --failed 5 --json", "schedules mail --json", "leases mail --json", "workers --json",
             "queue mail show --json", "results mail --json", "queues", "list mail@zset:jobs"}) {
        const Answer plain = place.duectl.run(line);
        const Answer named = place.duectl.run(QByteArray("--layout native ").append(line));
        const Answer twice = place.duectl.run(QByteArray("--layout native --layout native ").append(line));
        for (const Answer& other : {named, twice}) {
            QVERIFY2(other.code == plain.code && other.err == plain.err, other.all());
            static const QRegularExpression ago(u"[0-9.]+ ?m?s ago|[0-9]+ms"_s);
            QCOMPARE(QString::fromUtf8(other.out).remove(ago), QString::fromUtf8(plain.out).remove(ago));
        }
    }
    QVERIFY(!place.duectl.run("queues --json").out.contains("\"layout\": \"native\""));
}

void DuectlLayouts::tasksMoveFromOneLayoutToAnother()
{
    const LayoutsPlace place;
    FAILS(place.both("move mail --all --to jobs --yes"), 2, "jobs@native or jobs@zset:jobs");
    EXIT(place.both("copy jobs --all --to mail --yes"), 0);
    QCOMPARE(place.both("list mail --json").array().size(), 4);
    QCOMPARE(place.both("list jobs --json").array().size(), 3);
}

void DuectlLayouts::checkDoctorWatchAndExportMeetBoth()
{
    const LayoutsPlace place;
    EXIT(place.both("check mail --failed 5"), 0);
    EXIT(place.both("check jobs --oldest-due 1s"), 1);
    const Answer doctor = place.both("doctor");
    QVERIFY2(doctor.out.contains("in 2 queues"), doctor.all());
    QCOMPARE(place.both("export jobs -").lines().size(), 3);
    QCOMPARE(place.both("export mail -").lines().size(), 1);
    const auto watch = place.duectl.start(words("--layout native --layout zset:jobs watch"));
    QByteArray seen;
    QVERIFY2(Duectl::waitFor(*watch, QProcess::StandardOutput, "jobs@zset:jobs: ", seen), seen);
    QVERIFY2(seen.contains("mail: "), seen);
    watch->terminate();
    QVERIFY(watch->waitForFinished());
}

void DuectlLayouts::aWorkerRunsTasksOfBothLayouts()
{
    LayoutsPlace place;
    EXIT(place.both("retry mail send#1"), 0);
    EXIT(place.both(
             "work --queue mail --queue jobs@zset:jobs --handler send=echo --handler jobs=echo --exit-when-empty"),
        0);
    QCOMPARE(place.both("show mail send#1 --json").object()[u"state"_s].toString(), u"done"_s);
    QCOMPARE(place.server.call({"ZCARD", "jobs"}).integer, 0);
    QCOMPARE(place.both("list jobs@zset:jobs --state done --json").array().size(), 3);
}

void DuectlLayouts::whatCannotBeMeantIsAUsageError()
{
    const LayoutsPlace place;
    FAILS(place.duectl.run("--layout native --layout nonsense queues"), 2, "nonsense");
    FAILS(place.duectl.run("--layout zset:jobs --layout cron:jobs list jobs"), 2, "jobs@zset:jobs or jobs@cron:jobs");
    FAILS(place.both("list @native"), 2, "empty");
    FAILS(place.duectl.run("--layout zset:a --layout list:b adopt"), 2, "zset:a, list:b");
    // On the command line, commas don't separate layouts.
    place.duectl.run("--layout zset:a,native add a,native a,native");
    EXIT(place.duectl.run("--layout zset:a,native list a,native"), 0);
}

QTEST_GUILESS_MAIN(DuectlLayouts)
#include "tst_duectl_layouts.moc"
