// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/undoplace.h"

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the Undo menu's entries, and its text while data is loading or an operation is running.
class TestUndoMenu : public UndoPlace
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    /// The menu works with the mouse and the keyboard, and includes other windows' operations.
    void theMenuOfTheButtonHasTheOperationsOfTheConnection()
    {
        goTo(*m_orders, "mail", "mail.send#1");
        discard("mail.send#1");
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Trash);
        discard("mail.send#2");
        QTRY_COMPARE(m_mail->stateOf("mail.send#2"), TaskState::Trash);
        // The window only estimates the server time at which its operation started. Wait for longer than the estimate
        // may be off.
        const TimePoint begun = *m_mail->backend().serverTime();
        QTRY_VERIFY(*m_mail->backend().serverTime() > begun + Millis(200));
        OperationRequest elsewhere; // another client's operation
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
        // The menu contains the three discards, newest first, and the link to Activity.
        bool chosen = false;
        auto* timer = new QTimer(this);
        connect(timer, &QTimer::timeout, this, [&, timer] {
            if (!menu.isVisible() || lines().size() != 4)
                return;
            timer->stop();
            timer->deleteLater();
            chosen = true;
            // The first entry is another client's operation; the third is this window's first.
            for (int i = 0; i < 3; ++i)
                QTest::keyClick(&menu, Qt::Key_Down);
            QTest::keyClick(&menu, Qt::Key_Return);
        });
        timer->start(10);
        button().menuButton().setFocus(); // the menu is loaded when its button gets the focus
        QTRY_COMPARE(m_open->bench.actions().undo().history().entries(*m_orders).size(), 3U);
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
                // Right after the menu opens, its layout may be incomplete, so repeat the click until the menu closes.
                return;
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
        OperationRequest elsewhere; // an operation by another client, before the connection opens
        elsewhere.queue = "mail";
        elsewhere.action.kind = ActionKind::Discard;
        elsewhere.by = "somebody@else";
        elsewhere.selection.kind = TaskSelection::Kind::Ids;
        elsewhere.selection.ids = {"mail.send#3"};
        OperationRun run(elsewhere);
        while (!run.finished())
            QVERIFY(run.step(m_mail->backend()).ok());
        const UndoHistory& history = m_open->bench.actions().undo().history();
        const Connection& again = m_open->open(m_mail->profile(u"again"_s));
        QCOMPARE(m_open->bench.view().current(), &again);
        QCOMPARE(menuLines().front(), u"Loading operations…"_s);
        // The menu loads as soon as the connection answers, even if it is not opened.
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
        QCOMPARE(menuLines().front(), u"Nothing here can be undone"_s); // The menu shows the last known content.
    }

    void anActionOnSeveralQueuesIsOneLineOfTheMenu()
    {
        m_mail->add(2, 1h, "other", 50);
        QTRY_VERIFY(m_orders->queue("other"));
        m_open->bench.view().show({m_orders->id(), {}, {}});
        discardTogether({"mail", "other"});
        QTRY_COMPARE(undo().text(), u"Undo discard of 5 in 2 queue(s) (orders)"_s);
        m_open->bench.actions().undo().history().read(*m_orders);
        QTRY_COMPARE(m_open->bench.actions().undo().history().known(*m_orders), UndoHistory::Known::All);
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

    /// Entries must not move while the user may be about to click one.
    void whatOthersDoWhileTheMenuIsOpenIsNotInserted()
    {
        goTo(*m_orders, "mail", "mail.send#1");
        discard("mail.send#1");
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Trash);
        QTRY_COMPARE(m_open->bench.actions().undo().history().entries(*m_orders).size(), 1U);
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
            m_open->bench.actions().undo().history().read(*m_orders);
            QTRY_COMPARE(m_open->bench.actions().undo().history().entries(*m_orders).size(), 2U);
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
        bool seen = false; // When reopened, the menu contains both operations.
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

    /// The tooltip says what is undone, so that the neighboring buttons don't move. A narrow window shows only the
    /// icon.
    void theButtonKeepsItsWidthAndItsTooltipSaysWhatIsUndone()
    {
        m_open->window.resize(1900, 900);
        const int width = button().button().width();
        QVERIFY2(width >= 76 && width < 90, qPrintable(QString::number(width)));
        goTo(*m_orders, "mail", "mail.send#1");
        discard("mail.send#1");
        QTRY_VERIFY(m_open->bench.actions().undo().next());
        QTRY_COMPARE(button().button().accessibleName(), u"Undo discard of 1 in mail (orders)"_s);
        QCOMPARE(button().button().text(), u"Undo"_s);
        QCOMPARE(button().button().width(), width);
        QVERIFY(button().button().toolTip().startsWith(u"Undo discard of 1 in mail (orders)"_s));
        m_open->window.resize(1024, 640);
        QTRY_VERIFY(button().button().width() < 60);
        QCOMPARE(button().button().accessibleName(), u"Undo discard of 1 in mail (orders)"_s);
    }

    /// While a slow operation is running, Undo refers to it, not to an earlier one.
    void whileASlowOperationIsCarriedOutUndoSaysSo()
    {
        m_mail->add(2000, 1h, "bulk", 10);
        QTRY_VERIFY(m_orders->queue("bulk"));
        m_open->bench.view().show({m_orders->id(), {}, {}});
        discardTogether({"mail"});
        QTRY_COMPARE(undo().text(), u"Undo discard of 3 in mail (orders)"_s);
        discardTogether({"bulk"}, 20);
        QTRY_VERIFY(count(TaskState::Trash, "bulk") > 0);
        QVERIFY2(undo().toolTip().contains(u"still running"_s), qPrintable(undo().toolTip()));
        QCOMPARE(button().button().text(), u"Undo"_s);
        QTRY_VERIFY(link(u"Pause"_s)); // waits for the progress, which would otherwise replace the notice below
        m_open->bench.actions().undo().undoLast();
        QTRY_VERIFY2(barSays().contains(u"Can't undo yet: the operation is still running"_s), qPrintable(barSays()));
        QTRY_VERIFY(link(u"Undo discard of 3"_s));
        QCOMPARE(count(TaskState::Trash, "mail"), 3);
        QTest::mouseClick(link(u"Stop"_s), Qt::LeftButton);
        QTRY_VERIFY2(undo().text().endsWith(u" in bulk (orders)"_s), qPrintable(undo().text()));
        m_open->bench.actions().undo().undoLast();
        QTRY_COMPARE(count(TaskState::Trash, "bulk"), 0);
        QCOMPARE(count(TaskState::Trash, "mail"), 3);
    }

    void whatOfAnActionIsStillCarriedOutIsToldAsLeftOut()
    {
        m_mail->add(2000, 1h, "bulk", 10);
        QTRY_VERIFY(m_orders->queue("bulk"));
        m_open->bench.view().show({m_orders->id(), {}, {}});
        discardTogether({"mail", "bulk"}, 20);
        QTRY_COMPARE(undo().text(), u"Undo discard of 3 in mail (orders)"_s);
        QVERIFY2(undo().toolTip().contains(u"Skipped: 1 operation(s) still running"_s), qPrintable(undo().toolTip()));
        const OperationRecord next = m_open->bench.actions().undo().nextParts().front();
        QCOMPARE(m_open->bench.actions().undo().partsStillActing(next.id), 1);
        UndoDialog dialog(*m_theme, {next}, m_orders->profile(), nullptr);
        dialog.tellLeftOut(1);
        const auto labels = dialog.findChildren<PlainLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
            [](const PlainLabel* label) { return label->fullText().contains(u"still running"_s); }));
        m_open->bench.actions().undo().undoLast();
        QTRY_COMPARE(count(TaskState::Trash, "mail"), 0);
        QTRY_VERIFY2(barSays().contains(u"skipped: 1 operation(s) still running"_s), qPrintable(barSays()));
    }

    /// When the first queue's undo finishes, the progress bar continues with the second's counts and links.
    void ofAnUndoOfSeveralQueuesTheBarTellsTheWhole()
    {
        m_mail->add(400, 1h, "few", 1);
        m_mail->add(2000, 1h, "bulk", 1);
        QTRY_VERIFY(m_orders->queue("bulk") && m_orders->queue("few"));
        m_open->bench.view().show({m_orders->id(), {}, {}});
        discardTogether({"few", "bulk"});
        QTRY_COMPARE(undo().text(), u"Undo discard of 2,400 in 2 queue(s) (orders)"_s);
        m_open->bench.actions().undo().setQuestion(
            [](const Connection&, const std::vector<OperationRecord>&) { return std::optional<qint64>(300); });
        m_open->bench.actions().undo().undoLast();
        QTRY_VERIFY2_WITH_TIMEOUT(barSays().contains(u"Putting back 2,400"_s), qPrintable(barSays()), 10'000);
        QTRY_VERIFY_WITH_TIMEOUT(count(TaskState::Scheduled, "few") == 400, 20'000);
        const auto done = [this] { return barSays().section(u" of 2,400 done"_s, 0, 0).section(u'|', -1).toInt(); };
        QTRY_VERIFY2_WITH_TIMEOUT(done() > 400, qPrintable(barSays()), 20'000);
        QTRY_VERIFY(link(u"Stop"_s));
        QTest::mouseClick(link(u"Stop"_s), Qt::LeftButton);
        QTRY_VERIFY2(barSays().contains(u"restored"_s), qPrintable(barSays()));
        QVERIFY(count(TaskState::Trash, "bulk") > 0);
    }
};

QTEST_MAIN(TestUndoMenu)
#include "tst_undomenu.moc"
