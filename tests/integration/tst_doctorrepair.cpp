// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/doctor/doctor.h"
#include "core/layouts/native/nativeinspector.h"
#include "core/layouts/native/nativeworkers.h"
#include "tests/integration/diagnosing.h"
#include "tests/support/nativeplace.h"

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

using RepairKind = DoctorFinding::Kind;
using Severity = DoctorFinding::Severity;

/// Tests the doctor's repairs: they change only faulty data, and only once.
class TestDoctorRepair : public QObject
{
    Q_OBJECT

private slots:
    void leasesOfWorkersThatAreGoneAreFoundAndTakenAway();
    void leasesThatRanOutAreFoundAndTakenAway();
    void damagedTasksBecomeFailedOnes();
    void unreadableEnvelopesKeepTheirBytes();
    void strayAndQuarantinedTasksComeBackAsFailed();
    void aTaskInTwoStatesIsFoundAndBecomesAFailedOne();
    void aTaskInTwoStatesDoesNotHideAStray();
    void whatHadEndedStaysWhereItIs();
    void leftoversAreRemoved();
    void soundTasksAreLeftAlone();
    void aReadOnlySessionRepairsNothing();
};

void TestDoctorRepair::leasesOfWorkersThatAreGoneAreFoundAndTakenAway()
{
    NativePlace place;
    place.addDue({"mail#a", "mail#b", "mail#c"});
    const auto leases = place.claim(2);
    QCOMPARE(leases.size(), 2U);
    const ConnectionSpec spec{place.server.config(), defaultLayout(), "dueline"};
    WorkerInfo worker;
    worker.id = "worker-a";
    worker.queues = {"q"};
    QVERIFY(NativeWorkers(place.worker.scripts).beat(worker, 30s, false).ok());
    FINDS_NOT(diagnosisOf(spec.redis), RepairKind::LostLeases);
    QVERIFY(NativeWorkers(place.worker.scripts).beat(worker, 30s, true).ok()); // The leases still exist.
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    FINDS(diagnosis, RepairKind::LostLeases, Severity::Warning, u"worker-a");
    const DoctorFinding finding = ofKind(diagnosis, RepairKind::LostLeases).front();
    QCOMPARE(finding.count, 2);
    // One task finishes in the meantime, so only the other lease is released.
    QCOMPARE(place.ack(leases[0]), WriteOutcome::Accepted);
    const auto done = repair(spec, Access::Operate, finding, "tester@here");
    QVERIFY2(done, done ? "" : qPrintable(done.error().message));
    QCOMPARE(*done, u"1 lease in q released; 1 had changed in the meantime."_s);
    QCOMPARE(place.whereIs(leases[0].id), "done");
    QCOMPARE(place.whereIs(leases[1].id), "retry");
    QCOMPARE(place.ack(leases[1]), WriteOutcome::Stale);
    FINDS_NOT(diagnosisOf(spec.redis), RepairKind::LostLeases);
}

