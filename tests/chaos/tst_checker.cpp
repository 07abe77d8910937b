// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/checker.h"
#include "tests/chaos/taskplan.h"

#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace dueline;
using namespace dueline::chaos;

namespace {

const QueueName queue = "q";
const TaskId id = "mail#1";

QByteArray token(int fence, qint64 leasedAt)
{
    return QByteArray::number(fence) + "-w.1-" + QByteArray::number(leasedAt);
}

/// Valid run: one task was added, claimed, run and acknowledged. Each test breaks one part of it.
struct Run
{
    std::vector<Entry> entries;
    Snapshot snapshot;

    void tell(Event event, std::vector<QByteArray> fields)
    {
        entries.push_back({fromMs(0), event, queue, std::move(fields)});
    }
    void lease(int fence, qint64 at)
    {
        tell(Event::Claimed, {id, token(fence, at), "1", "900"});
        tell(Event::Started, {id, token(fence, at), "1", "77"});
    }
    void end(Event sent, Event answered, int fence, qint64 at, const QByteArray& code)
    {
        tell(sent, {id, token(fence, at)});
        tell(answered, {id, token(fence, at), code});
    }
    static Run withoutFault()
    {
        Run run;
        run.tell(Event::AddSent, {id});
        run.tell(Event::AddAnswered, {id});
        run.lease(1, 1000);
        run.end(Event::AckSent, Event::AckAnswered, 1, 1000, "accepted");
        run.snapshot.in(Place::Done).insert(id);
        run.snapshot.tasks.insert(id, {});
        run.snapshot.added = run.snapshot.finished = 1;
        run.snapshot.hasStatistics = true;
        return run;
    }
    Verdict verdict() const
    {
        Checker checker(Millis(500));
        for (const Entry& entry : entries)
            checker.add(entry);
        return checker.check(queue, snapshot);
    }
};

using Break = std::function<void(Run&)>;

} // namespace
Q_DECLARE_METATYPE(Break)

class TestChecker : public QObject
{
    Q_OBJECT

private slots:
    void aRunWithoutFaultHasNoViolation()
    {
        const Verdict verdict = Run::withoutFault().verdict();
        QCOMPARE(verdict.violations, QStringList());
        QCOMPARE(verdict.addsAnswered, 1);
        QCOMPARE(verdict.executions, 1);
        QCOMPARE(verdict.acks.at("accepted"), 1);
    }

