// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/vanished.h"
#include "core/console/witness/waitingtasks.h"
#include "tests/support/manualclock.h"
#include "tests/support/memory/memorybackend.h"
#include "tests/support/must.h"

#include <QTemporaryDir>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the tasks that a recorder keeps by id, and the list of lost tasks.
class TestWaitingTasks : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::shared_ptr<ManualClock> m_clock;
    std::unique_ptr<MemoryBackend> m_backend;
    std::unique_ptr<RecordFile> m_file;
    std::unique_ptr<WaitingTasks> m_tasks;
    int m_added = 0;

    static NewTask newTask(const TaskId& id)
    {
        NewTask task;
        task.id = id;
        task.payload = "payload";
        return task;
    }
    void add(int count)
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i) {
            tasks.push_back(newTask("send#" + QByteArray::number(++m_added).rightJustified(6, '0')));
            if (tasks.size() == 100 || i + 1 == count) {
                must(m_backend->editor()->add("mail", tasks));
                tasks.clear();
            }
        }
    }
    /// Deletes tasks by number.
    void remove(int from, int to)
    {
        for (int i = from; i <= to; ++i) {
            const TaskId id = "send#" + QByteArray::number(i).rightJustified(6, '0');
            ActionStep step;
            step.queue = "mail";
            step.operation = "mail/op";
            step.action.kind = ActionKind::Delete;
            step.refs = {refOf(must(m_backend->inspector().task("mail", id)).task)};
            QCOMPARE(must(m_backend->editor()->act(step)).front(), ItemOutcome::Done);
        }
    }
    void read()
    {
        const auto queues = must(m_backend->inspector().queues());
        must(m_file->queueId({0, "mail", "memory", {}}));
        must(m_tasks->read(queues, true, m_clock->now()));
        must(m_file->begin());
        must(m_tasks->write(m_clock->now(), {}));
        must(m_file->commit());
    }
    static QueueLoss lossOf(qint64 event, bool isTotal)
    {
        QueueLoss loss;
        loss.event = event;
        loss.isTotal = isTotal;
        return loss;
    }
    /// Writes an event's loss, as the recorder does when a reading notices the event.
    void lose(qint64 event, bool isTotal)
    {
        must(m_tasks->read(must(m_backend->inspector().queues()), true, m_clock->now()));
        must(m_file->begin());
        must(m_tasks->lost("mail", lossOf(event, isTotal)));
        must(m_tasks->write(m_clock->now(), {}));
        must(m_file->commit());
    }
    qint64 known() const { return must(m_file->database().number("SELECT count(*) FROM waiting")).value_or(0); }
    qint64 complete() const { return must(m_file->database().number("SELECT count(body) FROM waiting")).value_or(0); }
    VanishedTasks vanished() const
    {
        const auto all = must(vanishedTasks(*m_file));
        return all.empty() ? VanishedTasks() : all.back();
    }

