// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationrun.h"
#include "core/console/transfer/taskwalk.h"
#include "tests/unit/shelflayout.h"

#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// Editor that implements only what every editor must.
class ActOnly : public QueueEditor
{
public:
    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override
    {
        return std::vector<ItemOutcome>(step.refs.size(), ItemOutcome::Done);
    }
};

} // namespace

/// Tests that a read-only layout needs only six methods, and that everything else is derived from them or refused with
/// one sentence.
class TestReadingLayout : public QObject
{
    Q_OBJECT

    ShelfBackend backend;
    const QueueName queue = ShelfInspector::queueName;

private slots:
    void init()
    {
        backend.shelf.tasks.clear();
        backend.shelf.put("mail#late", TaskState::Due, backend.shelf.now - 1h);
        backend.shelf.put("mail#soon", TaskState::Scheduled, backend.shelf.now + 1h);
        backend.shelf.put("mail#later", TaskState::Scheduled, backend.shelf.now + 3h);
        backend.shelf.put("mail#again", TaskState::Retrying, backend.shelf.now + 2h);
        backend.shelf.put("mail#failed", TaskState::Failed, backend.shelf.now - 2h);
    }

    void whatWaitsLastIsFoundByItsPages()
    {
        const TimePoint now = backend.shelf.now;
        const auto last = [this](StateSet states) { return backend.inspector().lastDue(queue, states).value(); };
        QCOMPARE(last({TaskState::Scheduled}), std::optional(now + 3h));
        QCOMPARE(last({TaskState::Retrying}), std::optional(now + 2h));
        QCOMPARE(last({TaskState::Due, TaskState::Retrying}), std::optional(now + 2h));
        QCOMPARE(last(StateSet::all()), std::optional(now + 3h));
        QCOMPARE(last({TaskState::Failed, TaskState::Leased}), std::optional<TimePoint>());
    }

    void itsTimelineCountsWhatItsPagesShow()
    {
        const TimePoint now = backend.shelf.now;
        const auto bins = backend.inspector().timeline(queue, now - 3h, now + 3h, 6);
        QVERIFY(bins && bins->size() == 6);
        StateCounts sum;
        for (const TimelineBin& bin : *bins) {
            for (const TaskState state : allStates)
                sum[state] += bin.counts[state];
        }
        QCOMPARE(bins->at(0).counts, StateCounts());
        QCOMPARE(bins->at(1).counts[TaskState::Failed], 1);
        QCOMPARE(bins->at(2).counts[TaskState::Due], 1);
        QCOMPARE(bins->at(4).counts[TaskState::Scheduled], 1);
        QCOMPARE(bins->at(5).counts[TaskState::Retrying], 1);
        QCOMPARE(sum[TaskState::Scheduled], 1); // the other task is at the far end, outside the range
        QVERIFY(!backend.inspector().timeline(queue, now, now, 6).ok());
        QVERIFY(!backend.inspector().timeline(queue, now, now + 1h, QueueInspector::maxBins + 1).ok());
    }

    void aTimelineOfVeryManyTasksReadsABoundedPartOfThem()
    {
        const TimePoint now = backend.shelf.now;
        backend.shelf.tasks.clear();
        for (int i = 0; i < QueueInspector::timelineTasks + 1500; ++i)
            backend.shelf.put("many#" + QByteArray::number(i), TaskState::Scheduled, now + Millis(i + 1));
        const auto bins = backend.inspector().timeline(queue, now, now + 1h, 1);
        QVERIFY(bins && bins->size() == 1);
        QCOMPARE(bins->front().counts[TaskState::Scheduled], QueueInspector::timelineTasks);
    }

    void whatItDoesNotKnowIsEmpty()
    {
        QueueInspector& inspector = backend.inspector();
        QVERIFY(inspector.statistics(queue, backend.shelf.now - 1h, backend.shelf.now).value().empty());
        QVERIFY(inspector.workers().value().empty());
        QVERIFY(inspector.operations(queue).value().empty());
        QVERIFY(!inspector.holderOf(queue, "key").value());
        QVERIFY(!backend.schedules() && !backend.audit(queue));
    }

    void itsTasksAreReadWholeForAFile()
    {
        TaskWalk walk(queue, {}, StateSet::all());
        QByteArrayList ids;
        for (bool finished = false; !finished;) {
            const auto step = walk.step(backend.inspector());
            QVERIFY(step.ok());
            finished = step->finished;
            for (const TaskRecord& task : step->tasks) {
                QCOMPARE(task.payload, "payload of " + task.detail.task.id);
                ids << task.detail.task.id;
            }
        }
        std::sort(ids.begin(), ids.end());
        QCOMPARE(ids, (QByteArrayList{"mail#again", "mail#failed", "mail#late", "mail#later", "mail#soon"}));
    }