    void everyBrokenPromiseIsTold_data()
    {
        QTest::addColumn<Break>("breakIt");
        QTest::addColumn<QString>("told");
        const auto row = [](const char* name, Break breakIt, const char* told) {
            QTest::newRow(name) << std::move(breakIt) << QString::fromLatin1(told);
        };
        row(
            "an acknowledged add is nowhere",
            [](Run& run) {
                run.snapshot.in(Place::Done).clear();
                run.snapshot.tasks.clear();
            },
            "is lost");
        row(
            "a task is in two states", [](Run& run) { run.snapshot.in(Place::Retry).insert(id); }, "in several states");
        row(
            "two acks were accepted",
            [](Run& run) {
                run.lease(2, 1600);
                run.end(Event::AckSent, Event::AckAnswered, 2, 1600, "late");
            },
            "accepted as done 2 times");
        row(
            "an accepted task is not done",
            [](Run& run) {
                run.snapshot.in(Place::Done).clear();
                run.snapshot.in(Place::Retry).insert(id);
            },
            "was accepted as done, but is retry");
        row(
            "a task is done without an ack",
            [](Run& run) {
                std::erase_if(run.entries, [](const Entry& entry) {
                    return entry.event == Event::AckSent || entry.event == Event::AckAnswered;
                });
            },
            "nobody acknowledged it");
        row(
            "a task is leased again within a lease", [](Run& run) { run.lease(2, 1400); }, "that nothing had ended");
        row(
            "a task is leased again after its ack", [](Run& run) { run.lease(2, 9000); },
            "leased again after it was accepted");
        row(
            "two leases have the same fence", [](Run& run) { run.lease(1, 9000); }, "twice with the same fence");
        row(
            "one lease runs twice",
            [](Run& run) {
                run.tell(Event::Started, {id, token(1, 1000), "1", "78"});
            },
            "ran 2 times in one lease");
        row(
            "a task runs without a lease",
            [](Run& run) {
                run.tell(Event::Started, {id, token(7, 9000), "1", "78"});
            },
            "under a lease nobody was given");
        row(
            "two engines make one tick",
            [](Run& run) {
                run.tell(Event::TickSent, {id, "hourly"});
                run.tell(Event::TickMade, {id, "hourly"});
                run.tell(Event::TickSent, {id, "hourly"});
                run.tell(Event::TickMade, {id, "hourly"});
            },
            "was made 2 times by its schedule's tick");
        row(
            "a unique key is taken twice",
            [](Run& run) {
                run.entries.push_back({fromMs(1010), Event::KeyTaken, queue, {id, "key", "1000", "500"}});
                run.entries.push_back({fromMs(1499), Event::KeyTaken, queue, {"mail#2", "key", "1400", "500"}});
            },
            "mail#2 was added with the key key, which mail#1 had taken for 500 ms");
        row(
            "a task is leased after it has expired",
            [](Run& run) {
                run.tell(Event::AddSent, {id, "999"});
            },
            "was leased after it had expired");
        row(
            "what retention may not take is gone",
            [](Run& run) {
                run.snapshot.trims = true;
                run.snapshot.in(Place::Done).clear();
                run.snapshot.tasks.clear();
                std::erase_if(run.entries, [](const Entry& entry) {
                    return entry.event == Event::AckSent || entry.event == Event::AckAnswered;
                });
            },
            "is lost");
        row(
            "a task is leased before it is due",
            [](Run& run) {
                std::erase_if(run.entries, [](const Entry& entry) { return entry.event == Event::Claimed; });
                run.tell(Event::Claimed, {id, token(1, 1000), "1", "1001"});
            },
            "before it was due");
        row(
            "a paused queue gives a lease",
            [](Run& run) {
                run.tell(Event::Paused, {"990", "1010"});
            },
            "while its queue was paused");
        row(
            "another payload reaches the handler",
            [](Run& run) {
                run.tell(Event::Damaged, {id, token(1, 1000)});
            },
            "another payload");
        row(
            "another payload is kept", [](Run& run) { run.snapshot.tasks[id].intact = false; }, "another payload");
        row(
            "an envelope is unreadable", [](Run& run) { run.snapshot.tasks[id].readable = false; }, "cannot be read");
        row(
            "a place without envelope", [](Run& run) { run.snapshot.tasks.remove(id); }, "has no envelope");
        row(
            "an envelope without place",
            [](Run& run) {
                run.tell(Event::AddSent, {"mail#2"});
                run.snapshot.tasks.insert("mail#2", {});
            },
            "mail#2 has an envelope, but is in no state");
        row(
            "a task nobody added",
            [](Run& run) {
                run.snapshot.tasks.insert("mail#2", {});
                run.snapshot.in(Place::Failed).insert("mail#2");
            },
            "nobody added mail#2");
        row(
            "a lease without a leased task", [](Run& run) { run.snapshot.leases.insert(id, token(1, 1000)); },
            "is not leased");
        row(
            "a leased task without a lease",
            [](Run& run) {
                run.snapshot.in(Place::Done).clear();
                run.snapshot.in(Place::Leased).insert(id);
            },
            "leased to nobody");
        row(
            "tries of a done task", [](Run& run) { run.snapshot.fields["tries"].insert(id); }, "left a field in tries");
        row(
            "history of no task", [](Run& run) { run.snapshot.fields["history"].insert("mail#9"); },
            "mail#9 left a field in history");
        row(
            "a payload's key of no task", [](Run& run) { run.snapshot.bigPayloads.insert("mail#9"); },
            "left a payload's key behind");
        row(
            "a payload's key is missing", [](Run& run) { run.snapshot.tasks[id].big = true; },
            "misses its payload's key");
        row(
            "a damaged task", [](Run& run) { run.snapshot.damaged.insert(id, "no envelope"); }, "put aside as damaged");
        row(
            "statistics count an ack too many", [](Run& run) { run.snapshot.finished = 2; },
            "count 2 finished tasks; acks say 1 to 1");
        row(
            "statistics count an add too many", [](Run& run) { run.snapshot.added = 2; }, "count 2 added tasks");
    }

    void everyBrokenPromiseIsTold()
    {
        QFETCH(Break, breakIt);
        QFETCH(QString, told);
        Run run = Run::withoutFault();
        breakIt(run);
        const Verdict verdict = run.verdict();
        QVERIFY2(verdict.violations.join(u'\n').contains(told), qPrintable(verdict.violations.join(u'\n')));
    }

    void whatEndsALeaseExplainsTheNext_data()
    {
        QTest::addColumn<Break>("ending");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("a nack") << Break([](Run& run) {
            run.end(Event::NackSent, Event::NackAnswered, 1, 1000, "accepted");
        }) << QByteArray("nack");
        QTest::newRow("a nack without answer") << Break([](Run& run) {
            run.tell(Event::NackSent, {id, token(1, 1000)});
        }) << QByteArray("nack");
        QTest::newRow("a nack told stale when repeated") << Break([](Run& run) {
            run.tell(Event::NackSent, {id, token(1, 1000)});
            run.end(Event::NackSent, Event::NackAnswered, 1, 1000, "stale");
        }) << QByteArray("nack");
        QTest::newRow("a release") << Break([](Run& run) {
            run.end(Event::ReleaseSent, Event::ReleaseAnswered, 1, 1000, "accepted");
        }) << QByteArray("release");
        QTest::newRow("an operator") << Break([](Run& run) {
            run.tell(Event::ActionSent, {id, "release", "leased", token(1, 1000)});
            run.tell(Event::ActionAnswered, {id, "release", "leased", token(1, 1000), "done"});
        }) << QByteArray("operator");
        QTest::newRow("its time") << Break([](Run&) {}) << QByteArray("expiry");
    }

