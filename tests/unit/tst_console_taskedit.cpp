// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/taskedit.h"
#include "core/console/operations/undorun.h"
#include "tests/unit/consolefakes.h"

#include <QTest>

#include <algorithm>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests that a task can be edited only while it is waiting and unchanged, and that each refusal says what to do
/// instead.
class TestConsoleTaskEdit : public QObject
{
    Q_OBJECT

    static constexpr qint64 whole = 64 * 1024;

    static EditRequest requestFor(const Workshop& shop, const EditableTask& task, const QByteArray& payload)
    {
        EditRequest request;
        request.queue = shop.queue;
        request.seen = {task.detail.task.id, task.detail.task.state, task.detail.task.token, task.detail.task.at};
        request.revision = task.revision;
        request.payload = payload;
        request.by = "ann@desk";
        return request;
    }
    static QByteArray payloadOf(MemoryBackend& backend, const TaskId& id)
    {
        return backend.inspector().payload("mail", id).value();
    }

private slots:
    void anEditIsKeptAndUndone()
    {
        Workshop shop;
        shop.add(1, 1h);
        MemoryBackend backend(shop.store, "ann", Access::Operate);
        const auto task = readForEdit(backend, shop.queue, Workshop::id(0), whole);
        QVERIFY(task && task->payload == QByteArray("payload 0") && !task->revision.isEmpty());
        const auto edited = editTask(backend, requestFor(shop, *task, "new"));
        QVERIFY2(edited.ok(), edited ? "" : qPrintable(edited.error().message));
        QCOMPARE(payloadOf(backend, Workshop::id(0)), "new");
        QVERIFY(edited->finished && edited->done == 1 && edited->undoable);
        QCOMPARE(shop.records().front(), *edited);
        const auto undone = UndoRun(shop.queue, edited->id, "bob@desk").finish(backend);
        QVERIFY(undone && undone->restored == 1);
        QCOMPARE(payloadOf(backend, Workshop::id(0)), "payload 0");
    }

    void whatSomebodyElseChangedIsNotOverwritten()
    {
        Workshop shop;
        shop.add(1, 1h);
        MemoryBackend backend(shop.store, "ann", Access::Operate);
        const auto first = readForEdit(backend, shop.queue, Workshop::id(0), whole);
        const auto second = readForEdit(backend, shop.queue, Workshop::id(0), whole);
        QVERIFY(editTask(backend, requestFor(shop, *first, "hers")).ok());
        const auto refused = editTask(backend, requestFor(shop, *second, "his"));
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().code, ErrorCode::Refused);
        QVERIFY2(refused.error().message.contains(u"has been edited since it was read"_s),
            qPrintable(refused.error().message));
        QCOMPARE(payloadOf(backend, Workshop::id(0)), "hers");
        const auto records = shop.records(); // A refused edit is recorded but can't be undone.
        QCOMPARE(records.size(), std::size_t(2));
        QCOMPARE(std::count_if(records.begin(), records.end(),
                     [](const OperationRecord& record) { return record.skipped == 1 && !record.undoable; }),
            1);
    }

    void whatAWorkerTookMeanwhileIsLeftToIt()
    {
        Workshop shop;
        shop.add(2, -1s);
        MemoryBackend backend(shop.store, "ann", Access::Operate);
        const auto task = readForEdit(backend, shop.queue, Workshop::id(0), whole);
        QVERIFY(task.ok());
        const auto leases = shop.lease();
        auto refused = editTask(backend, requestFor(shop, *task, "late"));
        QVERIFY(!refused.ok());
        QVERIFY2(refused.error().message.contains(u"A worker holds"_s), qPrintable(refused.error().message));
        QVERIFY(shop.backend.broker()->ack(shop.queue, {{leases[0].id, leases[0].token, std::nullopt}}, {}).ok());
        refused = editTask(backend, requestFor(shop, *task, "later"));
        QVERIFY2(!refused && refused.error().message.contains(u"is done"_s),
            refused ? "" : qPrintable(refused.error().message));
        QCOMPARE(payloadOf(backend, Workshop::id(0)), "payload 0");
    }

    void aFailedTaskIsEditedInPlaceAndOneThatIsDoneIsNot()
    {
        Workshop shop;
        shop.addFailed(1);
        shop.addDone(1, 1);
        MemoryBackend backend(shop.store, "ann", Access::Operate);
        const auto failed = readForEdit(backend, shop.queue, Workshop::id(0), whole);
        QVERIFY2(failed.ok(), failed ? "" : qPrintable(failed.error().message));
        const auto edited = editTask(backend, requestFor(shop, *failed, "mended"));
        QVERIFY2(edited.ok(), edited ? "" : qPrintable(edited.error().message));
        QCOMPARE(payloadOf(backend, Workshop::id(0)), "mended");
        QCOMPARE(backend.inspector().task(shop.queue, Workshop::id(0))->task.state, TaskState::Failed);
        QCOMPARE(UndoRun(shop.queue, edited->id, "bob@desk").finish(backend)->restored, 1);
        QCOMPARE(payloadOf(backend, Workshop::id(0)), *failed->payload);
        const auto done = readForEdit(backend, shop.queue, Workshop::id(1), whole);
        QVERIFY2(!done && done.error().message.contains(u"Add an edited copy"_s),
            done ? "" : qPrintable(done.error().message));
        const auto copy = readForCopy(backend, shop.queue, Workshop::id(1), whole); // Any task can be copied.
        QVERIFY(copy && copy->payload == QByteArray("payload 1") && copy->revision.isEmpty());
        const auto none = readForEdit(backend, shop.queue, "send#none", whole);
        QVERIFY(!none.ok());
        QCOMPARE(none.error().code, ErrorCode::NotFound);
    }

    void aTaskThatIsGoneIsNotFound()
    {
        Workshop shop;
        shop.add(1, 1h);
        MemoryBackend backend(shop.store, "ann", Access::Operate);
        const auto task = readForEdit(backend, shop.queue, Workshop::id(0), whole);
        EditRequest request = requestFor(shop, *task, "new");
        request.seen.id = "send#none";
        const auto refused = editTask(backend, request);
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().code, ErrorCode::NotFound);
        QVERIFY2(refused.error().message.contains(u"no longer exists in mail"_s), qPrintable(refused.error().message));
    }

    void aLargePayloadStaysWhereItIs()
    {
        Workshop shop;
        shop.add(1, 1h);
        MemoryBackend backend(shop.store, "ann", Access::Operate);
        const auto task = readForEdit(backend, shop.queue, Workshop::id(0), 3);
        QVERIFY(task && !task->payload);
    }

    void aReadOnlyConnectionEditsNothing()
    {
        Workshop shop;
        shop.add(1, 1h);
        MemoryBackend reading(shop.store, "ann", Access::ReadOnly);
        const auto task = readForEdit(reading, shop.queue, Workshop::id(0), whole);
        QVERIFY(!task && task.error().code == ErrorCode::Refused);
        EditRequest request;
        request.queue = shop.queue;
        request.seen.id = Workshop::id(0);
        QVERIFY(!editTask(reading, request).ok());
        QVERIFY(shop.records().empty());
    }

    void anExpiryBeforeTheDueTimeIsRefused()
    {
        const TimePoint due = fromMs(10'000);
        QVERIFY(checkExpiry(due + 1ms, due).ok());
        QCOMPARE(checkExpiry(due, due).error().code, ErrorCode::Usage);
    }
};

QTEST_APPLESS_MAIN(TestConsoleTaskEdit)
#include "tst_console_taskedit.moc"
