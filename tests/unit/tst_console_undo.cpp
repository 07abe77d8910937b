// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationjournal.h"
#include "core/console/operations/operationlog.h"
#include "core/console/operations/undorun.h"
#include "tests/unit/consolefakes.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

namespace {

/// Performs the action `kind` on every task it applies to.
OperationId doAll(Workshop& shop, ActionKind kind)
{
    OperationRequest request;
    request.queue = shop.queue;
    request.action.kind = kind;
    request.by = "ann@desk";
    OperationRun run(request);
    const auto finished = run.finish(shop.backend);
    if (!finished)
        qWarning("%s", qPrintable(finished.error().message));
    return run.id();
}

OperationRecord recordOf(const Workshop& shop, const OperationId& id)
{
    for (const OperationRecord& record : shop.records()) {
        if (record.id == id)
            return record;
    }
    return {};
}

} // namespace

class TestConsoleUndo : public QObject
{
    Q_OBJECT

private slots:
    void everythingThatStayedGoesBack();
    void whatMovedOnIsCountedAndLeftAlone();
    void undoIsAnOperationOfItsOwn();
    void anOperationIsUndoneOnlyOnce();
    void whatCannotBeUndoneIsRefusedWithTheReason();
    void anUndoThatWasInterruptedCanBeMadeAgain();
    void cancellingAnUndoLeavesTheRestUndoable();
    void anUnfinishedOperationCanBeUndone();
    void idsOfOperationsNameTheirQueue();
    void operationsOfAllQueuesAreListedNewestFirst();
    void aRecordIsDescribedInOneLine();
    void theJournalKeepsOneLinePerOperation();
    void theJournalIsPrivateAndRotated();
    void aJournalThatCannotBeWrittenSaysWhere();
};

void TestConsoleUndo::everythingThatStayedGoesBack()
{
    Workshop shop;
    shop.addFailed(250);
    shop.add(20, 1h, 1s, 1000);
    const TaskDetail before = shop.task(7);
    const OperationId discarded = doAll(shop, ActionKind::Discard);
    QCOMPARE(shop.counts()[TaskState::Trash], 270);
    UndoRun undo("mail", discarded, "bob@desk");
    const auto progress = undo.finish(shop.backend);
    QVERIFY2(progress.ok(), progress ? "" : qPrintable(progress.error().message));
    QCOMPARE(progress->restored, 270);
    QCOMPARE(progress->movedOn, 0);
    QCOMPARE(describe(*progress), QStringLiteral("270 of 270 restored"));
    QCOMPARE(shop.counts()[TaskState::Failed], 250);
    QCOMPARE(shop.counts()[TaskState::Scheduled], 20);
    QVERIFY(shop.task(1000).task.at == shop.now() + 1h);
    QVERIFY(shop.task(7).task == before.task);
    QVERIFY(shop.task(7).attempts == before.attempts);
}

void TestConsoleUndo::whatMovedOnIsCountedAndLeftAlone()
{
    Workshop shop;
    shop.addFailed(20);
    const OperationId retried = doAll(shop, ActionKind::Retry);
    const auto running = shop.lease(2); // Two of the tasks are running.
    QVERIFY(
        shop.backend.editor()
            ->act({"mail", "mail/other", {ActionKind::Delete}, {{Workshop::id(19), TaskState::Retrying, {}, {}}}, {}})
            .ok());
    UndoRun undo("mail", retried, "bob@desk");
    const auto progress = undo.finish(shop.backend);
    QVERIFY(progress.ok());
    QCOMPARE(progress->restored, 17);
    QCOMPARE(progress->movedOn, 3); // the deleted task counts, although its undo data was deleted with it
    QCOMPARE(describe(*progress), QStringLiteral("17 of 20 restored, 3 have changed since"));
    QCOMPARE(shop.counts()[TaskState::Leased], 2);
    QCOMPARE(recordOf(shop, undo.id()).done, 17);
    QCOMPARE(recordOf(shop, undo.id()).skipped, 3);
}

void TestConsoleUndo::undoIsAnOperationOfItsOwn()
{
    Workshop shop;
    shop.addFailed(3);
    const OperationId retried = doAll(shop, ActionKind::Retry);
    UndoRun undo("mail", retried, "bob@desk");
    QVERIFY(undo.finish(shop.backend).ok());
    const OperationRecord record = recordOf(shop, undo.id());
    QCOMPARE(record.kind, QByteArray("undo"));
    QCOMPARE(record.undoes, retried);
    QCOMPARE(record.by, QByteArray("bob@desk"));
    QVERIFY(record.finished);
    QVERIFY(!record.undoable);
    QCOMPARE(recordOf(shop, retried).undoneBy, undo.id());
    QVERIFY(!recordOf(shop, retried).undoable);
    QCOMPARE(recordOf(shop, retried).by, QByteArray("ann@desk"));
}