    void itsFrameworksOwnWordIsShownAndFilteredBy()
    {
        backend.shelf.tasks[0].nativeState = "waiting";
        backend.shelf.tasks[1].nativeState = "waiting-children";
        const auto found = [this](const char* filter) {
            SearchRequest request;
            request.queue = queue;
            request.filter = TaskFilter::parse(QString::fromLatin1(filter)).value();
            QByteArrayList ids;
            const auto step = backend.inspector().search(request);
            for (const Task& task : step->matches)
                ids << task.id;
            return ids;
        };
        QCOMPARE(found("native:waiting"), QByteArrayList{"mail#late"});
        QCOMPARE(found("native:wait*"), (QByteArrayList{"mail#late", "mail#soon"}));
        QCOMPARE(found("native:wait* state:due"), QByteArrayList{"mail#late"});
        QCOMPARE(found("-native:*"), (QByteArrayList{"mail#later", "mail#again", "mail#failed"}));
        QVERIFY(!TaskFilter::parse(QStringLiteral("native:a"))->needsDetail());
    }

    void whatCanBeDoneIsAskedForEachQueue()
    {
        QCOMPARE(&backend.capabilities(queue), &backend.capabilities());
        QueueCapabilities both;
        both.all = Capabilities::everything("mixed");
        both.byLayout[{}] = Capabilities::everything("native");
        both.byLayout["zset:jobs"] = backend.capabilities();
        QCOMPARE(both.of("mail").layout, QByteArray("native"));
        QCOMPARE(both.of("jobs@zset:jobs").layout, QByteArray("shelf"));
        QCOMPARE(both.of("a@b").layout, QByteArray("native")); // There is no open layout with that name.
        QCOMPARE(both.of("").layout, QByteArray("mixed"));
        both.byQueue["@zset:jobs"] = Capabilities::everything("place");
        QCOMPARE(both.of("@zset:jobs").layout, QByteArray("place"));
        QCOMPARE(both.of("jobs@zset:jobs").layout, QByteArray("shelf"));
        QCOMPARE((QueueCapabilities{backend.capabilities(), {}}).of("jobs@zset:jobs").layout, QByteArray("shelf"));
    }

    void nothingCanBeChangedThere()
    {
        QVERIFY(!backend.editor() && !backend.broker());
        QCOMPARE(backend.events({queue}, true, true).error().code, ErrorCode::NotSupported);
        QCOMPARE(backend.permitted(queue).error().code, ErrorCode::NotSupported);
        OperationRequest request;
        request.queue = queue;
        request.action.kind = ActionKind::Retry;
        OperationRun run(request);
        const auto preview = run.preview(backend);
        QVERIFY(!preview);
        QCOMPARE(preview.error().code, ErrorCode::NotSupported);
        QCOMPARE(preview.error().message, u"The shelf layout does not support retry."_s);
    }

    void anEditorThatOnlyActsRefusesTheOthersInASentence()
    {
        ActOnly editor;
        QCOMPARE(editor.act({queue, "shelf/1", {}, {TaskRef()}, {}}).value(), std::vector{ItemOutcome::Done});
        TaskEdit edit;
        edit.queue = queue;
        const TaskRef ref{"mail#late", TaskState::Due, {}, {}};
        const std::vector<std::pair<const char*, Error>> refusals{{"add", editor.add(queue, {NewTask()}).error()},
            {"place", editor.place(queue, "shelf/1", {TaskDetail()}).error()},
            {"revision", editor.revision(queue, ref.id).error()}, {"edit", editor.edit(edit).error()},
            {"undo", editor.undo(queue, "shelf/1", "shelf/2", {}).error()},
            {"record", editor.record(OperationRecord()).error()}, {"setPaused", editor.setPaused(queue, true).error()},
            {"configure", editor.configure(queue, {}).error()},
            {"removeQueue", editor.removeQueue(queue, false).error()}, {"cancel", editor.cancel(queue, ref).error()},
            {"release", editor.release(queue, ref).error()}, {"extend", editor.extend(queue, ref, 1s).error()}};
        QSet<QString> sentences;
        for (const auto& [call, error] : refusals) {
            QVERIFY2(error.code == ErrorCode::NotSupported, call);
            QVERIFY2(error.message.endsWith(u'.') && error.message.contains(u"layout"), call);
            sentences.insert(error.message);
        }
        // Both steps of an edit are refused with the same sentence.
        QCOMPARE(sentences.size(), qsizetype(refusals.size()) - 1);
        QVERIFY(!editor.bulk(queue));
    }
};

QTEST_GUILESS_MAIN(TestReadingLayout)
#include "tst_readinglayout.moc"
