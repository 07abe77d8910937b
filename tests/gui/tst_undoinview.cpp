// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/undodialog.h"
#include "ui/panels/activity/activitypanel.h"
#include "ui/panels/dock.h"
#include "ui/widgets/messagebar.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/sidebar.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/undobutton.h"

#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Undo acts on what is in view alone, and says which operation of which queue and connection it means.
class TestUndoInView : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_mail;
    std::unique_ptr<Shop> m_bills;
    std::unique_ptr<OpenWindow> m_open;
    Connection* m_orders = nullptr;
    Connection* m_shop = nullptr;

    UndoButton& button() { return m_open->part<UndoButton>(); }
    void runNow(Connection& connection, const QueueName& queue, const TaskId& task)
    {
        OperationRequest request;
        request.queue = queue;
        request.action.kind = ActionKind::RunNow;
        request.selection.kind = TaskSelection::Kind::Ids;
        request.selection.ids = {task};
        m_open->bench.run(m_open->bench.makeJob(connection, request));
    }
    QAction& undo() { return *m_open->window.actions()["edit.undo"]; }
    MessageBar& bar() { return m_open->window.messages(); }
    /// All of these queues, by one action, at a pace that takes a while to undo where somebody asks for it.
    void discardTogether(const std::vector<QueueName>& queues, qint64 paceOfLast = 0)
    {
        const Workbench::OneAction together(m_open->bench);
        for (const QueueName& queue : queues) {
            OperationRequest request;
            request.queue = queue;
            request.pace = queue == queues.back() ? paceOfLast : 0;
            request.action.kind = ActionKind::Discard;
            m_open->bench.run(m_open->bench.makeJob(request));
        }
    }
    qint64 count(TaskState state, const QueueName& queue)
    {
        return m_mail->backend().inspector().queue(queue)->counts[state];
    }
    /// What the menu says when it is opened.
    QStringList menuLines()
    {
        Q_EMIT button().menuOpened();
        QStringList texts;
        for (const QAction* line : button().menuButton().menu()->actions()) {
            if (!line->isSeparator())
                texts << line->text();
        }
        return texts;
    }
    void goTo(const Connection& connection, const QueueName& queue, const TaskId& task)
    {
        auto& sidebar = m_open->part<Sidebar>();
        const QModelIndex row = m_open->bench.sidebar().find({connection.id(), queue, {}});
        QVERIFY(row.isValid());
        QTest::mouseClick(sidebar.viewport(), Qt::LeftButton, {}, sidebar.visualRect(row).center());
        QTRY_VERIFY(m_open->bench.tasks().rowOf(task) >= 0);
        QVERIFY(m_open->table().select(task));
        m_open->table().setFocus();
    }
    void discard(const TaskId& task)
    {
        QVERIFY(m_open->table().select(task));
        QTest::keyClick(&m_open->table(), Qt::Key_Delete);
    }
    void pressUndo() { QTest::keyClick(&m_open->table(), Qt::Key_Z, Qt::ControlModifier); }
    QPushButton* link(const QString& text)
    {
        for (auto* button : bar().findChildren<QPushButton*>()) {
            if (button->isVisible() && button->text().remove(u'&') == text)
                return button;
        }
        return nullptr;
    }
    /// The words of the bar, the name before them included.
    QString barSays()
    {
        QStringList words;
        for (const auto* label : bar().findChildren<PlainLabel*>()) {
            if (label->isVisible())
                words << label->fullText();
        }
        return words.join(u'|');
    }
    /// What the dialog that opens next is answered with; an empty count: Esc.
    void answer(const QString& count, bool* asked)
    {
        auto* timer = new QTimer(this);
        connect(timer, &QTimer::timeout, this, [timer, count, asked] {
            auto* dialog = qobject_cast<UndoDialog*>(QApplication::activeModalWidget());
            if (!dialog || !dialog->isActiveWindow())
                return;
            timer->deleteLater();
            timer->stop();
            *asked = true;
            auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
            if (count.isEmpty() || !field)
                return void(QTest::keyClick(dialog, Qt::Key_Escape));
            QTest::keyClicks(field, count); // where the focus is
            QTest::keyClick(field, Qt::Key_Return);
        });
        timer->start(10);
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_mail = std::make_unique<Shop>("mail.send");
        m_mail->add(3);
        m_bills = std::make_unique<Shop>("bill.close");
        m_bills->add(5, 1h, "billing");
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_orders = &m_open->open(m_mail->profile(u"orders"_s));
        m_shop = &m_open->open(m_bills->profile(u"shop"_s, Environment::Production));
        QTRY_VERIFY(m_orders->queue("mail") && m_shop->queue("billing"));
        QVERIFY(m_shop->session().unlock(true, false).ok());
        QTRY_VERIFY(m_shop->session().isOnline());
    }
    void cleanup()
    {
        m_open.reset();
        m_mail.reset();
        m_bills.reset();
    }

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
        QVERIFY2(barSays().contains(u"|orders: "_s), qPrintable(barSays())); // whose it is
        QVERIFY2(undo().text().contains(u"orders"_s), qPrintable(undo().text()));
        QVERIFY2(undo().toolTip().contains(u"Nothing is undone from here"_s), qPrintable(undo().toolTip()));
        QCOMPARE(button().button().text(), u"Undo"_s);
        pressUndo();
        QTRY_VERIFY2(
            barSays().contains(u"Nothing was undone: the last operation was on orders"_s), qPrintable(barSays()));
        QVERIFY2(barSays().contains(u"discard of 1 in mail (orders)"_s), qPrintable(barSays()));
        QCOMPARE(m_mail->stateOf("mail.send#1"), TaskState::Trash);

        QTRY_VERIFY(link(u"Go to orders"_s));
        QTest::mouseClick(link(u"Go to orders"_s), Qt::LeftButton);
        QCOMPARE(m_open->bench.current(), m_orders);
        QCOMPARE(m_open->bench.place().queue, QueueName("mail"));
        QTRY_VERIFY(m_open->bench.tasks().rowOf("mail.send#2") >= 0);
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

    /// Whatever was done later elsewhere.
    void eachConnectionHasAnUndoOfItsOwn()
    {
        goTo(*m_orders, "mail", "mail.send#1");
        discard("mail.send#1");
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Trash);
        goTo(*m_shop, "billing", "bill.close#2");
        runNow(*m_shop, "billing", "bill.close#2");
        QTRY_COMPARE(m_bills->stateOf("bill.close#2", "billing"), TaskState::Due);
        QTRY_COMPARE(undo().text(), u"Undo run now of 1 in billing (shop)"_s);
        goTo(*m_orders, "mail", "mail.send#2");
        QTRY_COMPARE(undo().text(), u"Undo discard of 1 in mail (orders)"_s);
        pressUndo();
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Scheduled);
        QCOMPARE(m_bills->stateOf("bill.close#2", "billing"), TaskState::Due);
        QTRY_VERIFY(!m_open->bench.nextUndo());
    }

    /// Two queues of one connection: an older operation on the queue in view comes before a later one on another queue,
    /// which is undone only by its name.
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
        // What is left is on the other queue.
        QTRY_VERIFY2(undo().text().contains(u"last on other"_s), qPrintable(undo().text()));
        pressUndo();
        QTRY_VERIFY2(
            barSays().contains(u"Nothing was undone: the last operation was in other"_s), qPrintable(barSays()));
        QCOMPARE(m_mail->stateOf("mail.send#50", "other"), TaskState::Trash);
        QTRY_VERIFY(link(u"Undo discard of 1"_s) && link(u"Go to other"_s));
        QTest::mouseClick(link(u"Undo discard of 1"_s), Qt::LeftButton);
        QTRY_COMPARE(m_mail->stateOf("mail.send#50", "other"), TaskState::Scheduled);
    }

    /// By mouse and by keyboard; also what another window did.
    void theMenuOfTheButtonHasTheOperationsOfTheConnection()
    {
        goTo(*m_orders, "mail", "mail.send#1");
        discard("mail.send#1");
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Trash);
        discard("mail.send#2");
        QTRY_COMPARE(m_mail->stateOf("mail.send#2"), TaskState::Trash);
        // When its own began the window guesses by the server's clock: the next one is later by more than it may err.
        const TimePoint begun = *m_mail->backend().serverTime();
        QTRY_VERIFY(*m_mail->backend().serverTime() > begun + Millis(200));
        OperationRequest elsewhere; // by somebody else
        elsewhere.queue = "mail";
        elsewhere.action.kind = ActionKind::Discard;
        elsewhere.by = "somebody@else";
        elsewhere.selection.kind = TaskSelection::Kind::Ids;
        elsewhere.selection.ids = {"mail.send#3"};
        OperationRun run(elsewhere);
        while (!run.finished())
            QVERIFY(run.step(m_mail->backend()).ok());
        QMenu& menu = *button().menuButton().menu();
        const auto lines = [&menu] {
            QStringList texts;
            for (const QAction* line : menu.actions()) {
                if (!line->isSeparator())
                    texts << line->text();
            }
            return texts;
        };
        // The three discards and the way to Activity; the newest first.
        bool chosen = false;
        auto* timer = new QTimer(this);
        connect(timer, &QTimer::timeout, this, [&, timer] {
            if (!menu.isVisible() || lines().size() != 4)
                return;
            timer->stop();
            timer->deleteLater();
            chosen = true;
            // The first line is of somebody else; the third the first of ours.
            for (int i = 0; i < 3; ++i)
                QTest::keyClick(&menu, Qt::Key_Down);
            QTest::keyClick(&menu, Qt::Key_Return);
        });
        timer->start(10);
        button().menuButton().setFocus(); // which has it read
        QTRY_COMPARE(m_open->bench.undoHistory().entries(*m_orders).size(), 3U);
        QTest::keyClick(&button().menuButton(), Qt::Key_Space);
        QTRY_VERIFY2(chosen, qPrintable(lines().join(u'|')));
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Scheduled);
        QCOMPARE(m_mail->stateOf("mail.send#2"), TaskState::Trash);
        QCOMPARE(m_mail->stateOf("mail.send#3"), TaskState::Trash);
        QTRY_VERIFY2(lines().size() == 4 && lines().at(2).startsWith(u"discard of 1 in mail (orders): undone, "_s),
            qPrintable(lines().join(u'|')));
        QVERIFY(!menu.actions().at(2)->isEnabled());
        QVERIFY2(lines().at(0).startsWith(u"Undo discard of 1 in mail (orders), "_s), qPrintable(lines().at(0)));
        QTimer press;
        connect(&press, &QTimer::timeout, this, [&] {
            if (!menu.isVisible() || !menu.actions().at(0)->isEnabled())
                return; // until the click has closed it: what has just opened may not be laid out
            QTest::mouseClick(&menu, Qt::LeftButton, {}, menu.actionGeometry(menu.actions().at(0)).center());
        });
        press.start(10);
        QTest::mouseClick(&button().menuButton(), Qt::LeftButton);
        QTRY_VERIFY2(m_mail->stateOf("mail.send#3") == TaskState::Scheduled,
            qPrintable(barSays() + u" menu: "_s + lines().join(u'|')));
        QCOMPARE(m_mail->stateOf("mail.send#2"), TaskState::Trash);
    }

    void untilWhatWasDoneIsReadTheMenuSaysSo()
    {
        OperationRequest elsewhere; // by somebody else, before the connection is opened
        elsewhere.queue = "mail";
        elsewhere.action.kind = ActionKind::Discard;
        elsewhere.by = "somebody@else";
        elsewhere.selection.kind = TaskSelection::Kind::Ids;
        elsewhere.selection.ids = {"mail.send#3"};
        OperationRun run(elsewhere);
        while (!run.finished())
            QVERIFY(run.step(m_mail->backend()).ok());
        const UndoHistory& history = m_open->bench.undoHistory();
        const Connection& again = m_open->open(m_mail->profile(u"again"_s));
        QCOMPARE(m_open->bench.current(), &again);
        QCOMPARE(menuLines().front(), u"What was done here is being read…"_s);
        // Nobody goes near the menu: it is read as soon as the connection answers.
        QTRY_COMPARE(history.known(again), UndoHistory::Known::All);
        QCOMPARE(history.entries(again).size(), 1U);
        const QStringList lines = menuLines();
        QVERIFY2(lines.size() == 2 && lines.front().startsWith(u"Undo discard of 1 in mail (again), "_s),
            qPrintable(lines.join(u'|')));
        goTo(*m_shop, "billing", "bill.close#1");
        QTRY_COMPARE(history.known(*m_shop), UndoHistory::Known::All);
        QCOMPARE(menuLines().front(), u"Nothing here can be undone"_s);
        m_bills->server.stop();
        QTRY_VERIFY(m_shop->session().connection().isLost());
        QCOMPARE(menuLines().front(), u"Nothing here can be undone"_s); // as it was read
    }

    void anActionOnSeveralQueuesIsOneLineOfTheMenu()
    {
        m_mail->add(2, 1h, "other", 50);
        QTRY_VERIFY(m_orders->queue("other"));
        m_open->bench.show({m_orders->id(), {}, {}});
        discardTogether({"mail", "other"});
        QTRY_COMPARE(undo().text(), u"Undo discard of 5 in 2 queue(s) (orders)"_s);
        m_open->bench.undoHistory().read(*m_orders);
        QTRY_COMPARE(m_open->bench.undoHistory().known(*m_orders), UndoHistory::Known::All);
        const QStringList lines = menuLines();
        QVERIFY2(lines.size() == 2 && lines.front().startsWith(u"Undo discard of 5 in 2 queue(s) (orders), "_s),
            qPrintable(lines.join(u'|')));
        button().menuButton().menu()->actions().front()->trigger();
        QTRY_COMPARE(count(TaskState::Scheduled, "mail"), 3);
        QTRY_COMPARE(count(TaskState::Scheduled, "other"), 2);
        QTRY_VERIFY2(menuLines().size() == 2
                && menuLines().front().startsWith(u"discard of 5 in 2 queue(s) (orders): undone, "_s),
            qPrintable(menuLines().join(u'|')));
        QVERIFY(!button().menuButton().menu()->actions().front()->isEnabled());
    }

    /// Under the hand that is about to press a line nothing moves.
    void whatOthersDoWhileTheMenuIsOpenIsNotInserted()
    {
        goTo(*m_orders, "mail", "mail.send#1");
        discard("mail.send#1");
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Trash);
        QTRY_COMPARE(m_open->bench.undoHistory().entries(*m_orders).size(), 1U);
        QMenu& menu = *button().menuButton().menu();
        std::vector<qsizetype> sizes;
        QString first;
        auto* timer = new QTimer(this);
        connect(timer, &QTimer::timeout, this, [&, timer] {
            if (!menu.isVisible())
                return;
            timer->stop();
            timer->deleteLater();
            sizes.push_back(menu.actions().size());
            OperationRequest elsewhere;
            elsewhere.queue = "mail";
            elsewhere.action.kind = ActionKind::Discard;
            elsewhere.by = "somebody@else";
            elsewhere.selection.kind = TaskSelection::Kind::Ids;
            elsewhere.selection.ids = {"mail.send#3"};
            OperationRun run(elsewhere);
            while (!run.finished())
                QVERIFY(run.step(m_mail->backend()).ok());
            m_open->bench.undoHistory().read(*m_orders);
            QTRY_COMPARE(m_open->bench.undoHistory().entries(*m_orders).size(), 2U);
            sizes.push_back(menu.actions().size());
            first = menu.actions().at(0)->text();
            menu.close();
        });
        timer->start(10);
        button().menuButton().setFocus();
        QTest::keyClick(&button().menuButton(), Qt::Key_Space);
        QTRY_COMPARE(sizes.size(), 2U);
        QCOMPARE(sizes[0], sizes[1]);
        QVERIFY2(first.startsWith(u"Undo discard of 1 in mail (orders), "_s), qPrintable(first));
        bool seen = false; // opened anew it has both
        QTimer again;
        connect(&again, &QTimer::timeout, this, [&] {
            if (!menu.isVisible())
                return;
            seen = menu.actions().size() == sizes[0] + 1;
            menu.close();
        });
        again.start(10);
        QTest::keyClick(&button().menuButton(), Qt::Key_Space);
        QTRY_VERIFY(seen);
    }

    /// Of a wide window all of it, of a narrow one nothing but its picture.
    void theButtonSaysAsMuchAsThereIsRoomFor()
    {
        goTo(*m_orders, "mail", "mail.send#1");
        discard("mail.send#1");
        QTRY_VERIFY(m_open->bench.nextUndo());
        m_open->window.resize(1900, 900);
        QTRY_COMPARE(button().button().text(), u"Undo discard of 1 in mail (orders)"_s);
        const QFontMetrics metrics(m_theme->font());
        QTRY_VERIFY(button().button().width() > metrics.horizontalAdvance(button().button().text()));
        m_open->window.resize(1024, 640);
        QTRY_VERIFY(button().button().width() < 60);
        QCOMPARE(button().button().accessibleName(), u"Undo discard of 1 in mail (orders)"_s);
    }

    void whereNothingCameBackItSaysSo()
    {
        goTo(*m_orders, "mail", "mail.send#1");
        discard("mail.send#1");
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Trash);
        QTRY_VERIFY(m_open->bench.nextUndo());
        OperationRequest restore; // by somebody else, so that nothing is left
        restore.queue = "mail";
        restore.action.kind = ActionKind::Restore;
        restore.by = "somebody@else";
        restore.selection.kind = TaskSelection::Kind::Ids;
        restore.selection.ids = {"mail.send#1"};
        OperationRun run(restore);
        while (!run.finished())
            QVERIFY(run.step(m_mail->backend()).ok());
        pressUndo();
        QTRY_VERIFY2(barSays().contains(u"Nothing was undone: 1 task(s) have moved on"_s)
                || barSays().contains(u"Nothing was undone: 1 task has moved on"_s),
            qPrintable(barSays()));
        QVERIFY(!barSays().contains(u"restored"_s));
    }

    /// The same focus, the same button that Return presses, the same field for the count.
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
        ConfirmDialog acts(*m_theme, m_open->formatting, request, profile, m_open->bench.now(), nullptr, tasks);
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
        QCOMPARE(undoes.pace(), 0); // as fast as it goes
    }

    /// As before the action itself: several tasks are counted by hand, in a field that has the focus.
    void onProductionTheCountIsTypedForTheUndoToo()
    {
        goTo(*m_shop, "billing", "bill.close#1");
        OperationRequest request;
        request.queue = "billing";
        request.action.kind = ActionKind::Discard;
        request.selection.kind = TaskSelection::Kind::Ids;
        request.selection.ids = {"bill.close#1", "bill.close#2", "bill.close#3"};
        m_open->bench.run(m_open->bench.makeJob(request));
        QTRY_COMPARE(m_bills->stateOf("bill.close#3", "billing"), TaskState::Trash);
        QTRY_VERIFY(m_open->bench.canUndo());
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

    /// The queue of the same name on another server is left alone.
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
        QTest::qWait(200); // nothing is to happen
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

    void anUndoThatTakesLongShowsItsProgressAndCanBePaused()
    {
        m_mail->add(2000, 1h, "bulk", 1);
        QTRY_VERIFY(m_orders->queue("bulk"));
        goTo(*m_orders, "bulk", "mail.send#1");
        OperationRequest request;
        request.queue = "bulk";
        request.action.kind = ActionKind::Discard;
        m_open->bench.run(m_open->bench.makeJob(request));
        QTRY_COMPARE(m_mail->stateOf("mail.send#2000", "bulk"), TaskState::Trash);
        QTRY_VERIFY(m_open->bench.canUndo());
        m_open->bench.setUndoQuestion(
            [](const Connection&, const std::vector<OperationRecord>&) { return std::optional<qint64>(200); });
        pressUndo();
        QTRY_VERIFY2_WITH_TIMEOUT(barSays().contains(u"Putting back 2,000"_s), qPrintable(barSays()), 10'000);
        QTRY_VERIFY2(barSays().contains(u" of 2,000 done"_s), qPrintable(barSays()));
        QVERIFY(link(u"Pause"_s));
        QTest::mouseClick(link(u"Pause"_s), Qt::LeftButton);
        QTRY_VERIFY2(barSays().contains(u"paused"_s), qPrintable(barSays()));
        QTRY_VERIFY(link(u"Cancel the rest"_s));
        QTest::mouseClick(link(u"Cancel the rest"_s), Qt::LeftButton);
        QTRY_VERIFY2(barSays().contains(u"restored"_s), qPrintable(barSays()));
    }

    /// What is meant is what was begun last, not what was done before it.
    void whileASlowOperationIsCarriedOutUndoSaysSo()
    {
        m_mail->add(2000, 1h, "bulk", 10);
        QTRY_VERIFY(m_orders->queue("bulk"));
        m_open->bench.show({m_orders->id(), {}, {}});
        discardTogether({"mail"});
        QTRY_COMPARE(undo().text(), u"Undo discard of 3 in mail (orders)"_s);
        discardTogether({"bulk"}, 20);
        QTRY_VERIFY(count(TaskState::Trash, "bulk") > 0);
        QVERIFY2(undo().toolTip().contains(u"still carried out"_s), qPrintable(undo().toolTip()));
        QCOMPARE(button().button().text(), u"Undo"_s);
        QTRY_VERIFY(link(u"Pause"_s)); // its progress is told, and comes between no more
        m_open->bench.undoLast();
        QTRY_VERIFY2(barSays().contains(u"Nothing was undone: the last operation is still carried out"_s),
            qPrintable(barSays()));
        QTRY_VERIFY(link(u"Undo discard of 3"_s));
        QCOMPARE(count(TaskState::Trash, "mail"), 3);
        QTest::mouseClick(link(u"Cancel the rest"_s), Qt::LeftButton);
        QTRY_VERIFY2(undo().text().endsWith(u" in bulk (orders)"_s), qPrintable(undo().text()));
        m_open->bench.undoLast();
        QTRY_COMPARE(count(TaskState::Trash, "bulk"), 0);
        QCOMPARE(count(TaskState::Trash, "mail"), 3);
    }

    void whatOfAnActionIsStillCarriedOutIsToldAsLeftOut()
    {
        m_mail->add(2000, 1h, "bulk", 10);
        QTRY_VERIFY(m_orders->queue("bulk"));
        m_open->bench.show({m_orders->id(), {}, {}});
        discardTogether({"mail", "bulk"}, 20);
        QTRY_COMPARE(undo().text(), u"Undo discard of 3 in mail (orders)"_s);
        QVERIFY2(undo().toolTip().contains(u"Left out: 1 operation(s) of it"_s), qPrintable(undo().toolTip()));
        const OperationRecord next = m_open->bench.nextUndoParts().front();
        QCOMPARE(m_open->bench.partsStillActing(next.id), 1);
        UndoDialog dialog(*m_theme, {next}, m_orders->profile(), nullptr);
        dialog.tellLeftOut(1);
        const auto labels = dialog.findChildren<PlainLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
            [](const PlainLabel* label) { return label->fullText().contains(u"still carried out"_s); }));
        m_open->bench.undoLast();
        QTRY_COMPARE(count(TaskState::Trash, "mail"), 0);
        QTRY_VERIFY2(barSays().contains(u"left out: 1 operation(s) of it still carried out"_s), qPrintable(barSays()));
    }

    /// The first part ends, the second goes on with its count and its links.
    void ofAnUndoOfSeveralQueuesTheBarTellsTheWhole()
    {
        m_mail->add(400, 1h, "few", 1);
        m_mail->add(2000, 1h, "bulk", 1);
        QTRY_VERIFY(m_orders->queue("bulk") && m_orders->queue("few"));
        m_open->bench.show({m_orders->id(), {}, {}});
        discardTogether({"few", "bulk"});
        QTRY_COMPARE(undo().text(), u"Undo discard of 2,400 in 2 queue(s) (orders)"_s);
        m_open->bench.setUndoQuestion(
            [](const Connection&, const std::vector<OperationRecord>&) { return std::optional<qint64>(300); });
        m_open->bench.undoLast();
        QTRY_VERIFY2_WITH_TIMEOUT(barSays().contains(u"Putting back 2,400"_s), qPrintable(barSays()), 10'000);
        QTRY_VERIFY_WITH_TIMEOUT(count(TaskState::Scheduled, "few") == 400, 20'000);
        const auto done = [this] { return barSays().section(u" of 2,400 done"_s, 0, 0).section(u'|', -1).toInt(); };
        QTRY_VERIFY2_WITH_TIMEOUT(done() > 400, qPrintable(barSays()), 20'000);
        QTRY_VERIFY(link(u"Cancel the rest"_s));
        QTest::mouseClick(link(u"Cancel the rest"_s), Qt::LeftButton);
        QTRY_VERIFY2(barSays().contains(u"restored"_s), qPrintable(barSays()));
        QVERIFY(count(TaskState::Trash, "bulk") > 0);
    }
};

QTEST_MAIN(TestUndoInView)
#include "tst_undoinview.moc"
