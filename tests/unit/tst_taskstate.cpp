// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/capabilities.h"
#include "core/queue/operation.h"
#include "core/queue/taskbroker.h"

#include <QTest>

using namespace dueline;

/// Tests the names of states, actions, and combinations of states.
class TestTaskState : public QObject
{
    Q_OBJECT

private slots:
    void everyStateIsReadBackFromItsName()
    {
        for (const TaskState state : allStates) {
            QCOMPARE(stateFromName(stateName(state)), std::optional(state));
            QCOMPARE(statesFromName(stateName(state)), std::optional(StateSet{state}));
        }
        QCOMPARE(QByteArrayView(stateName(TaskState::Retrying)), QByteArrayView("retrying"));
        QVERIFY(!stateFromName("pending"));
        QVERIFY(!stateFromName("Due"));
        QVERIFY(!statesFromName(""));
    }

    void pendingMeansTheThreeThatWait()
    {
        QCOMPARE(statesFromName("pending"), std::optional(StateSet::pending()));
        for (const TaskState state : allStates)
            QCOMPARE(StateSet::pending().contains(state), state <= TaskState::Retrying);
    }

    void setsComplementAndIntersect()
    {
        const StateSet ends{TaskState::Failed, TaskState::Done, TaskState::Trash};
        QVERIFY(ends.intersected(ends.complement()).isEmpty());
        QCOMPARE(StateSet().complement(), StateSet::all());
        StateSet set = StateSet::all();
        set.remove(TaskState::Done);
        QCOMPARE(set.intersected(ends), (StateSet{TaskState::Failed, TaskState::Trash}));
    }

    void everyActionIsReadBackFromItsName()
    {
        for (const char* name : {"retry", "run-now", "reschedule", "discard", "restore", "delete"}) {
            const auto kind = actionFromName(name);
            QVERIFY2(kind, name);
            QCOMPARE(actionName(*kind), QByteArrayView(name));
        }
        QVERIFY(!actionFromName("undo"));
    }

    void actionsApplyToTheStatesTheyAreFor_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("states");
        QTest::addColumn<bool>("takesLeases");
        QTest::newRow("retry") << int(ActionKind::Retry) << QByteArray("retrying failed") << true;
        QTest::newRow("run-now") << int(ActionKind::RunNow) << QByteArray("scheduled retrying") << true;
        QTest::newRow("reschedule") << int(ActionKind::Reschedule) << QByteArray("scheduled due retrying") << false;
        QTest::newRow("discard") << int(ActionKind::Discard) << QByteArray("scheduled due retrying failed done")
                                 << true;
        QTest::newRow("restore") << int(ActionKind::Restore) << QByteArray("trash") << false;
        QTest::newRow("delete") << int(ActionKind::Delete) << QByteArray("scheduled due retrying failed done trash")
                                << true;
    }
    void actionsApplyToTheStatesTheyAreFor()
    {
        QFETCH(int, kind);
        QFETCH(QByteArray, states);
        QFETCH(bool, takesLeases);
        StateSet expected;
        for (const QByteArray& name : states.split(' '))
            expected.insert(*stateFromName(name));
        QCOMPARE(applicableStates(ActionKind(kind), false), expected);
        if (takesLeases)
            expected.insert(TaskState::Leased);
        QCOMPARE(applicableStates(ActionKind(kind), true), expected);
    }

    void aLayoutCanWhatItLists()
    {
        Capabilities can;
        can.actions = {ActionKind::Delete};
        QVERIFY(can.can(ActionKind::Delete));
        QVERIFY(!can.can(ActionKind::Retry));
    }

    void aSelectionOfTypesHoldsExactNamesPrefixesOrAll()
    {
        TypeSelection types;
        QVERIFY(!types.contains("mail.send"));
        types.exact = {"report"};
        types.prefixes = {"mail."};
        QVERIFY(types.contains("report"));
        QVERIFY(!types.contains("report.daily"));
        QVERIFY(types.contains("mail.send"));
        QVERIFY(!types.contains("mail"));
        types.all = true;
        QVERIFY(types.contains("anything"));
    }
};

QTEST_APPLESS_MAIN(TestTaskState)
#include "tst_taskstate.moc"
