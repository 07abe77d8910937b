// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/queuecountscheduler.h"

#include <QTest>

using namespace dueline;

/// Tests which queues each refresh counts when there are many.
class TestQueueCountScheduler : public QObject
{
    Q_OBJECT

    static std::vector<QueueName> names(int from, int to)
    {
        std::vector<QueueName> names;
        for (int i = from; i < to; ++i)
            names.push_back("q" + QByteArray::number(1000 + i));
        return names;
    }
    /// Simulates a refresh: every selected queue has `due` due tasks, except `absent`, which doesn't exist.
    static std::vector<QueueName> look(
        QueueCountScheduler& turns, const std::vector<QueueName>& queues, qint64 due = 0, const QueueName& absent = {})
    {
        std::vector<QueueName> chosen = turns.choose(queues, QueueCountScheduler::Newcomers::WaitTheirTurn);
        std::vector<QueueInfo> fresh;
        for (const QueueName& queue : chosen) {
            if (queue == absent)
                continue;
            QueueInfo info;
            info.name = queue;
            info.counts[TaskState::Due] = due;
            fresh.push_back(info);
        }
        turns.join(queues, std::move(fresh));
        return chosen;
    }
    static bool has(const std::vector<QueueName>& chosen, const QueueName& queue)
    {
        return std::find(chosen.begin(), chosen.end(), queue) != chosen.end();
    }

private slots:
    void eachHasItsTurn()
    {
        QueueCountScheduler turns;
        turns.pace({10, {"q1003"}});
        const auto queues = names(0, 50);
        std::set<QueueName> met;
        for (int i = 0; i < 6; ++i) {
            const auto chosen = look(turns, queues);
            QCOMPARE(chosen.size(), std::size_t(10));
            QVERIFY(has(chosen, "q1003")); // The queue in view is counted first.
            met.insert(chosen.begin(), chosen.end());
        }
        QCOMPARE(met.size(), queues.size());
        QCOMPARE(turns.waiting(), std::size_t(0));
        look(turns, names(0, 100));
        QCOMPARE(turns.waiting(), std::size_t(41)); // 41 queues are left, because nine others have been counted.
    }

    void whatIsNewWaitsForNobody()
    {
        QueueCountScheduler turns;
        turns.pace({10, {}});
        for (int i = 0; i < 5; ++i)
            look(turns, names(10, 60));
        const auto chosen = look(turns, names(0, 62));
        for (const QueueName& queue : names(0, 10))
            QVERIFY(has(chosen, queue));
        const auto next = look(turns, names(0, 62));
        QVERIFY(has(next, "q1060") && has(next, "q1061"));
    }

    void whatIsNeverThereTakesNoTurnOfOthers()
    {
        QueueCountScheduler turns;
        turns.pace({1, {}});
        const auto queues = names(0, 5);
        std::set<QueueName> met;
        for (int i = 0; i < 10; ++i) {
            const auto chosen = look(turns, queues, 0, "q1002");
            met.insert(chosen.begin(), chosen.end());
        }
        QCOMPARE(met.size(), std::size_t(5));
    }

    void whatChangesIsCountedMoreOftenAndLeavesRoom()
    {
        QueueCountScheduler turns;
        turns.pace({4, {}});
        const auto queues = names(0, 8);
        look(turns, queues, 1);
        look(turns, queues, 1);
        look(turns, queues, 2); // Half of the counts have changed.
        const auto chosen = look(turns, queues, 2);
        QVERIFY(has(chosen, "q1000") && has(chosen, "q1001"));
        QCOMPARE(chosen.size(), std::size_t(4)); // Two more queues are counted.
        QVERIFY(has(chosen, "q1004"));
    }
};

QTEST_APPLESS_MAIN(TestQueueCountScheduler)
#include "tst_queuecountscheduler.moc"
