// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationrun.h"
#include "core/console/operations/undorun.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/support/foreignkeys.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/must.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

constexpr int jobs = 3; ///< number of jobs per state

/// Returns the framework's keys with their values, except BullMQ's event streams and markers, which grow with each
/// call.
std::map<QByteArray, QByteArrayList> theirs(RedisServer& server)
{
    auto keys = foreignKeys(server, ComparedEnd::WhetherThereIsOne);
    std::erase_if(keys, [](const auto& key) { return key.first.endsWith(":events") || key.first.endsWith(":marker"); });
    return keys;
}

OperationRequest requestOf(ActionKind kind, const QueueName& queue, const std::vector<TaskId>& ids)
{
    OperationRequest request;
    request.queue = queue;
    request.action.kind = kind;
    if (kind == ActionKind::Reschedule) {
        request.action.time = Action::Time::At;
        request.action.at = fromMs(9'100'000'000'000);
    }
    request.selection.kind = TaskSelection::Kind::Ids;
    request.selection.ids = ids;
    request.by = "tester";
    return request;
}

/// Returns a state whose tasks accept the action, or nullopt if the framework has none.
std::optional<TaskState> stateFor(ActionKind kind, const FrameworkWriter& writer)
{
    switch (kind) {
    case ActionKind::Retry:
        return writer.states().contains(TaskState::Failed) ? std::optional(TaskState::Failed) : std::nullopt;
    case ActionKind::RunNow:
    case ActionKind::Reschedule:
    case ActionKind::Discard:
    case ActionKind::Restore:
        return writer.later();
    case ActionKind::Delete:
        return writer.states().contains(TaskState::Failed) ? TaskState::Failed : writer.later();
    }
    return std::nullopt;
}

} // namespace

/// Tests two operators acting on the same tasks. A task is skipped if one operator changed it after the other's
/// preview, and each undo reverts only its own operation. Each layout's own tests cover tasks that workers claim
/// meanwhile.
class TestActedMeanwhile : public QObject
{
    Q_OBJECT

private slots:
    void anotherOperatorsTasksAreLeftAlone_data();
    void anotherOperatorsTasksAreLeftAlone();
};

void TestActedMeanwhile::anotherOperatorsTasksAreLeftAlone_data()
{
    QTest::addColumn<QByteArray>("layout");
    QTest::addColumn<ActionKind>("kind");
    RedisServer none;
    for (const QByteArray& layout : FrameworkWriter::layouts()) {
        const auto writer = FrameworkWriter::of(layout, none);
        for (const ActionKind kind : {ActionKind::Retry, ActionKind::RunNow, ActionKind::Reschedule,
                 ActionKind::Discard, ActionKind::Restore, ActionKind::Delete}) {
            if (stateFor(kind, *writer))
                QTest::addRow("%s, %s", layout.constData(), actionName(kind).data()) << layout << kind;
        }
    }
}

void TestActedMeanwhile::anotherOperatorsTasksAreLeftAlone()
{
    QFETCH(QByteArray, layout);
    QFETCH(ActionKind, kind);
    RedisServer server;
    const auto writer = FrameworkWriter::of(layout, server);
    writer->fill("mail", jobs);
    const TaskState state = stateFor(kind, *writer).value();
    const QueueName queue = writer->placeOf("mail", state);
    const auto open = [&] {
        return must(
            openLayout(parseLayout(QString::fromLatin1(layout)).value(), server.config(), {}, {}, Access::Operate));
    };
    const auto one = open();
    const auto other = open();
    const TaskId both = FrameworkWriter::filledId(state, 1);
    const TaskId mine = FrameworkWriter::filledId(state, 2);
    if (kind == ActionKind::Restore)
        QCOMPARE(must(OperationRun(requestOf(ActionKind::Discard, queue, {both, mine})).finish(*one)).done, 2);
    OperationRun run(requestOf(kind, queue, {both, mine}));
    QCOMPARE(must(run.preview(*one)).total, 2);

    // The other operator moves the task away, by discarding it or restoring it from the trash.
    const ActionKind others = kind == ActionKind::Restore ? ActionKind::Restore : ActionKind::Discard;
    OperationRun first(requestOf(others, queue, {both}));
    QCOMPARE(must(first.finish(*other)).done, 1);
    const auto between = theirs(server);

    QCOMPARE(must(run.finish(*one)).done, 1);
    QCOMPARE(run.skipped().total(), 1);
    const SkipReason reason = run.skipped().counts().begin()->first;
    QVERIFY2(reason == SkipReason::MovedOn || reason == SkipReason::NotFound, qPrintable(describe(reason)));
    QVERIFY(theirs(server) != between);
    if (kind == ActionKind::Delete) {
        QVERIFY(!one->inspector().task(queue, mine));
        QCOMPARE(must(UndoRun(queue, first.id(), "tester").finish(*other)).restored, 1);
        QCOMPARE(must(one->inspector().task(queue, both)).task.state, state);
        return;
    }
    QCOMPARE(must(UndoRun(queue, run.id(), "tester").finish(*one)).restored, 1);
    QCOMPARE(theirs(server), between);
    QCOMPARE(must(UndoRun(queue, first.id(), "tester").finish(*other)).restored, 1);
}

QTEST_GUILESS_MAIN(TestActedMeanwhile)
#include "tst_actedmeanwhile.moc"
