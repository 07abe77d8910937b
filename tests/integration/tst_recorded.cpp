// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/readcommands.h"
#include "tests/integration/layoutacts.h"
#include "tests/integration/readplace.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/recordedkeys.h"
#include "tests/support/sourcepath.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests queues of framework versions that can't be installed, created from lists of commands in tests/peers/recorded.
/// Every view must be able to read them, every action must work on them, and undo must restore them.
class TestRecorded : public QObject
{
    Q_OBJECT

private slots:
    void eachSaysWhetherItWasRecorded_data() { rows(); }
    void eachSaysWhetherItWasRecorded();
    void everyViewReadsThem_data() { rows(); }
    void everyViewReadsThem();
    void everyActionIsUndone_data() { rows(); }
    void everyActionIsUndone();

private:
    static void rows();
    static QString layoutOf(const RecordedKeys& keys) { return QString::fromUtf8(keys.told("layout").value(0)); }
};

void TestRecorded::rows()
{
    QTest::addColumn<QByteArray>("name");
    for (const QByteArray& name : RecordedKeys::all())
        QTest::newRow(name) << name;
}

/// Checks that each file's second line states whether the file was recorded or composed.
void TestRecorded::eachSaysWhetherItWasRecorded()
{
    QFETCH(QByteArray, name);
    QFile file(sourcePath(u"tests/peers/recorded/"_s) + QString::fromUtf8(name) + u".redis"_s);
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
    const QList<QByteArray> lines = file.readAll().split('\n');
    static const QRegularExpression heading(
        u"^# (composed, not recorded: .+|recorded by tests/peers/record from .+ on Redis \\d[\\d.]*, \\d.+)$"_s);
    QVERIFY2(heading.match(QString::fromUtf8(lines.value(1))).hasMatch(), lines.value(1));
}

void TestRecorded::everyViewReadsThem()
{
    QFETCH(QByteArray, name);
    const RecordedKeys keys(name);
    ReadPlace place(layoutOf(keys), {});
    keys.load(place.server);
    const auto before = keySpaceOf(place.server);
    CommandMonitor monitor(place.server);

    // Workers come first, because some of their keys expire within seconds.
    QByteArrayList workers;
    for (const WorkerInfo& worker : place.value(place.inspector().workers())) {
        workers << worker.id;
        QVERIFY2(worker.concurrency > 0 || !keys.told("worker").contains(worker.id), worker.id);
    }
    for (const QByteArray& worker : keys.told("worker"))
        QVERIFY2(workers.contains(worker), workers.join(' '));

    for (const QByteArray& line : keys.told("schedule")) {
        QByteArrayList schedules;
        const QByteArrayList words = line.split(' ');
        for (const ScheduleState& state : place.value(place.backend().schedules()->schedules(words.front())))
            schedules << state.schedule.name;
        QVERIFY2(words.size() == 2 && schedules.contains(words.back()), schedules.join(' '));
    }

    const QByteArrayList told = keys.told("counts");
    QVERIFY2(!told.isEmpty(), "a file says what is seen of it: # counts: QUEUE STATE=N ...");
    for (const QByteArray& line : told) {
        const QByteArrayList words = line.split(' ');
        place.queue = words.front();
        const QueueInfo info = place.info();
        StateCounts expected;
        for (const QByteArray& word : words.mid(1)) {
            const auto state = stateFromName(word.left(word.indexOf('=')));
            QVERIFY2(state, word);
            expected[*state] = word.mid(word.indexOf('=') + 1).toLongLong();
        }
        for (const TaskState state : allStates) {
            QVERIFY2(info.counts[state] == expected[state],
                line + ": " + stateName(state).toByteArray() + '=' + QByteArray::number(info.counts[state]));
            const std::vector<Task> page = place.page(state);
            const QByteArray there = line.left(line.indexOf(' ')) + ' ' + stateName(state).toByteArray();
            QCOMPARE(qint64(page.size()), expected[state]);
            qint64 elsewhere = 0;
            qint64 gone = 0;
            for (const Task& task : page) {
                if (task.error.startsWith("The job itself ") || task.error.startsWith("0:0 is not a job")) {
                    ++gone;
                    continue;
                }
                const TaskDetail detail = place.value(place.inspector().task(place.queue, task.id));
                elsewhere += detail.task.state == state ? 0 : 1;
                QVERIFY2(!typeOf(task).isEmpty() && !task.nativeState.isEmpty(), task.id);
                place.readEverything(task.id);
            }
            QCOMPARE(gone, keys.told("gone").count(there));
            QCOMPARE(elsewhere, keys.told("elsewhere").count(there));
        }
    }
    for (const Command& command : monitor.taken())
        QVERIFY2(isReadCommand(command), command.front());
    QCOMPARE(keySpaceOf(place.server), before);
}

void TestRecorded::everyActionIsUndone()
{
    QFETCH(QByteArray, name);
    const RecordedKeys keys(name);
    LayoutActs<> place(layoutOf(keys));
    keys.load(place.server);
    const QByteArrayList told = keys.told("act");
    QVERIFY2(!told.isEmpty(), "a file says what can be done: # act: QUEUE ACTION STATE N");
    for (const QByteArray& line : told) {
        const QByteArrayList words = line.split(' ');
        QCOMPARE(words.size(), 4);
        const auto kind = actionFromName(words[1]);
        const auto state = stateFromName(words[2]);
        QVERIFY2(kind && state, line);
        const auto before = foreignKeys(place.server, ComparedEnd::WhetherThereIsOne);
        const ActDone done = place.act(words[0], *kind, {}, StateSet{*state});
        QVERIFY2(done.done == words[3].toLongLong(), line + ", not " + QByteArray::number(done.done));
        QVERIFY(foreignKeys(place.server, ComparedEnd::WhetherThereIsOne) != before);
        const UndoProgress undone = place.undo(words[0], done.id);
        QVERIFY2(undone.restored == done.done && undone.movedOn == 0, line);
        auto after = foreignKeys(place.server, ComparedEnd::WhetherThereIsOne);
        for (const auto& [key, items] : before)
            QVERIFY2(after[key] == items,
                line + ": " + key + ": " + after[key].join(' ').toPercentEncoding(" =:") + ", not "
                    + items.join(' ').toPercentEncoding(" =:"));
        QCOMPARE(after.size(), before.size());
    }
}

QTEST_GUILESS_MAIN(TestRecorded)
#include "tst_recorded.moc"