private Q_SLOTS:
    void init()
    {
        static int count = 0;
        m_clock = std::make_shared<ManualClock>();
        m_backend = std::make_unique<MemoryBackend>(std::make_shared<MemoryStore>(m_clock), "tester", Access::Operate);
        auto file = RecordFile::write(m_folder.filePath(u"w%1.dwit"_s.arg(++count)), {"memory", "memory", "test"});
        m_file = must(std::move(file));
        must(m_file->keepIds());
        m_tasks = std::make_unique<WaitingTasks>(*m_file, *m_backend, WaitingTasks::Options{true, false});
        m_added = 0;
    }

    void aLargeQueueIsReadInParts()
    {
        add(5'000);
        m_clock->advance(Millis(10'000));
        read();
        QCOMPARE(known(), qint64(1'000));
        QCOMPARE(complete(), qint64(500));
        read();
        QCOMPARE(known(), qint64(1'900)); // the 100 newest tasks were reread
        for (int i = 0; i < 4; ++i)
            read();
        QCOMPARE(known(), qint64(5'000));
        for (int i = 0; i < 40 && complete() < 5'000; ++i)
            read();
        QCOMPARE(complete(), qint64(5'000));
        QCOMPARE(known(), qint64(5'000));
    }

    /// Scanning a large queue takes several readings, but a new task is recorded with the next reading.
    void newTasksOfALargeQueueAreReadFirst()
    {
        add(5'000);
        read();
        QCOMPARE(known(), qint64(1'000));
        for (int reading = 0; reading < 3; ++reading) {
            m_clock->advance(Millis(1'000));
            add(150);
            read();
            QCOMPARE(must(m_file->database().number("SELECT count(*) FROM waiting WHERE id>'send#005000'")).value_or(0),
                qint64(150 * (reading + 1)));
        }
    }

    /// Tasks that were still in the queue after the first loss are listed only with the second.
    void aSecondLossDuringTheLookUpListsEachTaskOnce()
    {
        add(1'000);
        read();
        remove(1, 100);
        lose(1, false);
        remove(101, 1'000);
        lose(2, true);
        for (int i = 0; i < 10; ++i)
            read();
        const auto number = [this](const char* query) { return must(m_file->database().number(query)).value_or(-1); };
        QCOMPARE(number("SELECT count(*) FROM vanished WHERE event=1"), qint64(100));
        QCOMPARE(number("SELECT count(*) FROM vanished WHERE event=2"), qint64(900));
        QCOMPARE(number("SELECT count(DISTINCT id) FROM vanished"), qint64(1'000));
    }

    /// Few payloads of new tasks are read immediately. Workers soon claim most new tasks, so reading all payloads would
    /// slow down the recorder and the server.
    void fewPayloadsOfNewTasksAreReadImmediately()
    {
        add(300);
        read();
        QCOMPARE(known(), qint64(300));
        QCOMPARE(complete(), qint64(50));
        read();
        QCOMPARE(complete(), qint64(300));
    }

    void aLargeQueueDelaysNoOther()
    {
        add(5'000);
        read();
        must(m_backend->editor()->add("small", {newTask("x#1"), newTask("x#2")}));
        must(m_file->queueId({0, "small", "memory", {}}));
        read();
        read();
        QCOMPARE(
            must(m_file->database().number("SELECT count(*) FROM waiting WHERE id LIKE 'x#%'")).value_or(0), qint64(2));
    }

    void aChangedTaskIsReadAgain()
    {
        add(2);
        read();
        ActionStep step;
        step.queue = "mail";
        step.operation = "mail/op";
        step.action.kind = ActionKind::Reschedule;
        step.action.time = Action::Time::At;
        step.refs = {refOf(must(m_backend->inspector().task("mail", "send#000001")).task)};
        step.newDue = {m_clock->now() + Millis(hourMs)};
        QCOMPARE(must(m_backend->editor()->act(step)).front(), ItemOutcome::Done);
        read();
        QCOMPARE(must(m_file->database().number("SELECT due FROM waiting WHERE id='send#000001'")).value_or(0),
            toMs(step.newDue.front()));
        QCOMPARE(must(m_file->database().number("SELECT count(*) FROM waiting WHERE body LIKE '%\"scheduled\"%'"))
                     .value_or(0),
            qint64(1));
    }

    void tasksThatTwoScansDoNotMeetAreRemoved()
    {
        add(10);
        read();
        QCOMPARE(known(), qint64(10));
        remove(1, 4);
        read();
        QCOMPARE(known(), qint64(10));
        read();
        QCOMPARE(known(), qint64(6));
        // The next recorder continues with the tasks stored in the file.
        m_tasks = std::make_unique<WaitingTasks>(*m_file, *m_backend, WaitingTasks::Options{true, false});
        remove(5, 5);
        for (int i = 0; i < 3; ++i)
            read();
        QCOMPARE(known(), qint64(5));
    }

    void aTotalLossListsAllTasks()
    {
        add(10);
        read();
        remove(1, 2);
        read(); // the first two tasks leave the queue before the event
        remove(3, 10);
        lose(1, true);
        QCOMPARE(vanished().ids, qint64(8));
        QCOMPARE(vanished().complete, qint64(8));
        QCOMPARE(vanished().unchecked, qint64(0));
        QCOMPARE(known(), qint64(0));
        VanishedLines lines(*m_file, vanished());
        const QList<QByteArray> all = lines.readAll().split('\n');
        QCOMPARE(all.size(), 9); // The last line is empty.
        QVERIFY2(all.first().contains("\"send#000003\"") && all.at(7).contains("\"send#000010\""), all.join('\n'));
        QVERIFY(lines.atEnd());
        QCOMPARE(lines.lines(), qint64(8));
    }

    void aPartialLossListsTheMissingTasks()
    {
        add(800);
        for (int i = 0; i < 4; ++i)
            read();
        remove(1, 30);
        lose(1, false);
        QCOMPARE(vanished().unchecked, qint64(800));
        read(); // looks up 500 tasks
        QCOMPARE(vanished().unchecked, qint64(300));
        read();
        QCOMPARE(vanished().unchecked, qint64(0));
        QCOMPARE(vanished().ids, qint64(30));
        QCOMPARE(known(), qint64(770));
        QCOMPARE(vanished().complete, qint64(30));
    }

    void aSecondLossWhileTasksAreLookedUpIsListedToo()
    {
        add(800);
        for (int i = 0; i < 4; ++i)
            read();
        remove(1, 30);
        lose(1, false);
        read();
        remove(31, 800);
        lose(2, true);
        for (int i = 0; i < 4; ++i)
            read();
        const auto all = must(vanishedTasks(*m_file));
        QCOMPARE(all.size(), std::size_t(2));
        QCOMPARE(all[0].unchecked + all[1].unchecked, qint64(0));
        QCOMPARE(all[1].ids, qint64(770));
        QVERIFY(all[0].ids >= 30);
    }

    void aQueueThatNoLongerExistsContainsNoTask()
    {
        add(5);
        read();
        must(m_file->begin());
        must(m_tasks->lost("mail", lossOf(1, false)));
        must(m_file->commit());
        m_backend = std::make_unique<MemoryBackend>(std::make_shared<MemoryStore>(m_clock), "tester", Access::Operate);
        m_tasks = std::make_unique<WaitingTasks>(*m_file, *m_backend, WaitingTasks::Options{true, false});
        read();
        QCOMPARE(vanished().ids, qint64(5));
        QCOMPARE(vanished().unchecked, qint64(0));
    }

    void aFullFileGetsNoMoreTasks()
    {
        m_tasks = std::make_unique<WaitingTasks>(*m_file, *m_backend, WaitingTasks::Options{true, false, 1000});
        add(5);
        read();
        QCOMPARE(known(), qint64(0));
        const auto events = must(m_file->events(m_clock->now() - Millis(1), m_clock->now()));
        QCOMPARE(events.size(), std::size_t(1));
        QVERIFY(events.front().text.endsWith(", so no more task ids are recorded."));
        read();
        QCOMPARE(must(m_file->events(m_clock->now() - Millis(1), m_clock->now())).size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestWaitingTasks)
#include "tst_waitingtasks.moc"
