// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationrun.h"
#include "tests/integration/readplace.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/must.h"

#include <set>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

constexpr int ofEach = 12; ///< jobs per state, three at each instant

/// Server with a framework's jobs in all states, before and after the current time, several at each instant.
class BrushedPlace
{
public:
    explicit BrushedPlace(const QByteArray& layout)
        : writer(FrameworkWriter::of(layout, server))
    {
        const Reply time = server.call({"TIME"});
        now = time.items.at(0).bytes.toLongLong() * 1000; // whole seconds, which every framework stores exactly
        for (const TaskState state : allStates) {
            if (!writer->states().contains(state))
                continue;
            const bool isLater = state == TaskState::Scheduled || state == TaskState::Retrying;
            for (int i = 0; i < ofEach; ++i) {
                WrittenJob job{FrameworkWriter::filledId(state, i), state};
                job.at = fromMs(now + (isLater ? 60 : -60) * minuteMs + i / 3 * minuteMs);
                writer->write(queue, job);
            }
        }
        open(QString::fromLatin1(layout));
    }

    void open(const QString& layouts)
    {
        backend = must(openLayout(must(parseLayouts(layouts)), server.config(), {}, {}, Access::ReadOnly));
    }
    /// Returns the queue, and the pseudo-queue that all queues share, if any.
    std::vector<QueueName> places()
    {
        std::vector<QueueName> places;
        for (const QueueInfo& info : must(backend->inspector().queues()))
            places.push_back(info.name);
        return places;
    }
    /// Returns all tasks in a queue or pseudo-queue, read page by page.
    std::vector<Task> everything(const QueueName& place)
    {
        std::vector<Task> tasks;
        for (const TaskState state : allStates) {
            const auto page = must(backend->inspector().page({place, state, 0, QueueInspector::maxPage}));
            tasks.insert(tasks.end(), page.tasks.begin(), page.tasks.end());
        }
        return tasks;
    }
    struct Found
    {
        std::multiset<TaskId> ids;
        qint64 examined = 0;
    };
    /// Searches a range like a brush on the timeline.
    Found brushed(const QueueName& place, TimePoint from, TimePoint to, int examine)
    {
        SearchRequest request{place, must(TaskFilter::parse(u"at>=%1 at<%2"_s.arg(toMs(from)).arg(toMs(to))))};
        request.examine = examine;
        Found found;
        do {
            const auto step = must(backend->inspector().search(request));
            for (const Task& task : step.matches)
                found.ids.insert(task.id);
            found.examined += step.examined;
            request.cursor = step.cursor;
        } while (!request.cursor.isEmpty());
        return found;
    }

    RedisServer server;
    std::unique_ptr<FrameworkWriter> writer;
    QueueName queue = "mail";
    qint64 now = 0;
    std::unique_ptr<Backend> backend;
};

} // namespace

