// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/bullmqactions.h"
#include "tests/integration/duectlprogram.h"

using namespace dueline;

namespace {

/// Queue with BullMQ 5 workers, but with a version stamp written by a BullMQ 6 dashboard.
class MixedVersions : public BullmqActions
{
public:
    MixedVersions()
        : BullmqActions(u"bullmq5"_s)
    { }

    void openBySix() { NodePeer::run(server, u"bullmq"_s, queue, {u"call"_s, u"getJobCounts"_s}); }
    qint64 length(const char* list) { return server.call({"LLEN", key(list)}).integer; }
    /// Returns how many jobs version 5 workers run after they resume the queue.
    qsizetype runAfterResume(int count)
    {
        call(u"resume"_s);
        return distinct(work(count)).size();
    }
};

} // namespace

/// Tests actions on a paused queue: the jobs must run once workers of either version have resumed it.
class TestBullmqVersions : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        for (const QString& module : {u"bullmq"_s, u"bullmq5"_s}) {
            if (const QString missing = NodePeer::missing(module); !missing.isEmpty())
                QSKIP(qPrintable(missing));
        }
    }
    void nothingIsLostByTheResumeOfVersion5_data();
    void nothingIsLostByTheResumeOfVersion5();
    void nothingIsLostByTheResumeOfVersion6();
    void whatVersion6PutIntoWaitStays();
    void undoFindsJobsAfterTheResumeOfVersion5();
    void pauseJoinsBothLists();
};

void TestBullmqVersions::nothingIsLostByTheResumeOfVersion5_data()
{
    QTest::addColumn<QByteArray>("action");
    // true if version 5 adds jobs before the action, creating the `paused` list
    QTest::addColumn<bool>("waitsBefore");
    for (const char* action : {"run-now", "retry", "restore", "undo", "add"}) {
        QTest::addRow("%s, jobs wait", action) << QByteArray(action) << true;
        QTest::addRow("%s, none waits yet", action) << QByteArray(action) << false;
    }
}

void TestBullmqVersions::nothingIsLostByTheResumeOfVersion5()
{
    QFETCH(QByteArray, action);
    QFETCH(bool, waitsBefore);
    MixedVersions place;
    if (action == "retry") {
        place.add({uR"({"name":"fail","copies":3})"_s});
        place.work(3);
    } else if (action == "run-now") {
        place.add({uR"({"name":"a","copies":3,"opts":{"delay":3600000}})"_s});
    } else if (action != "add") {
        place.add({uR"({"name":"a","copies":3})"_s});
        QCOMPARE(place.act(ActionKind::Discard, TaskState::Due).done, 3);
    }
    const OperationId discard = place.lastOperation;
    place.call(u"pause"_s);
    if (waitsBefore)
        place.add({uR"({"name":"b","copies":2})"_s});
    place.openBySix();
    QVERIFY(place.server.call({"HGET", place.key("meta"), "version"}).bytes.startsWith("bullmq:6."));

    if (action == "retry") {
        QCOMPARE(place.act(ActionKind::Retry, TaskState::Failed).done, 3);
    } else if (action == "run-now") {
        QCOMPARE(place.act(ActionKind::RunNow, TaskState::Scheduled).done, 3);
    } else if (action == "restore") {
        QCOMPARE(place.act(ActionKind::Restore, TaskState::Trash).done, 3);
    } else if (action == "undo") {
        QCOMPARE(place.undo(discard).restored, 3);
    } else {
        NewTask task;
        task.id = "a#ours";
        task.payload = "{}";
        QCOMPARE(must(place.editor().add(place.queue, {task})), std::vector{AddOutcome::Added});
    }
    if (!waitsBefore)
        place.add({uR"({"name":"b","copies":2})"_s});
    const int expected = action == "add" ? 3 : 5;
    QCOMPARE(place.length("wait"), 0);
    QCOMPARE(place.length("paused"), expected);
    QCOMPARE(place.runAfterResume(expected), expected);
}

/// Checks version 6's resume function: it merges both lists, so that no job is left in `paused`.
void TestBullmqVersions::nothingIsLostByTheResumeOfVersion6()
{
    BullmqActions place(u"bullmq"_s);
    place.add({uR"({"name":"a","copies":3,"opts":{"delay":3600000}})"_s});
    place.call(u"pause"_s);
    QCOMPARE(place.act(ActionKind::RunNow, TaskState::Scheduled).done, 3);
    place.add({uR"({"name":"b","copies":2})"_s});
    QCOMPARE(place.info().counts[TaskState::Due], 5);
    place.call(u"resume"_s);
    QCOMPARE(distinct(place.work(5)).size(), 5);
}

/// Checks that an action doesn't create the `paused` list. If it existed, version 5's resume function would drop the
/// jobs in `wait`.
void TestBullmqVersions::whatVersion6PutIntoWaitStays()
{
    MixedVersions place;
    place.add({uR"({"name":"a","copies":3,"opts":{"delay":3600000}})"_s});
    place.call(u"pause"_s);
    NodePeer::run(place.server, u"bullmq"_s, place.queue, {u"add"_s, uR"({"name":"six","copies":2})"_s});
    QCOMPARE(place.length("wait"), 2);
    QCOMPARE(place.act(ActionKind::RunNow, TaskState::Scheduled).done, 3);
    QCOMPARE(place.length("wait"), 5);
    QCOMPARE(place.length("paused"), 0);
    QCOMPARE(place.runAfterResume(5), 5);
}

void TestBullmqVersions::undoFindsJobsAfterTheResumeOfVersion5()
{
    MixedVersions place;
    place.add({uR"({"name":"a","copies":3,"opts":{"delay":3600000}})"_s});
    place.call(u"pause"_s);
    place.add({uR"({"name":"b","copies":2})"_s});
    place.openBySix();
    QCOMPARE(place.act(ActionKind::RunNow, TaskState::Scheduled).done, 3);
    place.call(u"resume"_s);
    QCOMPARE(place.length("wait"), 5);
    QCOMPARE(place.undo(place.lastOperation).restored, 3);
    QCOMPARE(place.length("wait"), 2);
    QCOMPARE(place.info().counts[TaskState::Scheduled], 3);
}

void TestBullmqVersions::pauseJoinsBothLists()
{
    MixedVersions place;
    place.add({uR"({"name":"a","copies":4})"_s});
    place.server.call({"LMOVE", place.key("wait"), place.key("paused"), "RIGHT", "LEFT"});
    place.openBySix();
    must(place.editor().setPaused(place.queue, true));
    QCOMPARE(place.length("wait"), 0);
    QCOMPARE(place.length("paused"), 4);
    QCOMPARE(place.runAfterResume(4), 4);
}

QTEST_GUILESS_MAIN(TestBullmqVersions)
#include "tst_bullmqversions.moc"
