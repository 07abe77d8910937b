// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/integration/rqacts.h"
#include "tests/support/commandmonitor.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the doctor's findings about RQ queues: jobs that no worker will run, each with a remedy. Doesn't need RQ
/// itself.
class TestRqCheckup : public QObject
{
    Q_OBJECT

private slots:
    void aHealthyQueueHasNone();
    void dueJobsWithoutASchedulerAreTold();
    void whatAWorkerLeftIsTold();
    void jobsThatStandNowhereAreTold();
    void deferredJobsThatNeverRunAreTold();
    void theDoctorTellsThemWithTheRemedy();

private:
    /// Returns the number of jobs that each finding about the queue affects.
    static std::map<QByteArray, qint64> found(RqActs& place)
    {
        const QueueInfo info = must(place.backend->inspector().queue("mail"));
        const auto checkup = place.backend->checkup(info, "mail@rq");
        while (must(checkup->step())) { }
        std::map<QByteArray, qint64> counts;
        for (const QueueFinding& finding : checkup->findings()) {
            if (finding.reason.isEmpty() || finding.remedy.isEmpty())
                qFatal("a finding without words: %s", finding.kind.constData());
            counts[finding.kind] = finding.count;
        }
        // A new backend starts a new scan.
        place.backend = place.open(place.server.config());
        return counts;
    }
    using Found = std::map<QByteArray, qint64>;
};

void TestRqCheckup::aHealthyQueueHasNone()
{
    RqActs place;
    place.fill();
    place.canceled("c1");
    place.job("run", "started");
    place.server.call({"ZADD", "rq:wip:mail", "9000000000", "run:0123456789abcdef0123456789abcdef"});
    place.job("new", "created");
    place.job("held", "rate_limited");
    place.job("other", "queued", {"origin", "web"}); // another queue's job
    const auto before = keySpaceOf(place.server);
    QCOMPARE(found(place), Found());
    QCOMPARE(keySpaceOf(place.server), before);
}

void TestRqCheckup::dueJobsWithoutASchedulerAreTold()
{
    RqActs place;
    place.queued("q1");
    place.scheduled("s1", 1600000000);
    place.scheduled("s2", 1600000001);
    place.scheduled("s3");
    QCOMPARE(found(place), (Found{{"no-scheduler", 2}}));
    place.server.call({"SET", "rq:scheduler-lock:mail", "1"});
    QCOMPARE(found(place), Found());
}

void TestRqCheckup::whatAWorkerLeftIsTold()
{
    RqActs place;
    place.queued("q1");
    place.job("left", "started", {"worker_name", "w1"});
    place.server.call({"ZADD", "rq:wip:mail", "1600000000", "left"});
    place.job("taken", "queued", {"enqueued_at", "2020-11-25T10:00:00.000000Z"});
    place.server.call({"RPUSH", "rq:queue:mail:intermediate", "taken"});
    QCOMPARE(found(place), (Found{{"abandoned", 1}, {"left-taken", 1}}));
    // A job that has only just been queued may still be on its way.
    place.server.call({"HSET", "rq:job:taken", "enqueued_at", "2999-11-25T10:00:00.000000Z"});
    QCOMPARE(found(place), (Found{{"abandoned", 1}}));
}

void TestRqCheckup::jobsThatStandNowhereAreTold()
{
    RqActs place;
    place.queued("q1");
    place.job("stray", "scheduled");
    place.job("ends", "finished");
    place.server.call({"EXPIRE", "rq:job:ends", "500"});
    place.server.call({"SADD", "rq:job:q1:dependents", "x"});
    place.server.call({"SADD", "rq:job::q1:dependencies", "x"});
    QCOMPARE(found(place), (Found{{"stray", 1}}));
    for (int i = 0; i < 1200; ++i)
        place.queued("q-" + QByteArray::number(i));
    QCOMPARE(found(place), (Found{{"stray", 1}}));
}

void TestRqCheckup::deferredJobsThatNeverRunAreTold()
{
    RqActs place;
    place.queued("q1");
    place.failed("f1");
    place.canceled("c1");
    const auto defer = [&place](const QByteArray& id, const Command& waits) {
        place.job(id, "deferred", waits);
        place.server.call({"ZADD", "rq:deferred:mail", "-1", id});
    };
    defer("afterFailed", {"dependency_ids", R"(["q1","f1"])"});
    defer("afterCanceled", {"dependency_ids", R"(["c1"])"});
    defer("afterGone", {"dependency_id", "gone", "dependency_ids", R"(["gone"])"});
    defer("older", {"dependency_id", "gone"});
    // RQ checks each of these jobs when q1 ends.
    defer("fine", {"dependency_ids", R"(["q1"])"});
    defer("released", {"dependency_ids", R"(["gone","q1"])"});
    defer("allowed", {"dependency_ids", R"(["f1","q1"])", "allow_dependency_failures", "1"});
    QCOMPARE(found(place), (Found{{"behind-failed", 2}, {"behind-gone", 2}}));
    std::map<QByteArray, QByteArray> errors;
    for (const Task& task : must(place.backend->inspector().page({"mail", TaskState::Scheduled, 0, 100})).tasks) {
        QCOMPARE(task.stuck, !task.error.isEmpty());
        if (task.stuck)
            errors[task.id] = task.error;
    }
    QCOMPARE(errors.size(), std::size_t(4));
    QCOMPARE(errors["afterFailed"],
        QByteArray("The job is waiting for f1, which failed; it will not run until that job has finished."));
    QVERIFY2(errors["afterCanceled"].contains("c1, which was canceled"), errors["afterCanceled"]);
    QCOMPARE(errors["older"],
        QByteArray("The job is waiting for gone, which no longer exists, so RQ will never enqueue it."));
    const Duectl duectl(place.server.url());
    const Answer shown = duectl.run("show mail@rq afterGone");
    QVERIFY2(shown.out.contains("never: a task it was waiting for") && shown.out.contains("which no longer exists"),
        shown.all());
    QVERIFY2(
        duectl.run("show mail@rq fine").out.contains("when the tasks it is waiting for have finished"), shown.all());
    const Answer doctor = duectl.run("doctor");
    QVERIFY2(doctor.out.contains("2 jobs in mail@rq are waiting for a job that failed (afterCanceled, afterFailed)"),
        doctor.all());
    QVERIFY2(doctor.out.contains("2 jobs in mail@rq are waiting for a job that no longer exists (afterGone, older)"),
        doctor.all());
}

void TestRqCheckup::theDoctorTellsThemWithTheRemedy()
{
    RqActs place;
    place.scheduled("s1", 1600000000);
    place.server.call({"SADD", "rq:queues", "rq:queue:mail"});
    const Duectl duectl(place.server.url());
    for (const char* line : {"doctor", "--layout rq doctor"}) {
        const Answer told = duectl.run(line);
        QVERIFY2(told.code == 1, told.all());
        QVERIFY2(
            told.out.contains("no RQ scheduler is running") && told.out.contains("rq worker --with-scheduler mail"),
            told.all());
    }
    const Answer json = duectl.run("doctor --json");
    QVERIFY2(json.out.contains("\"no-scheduler\""), json.all());
}

QTEST_GUILESS_MAIN(TestRqCheckup)
#include "tst_rqcheckup.moc"
