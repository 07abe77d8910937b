// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/activityplace.h"
#include "ui/models/cell.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the operations panel on a real server.
class TestActivityPanel : public ActivityPlace
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { makeTheme(); }
    void cleanupTestCase() { m_theme.reset(); }
    void init() { make(); }
    void cleanup() { unmake(); }

    void whatWasDoneIsListedWithWhoAndWhyAndUndoPutsItBack()
    {
        show();
        m_place->bench.actions().run(m_place->bench.actions().makeJob(discard(u"type:mail.send"_s)));
        QTRY_COMPARE(trashed(), 20);
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QTRY_COMPARE(words(0, ActivityModel::State), u"can be undone"_s);
        QCOMPARE(words(0, ActivityModel::What), u"Discard"_s);
        QCOMPARE(words(0, ActivityModel::Where), u"here / mail"_s);
        QCOMPARE(words(0, ActivityModel::Tasks), u"20"_s);
        QCOMPARE(words(0, ActivityModel::By), QString::fromUtf8(Session::identity()));
        QCOMPARE(words(0, ActivityModel::Why), u"incident 4711 · type:mail.send"_s);
        QVERIFY(!m_panel->undoButton().isEnabled());
        m_panel->table().selectRow(0);
        QVERIFY(m_panel->undoButton().isEnabled());
        m_panel->undoButton().click();
        QTRY_COMPARE(trashed(), 0);
        QTRY_COMPARE(m_panel->model().rowCount(), 2);
        QCOMPARE(words(0, ActivityModel::What), u"Undo"_s);
        QTRY_COMPARE(words(1, ActivityModel::State), u"undone"_s);
        QTRY_VERIFY(!m_panel->undoButton().isEnabled());
    }

    /// The panel shows that it is loading until the first connection attempt has finished.
    void beforeOperationsWereReadItLoads()
    {
        m_panel = std::make_unique<ActivityPanel>(*m_theme, m_place->formatting, m_place->bench.actions());
        m_panel->resize(1200, 260);
        m_panel->show();
        const auto says = [this](const QString& words) {
            const auto labels = m_panel->findChildren<PlainLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                [&words](const PlainLabel* label) { return label->isVisible() && label->fullText() == words; });
        };
        QVERIFY(says(u"Not connected"_s)); // No connection is selected.
        m_place->connectBench();
        QVERIFY(says(u"Loading"_s));
        QTRY_VERIFY(says(u"No operations yet"_s));
    }

    /// The panel reports how many tasks were restored instead of just "undone". If none were, the user can undo again.
    void whatOthersHaveChangedSinceIsNotCalledUndone_data()
    {
        QTest::addColumn<bool>("all");
        QTest::addColumn<QString>("says");
        QTest::newRow("some") << false << u"18 of 20 undone"_s;
        QTest::newRow("all") << true << u"can be undone"_s;
    }
    void whatOthersHaveChangedSinceIsNotCalledUndone()
    {
        QFETCH(bool, all);
        QFETCH(QString, says);
        show();
        m_place->bench.actions().run(m_place->bench.actions().makeJob(discard(u"type:mail.send"_s)));
        QTRY_COMPARE(trashed(), 20);
        QTRY_COMPARE(words(0, ActivityModel::State), u"can be undone"_s);
        OperationRequest back = discard();
        back.action.kind = ActionKind::Restore;
        back.states = {TaskState::Trash};
        if (!all) {
            back.selection.kind = TaskSelection::Kind::Ids;
            back.selection.ids = {"mail.send#00001", "mail.send#00002"};
        }
        OperationRun restored(back);
        QVERIFY(restored.finish(*m_place->backend).ok());
        QVERIFY(restored.progress().done > 0);
        QTRY_COMPARE(m_panel->model().rowCount(), 2);
        m_panel->table().selectRow(1);
        QTRY_VERIFY(m_panel->undoButton().isEnabled());
        m_panel->undoButton().click();
        QTRY_COMPARE(m_panel->model().rowCount(), 3);
        QTRY_COMPARE(words(2, ActivityModel::State), says);
    }

    /// While the server is unreachable, the panel still shows "can be undone" and only disables the button.
    void aServerThatIsLostMeanwhileChangesNothingOfWhatCanBeUndone()
    {
        show();
        m_place->bench.view().current()->session().setRetryDelays(60s, 60s);
        OperationJob* job = m_place->bench.actions().makeJob(discard(u"type:mail.send"_s));
        connect(job, &OperationJob::finished, m_panel.get(), [this] { m_place->server.kill9(); });
        m_place->bench.actions().run(job);
        QTRY_COMPARE_WITH_TIMEOUT(
            m_place->bench.view().current()->session().connection().kind, ConnectionState::Kind::Offline, 15'000);
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QTRY_COMPARE(words(0, ActivityModel::State), u"can be undone"_s);
        m_panel->table().selectRow(0);
        QTRY_VERIFY(!m_panel->undoButton().isEnabled());
    }

    void ctrlZInTheListUndoesTheChosenOperationNotTheLast()
    {
        show();
        m_place->bench.actions().run(m_place->bench.actions().makeJob(discard(u"id:mail.send#00001"_s)));
        QTRY_COMPARE(trashed(), 1);
        m_place->bench.actions().run(m_place->bench.actions().makeJob(discard(u"id:mail.send#00002"_s)));
        QTRY_COMPARE(trashed(), 2);
        QTRY_COMPARE(m_panel->model().rowCount(), 2);
        QTRY_COMPARE(words(1, ActivityModel::State), u"can be undone"_s);
        m_panel->table().setFocus();
        m_panel->table().selectRow(1);
        QTest::keyClick(&m_panel->table(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(m_place->stateOf("mail", "mail.send#00001"), TaskState::Scheduled);
        QCOMPARE(m_place->stateOf("mail", "mail.send#00002"), TaskState::Trash);
    }

    void anOperationWhoseProgramIsGoneIsGoneOnWith()
    {
        m_place->add("mail", 1980, 20, 1h);
        OperationRequest request = discard();
        request.by = "alice@there";
        {
            OperationRun killed(request);
            while (killed.progress().done < 500)
                QVERIFY(killed.step(*m_place->backend).ok());
        }
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QTRY_COMPARE(words(0, ActivityModel::State), u"running"_s); // The state comes from the queue's record.
        m_panel->table().selectRow(0);
        QVERIFY(!m_panel->pauseButton().isEnabled());
        QTRY_COMPARE_WITH_TIMEOUT(words(0, ActivityModel::State), u"interrupted"_s, 15'000);
        QTRY_COMPARE(m_panel->pauseButton().text(), u"Resume"_s);
        QVERIFY(m_panel->pauseButton().isEnabled());
        m_panel->pauseButton().click();
        QTRY_COMPARE(trashed(), 2000);
        QTRY_COMPARE(words(0, ActivityModel::State), u"can be undone"_s);
        QCOMPARE(words(0, ActivityModel::By), u"alice@there"_s);
        QCOMPARE(words(0, ActivityModel::Tasks), u"2,000"_s);
        QCOMPARE(m_panel->model().rowCount(), 1);
        QCOMPARE(m_panel->pauseButton().text(), u"Pause"_s);
    }

    void anUndoWhoseProgramIsGoneIsGoneOnWithButNotReadOnly()
    {
        m_place->add("mail", 1980, 20, 1h);
        OperationRun run(discard());
        QVERIFY(run.finish(*m_place->backend).ok());
        UndoRun killed("mail", run.id(), "alice@there");
        for (int i = 0; i < 3; ++i)
            QVERIFY(killed.step(*m_place->backend).ok());
        const QByteArray key = "dueline:{mail}:op:" + killed.id().mid(5);
        m_place->server.call({"HSET", key, "held", "0"});
        const qint64 left = trashed();
        QVERIFY(left > 0 && left < 2000);
        show(true);
        QTRY_COMPARE(words(0, ActivityModel::State), u"interrupted"_s);
        m_panel->table().selectRow(0);
        QVERIFY(!m_panel->pauseButton().isEnabled());
        m_panel.reset();
        m_place->bench.connections().close(m_place->bench.connections().all().front()->id());
        show();
        QTRY_COMPARE(words(0, ActivityModel::State), u"interrupted"_s);
        m_panel->table().selectRow(0);
        QTRY_VERIFY(m_panel->pauseButton().isEnabled());
        m_panel->pauseButton().click();
        QTRY_COMPARE(trashed(), 0);
        QTRY_COMPARE(words(1, ActivityModel::State), u"undone"_s);
    }

    void itIsSaidWhereACanaryStandsAndWhyItStopped()
    {
        OperationRequest request = discard(u"state:scheduled"_s);
        request.action.kind = ActionKind::RunNow;
        request.canary = Canary{20, 1min};
        show();
        m_place->bench.actions().run(m_place->bench.actions().makeJob(request));
        QTRY_COMPARE(words(0, ActivityModel::State), u"canary: waiting for the first task"_s);
        auto leases = PanelPlace::claim(*m_place->backend, "mail");
        QVERIFY(m_place->backend->broker()->ack("mail", {{leases[0].id, leases[0].token, {}}}, {}).ok());
        QTRY_COMPARE(words(0, ActivityModel::State), u"canary: waiting for ten tasks"_s);
        QTRY_COMPARE(words(0, ActivityModel::Tasks), u"11 of 20"_s);
        leases = PanelPlace::claim(*m_place->backend, "mail", 10);
        for (std::size_t i = 0; i < leases.size(); ++i)
            QVERIFY(m_place->backend->broker()
                        ->nack("mail", {{leases[i].id, leases[i].token, std::nullopt, "failed", "timeout"}}, {})
                        .ok());
        QTRY_COMPARE(words(0, ActivityModel::State), u"can be undone, stopped by the canary: 10 of 10 failed"_s);
    }

    void aRunningOperationShowsItsProgressAndCanBePausedAndCancelled()
    {
        m_place->add("mail", 1980, 20, 1h);
        show();
        QSignalSpy status(m_panel.get(), &ActivityPanel::statusChanged);
        OperationRequest request = discard();
        request.pace = 400; // The entire operation takes five seconds.
        m_place->bench.actions().run(m_place->bench.actions().makeJob(request));
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        const QModelIndex state = m_panel->model().index(0, ActivityModel::State);
        QTRY_VERIFY(state.data(Cell::Share).toDouble() > 0.05);
        QVERIFY(state.data(Cell::Share).toDouble() < 1.0);
        QTRY_VERIFY2(
            words(0, ActivityModel::State).endsWith(u"per second"_s), qPrintable(words(0, ActivityModel::State)));
        QTRY_COMPARE(status.last().first().toString(), u"1"_s);
        // A running operation can be paused even if its row is not selected.
        QVERIFY(m_panel->pauseButton().isEnabled());

        m_panel->pauseButton().click();
        QTRY_COMPARE(words(0, ActivityModel::State), u"paused"_s);
        QTest::qWait(400); // longer than the current step can take
        const qint64 then = trashed();
        QTest::qWait(700);
        QCOMPARE(trashed(), then);
        QCOMPARE(m_panel->pauseButton().text(), u"Continue"_s);
        m_panel->pauseButton().click();
        QTRY_VERIFY(trashed() > then);

        m_panel->cancelButton().click();
        QTRY_COMPARE(words(0, ActivityModel::State), u"can be undone"_s);
        const qint64 done = trashed();
        QVERIFY2(done < 2000, qPrintable(QString::number(done)));
        QCOMPARE(words(0, ActivityModel::Tasks), u"%1 of 2,000"_s.arg(Formatting::count(done)));
        QVERIFY(!m_panel->cancelButton().isEnabled());
        QTRY_COMPARE(status.last().first().toString(), QString());
    }

    void anOperationWhoseConnectionBreaksIsShownAsStopped()
    {
        m_place->add("mail", 1980, 20, 1h);
        show();
        OperationRequest request = discard();
        request.pace = 200;
        m_place->bench.actions().run(m_place->bench.actions().makeJob(request));
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        m_place->server.kill9();
        // The panel shows that the operation is waiting for the server.
        QTRY_COMPARE(words(0, ActivityModel::State), u"waiting for the server"_s);
        QVERIFY(m_panel->cancelButton().isEnabled());
        QTRY_VERIFY2_WITH_TIMEOUT(words(0, ActivityModel::State).startsWith(u"stopped:"_s),
            qPrintable(words(0, ActivityModel::State)), 20'000);
        QVERIFY(!m_panel->pauseButton().isEnabled());
    }

    void anOperationGoesOnWhenItsServerIsBackInTime()
    {
        m_place->add("mail", 1980, 20, 1h);
        show();
        OperationRequest request = discard();
        request.pace = 400;
        m_place->bench.actions().run(m_place->bench.actions().makeJob(request));
        QTRY_VERIFY(trashed() > 200);
        m_place->server.freeze();
        QTRY_COMPARE(words(0, ActivityModel::State), u"waiting for the server"_s);
        m_place->server.thaw();
        QTRY_VERIFY(words(0, ActivityModel::State).endsWith(u"per second"_s));
        QTRY_COMPARE_WITH_TIMEOUT(trashed(), 2000, 10'000);
        QTRY_COMPARE(words(0, ActivityModel::State), u"can be undone"_s);
    }

    void whatOthersDidIsListedAndNobodyUndoesItOnAReadOnlyConnection()
    {
        OperationRecord record;
        record.id = "mail/elsewhere";
        record.kind = "retry";
        record.queue = "mail";
        record.by = "eve@<b>other</b>";
        record.filter = "it's state:failed";
        record.match = "it's";
        record.states = "failed";
        record.total = 20;
        record.done = 17;
        record.skipped = 3;
        record.finished = true;
        record.undoable = true;
        QVERIFY(m_place->backend->editor()->record(record).ok());
        show(true);
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        QCOMPARE(words(0, ActivityModel::Tasks), u"17 of 20"_s);
        QCOMPARE(words(0, ActivityModel::By), u"eve@<b>other</b>"_s);
        m_panel->table().selectRow(0);
        QVERIFY(!m_panel->undoButton().isEnabled());
        m_panel->copyButton().click();
        QCOMPARE(QApplication::clipboard()->text(), u"duectl retry --match='it'\\''s' --state failed 'mail'"_s);
    }

    void moreThanAHundredAreReachable()
    {
        for (int i = 0; i < 130; ++i) {
            OperationRecord record;
            record.id = "mail/" + QByteArray::number(1000 + i);
            record.kind = "pause";
            record.queue = "mail";
            record.finished = true;
            QVERIFY(m_place->backend->editor()->record(record).ok());
        }
        show();
        QAbstractItemModelTester tester(&m_panel->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QTRY_COMPARE(m_panel->model().rowCount(), 100);
        QCOMPARE(m_panel->head().note(), u"newest 100 shown"_s);
        QVERIFY(m_panel->moreLink().isVisible());
        m_panel->moreLink().click();
        QTRY_COMPARE(m_panel->model().rowCount(), 130);
        QVERIFY(!m_panel->moreLink().isVisible());
    }

    void aPreviewAloneIsNoOperation()
    {
        show();
        OperationJob* job = m_place->bench.actions().makeJob(discard());
        QSignalSpy previewed(job, &OperationJob::previewed);
        job->preview();
        QTRY_COMPARE(previewed.size(), 1);
        job->deleteLater();
        QTest::qWait(300);
        QCOMPARE(m_panel->model().rowCount(), 0);
        QCOMPARE(trashed(), 0);
    }
};

QTEST_MAIN(TestActivityPanel)
#include "tst_activitypanel.moc"