void TestConsoleUndo::anOperationIsUndoneOnlyOnce()
{
    Workshop shop;
    shop.addFailed(3);
    const OperationId retried = doAll(shop, ActionKind::Retry);
    QVERIFY(UndoRun("mail", retried, "bob").finish(shop.backend).ok());
    const auto again = UndoRun("mail", retried, "bob").finish(shop.backend);
    QVERIFY(!again.ok());
    QVERIFY(again.error().code == ErrorCode::Refused);
    QVERIFY(again.error().message.contains(QStringLiteral("already undone")));
    QCOMPARE(shop.records().size(), 2U);
}

void TestConsoleUndo::whatCannotBeUndoneIsRefusedWithTheReason()
{
    Workshop shop;
    shop.addFailed(3);
    const auto missing = UndoRun("mail", "mail/nothing", "bob").preview(shop.backend);
    QVERIFY(missing.error().code == ErrorCode::NotFound);
    const OperationId deleted = doAll(shop, ActionKind::Delete);
    const auto gone = UndoRun("mail", deleted, "bob").preview(shop.backend);
    QVERIFY(gone.error().code == ErrorCode::Refused);
    shop.addFailed(3);
    const OperationId retried = doAll(shop, ActionKind::Retry);
    shop.clock->advance(25h);
    const auto late = UndoRun("mail", retried, "bob").preview(shop.backend);
    QVERIFY(late.error().code == ErrorCode::Refused);
    FaultyBackend readOnly(shop.store, shop.faults, Access::ReadOnly);
    QVERIFY(UndoRun("mail", retried, "bob").step(readOnly).error().code == ErrorCode::Refused);
}

void TestConsoleUndo::anUndoThatWasInterruptedCanBeMadeAgain()
{
    Workshop shop;
    shop.addFailed(250);
    const OperationId retried = doAll(shop, ActionKind::Retry);
    UndoRun undo("mail", retried, "bob");
    QVERIFY(undo.step(shop.backend).ok());
    QVERIFY(!undo.finished());
    shop.faults->unreachable = true;
    QVERIFY(!undo.finish(shop.backend).ok());
    shop.faults->unreachable = false;
    QCOMPARE(recordOf(shop, retried).undoneBy, QByteArray());
    UndoRun again("mail", retried, "bob");
    QVERIFY(again.finish(shop.backend).ok());
    QCOMPARE(shop.counts()[TaskState::Failed], 250);
    QCOMPARE(recordOf(shop, retried).undoneBy, again.id());
}

void TestConsoleUndo::cancellingAnUndoLeavesTheRestUndoable()
{
    Workshop shop;
    shop.addFailed(250);
    const OperationId retried = doAll(shop, ActionKind::Retry);
    UndoRun undo("mail", retried, "bob");
    const auto progress = undo.finish(shop.backend, [](const UndoProgress&) { return false; });
    QVERIFY(progress.ok());
    QVERIFY(progress->cancelled);
    QCOMPARE(progress->restored, 100);
    QCOMPARE(shop.counts()[TaskState::Failed], 100);
    QVERIFY(!recordOf(shop, undo.id()).finished);
    QCOMPARE(recordOf(shop, undo.id()).done, 100);
    const auto rest = UndoRun("mail", retried, "bob").finish(shop.backend);
    QVERIFY2(rest.ok(), rest ? "" : qPrintable(rest.error().message));
    QCOMPARE(shop.counts()[TaskState::Failed], 250);
}

void TestConsoleUndo::anUnfinishedOperationCanBeUndone()
{
    Workshop shop;
    shop.addFailed(300);
    OperationRequest request;
    request.queue = "mail";
    request.action.kind = ActionKind::Discard;
    OperationRun run(request);
    QVERIFY(run.preview(shop.backend).ok());
    QVERIFY(run.step(shop.backend).ok()); // the process is killed after this step
    QVERIFY(recordOf(shop, run.id()).undoable);
    UndoRun undo("mail", run.id(), "bob");
    const auto progress = undo.finish(shop.backend);
    QVERIFY2(progress.ok(), progress ? "" : qPrintable(progress.error().message));
    QCOMPARE(progress->restored, 100);
    QCOMPARE(shop.counts()[TaskState::Failed], 300);
}

void TestConsoleUndo::idsOfOperationsNameTheirQueue()
{
    const OperationId id = makeOperationId("a/b", fromMs(1'800'000'000'000));
    QCOMPARE(*queueOfOperation(id), QByteArray("a/b"));
    QVERIFY(makeOperationId("a/b", fromMs(1'800'000'000'000)) != id);
    for (const char* bad : {"", "nothing", "/x", "mail/"})
        QVERIFY(queueOfOperation(bad).error().code == ErrorCode::Usage);
}

