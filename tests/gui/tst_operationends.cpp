// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/bulkeditor.h"
#include "tests/gui/activityplace.h"
#include "ui/widgets/paneltable.h"

#include <QSignalSpy>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Operations and undos that rest, stop in the middle, or lose their connection: what the window makes of them.
class TestOperationEnds : public ActivityPlace
{
    Q_OBJECT

    Session& session() { return m_place->bench.current()->session(); }
    void unlock(bool writes, bool worker)
    {
        QVERIFY(session().unlock(writes, worker).ok());
        QTRY_VERIFY(session().isOnline());
    }
    /// A production connection whose writes are unlocked, and so many tasks.
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
        OperationJob* job = m_place->bench.start(request);
        job->start();
        return job;
    }
    /// Discards some at 400 a second, then locks writes.
    void lockInTheMiddle()
    {
        start(400);
        QTRY_VERIFY(trashed() > 100);
        unlock(false, false);
    }

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
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->pauseButton().isEnabled(), 15'000); // once nobody holds it any more
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
        m_place->bench.undoLast();
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
        // As long as it may be on its way nothing is undone, and it stays what is undone next.
        QSignalSpy noticed(&m_place->bench, &Workbench::noticed);
        m_place->bench.undoLast();
        QTRY_COMPARE(noticed.size(), 1);
        QVERIFY(trashed() > 100);
        m_panel->table().selectRow(0);
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->undoButton().isEnabled(), 15'000);
        m_place->bench.undoLast();
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

    /// Longer than a program is taken for gone.
    void aPausedOperationStaysInTheHandsOfWhoPausedIt()
    {
        m_place->add("mail", 1980, 20, 1h);
        show();
        start(400);
        QTRY_VERIFY(trashed() > 100);
        m_panel->pauseButton().click();
        QCOMPARE(words(0, ActivityModel::State).isEmpty(), false);
        QTRY_COMPARE(newest().wish, QByteArray("pause"));
        QTest::qWait(6500);
        QVERIFY(newest().running);
        QCOMPARE(OperationRun::resume(newest()).error().code, ErrorCode::Busy);
        QCOMPARE(words(0, ActivityModel::State), u"paused"_s);
        const qint64 then = trashed();
        QVERIFY(then < 2000);
        m_panel->pauseButton().click();
        QTRY_VERIFY(trashed() > then);
        QCOMPARE(newest().wish, QByteArray());
        // Somebody else may pause it, and let it go on, too.
        BulkEditor& elsewhere = *m_place->backend->editor()->bulk();
        QVERIFY(elsewhere.wish("mail", newest().id, "pause").ok());
        QTRY_COMPARE(m_panel->pauseButton().text(), u"Go on"_s);
        QVERIFY(elsewhere.wish("mail", newest().id, {}).ok());
        QTRY_COMPARE(m_panel->pauseButton().text(), u"Pause"_s);
        m_panel->cancelButton().click();
        QTRY_COMPARE(words(0, ActivityModel::State), u"can be undone"_s);
    }

    void fewTasksRestAsWell()
    {
        m_place->add("mail", 280, 20, 1h);
        show();
        OperationJob* job = start(100, u"type:mail.send"_s);
        QTRY_VERIFY(trashed() > 0);
        job->setPaused(true);
        QTRY_COMPARE(words(0, ActivityModel::State), u"paused"_s);
        QTest::qWait(300); // the step that ran has ended
        const qint64 then = trashed();
        QTest::qWait(500);
        QCOMPARE(trashed(), then);
        job->setPaused(false);
        QTRY_COMPARE(trashed(), 300);
    }
};

QTEST_MAIN(TestOperationEnds)
#include "tst_operationends.moc"
