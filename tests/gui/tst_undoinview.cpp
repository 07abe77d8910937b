// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/undoplace.h"

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests that undo applies only to the connection in view, and that the button names the operation, queue and
/// connection.
class TestUndoInView : public UndoPlace
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    void withAnotherConnectionInViewItSaysSoInsteadOfActingAndLeadsThere()
    {
        goTo(*m_orders, "mail", "mail.send#1");
        discard("mail.send#1");
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Trash);
        QTRY_VERIFY(link(u"Undo"_s));
        QTRY_COMPARE(undo().text(), u"Undo discard of 1 in mail (orders)"_s);
        QCOMPARE(undo().toolTip(), u"Undo discard of 1 in mail (orders) (Ctrl+Z)"_s);
        QCOMPARE(button().button().accessibleName(), u"Undo discard of 1 in mail (orders)"_s);

        goTo(*m_shop, "billing", "bill.close#1");
        // The text names the notice's connection.
        QVERIFY2(barSays().contains(u"|orders: "_s), qPrintable(barSays()));
        QVERIFY2(undo().text().contains(u"orders"_s), qPrintable(undo().text()));
        QVERIFY2(undo().toolTip().contains(u"nothing is undone yet"_s), qPrintable(undo().toolTip()));
        QCOMPARE(button().button().text(), u"Undo"_s);
        pressUndo();
        QTRY_VERIFY2(
            barSays().contains(u"Nothing was undone: the last operation was on orders"_s), qPrintable(barSays()));
        QVERIFY2(barSays().contains(u"discard of 1 in mail (orders)"_s), qPrintable(barSays()));
        QCOMPARE(m_mail->stateOf("mail.send#1"), TaskState::Trash);

        QTRY_VERIFY(link(u"Go to orders"_s));
        QTest::mouseClick(link(u"Go to orders"_s), Qt::LeftButton);
        QCOMPARE(m_open->bench.view().current(), m_orders);
        QCOMPARE(m_open->bench.view().place().queue, QueueName("mail"));
        QTRY_VERIFY(m_open->bench.list().tasks().rowOf("mail.send#2") >= 0);
        m_open->table().setFocus();
        pressUndo();
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Scheduled);
    }

    void theLinkOfAMessageActsOnlyWhileItsConnectionIsInView()
    {
        goTo(*m_orders, "mail", "mail.send#1");
        discard("mail.send#1");
        QTRY_VERIFY(link(u"Undo"_s));
        goTo(*m_shop, "billing", "bill.close#1");
        QVERIFY(link(u"Undo"_s));
        QTest::mouseClick(link(u"Undo"_s), Qt::LeftButton);
        QTRY_VERIFY(barSays().contains(u"Nothing was undone"_s));
        QCOMPARE(m_mail->stateOf("mail.send#1"), TaskState::Trash);
    }

    /// Later operations on another connection must not be offered.
    void eachConnectionHasAnUndoOfItsOwn()
    {
        goTo(*m_orders, "mail", "mail.send#1");
        discard("mail.send#1");
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Trash);
        goTo(*m_shop, "billing", "bill.close#2");
        runNow(*m_shop, "billing", "bill.close#2");
        QTRY_COMPARE(m_bills->stateOf("bill.close#2", "billing"), TaskState::Due);
        QTRY_COMPARE(undo().text(), u"Undo run-now of 1 in billing (shop)"_s);
        goTo(*m_orders, "mail", "mail.send#2");
        QTRY_COMPARE(undo().text(), u"Undo discard of 1 in mail (orders)"_s);
        pressUndo();
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Scheduled);
        QCOMPARE(m_bills->stateOf("bill.close#2", "billing"), TaskState::Due);
        QTRY_VERIFY(!m_open->bench.actions().undo().next());
    }

    /// Within a connection, an older operation on the queue in view takes precedence over a later one on another queue,
    /// which can be undone only by selecting it explicitly.
    void ofOneConnectionTheQueueInViewComesFirst()
    {
        m_mail->add(2, 1h, "other", 50);
        QTRY_VERIFY(m_orders->queue("other"));
        goTo(*m_orders, "mail", "mail.send#1");
        discard("mail.send#1");
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Trash);
        goTo(*m_orders, "other", "mail.send#50");
        discard("mail.send#50");
        QTRY_COMPARE(m_mail->stateOf("mail.send#50", "other"), TaskState::Trash);
        QTRY_COMPARE(undo().text(), u"Undo discard of 1 in other (orders)"_s);
        goTo(*m_orders, "mail", "mail.send#2");
        QTRY_COMPARE(undo().text(), u"Undo discard of 1 in mail (orders)"_s);
        pressUndo();
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Scheduled);
        QTRY_VERIFY2(barSays().contains(u"restored"_s), qPrintable(barSays()));
        QCOMPARE(m_mail->stateOf("mail.send#50", "other"), TaskState::Trash);
        // The remaining operation is on the other queue.
        QTRY_VERIFY2(undo().text().contains(u"last on other"_s), qPrintable(undo().text()));
        pressUndo();
        QTRY_VERIFY2(
            barSays().contains(u"Nothing was undone: the last operation was in other"_s), qPrintable(barSays()));
        QCOMPARE(m_mail->stateOf("mail.send#50", "other"), TaskState::Trash);
        QTRY_VERIFY(link(u"Undo discard of 1"_s) && link(u"Go to other"_s));
        QTest::mouseClick(link(u"Undo discard of 1"_s), Qt::LeftButton);
        QTRY_COMPARE(m_mail->stateOf("mail.send#50", "other"), TaskState::Scheduled);
    }

    void whereNothingCameBackItSaysSo()
    {
        goTo(*m_orders, "mail", "mail.send#1");
        discard("mail.send#1");
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Trash);
        QTRY_VERIFY(m_open->bench.actions().undo().next());
        OperationRequest restore; // Another client restores all tasks.
        restore.queue = "mail";
        restore.action.kind = ActionKind::Restore;
        restore.by = "somebody@else";
        restore.selection.kind = TaskSelection::Kind::Ids;
        restore.selection.ids = {"mail.send#1"};
        OperationRun run(restore);
        while (!run.finished())
            QVERIFY(run.step(m_mail->backend()).ok());
        pressUndo();
        QTRY_VERIFY2(barSays().contains(u"Nothing to undo: 1 task(s) already ran or changed"_s)
                || barSays().contains(u"Nothing to undo: 1 task already ran or changed"_s),
            qPrintable(barSays()));
        QVERIFY(!barSays().contains(u"restored"_s));
    }

    /// The undo dialog has the same initial focus, default button and count field as the original action's dialog.
    void theDialogHasTheHabitOfTheOneThatActed_data()
    {
        QTest::addColumn<bool>("production");
        QTest::addColumn<int>("tasks");
        QTest::newRow("one on production") << true << 1;
        QTest::newRow("three on production") << true << 3;
        QTest::newRow("300 on production") << true << 300;
        QTest::newRow("three elsewhere") << false << 3;
    }
    void theDialogHasTheHabitOfTheOneThatActed()
    {
        QFETCH(const bool, production);
        QFETCH(const int, tasks);
        const Profile profile
            = m_bills->profile(u"shop"_s, production ? Environment::Production : Environment::Development);
        OperationRequest request;
        request.queue = "billing";
        request.action.kind = ActionKind::Retry;
        OperationPreview preview;
        preview.total = tasks;
        preview.undoable = true;
        preview.undoFor = 24h;
        ConfirmDialog acts(*m_theme, m_open->formatting, request, profile, m_open->bench.view().now(), nullptr, tasks);
        acts.setPreview(preview);
        OperationRecord retried;
        retried.queue = "billing";
        retried.id = "billing/1";
        retried.kind = "retry";
        retried.done = tasks;
        UndoDialog undoes(*m_theme, {retried}, profile, nullptr);
        const auto habit = [](QDialog& dialog) {
            dialog.show();
            QStringList words;
            const QWidget* focus = dialog.focusWidget();
            const auto* button = qobject_cast<const QPushButton*>(focus);
            words << (button && button->isDefault() ? u"verb"_s
                    : button                        ? u"cancel"_s
                    : focus                         ? focus->objectName()
                                                    : u"none"_s);
            for (const QPushButton* each : dialog.findChildren<QPushButton*>()) {
                if (each->isDefault())
                    words << u"Return does it"_s << (each->isEnabled() ? u"at once"_s : u"later"_s);
            }
            return words.join(u", "_s);
        };
        QCOMPARE(habit(undoes), habit(acts));
        QCOMPARE(habit(undoes),
            !production     ? u"verb, Return does it, at once"_s
                : tasks > 1 ? u"count, Return does it, later"_s
                            : u"cancel"_s);
        QCOMPARE(undoes.pace(), 0); // unlimited
    }

    /// The user types the number of tasks into the focused field, as for the original action.
    void onProductionTheCountIsTypedForTheUndoToo()
    {
        goTo(*m_shop, "billing", "bill.close#1");
        OperationRequest request;
        request.queue = "billing";
        request.action.kind = ActionKind::Discard;
        request.selection.kind = TaskSelection::Kind::Ids;
        request.selection.ids = {"bill.close#1", "bill.close#2", "bill.close#3"};
        m_open->bench.actions().run(m_open->bench.actions().makeJob(request));
        QTRY_COMPARE(m_bills->stateOf("bill.close#3", "billing"), TaskState::Trash);
        QTRY_VERIFY(m_open->bench.actions().undo().isPossible());
        bool asked = false;
        answer({}, &asked);
        m_open->table().setFocus();
        pressUndo();
        QVERIFY2(asked, qPrintable(undo().text() + u' ' + QString::number(undo().isEnabled()) + barSays()));
        QTRY_VERIFY(!QApplication::activeModalWidget());
        QCOMPARE(m_bills->stateOf("bill.close#3", "billing"), TaskState::Trash);
        asked = false;
        m_open->window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&m_open->window));
        m_open->table().setFocus();
        answer(u"3"_s, &asked);
        pressUndo();
        QVERIFY(asked);
        QTRY_COMPARE(m_bills->stateOf("bill.close#3", "billing"), TaskState::Scheduled);
    }

    /// A queue with the same name on another server must not change.
    void whatIsOfferedAfterAPauseActsOnItsOwnConnectionAlone()
    {
        m_bills->add(1, 1h, "mail");
        QTRY_VERIFY(m_shop->queue("mail"));
        goTo(*m_orders, "mail", "mail.send#1");
        m_open->window.actions()["queue.pause"]->trigger();
        QTRY_VERIFY(m_mail->backend().inspector().queue("mail")->paused);
        QTRY_VERIFY(link(u"Undo"_s));
        QVERIFY(m_bills->backend().editor()->setPaused("mail", true).ok());
        goTo(*m_shop, "mail", "bill.close#1");
        QTRY_VERIFY(m_shop->queue("mail")->paused);
        QTRY_VERIFY(link(u"Undo"_s) && link(u"Undo"_s)->isEnabled());
        QTest::mouseClick(link(u"Undo"_s), Qt::LeftButton);
        QTest::qWait(200); // long enough for an unexpected change
        QVERIFY(m_bills->backend().inspector().queue("mail")->paused);
        QVERIFY(m_mail->backend().inspector().queue("mail")->paused);
    }

    void activityListsTheConnectionInViewAndItsUndoActsThere()
    {
        goTo(*m_orders, "mail", "mail.send#1");
        discard("mail.send#1");
        auto& panel = m_open->part<ActivityPanel>();
        m_open->window.dock().open(u"activity"_s);
        QTRY_COMPARE(panel.model().rowCount(), 1);
        goTo(*m_shop, "billing", "bill.close#1");
        QTRY_COMPARE(panel.model().rowCount(), 0);
        goTo(*m_orders, "mail", "mail.send#2");
        QTRY_COMPARE(panel.model().rowCount(), 1);
    }

    /// The second queue's part is slow; the first finishes immediately.
    void anActionOnSeveralQueuesHasOneProgressAndOneEnd()
    {
        m_mail->add(300, 1h, "bulk", 1);
        m_mail->add(300, 1h, "more", 1);
        QTRY_VERIFY(m_orders->queue("bulk") && m_orders->queue("more"));
        goTo(*m_orders, "bulk", "mail.send#1");
        const QSignalSpy noticed(&m_open->bench.events(), &WindowEvents::noticed);
        discardTogether({"bulk", "more"}, 50);
        QTRY_COMPARE(count(TaskState::Trash, "bulk"), 300);
        QTRY_VERIFY2(barSays().contains(u" of 600 done"_s), qPrintable(barSays()));
        QVERIFY(link(u"Pause"_s));
        QTest::mouseClick(link(u"Pause"_s), Qt::LeftButton);
        QTRY_VERIFY2(barSays().contains(u"paused"_s), qPrintable(barSays()));
        QCOMPARE(noticed.size(), 0);
        QTRY_VERIFY(link(u"Stop"_s));
        QTest::mouseClick(link(u"Stop"_s), Qt::LeftButton);
        QTRY_COMPARE(noticed.size(), 1);
        QTRY_VERIFY2(barSays().contains(u"discarded"_s), qPrintable(barSays()));
        const qint64 discarded = 300 + count(TaskState::Trash, "more");
        QVERIFY2(barSays().contains(QString::number(discarded)), qPrintable(barSays()));
    }

    void anUndoThatTakesLongShowsItsProgressAndCanBePaused()
    {
        m_mail->add(2000, 1h, "bulk", 1);
        QTRY_VERIFY(m_orders->queue("bulk"));
        goTo(*m_orders, "bulk", "mail.send#1");
        OperationRequest request;
        request.queue = "bulk";
        request.action.kind = ActionKind::Discard;
        m_open->bench.actions().run(m_open->bench.actions().makeJob(request));
        QTRY_COMPARE(m_mail->stateOf("mail.send#2000", "bulk"), TaskState::Trash);
        QTRY_VERIFY(m_open->bench.actions().undo().isPossible());
        m_open->bench.actions().undo().setQuestion(
            [](const Connection&, const std::vector<OperationRecord>&) { return std::optional<qint64>(200); });
        pressUndo();
        QTRY_VERIFY2_WITH_TIMEOUT(barSays().contains(u"Putting back 2,000"_s), qPrintable(barSays()), 10'000);
        QTRY_VERIFY2(barSays().contains(u" of 2,000 done"_s), qPrintable(barSays()));
        QVERIFY(link(u"Pause"_s));
        QTest::mouseClick(link(u"Pause"_s), Qt::LeftButton);
        QTRY_VERIFY2(barSays().contains(u"paused"_s), qPrintable(barSays()));
        QTRY_VERIFY(link(u"Stop"_s));
        QTest::mouseClick(link(u"Stop"_s), Qt::LeftButton);
        QTRY_VERIFY2(barSays().contains(u"restored"_s), qPrintable(barSays()));
    }
};

QTEST_MAIN(TestUndoInView)
#include "tst_undoinview.moc"