void TestConsoleUndo::operationsOfAllQueuesAreListedNewestFirst()
{
    Workshop shop;
    for (const char* queue : {"mail", "reports"}) {
        shop.queue = queue;
        shop.addFailed(1);
    }
    {
        std::vector<OperationId> ids;
        for (const char* queue : {"mail", "reports", "mail"}) {
            shop.queue = queue;
            shop.clock->advance(1s);
            ids.push_back(doAll(shop, queue == QByteArray("reports") ? ActionKind::Retry : ActionKind::Discard));
            shop.addFailed(1, int(10 + ids.size()));
        }
        const auto all = operations(shop.backend.inspector());
        QVERIFY(all.ok());
        QCOMPARE(all->size(), 3U);
        QCOMPARE((*all)[0].id, ids[2]);
        QCOMPARE((*all)[2].id, ids[0]);
        QCOMPARE(operations(shop.backend.inspector(), {}, 2)->size(), 2U);
        QCOMPARE(operations(shop.backend.inspector(), "reports")->size(), 1U);
        QCOMPARE(findOperation(shop.backend.inspector(), ids[1])->queue, QByteArray("reports"));
        QVERIFY(findOperation(shop.backend.inspector(), "mail/none").error().code == ErrorCode::NotFound);
    }
}

void TestConsoleUndo::aRecordIsDescribedInOneLine()
{
    OperationRecord record;
    record.kind = "retry";
    record.queue = "mail";
    record.filter = "state:failed";
    record.total = 20;
    record.done = 17;
    record.skipped = 3;
    record.finished = true;
    QCOMPARE(describe(record), QStringLiteral("retry 17 of 20 in mail (state:failed), 3 skipped"));
    record.finished = false;
    record.undoneBy = "mail/x";
    // describe() omits the number of restored tasks, which only putBack() returns.
    QVERIFY(describe(record).endsWith(QStringLiteral(", not finished")));
    OperationRecord pause;
    pause.kind = "pause";
    pause.queue = "ma\x1b[2Jil";
    pause.finished = true;
    QVERIFY(!describe(pause).contains(QChar(0x1b)));
}

void TestConsoleUndo::theJournalKeepsOneLinePerOperation()
{
    QTemporaryDir folder;
    OperationJournal journal(folder.filePath(QStringLiteral("dueline")));
    OperationRecord record;
    record.id = "mail/1";
    record.kind = "retry";
    record.queue = "mail";
    record.by = "ann@desk";
    record.reason = "line\nfeed \"quoted\" \xff";
    record.total = 20;
    record.done = 17;
    QVERIFY(journal.append(record, QStringLiteral("redis://host:6379")).ok());
    QVERIFY(journal.append(record, QStringLiteral("redis://host:6379")).ok());
    QFile file(journal.path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().split('\n');
    QCOMPARE(lines.size(), 3);
    const QJsonObject line = QJsonDocument::fromJson(lines[0]).object();
    QCOMPARE(line.value(QStringLiteral("id")).toString(), QStringLiteral("mail/1"));
    QCOMPARE(line.value(QStringLiteral("done")).toInt(), 17);
    QCOMPARE(line.value(QStringLiteral("server")).toString(), QStringLiteral("redis://host:6379"));
    QCOMPARE(line.value(QStringLiteral("reason")).toString(), QString::fromLatin1("line\nfeed \"quoted\" \xff"));
}

void TestConsoleUndo::theJournalIsPrivateAndRotated()
{
    QTemporaryDir folder;
    OperationJournal journal(folder.path());
    {
        QFile old(journal.path());
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write(QByteArray(OperationJournal::rotateAt - 10, 'x'));
    }
    OperationRecord record;
    record.id = "mail/1";
    QVERIFY(journal.append(record, {}).ok());
    QCOMPARE(QFileInfo(journal.path() + QStringLiteral(".1")).size(), OperationJournal::rotateAt - 10);
    QVERIFY(QFileInfo(journal.path()).size() < 1000);
    const auto permissions = QFileInfo(journal.path()).permissions();
    QVERIFY(!(permissions & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther)));
    QVERIFY(journal.append(record, {}).ok());
    QCOMPARE(QFileInfo(journal.path() + QStringLiteral(".1")).size(), OperationJournal::rotateAt - 10);
}

void TestConsoleUndo::aJournalThatCannotBeWrittenSaysWhere()
{
    OperationJournal journal(QStringLiteral("/proc/nowhere"));
    const auto written = journal.append({}, {});
    QVERIFY(!written.ok());
    QVERIFY(written.error().code == ErrorCode::Io);
    QVERIFY(written.error().message.contains(QStringLiteral("/proc/nowhere/operations.jsonl")));
}

QTEST_GUILESS_MAIN(TestConsoleUndo)
#include "tst_console_undo.moc"
