// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/reading/taskmatches.h"

#include <QTest>

using namespace dueline;

namespace {

Task taskOf(const TaskId& id, qint64 at, int attempt)
{
    Task task;
    task.id = id;
    task.at = fromMs(at);
    task.attempt = attempt;
    return task;
}

} // namespace

/// Tests storing search results: every task must be returned exactly as it was found.
class TestTaskMatches : public QObject
{
    Q_OBJECT

private slots:
    void aTaskComesBackAsItWas();
    void tasksOfMoreThanABlockComeBack();
    void theyAreSortedAndThoseThatComeLaterAreMergedIn();
};

void TestTaskMatches::aTaskComesBackAsItWas()
{
    Task full;
    full.id = QByteArray("mail.send#\0\xff\n", 13);
    full.type = "mail";
    full.state = TaskState::Leased;
    full.at = fromMs(1'800'000'000'123);
    full.dueAt = fromMs(-5);
    full.untimed = true;
    full.attempt = 3;
    full.maxAttempts = 7;
    full.size = qint64(1) << 40;
    full.preview = QByteArray(160, '\0');
    full.token = "3-host:1.9-1800000000000";
    full.worker = "host:1";
    full.error = "Timed out";
    full.addedAt = fromMs(1'700'000'000'000);
    Task bare;
    bare.state = TaskState::Trash;
    TaskMatches matches;
    matches.add(full);
    matches.add(bare);
    QCOMPARE(matches.size(), 2U);
    QCOMPARE(matches.sorted(), 0U);
    matches.sort({});
    QCOMPARE(matches.sorted(), 2U);
    QVERIFY(matches.at(0) == bare);
    QVERIFY(matches.at(1) == full);
    QCOMPARE(matches.rowOf(full.id), 1);
    QCOMPARE(matches.rowOf("elsewhere"), -1);
}

void TestTaskMatches::tasksOfMoreThanABlockComeBack()
{
    TaskMatches matches;
    Task large = taskOf("large", 1, 1);
    large.error = QByteArray(600'000, 'e');
    for (int i = 0; i < 5000; ++i) {
        Task task = taskOf("t#" + QByteArray::number(i), i, 0);
        task.preview = QByteArray(160, char('a' + i % 26));
        matches.add(task);
        if (i == 2500)
            matches.add(large);
    }
    matches.sort({});
    QCOMPARE(matches.size(), 5001U);
    for (int i = 3; i < 5000; i += 97) {
        const Task task = matches.at(std::size_t(i + 1));
        QCOMPARE(task.id, "t#" + QByteArray::number(i));
        QCOMPARE(task.preview, QByteArray(160, char('a' + i % 26)));
    }
    QVERIFY(matches.at(std::size_t(matches.rowOf("large"))) == large);
}

void TestTaskMatches::theyAreSortedAndThoseThatComeLaterAreMergedIn()
{
    const auto order = [](const TaskMatches& matches) {
        QByteArrayList ids;
        for (std::size_t row = 0; row < matches.sorted(); ++row)
            ids += matches.at(row).id;
        return ids.join(' ');
    };
    TaskMatches matches;
    matches.add(taskOf("b#1", 30, 1));
    matches.add(taskOf("a#2", 20, 5));
    matches.sortRest({});
    matches.add(taskOf("c#3", 25, 5));
    QCOMPARE(order(matches), "a#2 b#1");
    matches.sortRest({});
    QCOMPARE(order(matches), "a#2 c#3 b#1");
    matches.sort({TaskOrder::By::Type});
    QCOMPARE(order(matches), "a#2 b#1 c#3");
    matches.sort({TaskOrder::By::Type, true});
    QCOMPARE(order(matches), "c#3 b#1 a#2");
    matches.sort({TaskOrder::By::Attempts});
    QCOMPARE(order(matches), "a#2 c#3 b#1");
    matches.sort({TaskOrder::By::Attempts, true});
    QCOMPARE(order(matches), "b#1 a#2 c#3");
}

QTEST_GUILESS_MAIN(TestTaskMatches)
#include "tst_taskmatches.moc"
