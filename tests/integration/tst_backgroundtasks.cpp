// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/adopt/backgroundadoption.h"
#include "core/console/discover/layoutdetector.h"
#include "core/console/doctor/backgrounddoctor.h"
#include "core/console/transfer/backgroundtransfer.h"
#include "core/layouts/native/nativekeys.h"
#include "tests/integration/adoptplace.h"

#include <QSignalSpy>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Returns a connection to a socket that no server is listening on.
ConnectionSpec nowhere()
{
    ConnectionSpec spec;
    spec.redis.socketPath = u"/nowhere/redis.sock"_s;
    return spec;
}

/// Most recent value of a signal, updated whenever the signal is emitted.
template <typename Value, typename Object>
std::shared_ptr<std::optional<Value>> last(Object& object, void (Object::*signal)(const Value&))
{
    auto kept = std::make_shared<std::optional<Value>>();
    QObject::connect(&object, signal, &object, [kept](const Value& value) { *kept = value; });
    return kept;
}

} // namespace

/// Tests the window's background requests. Each ends with one signal on the requesting thread, or none if it is
/// abandoned.
class TestBackgroundTasks : public QObject
{
    Q_OBJECT

    /// Adds `count` tasks to queue q, all due in an hour.
    static void addTasks(AdoptPlace& place, int count)
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = "mail#" + QByteArray::number(i);
            task.dueIn = std::chrono::hours(1);
            task.payload = R"({"card": "4111", "n": )" + QByteArray::number(i) + '}';
            tasks.push_back(task);
        }
        QVERIFY(place.native->editor()->add("q", tasks).ok());
    }
    static qint64 waitingIn(AdoptPlace& place, const QueueName& queue)
    {
        const auto info = place.native->inspector().queue(queue);
        return info ? info->counts[TaskState::Scheduled] : -1;
    }
    static ConnectionSpec nativeSpec(const AdoptPlace& place)
    {
        return {place.server.config(), defaultLayout(), "dueline"};
    }
    static QByteArray textOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void whatIsExportedIsImportedElsewhere()
    {
        AdoptPlace place("zset:jobs");
        addTasks(place, 250);
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"tasks.jsonl"_s);
        BackgroundTransfer task;
        const auto exported = last(task, &BackgroundTransfer::exported);
        QSignalSpy failed(&task, &BackgroundTransfer::failed);
        ExportRequest request;
        request.queue = "q";
        task.exportTo(nativeSpec(place), request, path);
        QVERIFY(task.isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(exported->has_value(), 20'000);
        QVERIFY(!task.isRunning());
        QCOMPARE((*exported)->written, 250);
        QCOMPARE(textOf(path).count('\n'), 250);

        ImportRequest import;
        import.queue = "archive";
        import.dryRun = true;
        QSignalSpy imported(&task, &BackgroundTransfer::imported);
        task.importFrom(nativeSpec(place), Access::Operate, import, ImportSource::file(path));
        QTRY_COMPARE_WITH_TIMEOUT(imported.size(), 1, 20'000);
        QCOMPARE(waitingIn(place, "archive"), -1); // A dry run creates no queue.
        import.dryRun = false;
        task.importFrom(nativeSpec(place), Access::ReadOnly, import, ImportSource::file(path));
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 20'000);
        task.importFrom(nativeSpec(place), Access::Operate, import, ImportSource::file(path));
        QTRY_COMPARE_WITH_TIMEOUT(imported.size(), 2, 20'000);
        QCOMPARE(imported.last().at(0).value<ImportProgress>().added, 250);
        QVERIFY(!imported.last().at(1).value<OperationRecord>().id.isEmpty());
        QCOMPARE(waitingIn(place, "archive"), 250);
    }

    void payloadsThatAreMaskedAreMaskedInTheFile()
    {
        AdoptPlace place("zset:jobs");
        addTasks(place, 1);
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"tasks.jsonl"_s);
        ConnectionSpec masking = nativeSpec(place);
        masking.maskedFields = {u"card"_s};
        BackgroundTransfer task;
        const auto exported = last(task, &BackgroundTransfer::exported);
        ExportRequest request;
        request.queue = "q";
        task.exportTo(masking, request, path);
        QTRY_VERIFY_WITH_TIMEOUT(exported->has_value(), 20'000);
        QVERIFY2(!textOf(path).contains("4111"), textOf(path).constData());
        // A move doesn't display payloads, so it moves them unmasked.
        MoveRequest move;
        move.from = "q";
        move.to = "archive";
        QSignalSpy moved(&task, &BackgroundTransfer::moved);
        task.move({masking, masking, Access::Operate, Access::Operate}, move);
        QTRY_COMPARE_WITH_TIMEOUT(moved.size(), 1, 20'000);
        QVERIFY(place.native->inspector().payload("archive", "mail#0").value().contains("4111"));
    }

    void aMoveIsPreviewedMadeAndUndone()
    {
        AdoptPlace place("zset:jobs");
        addTasks(place, 250);
        const MoveWay way{nativeSpec(place), nativeSpec(place), Access::Operate, Access::Operate};
        MoveRequest request;
        request.from = "q";
        request.to = "archive";
        request.by = "me@here";
        BackgroundTransfer task;
        const auto previewed = last(task, &BackgroundTransfer::previewed);
        task.previewMove(way, request);
        QTRY_VERIFY_WITH_TIMEOUT(previewed->has_value(), 20'000);
        QCOMPARE((*previewed)->total, 250);
        QCOMPARE(waitingIn(place, "q"), 250); // A preview moves nothing.
        QSignalSpy moved(&task, &BackgroundTransfer::moved);
        task.move(way, request);
        QTRY_COMPARE_WITH_TIMEOUT(moved.size(), 1, 20'000);
        QCOMPARE(waitingIn(place, "archive"), 250);
        QCOMPARE(waitingIn(place, "q"), 0);
        const auto undone = last(task, &BackgroundTransfer::undone);
        task.undoMove(way, moved.front().at(1).value<OperationRecord>(), "me@here");
        QTRY_VERIFY_WITH_TIMEOUT(undone->has_value(), 20'000);
        QCOMPARE((*undone)->restored, 250);
        QCOMPARE(waitingIn(place, "q"), 250);
        QCOMPARE(waitingIn(place, "archive"), 0);
    }

    void whatCannotBeReachedOrReadIsSaid()
    {
        AdoptPlace place("zset:jobs");
        BackgroundTransfer task;
        const auto failed = last(task, &BackgroundTransfer::failed);
        const MoveWay lost{nowhere(), nativeSpec(place), Access::Operate, Access::Operate};
        const MoveWay half{nativeSpec(place), nowhere(), Access::Operate, Access::Operate};
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"tasks.jsonl"_s);
        for (const std::function<void()>& ask : std::initializer_list<std::function<void()>>{
                 [&] { task.exportTo(nowhere(), {}, path); }, [&] { task.previewMove(lost, {}); },
                 [&] { task.move(half, {}); }, [&] { task.undoMove(lost, {}, "me@here"); }}) {
            failed->reset();
            ask();
            QTRY_VERIFY_WITH_TIMEOUT(failed->has_value(), 20'000);
            QCOMPARE((*failed)->code, ErrorCode::Unreachable);
            QVERIFY(!task.isRunning());
        }
        QVERIFY(!QFile::exists(path));
        failed->reset();
        task.importFrom(nativeSpec(place), Access::Operate, {}, ImportSource::file(folder.filePath(u"none"_s)));
        QTRY_VERIFY_WITH_TIMEOUT(failed->has_value(), 20'000);
        QCOMPARE((*failed)->code, ErrorCode::Io);
        QVERIFY2((*failed)->message.contains(u"none"_s), qPrintable((*failed)->message));
        failed->reset();
        MoveRequest same;
        same.from = same.to = "q";
        task.move({nativeSpec(place), nativeSpec(place), Access::Operate, Access::Operate}, same);
        QTRY_VERIFY_WITH_TIMEOUT(failed->has_value(), 20'000);
        QCOMPARE((*failed)->code, ErrorCode::Usage);
    }

    void whatIsCancelledTellsHowFarItCame()
    {
        AdoptPlace place("zset:jobs");
        addTasks(place, 900);
        BackgroundTransfer task;
        MoveRequest request;
        request.from = "q";
        request.to = "archive";
        QSignalSpy moved(&task, &BackgroundTransfer::moved);
        task.move({nativeSpec(place), nativeSpec(place), Access::Operate, Access::Operate}, request);
        task.cancel(); // No step has been reported yet.
        QTRY_COMPARE_WITH_TIMEOUT(moved.size(), 1, 20'000);
        const auto progress = moved.front().at(0).value<MoveProgress>();
        QVERIFY(progress.cancelled && progress.done < 900);
        QCOMPARE(waitingIn(place, "q"), 900 - progress.done); // Each task is in exactly one of the two queues.
        QCOMPARE(std::max<qint64>(0, waitingIn(place, "archive")), progress.done);
    }

    void whatWasLeftIsHeardNoMore()
    {
        AdoptPlace place("zset:jobs");
        addTasks(place, 250);
        const QTemporaryDir folder;
        ExportRequest request;
        request.queue = "q";
        int heard = 0;
        {
            BackgroundTransfer gone;
            connect(&gone, &BackgroundTransfer::exported, this, [&heard] { ++heard; });
            gone.exportTo(nativeSpec(place), request, folder.filePath(u"gone"_s));
        }
        BackgroundTransfer task;
        QSignalSpy exported(&task, &BackgroundTransfer::exported);
        task.exportTo(nativeSpec(place), request, folder.filePath(u"first"_s));
        task.exportTo(nativeSpec(place), request, folder.filePath(u"second"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!task.isRunning(), 20'000);
        QCOMPARE(exported.size(), 1);
        QCOMPARE(textOf(folder.filePath(u"second"_s)).count('\n'), 250);
        QCOMPARE(heard, 0);
    }

    void anAdoptionIsPreviewedMadeAndUndone()
    {
        AdoptPlace place("zset:jobs");
        for (const char* id : {"a", "b", "c"})
            place.server.call({"ZADD", "jobs", QByteArray::number(seconds() + 60), id});
        BackgroundAdoption task;
        const auto previewed = last(task, &BackgroundAdoption::previewed);
        const auto failed = last(task, &BackgroundAdoption::failed);
        QSignalSpy finished(&task, &BackgroundAdoption::finished);
        task.preview(place.request());
        QTRY_VERIFY_WITH_TIMEOUT(previewed->has_value(), 20'000);
        QCOMPARE(place.members("jobs").size(), 6);
        task.start(place.request());
        QVERIFY(task.isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000);
        QCOMPARE(place.tasks().size(), std::size_t(3));
        QCOMPARE(place.members("jobs").size(), 0);
        const auto undone = last(task, &BackgroundAdoption::undone);
        const OperationId id = finished.front().at(1).value<OperationRecord>().id;
        task.undo(place.connection, place.adoption(id), Access::ReadOnly, "me@here");
        QTRY_VERIFY_WITH_TIMEOUT(failed->has_value(), 20'000);
        task.undo(place.connection, place.adoption(id), Access::Operate, "me@here");
        QTRY_VERIFY_WITH_TIMEOUT(undone->has_value(), 20'000);
        QCOMPARE((*undone)->restored, 3);
        QCOMPARE(place.members("jobs").size(), 6);
        AdoptRequest lost = place.request();
        lost.from.redis = nowhere().redis;
        for (const bool looks : {true, false}) {
            failed->reset();
            looks ? task.preview(lost) : task.start(lost);
            task.cancel();
            QTRY_VERIFY_WITH_TIMEOUT(failed->has_value(), 20'000);
            QCOMPARE((*failed)->code, ErrorCode::Unreachable);
        }
    }

    void aServerIsExaminedAndMended()
    {
        AdoptPlace place("zset:jobs");
        addTasks(place, 2);
        place.server.call({"HDEL", NativeKeys("dueline", "q").tasks(), "mail#0"});
        BackgroundDoctor task;
        const auto examined = last(task, &BackgroundDoctor::examined);
        const auto repaired = last(task, &BackgroundDoctor::repaired);
        const auto failed = last(task, &BackgroundDoctor::failed);
        task.examine(nativeSpec(place));
        QTRY_VERIFY_WITH_TIMEOUT(examined->has_value(), 20'000);
        QVERIFY(!task.isRunning());
        const auto& findings = (*examined)->findings;
        const auto damaged = std::find_if(
            findings.begin(), findings.end(), [](const DoctorFinding& finding) { return finding.isRepairable(); });
        QVERIFY(damaged != findings.end());
        task.repair(nativeSpec(place), Access::ReadOnly, *damaged, "me@here");
        QTRY_VERIFY_WITH_TIMEOUT(failed->has_value(), 20'000);
        task.repair(nativeSpec(place), Access::Operate, *damaged, "me@here");
        QTRY_VERIFY_WITH_TIMEOUT(repaired->has_value(), 20'000);
        QVERIFY(!(*repaired)->isEmpty());
        examined->reset();
        task.examine(nativeSpec(place));
        task.cancel();
        QVERIFY(!task.isRunning());
        failed->reset();
        task.examine(nowhere());
        QTRY_VERIFY_WITH_TIMEOUT(failed->has_value(), 20'000);
        QVERIFY(!examined->has_value()); // The canceled request emitted nothing.
    }

    void ofLooksOnlyTheLastIsHeard()
    {
        AdoptPlace place("zset:jobs");
        for (const char* id : {"a", "b", "c"})
            place.server.call({"ZADD", "jobs", QByteArray::number(seconds() + 60), id});
        LayoutDetector detector;
        QSignalSpy looked(&detector, &LayoutDetector::looked);
        const auto suggested = last(detector, &LayoutDetector::suggested);
        const auto failed = last(detector, &LayoutDetector::failed);
        ConnectionSpec half = place.connection;
        half.layout = *parseLayout(u"zset:job"_s);
        detector.look(half);
        detector.look(place.connection);
        detector.search(nativeSpec(place));
        QVERIFY(detector.isLooking() && detector.isSearching());
        QTRY_VERIFY_WITH_TIMEOUT(!detector.isLooking() && !detector.isSearching(), 20'000);
        QCOMPARE(looked.size(), 1);
        QCOMPARE(looked.front().at(0).value<LayoutLook>().keyType, "zset");
        QVERIFY(suggested->has_value());
        detector.look(nowhere());
        QTRY_VERIFY_WITH_TIMEOUT(failed->has_value(), 20'000);
        failed->reset();
        detector.search(nowhere());
        QTRY_VERIFY_WITH_TIMEOUT(failed->has_value(), 20'000);
        detector.look(place.connection);
        detector.leave();
        QTest::qWait(50);
        QCOMPARE(looked.size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestBackgroundTasks)
#include "tst_backgroundtasks.moc"