    void whatEndsALeaseExplainsTheNext()
    {
        QFETCH(Break, ending);
        QFETCH(QByteArray, reason);
        Run run = Run::withoutFault();
        std::erase_if(run.entries,
            [](const Entry& entry) { return entry.event == Event::AckSent || entry.event == Event::AckAnswered; });
        ending(run);
        const qint64 again = reason == "expiry" ? 1500 : 1010;
        run.lease(2, again);
        run.end(Event::AckSent, Event::AckAnswered, 2, again, "accepted");
        const Verdict verdict = run.verdict();
        QCOMPARE(verdict.violations, QStringList());
        QCOMPARE(verdict.againBecause, (std::map<QByteArray, qint64>{{reason, 1}}));
    }

    void aRefusedActionExplainsNothing()
    {
        Run run = Run::withoutFault();
        std::erase_if(run.entries,
            [](const Entry& entry) { return entry.event == Event::AckSent || entry.event == Event::AckAnswered; });
        run.tell(Event::ActionSent, {id, "release", "leased", token(1, 1000)});
        run.tell(Event::ActionAnswered, {id, "release", "leased", token(1, 1000), "moved-on"});
        run.end(Event::NackSent, Event::NackAnswered, 1, 1000, "stale");
        run.lease(2, 1010);
        run.end(Event::AckSent, Event::AckAnswered, 2, 1010, "accepted");
        QCOMPARE(run.verdict().unexplained, 1);
    }

    void aDeletedTaskIsNotLost()
    {
        Run run = Run::withoutFault();
        run.snapshot.in(Place::Done).clear();
        run.snapshot.tasks.clear();
        run.tell(Event::ActionSent, {id, "delete", "trash", ""});
        run.tell(Event::ActionAnswered, {id, "delete", "trash", "", "done"});
        QCOMPARE(run.verdict().violations, QStringList());
    }

    void aTaskThatADroppingQueueFinishedIsNotLost()
    {
        Run run = Run::withoutFault();
        run.snapshot.in(Place::Done).clear();
        run.snapshot.tasks.clear();
        run.snapshot.dropsDone = true;
        QCOMPARE(run.verdict().violations, QStringList());
    }

    void whatRetentionTookIsNotLost()
    {
        Run run = Run::withoutFault();
        run.snapshot.in(Place::Done).clear();
        run.snapshot.tasks.clear();
        run.snapshot.trims = true;
        QCOMPARE(run.verdict().violations, QStringList());
    }

    void aKeyWhoseTimeMayHavePassedIsFree()
    {
        Run run = Run::withoutFault();
        run.entries.push_back({fromMs(1010), Event::KeyTaken, queue, {id, "key", "1000", "500"}});
        run.entries.push_back({fromMs(1500), Event::KeyTaken, queue, {"mail#2", "key", "1400", "500"}});
        run.entries.push_back({fromMs(1100), Event::KeyTaken, queue, {"mail#3", "other", "1090", "500"}});
        const Verdict verdict = run.verdict();
        QCOMPARE(verdict.violations, QStringList());
        QCOMPARE(verdict.keysTaken, 3);
    }

    void aTickThatTwoTriedIsOneTask()
    {
        Run run = Run::withoutFault();
        std::erase_if(run.entries,
            [](const Entry& entry) { return entry.event == Event::AddSent || entry.event == Event::AddAnswered; });
        run.tell(Event::TickSent, {id, "hourly"});
        run.tell(Event::TickSent, {id, "hourly"});
        run.tell(Event::TickMade, {id, "hourly"});
        const Verdict verdict = run.verdict();
        QCOMPARE(verdict.violations, QStringList());
        QCOMPARE(verdict.ticks, 1);
    }

    void aCutLineIsSkippedAndCounted()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("journal.tsv"));
        {
            const Journal journal(path);
            journal.write(Event::AddSent, queue, {id});
            journal.write("\n123\tx\tq\tmail#1\t1-w.1-10"); // The process died while writing this line.
            journal.write(Event::AddAnswered, queue, {id});
        }
        QByteArray events;
        const qint64 cut = Journal::read(path, [&events](const Entry& entry) {
            events += char(entry.event);
            QCOMPARE(entry.queue, queue);
            QCOMPARE(entry.fields, std::vector<QByteArray>{id});
        });
        QCOMPARE(cut, 1);
        QCOMPARE(events, QByteArray("Ia"));
    }

    void aPlanFollowsFromTheIdAlone()
    {
        QCOMPARE(TaskPlan(id).payload(), TaskPlan(id).payload());
        QVERIFY(TaskPlan("a#1").payload() != TaskPlan("a#2").payload());
        int big = 0;
        int failing = 0;
        for (int i = 0; i < 2000; ++i) {
            const TaskPlan plan("a#" + QByteArray::number(i));
            big += plan.payload().size() > 64 * 1024;
            failing += plan.ending(1) != TaskPlan::Ending::Done;
        }
        QVERIFY(big > 0 && big < 20);
        QVERIFY(failing > 100 && failing < 300);
    }
};

QTEST_GUILESS_MAIN(TestChecker)
#include "tst_checker.moc"
