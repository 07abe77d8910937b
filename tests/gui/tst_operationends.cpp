// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/bulkeditor.h"
#include "tests/gui/activityplace.h"
#include "ui/dialogs/undodialog.h"
#include "ui/models/cell.h"
#include "ui/widgets/paneltable.h"

#include <QClipboard>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests how the window shows operations and undos that are paused, stop early or lose their connection.
class TestOperationEnds : public ActivityPlace
{
    Q_OBJECT

    Session& session() { return m_place->bench.view().current()->session(); }
    void unlock(bool writes, bool worker)
    {
        QVERIFY(session().unlock(writes, worker).ok());
        QTRY_VERIFY(session().isOnline());
    }
    /// Opens a production connection with this many tasks and unlocks writes.
    void showProduction(int tasks)
    {
        unmake();
        make(Environment::Production);
        m_place->add("mail", tasks - 20, 20, 1h);
        show();
        unlock(true, false);
    }
    OperationJob* start(qint64 pace, const QString& filter = {})
    {
        OperationRequest request = discard(filter);
        request.pace = pace;
        OperationJob* job = m_place->bench.actions().makeJob(request);
        m_place->bench.actions().run(job);
        return job;
    }
    /// Discards tasks at 400 per second and locks writes before it has finished.
    void lockInTheMiddle()
    {
        start(400);
        QTRY_VERIFY(trashed() > 100);
        unlock(false, false);
    }

    bool offersUndo() { return m_panel->log().rows().front().canUndo; }

private Q_SLOTS:
    void initTestCase() { makeTheme(); }
    void cleanupTestCase() { m_theme.reset(); }
    void init() { make(); }
    void cleanup() { unmake(); }