void TestDoctorRepair::leasesThatRanOutAreFoundAndTakenAway()
{
    NativePlace place;
    place.addDue({"mail#a"});
    place.claim();
    place.server.call({"ZADD", place.keys.leased(), QByteArray::number(place.nowMs() - 60'000), "mail#a"});
    const ConnectionSpec spec{place.server.config(), defaultLayout(), "dueline"};
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    FINDS(diagnosis, RepairKind::ExpiredLeases, Severity::Critical, u"1m");
    FINDS_NOT(diagnosis, RepairKind::LostLeases);
    QVERIFY(repair(spec, Access::Operate, ofKind(diagnosis, RepairKind::ExpiredLeases).front(), "t").ok());
    QCOMPARE(place.whereIs("mail#a"), "retry");
    FINDS_NOT(diagnosisOf(spec.redis), RepairKind::ExpiredLeases);
}

void TestDoctorRepair::damagedTasksBecomeFailedOnes()
{
    NativePlace place;
    place.addDue({"mail#a", "mail#b", "mail#c"});
    place.claim(1);
    place.server.call({"HDEL", place.keys.tasks(), "mail#a", "mail#b"});
    const ConnectionSpec spec{place.server.config(), defaultLayout(), "dueline"};
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    FINDS(diagnosis, RepairKind::Damaged, Severity::Critical, u"2 tasks in q cannot run: the envelope is missing");
    const auto done = repair(spec, Access::Operate, ofKind(diagnosis, RepairKind::Damaged).front(), "tester@here");
    QVERIFY2(done, done ? "" : qPrintable(done.error().message));
    QCOMPARE(*done, u"2 tasks in q repaired."_s);
    QCOMPARE(place.whereIs("mail#a"), "failed");
    QCOMPARE(place.whereIs("mail#b"), "failed");
    QCOMPARE(place.whereIs("mail#c"), "pending");
    FINDS_NOT(diagnosisOf(spec.redis), RepairKind::Damaged);
    // The repaired tasks are ordinary tasks, and their errors explain the fault.
    const auto detail = NativeInspector(place.worker.scripts).task("q", "mail#a");
    QVERIFY(detail.ok());
    QVERIFY2(detail->task.error.contains("payload is lost"), detail->task.error.constData());
    QVERIFY(place.field(place.keys.leases(), "mail#a").isEmpty());
    const Reply events = place.server.call({"XREVRANGE", place.keys.events(), "+", "-", "COUNT", "1"});
    QVERIFY(QByteArray::number(events.items.size()) == "1");
    QVERIFY(events.items[0].items[1].items[1].bytes == "mend");
    // A second repair has nothing left to do.
    QCOMPARE(*repair(spec, Access::Operate, ofKind(diagnosis, RepairKind::Damaged).front(), "t"),
        u"0 tasks in q repaired; 2 no longer needed repair or are too large."_s);
}

void TestDoctorRepair::unreadableEnvelopesKeepTheirBytes()
{
    NativePlace place;
    place.addDue({"mail#a", "mail#b"});
    const QByteArray large = "not an envelope\n" + QByteArray(100'000, '\x01');
    place.server.call({"HSET", place.keys.tasks(), "mail#a", QByteArray("gar\0bage", 8), "mail#b", large});
    const ConnectionSpec spec{place.server.config(), defaultLayout(), "dueline"};
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    FINDS(diagnosis, RepairKind::Damaged, Severity::Critical, u"2 tasks in q cannot run: the envelope cannot be read");
    QVERIFY(repair(spec, Access::Operate, ofKind(diagnosis, RepairKind::Damaged).front(), "t").ok());
    NativeInspector inspector(place.worker.scripts);
    QCOMPARE(*inspector.payload("q", "mail#a", 0, -1), QByteArray("gar\0bage", 8));
    QCOMPARE(*inspector.payload("q", "mail#b", 0, -1), large);
    QCOMPARE(place.whereIs("mail#b"), "failed");
    FINDS_NOT(diagnosisOf(spec.redis), RepairKind::Damaged);
}

void TestDoctorRepair::strayAndQuarantinedTasksComeBackAsFailed()
{
    NativePlace place;
    place.addDue({"mail#a", "mail#b", "mail#c"});
    place.server.call({"ZREM", place.keys.pending(), "mail#c"});
    const auto leases = place.claim(1);
    QVERIFY(place.worker.broker.quarantine("q", leases, "it smells").ok());
    const ConnectionSpec spec{place.server.config(), defaultLayout(), "dueline"};
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    FINDS(diagnosis, RepairKind::Strays, Severity::Warning, u"1 task in q has no state");
    FINDS(diagnosis, RepairKind::Quarantined, Severity::Warning, u"1 entry in q");
    for (const RepairKind kind : {RepairKind::Strays, RepairKind::Quarantined})
        QVERIFY(repair(spec, Access::Operate, ofKind(diagnosis, kind).front(), "t").ok());
    NativeInspector inspector(place.worker.scripts);
    for (const QByteArray& id : {QByteArray("mail#c"), leases[0].id}) {
        QCOMPARE(place.whereIs(id), "failed");
        QCOMPARE(*inspector.payload("q", id, 0, -1), "payload of " + id);
    }
    QCOMPARE(inspector.task("q", leases[0].id)->task.error, "it was put aside: it smells");
    QCOMPARE(place.fields(place.keys.damaged()), 0);
    const Diagnosis after = diagnosisOf(spec.redis);
    FINDS_NOT(after, RepairKind::Strays);
    FINDS_NOT(after, RepairKind::Quarantined);
}

void TestDoctorRepair::aTaskInTwoStatesIsFoundAndBecomesAFailedOne()
{
    NativePlace place;
    place.addDue({"mail#a", "mail#b", "mail#c", "mail#sound"});
    for (const Lease& lease : place.claim(1))
        place.ack(lease);
    QCOMPARE(place.whereIs("mail#a"), "done");
    place.server.call({"ZADD", place.keys.pending(), "1", "mail#a"}); // a task in `pending` would run again
    place.server.call({"ZADD", place.keys.trash(), "1", "mail#b"});
    place.server.call({"ZADD", place.keys.failed(), "1", "mail#c"});
    place.server.call({"ZADD", place.keys.retry(), "1", "mail#c"});
    const ConnectionSpec spec{place.server.config(), defaultLayout(), "dueline"};
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    FINDS(diagnosis, RepairKind::Doubled, Severity::Critical, u"3 tasks in q are in two states:");
    const DoctorFinding finding = ofKind(diagnosis, RepairKind::Doubled).front();
    QCOMPARE(finding.ids, (std::set<TaskId>{"mail#a", "mail#b", "mail#c"}));
    QCOMPARE(*repair(spec, Access::Operate, finding, "t"), u"3 tasks in q repaired."_s);
    NativeInspector inspector(place.worker.scripts);
    for (const TaskId& id : finding.ids) {
        QCOMPARE(place.whereIs(id), "failed");
        QCOMPARE(*inspector.payload("q", id, 0, -1), "payload of " + id);
    }
    QCOMPARE(inspector.task("q", "mail#a")->task.error, "it was in two states at once, pending and done");
    QCOMPARE(inspector.task("q", "mail#c")->task.error, "it was in two states at once, pending and retry and failed");
    QCOMPARE(place.whereIs("mail#sound"), "pending");
    FINDS_NOT(diagnosisOf(spec.redis), RepairKind::Doubled);
}

/// Checks that a stray task is found even if a task in two states makes the totals match.
void TestDoctorRepair::aTaskInTwoStatesDoesNotHideAStray()
{
    NativePlace place;
    place.addDue({"mail#a", "mail#b"});
    place.server.call({"ZREM", place.keys.pending(), "mail#b"});
    place.server.call({"ZADD", place.keys.done(), "1", "mail#a"});
    const Diagnosis diagnosis = diagnosisOf(place.server.config());
    FINDS(diagnosis, RepairKind::Doubled, Severity::Critical, u"1 task in q is in two states");
    FINDS(diagnosis, RepairKind::Strays, Severity::Warning, u"1 task in q has no state");
}

void TestDoctorRepair::whatHadEndedStaysWhereItIs()
{
    NativePlace place;
    place.addDue({"mail#a", "mail#b"});
    for (const Lease& lease : place.claim())
        place.ack(lease);
    const auto at = place.score(place.keys.done(), "mail#a");
    place.server.call({"HDEL", place.keys.tasks(), "mail#a"});
    const ConnectionSpec spec{place.server.config(), defaultLayout(), "dueline"};
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    QVERIFY(repair(spec, Access::Operate, ofKind(diagnosis, RepairKind::Damaged).at(0), "t").ok());
    QCOMPARE(place.whereIs("mail#a"), "done");
    QCOMPARE(place.score(place.keys.done(), "mail#a"), at);
    FINDS_NOT(diagnosisOf(spec.redis), RepairKind::Damaged);
}

void TestDoctorRepair::leftoversAreRemoved()
{
    NativePlace place;
    place.addDue({"mail#a"});
    place.server.call({"HSET", place.keys.tries(), "mail#gone", "1 1 0 0"});
    place.server.call({"HSET", place.keys.history(), "mail#gone", "1 1 2 w failed x"});
    place.server.call({"HSET", place.keys.leases(), "mail#a", "1-w.1-1"}); // an entry for a task that is not leased
    const ConnectionSpec spec{place.server.config(), defaultLayout(), "dueline"};
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    FINDS(diagnosis, RepairKind::Leftovers, Severity::Notice, u"2 removed tasks in q");
    QVERIFY(diagnosis.findings.size() > 0);
    QCOMPARE(*repair(spec, Access::Operate, ofKind(diagnosis, RepairKind::Leftovers).front(), "t"),
        u"3 entries in q removed."_s);
    QCOMPARE(place.whereIs("mail#a"), "pending");
    QCOMPARE(place.fields(place.keys.tasks()), 1);
    QCOMPARE(place.fields(place.keys.leases()), 1); // The guard field stays.
    FINDS_NOT(diagnosisOf(spec.redis), RepairKind::Leftovers);
}

void TestDoctorRepair::soundTasksAreLeftAlone()
{
    NativePlace place;
    std::vector<TaskId> ids;
    for (int i = 0; i < 700; ++i)
        ids.push_back("mail#" + QByteArray::number(10'000 + i));
    place.addDue(ids);
    place.server.call({"HDEL", place.keys.tasks(), ids[350]});
    place.server.call({"HSET", place.keys.tasks(), "mail#stray", "{}\nbytes"});
    const ConnectionSpec spec{place.server.config(), defaultLayout(), "dueline"};
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    QCOMPARE(ofKind(diagnosis, RepairKind::Damaged).at(0).ids, std::set<TaskId>{ids[350]});
    QCOMPARE(ofKind(diagnosis, RepairKind::Strays).at(0).ids, std::set<TaskId>{"mail#stray"});
    // A finding that lists healthy tasks must not change anything.
    DoctorFinding wrong = ofKind(diagnosis, RepairKind::Damaged).at(0);
    wrong.ids = {ids[0], ids[1], "mail#nobody"};
    const auto before = place.contentsWithoutMemos();
    QVERIFY(repair(spec, Access::Operate, wrong, "t").ok());
    wrong.kind = RepairKind::Leftovers;
    QVERIFY(repair(spec, Access::Operate, wrong, "t").ok());
    QVERIFY(place.contentsWithoutMemos() == before);
}

void TestDoctorRepair::aReadOnlySessionRepairsNothing()
{
    NativePlace place;
    place.addDue({"mail#a"});
    place.server.call({"HDEL", place.keys.tasks(), "mail#a"});
    const ConnectionSpec spec{place.server.config(), defaultLayout(), "dueline"};
    const DoctorFinding finding = ofKind(diagnosisOf(spec.redis), RepairKind::Damaged).at(0);
    const auto before = place.contents();
    const auto refused = repair(spec, Access::ReadOnly, finding, "t");
    QVERIFY(!refused && refused.error().code == ErrorCode::Refused);
    QVERIFY(place.contents() == before);
}

QTEST_GUILESS_MAIN(TestDoctorRepair)
#include "tst_doctorrepair.moc"