/// Tests brushing a framework queue's timeline: a brush finds exactly the tasks in its range, and reads no more than
/// the keys require.
class TestFrameworkBrush : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void exactlyTheTasksOfTheseInstantsAreFound_data()
    {
        QTest::addColumn<QByteArray>("layout");
        for (const QByteArray& layout : FrameworkWriter::layouts())
            QTest::newRow(layout) << layout;
    }
    void exactlyTheTasksOfTheseInstantsAreFound()
    {
        QFETCH(const QByteArray, layout);
        BrushedPlace place(layout);
        for (const QString& layouts : {QString::fromLatin1(layout), u"auto"_s}) {
            place.open(layouts);
            std::set<TaskId> found;
            for (const QueueName& each : place.places()) {
                const std::vector<Task> all = place.everything(each);
                // Ranges start and end one millisecond before each instant, at the instant, and one millisecond after
                // it.
                std::set<TimePoint> borders;
                for (const Task& task : all) {
                    for (const int away : {-1, 0, 1})
                        borders.insert(task.at + Millis(away));
                }
                const std::vector<TimePoint> at(borders.begin(), borders.end());
                for (std::size_t first = 0; first < at.size(); first += 2) {
                    for (std::size_t last = first; last < at.size(); last += 5)
                        compare(place, each, all, at[first], at[last], found);
                }
            }
            if (layouts != u"auto"_s)
                QVERIFY2(found.size() >= ofEach, QByteArray::number(qsizetype(found.size())));
        }
    }

    /// Checks that each running task is in exactly one bar: at the current time, or at the end of its lock. Even short
    /// bars must not count a task twice.
    void eachRunningTaskIsInOneBar_data() { exactlyTheTasksOfTheseInstantsAreFound_data(); }
    void eachRunningTaskIsInOneBar()
    {
        QFETCH(const QByteArray, layout);
        BrushedPlace place(layout);
        for (const Reply& lock : place.server.call({"KEYS", "*:lock"}).items)
            place.server.call({"PEXPIRE", lock.bytes, "60000"});
        qint64 running = 0;
        for (const QueueInfo& info : must(place.backend->inspector().queues()))
            running += info.counts[TaskState::Leased];
        QVERIFY(running > 0);
        for (int i = 0; i < 15; ++i) {
            const TimePoint now = must(place.backend->inspector().queues()).front().serverNow;
            qint64 counted = 0;
            // Around the current time, bars are 2 ms long; two long bars cover all other times.
            for (const auto& [from, to, bins] : {std::tuple(now - Millis(1000), now + Millis(3000), 2000),
                     std::tuple(now - Millis(3'600'000), now - Millis(1000), 1),
                     std::tuple(now + Millis(3000), now + Millis(7'200'000), 1)}) {
                for (const QueueName& queue : place.places()) {
                    for (const TimelineBin& bin : must(place.backend->inspector().timeline(queue, from, to, bins)))
                        counted += bin.counts[TaskState::Leased];
                }
            }
            QCOMPARE(counted, running);
        }
    }

    /// Checks that brushing a bar finds exactly the tasks counted in it.
    void barsAreWhatABrushFinds_data() { exactlyTheTasksOfTheseInstantsAreFound_data(); }
    void barsAreWhatABrushFinds()
    {
        QFETCH(const QByteArray, layout);
        BrushedPlace place(layout);
        // The current time and the ends of locks are in the middle of their bars.
        const TimePoint from = fromMs(place.now - 185 * minuteMs);
        qint64 counted = 0;
        for (const QueueName& queue : place.places()) {
            const auto bins = must(place.backend->inspector().timeline(queue, from, from + Millis(370 * minuteMs), 37));
            for (const TimelineBin& bin : bins) {
                StateCounts found;
                SearchRequest request{
                    queue, must(TaskFilter::parse(u"at>=%1 at<%2"_s.arg(toMs(bin.from)).arg(toMs(bin.to))))};
                do {
                    const auto step = must(place.backend->inspector().search(request));
                    for (const Task& task : step.matches)
                        ++found[task.state];
                    request.cursor = step.cursor;
                } while (!request.cursor.isEmpty());
                found[TaskState::Trash] = bin.counts[TaskState::Trash]; // the timeline doesn't include the trash
                if (layout == "asynq") // asynq's own counters cover past days
                    found[TaskState::Done] = bin.counts[TaskState::Done];
                for (const TaskState state : allStates) {
                    QVERIFY2(bin.counts[state] == found[state],
                        queue + ' ' + stateName(state).toByteArray() + " at "
                            + QByteArray::number((toMs(bin.from) - place.now) / minuteMs) + ": "
                            + QByteArray::number(bin.counts[state]) + " instead of "
                            + QByteArray::number(found[state]));
                    counted += found[state];
                }
            }
        }
        QVERIFY(counted >= 2 * ofEach);
    }

    /// Checks that a brush reads only its range from keys whose scores are instants. Other keys are read completely, in
    /// bounded steps.
    void noMoreIsReadThanTheKeysMakeNecessary_data()
    {
        QTest::addColumn<QByteArray>("layout");
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<int>("whole"); // number of jobs in keys that are read completely
        // Only the running jobs are read completely.
        QTest::newRow("bullmq") << QByteArray("bullmq") << QByteArray("mail") << ofEach;
        QTest::newRow("bull") << QByteArray("bull") << QByteArray("mail") << ofEach;
        QTest::newRow("sidekiq") << QByteArray("sidekiq") << QByteArray("@sidekiq") << 0;
        // Only the running jobs are read completely.
        QTest::newRow("sidekiq, waiting") << QByteArray("sidekiq") << QByteArray("mail") << 1 * ofEach;
        // Failed and done jobs are read completely.
        QTest::newRow("rq") << QByteArray("rq") << QByteArray("mail") << 2 * ofEach;
        QTest::newRow("laravel") << QByteArray("laravel") << QByteArray("mail") << 0;
        QTest::newRow("laravel, ended") << QByteArray("laravel") << QByteArray("@laravel") << 0;
        // Only done jobs are read completely.
        QTest::newRow("asynq") << QByteArray("asynq") << QByteArray("mail") << ofEach;
        // Only waiting messages are read completely.
        QTest::newRow("celery") << QByteArray("celery") << QByteArray("mail") << ofEach;
    }
    void noMoreIsReadThanTheKeysMakeNecessary()
    {
        QFETCH(const QByteArray, layout);
        QFETCH(const QByteArray, place);
        QFETCH(const int, whole);
        BrushedPlace shop(layout);
        const TimePoint from = fromMs(shop.now - 59 * minuteMs);
        const BrushedPlace::Found found = shop.brushed(place, from, from + Millis(2 * minuteMs), 5);
        QVERIFY2(found.examined <= whole + qint64(found.ids.size()), QByteArray::number(found.examined));
        QCOMPARE(shop.brushed(place, fromMs(1'600'000'000'000), fromMs(1'600'000'000'001), 1000).ids.size(), 0U);
    }

    /// Checks that an action on a brush changes only the brushed tasks.
    void anActionOnABrushLeavesTheOthers()
    {
        BrushedPlace place("bullmq");
        const auto operate
            = must(openLayout(must(parseLayouts(u"bullmq"_s)), place.server.config(), {}, {}, Access::Operate));
        const qint64 first = place.now - 60 * minuteMs + minuteMs;
        OperationRequest request;
        request.queue = "mail";
        request.action.kind = ActionKind::Discard;
        request.selection.kind = TaskSelection::Kind::Filter;
        request.selection.filter
            = must(TaskFilter::parse(u"at>=%1 at<%2 state:failed"_s.arg(first).arg(first + 2 * minuteMs)));
        OperationRun run(request);
        QCOMPARE(must(run.finish(*operate)).done, 6);
        const auto left = must(operate->inspector().page({"mail", TaskState::Failed, 0, 100}));
        QCOMPARE(left.total, ofEach - 6);
        for (const Task& task : left.tasks)
            QVERIFY(task.at < fromMs(first) || task.at >= fromMs(first + 2 * minuteMs));
    }

private:
    static void compare(BrushedPlace& place, const QueueName& queue, const std::vector<Task>& all, TimePoint from,
        TimePoint to, std::set<TaskId>& met)
    {
        std::multiset<TaskId> expected;
        std::multiset<TaskId> atNow;
        for (const Task& task : all) {
            // Tasks without an instant count at the current time, and locks are renewed, so both move while being
            // counted.
            const bool goesOn = task.untimed || task.state == TaskState::Leased;
            if (goesOn)
                atNow.insert(task.id);
            else if (task.at >= from && task.at < to)
                expected.insert(task.id);
        }
        std::multiset<TaskId> found = place.brushed(queue, from, to, 7).ids;
        for (const TaskId& id : atNow)
            found.erase(id);
        met.insert(found.begin(), found.end());
        QCOMPARE(found, expected);
    }
};

QTEST_GUILESS_MAIN(TestFrameworkBrush)
#include "tst_frameworkbrush.moc"