    void writesThatAreLockedMeanwhileStopItAndItCanBeGoneOnWith()
    {
        showProduction(2000);
        lockInTheMiddle();
        QTRY_VERIFY2(words(0, ActivityModel::State).startsWith(u"stopped: This connection is read-only"_s),
            qPrintable(words(0, ActivityModel::State)));
        const qint64 done = trashed();
        QVERIFY(done < 2000);
        unlock(true, false);
        m_panel->table().selectRow(0);
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->pauseButton().isEnabled(), 15'000); // The claim has expired.
        QCOMPARE(m_panel->pauseButton().text(), u"Resume"_s);
        m_panel->pauseButton().click();
        QTRY_COMPARE_WITH_TIMEOUT(trashed(), 2000, 15'000);
        QTRY_COMPARE(words(0, ActivityModel::State), u"can be undone"_s);
        QCOMPARE(m_panel->model().rowCount(), 1);
    }

    void anOperationGoesOnWhileTheWorkerIsUnlocked()
    {
        showProduction(2000);
        start(800);
        for (const bool worker : {true, false, true}) {
            const qint64 then = trashed();
            QTRY_VERIFY(trashed() > then);
            unlock(true, worker);
        }
        QTRY_COMPARE_WITH_TIMEOUT(trashed(), 2000, 15'000);
        QTRY_COMPARE(words(0, ActivityModel::State), u"can be undone"_s);
    }

    void anUndoGoesOnWhileTheWorkerIsUnlocked()
    {
        showProduction(20'000);
        start(0);
        QTRY_COMPARE_WITH_TIMEOUT(trashed(), 20'000, 20'000);
        QTRY_COMPARE(words(0, ActivityModel::State), u"can be undone"_s);
        QVERIFY(offersUndo());
        m_place->bench.actions().undo().undoLast();
        QVERIFY(!offersUndo()); // An undo is already running.
        QTRY_VERIFY(trashed() < 20'000);
        unlock(true, true);
        QTRY_COMPARE(trashed(), 0);
        QTRY_COMPARE(words(1, ActivityModel::State), u"undone"_s);
    }

    void whatStoppedIsUndoneByCtrlZAndNotWhatWasDoneBefore()
    {
        showProduction(2000);
        start(0, u"id:mail.send#00001"_s);
        QTRY_COMPARE(words(0, ActivityModel::State), u"can be undone"_s);
        lockInTheMiddle();
        QTRY_VERIFY(words(0, ActivityModel::State).startsWith(u"stopped:"_s));
        unlock(true, false);
        // While the operation's claim is valid, undo does nothing, and the operation stays next in line.
        QSignalSpy noticed(&m_place->bench.events(), &WindowEvents::noticed);
        m_place->bench.actions().undo().undoLast();
        QTRY_COMPARE(noticed.size(), 1);
        QVERIFY(trashed() > 100);
        m_panel->table().selectRow(0);
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->undoButton().isEnabled(), 15'000);
        m_place->bench.actions().undo().undoLast();
        QTRY_COMPARE(trashed(), 1);
        QTRY_COMPARE(words(1, ActivityModel::State), u"undone"_s);
        QCOMPARE(words(2, ActivityModel::State), u"can be undone"_s);
    }

    void whatWasKilledAndCannotBeGoneOnWithCanBeUndone()
    {
        m_place->add("mail", 280, 20, 1h);
        {
            OperationRun killed(discard(u"type:mail.send"_s));
            while (killed.progress().done < 100)
                QVERIFY(killed.step(*m_place->backend).ok());
        }
        show();
        QTRY_COMPARE(words(0, ActivityModel::State), u"not finished"_s);
        m_panel->table().selectRow(0);
        QTRY_VERIFY(m_panel->undoButton().isEnabled());
        m_panel->undoButton().click();
        QTRY_COMPARE(trashed(), 0);
        QTRY_COMPARE(words(1, ActivityModel::State), u"undone"_s);
    }

    /// A paused operation stays claimed, even if the pause outlasts the expiry of a killed process's claim.
    void aPausedOperationStaysInTheHandsOfWhoPausedIt()
    {
        m_place->add("mail", 1980, 20, 1h);
        show();
        start(400);
        QTRY_VERIFY(trashed() > 100);
        m_panel->pauseButton().click();
        QCOMPARE(words(0, ActivityModel::State).isEmpty(), false);
        QTRY_COMPARE(newest().asked, QByteArray("pause"));
        QTest::qWait(6500);
        QVERIFY(newest().running);
        QCOMPARE(OperationRun::resume(newest()).error().code, ErrorCode::Busy);
        QCOMPARE(words(0, ActivityModel::State), u"paused"_s);
        const qint64 then = trashed();
        QVERIFY(then < 2000);
        m_panel->pauseButton().click();
        QTRY_VERIFY(trashed() > then);
        QCOMPARE(newest().asked, QByteArray());
        // Other clients can pause and resume the operation too.
        BulkEditor& elsewhere = *m_place->backend->editor()->bulk("mail");
        QVERIFY(elsewhere.ask("mail", newest().id, "pause").ok());
        QTRY_COMPARE(m_panel->pauseButton().text(), u"Continue"_s);
        QVERIFY(elsewhere.ask("mail", newest().id, {}).ok());
        QTRY_COMPARE(m_panel->pauseButton().text(), u"Pause"_s);
        m_panel->cancelButton().click();
        QTRY_COMPARE(words(0, ActivityModel::State), u"can be undone"_s);
    }

    void anUndoIsPausedGoneOnWithAndCancelledLikeAnOperation()
    {
        m_place->add("mail", 19'980, 20, 1h);
        show();
        start(0);
        QTRY_COMPARE_WITH_TIMEOUT(words(0, ActivityModel::State), u"can be undone"_s, 20'000);
        m_place->bench.actions().undo().setQuestion(
            [](const Connection&, const std::vector<OperationRecord>& operations) {
                return std::optional<qint64>(operations.front().done / 5); // tasks per second
            });
        m_place->bench.actions().undo().undoLast();
        QTRY_COMPARE(words(0, ActivityModel::What), u"Undo"_s);
        const QModelIndex state = m_panel->model().index(0, ActivityModel::State);
        QTRY_VERIFY(state.data(Cell::Share).toDouble() > 0.1);
        QVERIFY(m_panel->pauseButton().isEnabled());
        m_panel->pauseButton().click();
        QTRY_COMPARE(words(0, ActivityModel::State), u"paused"_s);
        QTRY_COMPARE(newest().asked, QByteArray("pause"));
        const qint64 then = trashed();
        QVERIFY(then > 0 && then < 20'000);
        QTest::qWait(700);
        QCOMPARE(trashed(), then);
        m_panel->pauseButton().click();
        QTRY_VERIFY(trashed() < then);
        m_panel->cancelButton().click();
        QTRY_VERIFY(!m_panel->cancelButton().isEnabled());
        QVERIFY(trashed() > 0);
    }

    void anUndoThatIsNotWantedLeavesEverythingAndStaysWhatIsUndoneNext()
    {
        show();
        start(0);
        QTRY_COMPARE(words(0, ActivityModel::State), u"can be undone"_s);
        int asked = 0;
        m_place->bench.actions().undo().setQuestion(
            [&asked](const Connection&, const std::vector<OperationRecord>& operations) {
                ++asked;
                return operations.size() == 1 && operations.front().done == 20 && asked > 1 ? std::optional<qint64>(0)
                                                                                            : std::nullopt;
            });
        m_place->bench.actions().undo().undoLast();
        QTest::qWait(300);
        QCOMPARE(trashed(), 20);
        m_place->bench.actions().undo().undoLast();
        QTRY_COMPARE(trashed(), 0);
        QCOMPARE(asked, 2);
    }

    void onProductionTheUndoOfManyIsAskedAbout()
    {
        QVERIFY(UndoDialog::asksBefore(Environment::Production));
        QVERIFY(!UndoDialog::asksBefore(Environment::Development));
        Profile profile;
        profile.name = u"orders"_s;
        profile.environment = Environment::Production;
        OperationRecord discarded;
        discarded.queue = "mail";
        discarded.id = "mail/it's";
        discarded.kind = "discard";
        discarded.done = 1200;
        UndoDialog dialog(*m_theme, {discarded}, profile, nullptr);
        dialog.show();
        QPushButton* verb = nullptr;
        for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&') == u"Put back 1,200 task(s)"_s)
                verb = button;
        }
        QVERIFY(verb && !verb->isEnabled());
        QTest::keyClicks(dialog.findChild<QLineEdit*>(u"count"_s), u"1200"_s);
        QVERIFY(verb->isEnabled());
        QCOMPARE(dialog.pace(), 0); // unlimited unless the user selects a pace
        QCOMPARE(dialog.command(), u"duectl undo 'mail/it'\\''s'"_s);
    }

    void whatWasLeftAloneIsToldByName()
    {
        m_place->profile.environment = Environment::Production; // On production, undo requires confirmation.
        show();
        unlock(true, false);
        QSignalSpy noticed(&m_place->bench.events(), &WindowEvents::noticed);
        OperationJob* job = m_place->bench.actions().makeJob(discard(u"type:mail.send"_s));
        QSignalSpy previewed(job, &OperationJob::previewed);
        job->preview();
        QTRY_COMPARE(previewed.size(), 1);
        m_place->server.call({"ZREM", "dueline:{mail}:pending", "mail.send#00003", "mail.send#00007"});
        m_place->bench.actions().run(job);
        QTRY_COMPARE(noticed.size(), 1);
        const QString detail = noticed.first().first().value<Notice>().detail;
        QVERIFY2(detail.contains(u"skipped: 2 changed in the meantime (mail.send#00003, mail.send#00007)"_s),
            qPrintable(detail));
        QTRY_COMPARE(words(0, ActivityModel::State), u"can be undone, 2 skipped"_s);
        const QString tip = m_panel->model().index(0, ActivityModel::Tasks).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(u"18 of 20"_s) && tip.contains(u"mail.send#00007"_s), qPrintable(tip));
    }

    /// By default, the window shows tasks in all states except the trash.
    void theCopiedCommandMeansTheSameTasks_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::newRow("states alone") << QString();
        QTest::newRow("a filter, too") << u"type:mail.send id:mail.send#00003"_s;
    }
    void theCopiedCommandMeansTheSameTasks()
    {
        QFETCH(const QString, filter);
        show();
        OperationRequest request = discard(filter);
        request.states.remove(TaskState::Trash);
        m_place->bench.actions().run(m_place->bench.actions().makeJob(request));
        QTRY_COMPARE(words(0, ActivityModel::State), u"can be undone"_s);
        const qint64 done = trashed();
        QVERIFY(done > 0);
        m_place->bench.actions().undo().undoLast();
        QTRY_COMPARE(words(1, ActivityModel::State), u"undone"_s);
        m_panel->table().selectRow(1);
        m_panel->copyButton().click();
        const QString command = QApplication::clipboard()->text();
        QVERIFY2(command.startsWith(u"duectl discard "_s), qPrintable(command));
        QProcess shell;
        shell.start(u"/bin/sh"_s,
            {u"-c"_s, u"duectl() { \"$DUECTL\" --url \"$0\" \"$@\" --dry-run --json; }; "_s + command,
                m_place->server.url()});
        QTRY_COMPARE(shell.state(), QProcess::NotRunning);
        const QJsonObject preview = QJsonDocument::fromJson(shell.readAllStandardOutput()).object();
        QVERIFY2(preview.value(u"dry_run"_s).toBool(), shell.readAllStandardError().constData());
        QCOMPARE(preview.value(u"total"_s).toInteger(), done);
    }

    void fewTasksRestAsWell()
    {
        m_place->add("mail", 280, 20, 1h);
        show();
        OperationJob* job = start(100, u"type:mail.send"_s);
        QTRY_VERIFY(trashed() > 0);
        job->setPaused(true);
        QTRY_COMPARE(words(0, ActivityModel::State), u"paused"_s);
        QTest::qWait(300); // longer than the current step can take
        const qint64 then = trashed();
        QTest::qWait(500);
        QCOMPARE(trashed(), then);
        job->setPaused(false);
        QTRY_COMPARE(trashed(), 300);
    }
};

QTEST_MAIN(TestOperationEnds)
#include "tst_operationends.moc"
