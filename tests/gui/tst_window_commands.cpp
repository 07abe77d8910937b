// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "tests/gui/paletterows.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/rescheduledialog.h"
#include "ui/panels/search/searchpanel.h"
#include "ui/timeline/timelinewidget.h"
#include "ui/widgets/searchline.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/times/durationedit.h"
#include "ui/widgets/toasts.h"

#include <QClipboard>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTimer>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the confirmation of actions, copied commands, and the command palette.
class TestWindowCommands : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    TaskTable& table() { return m_open->table(); }
    void open(int tasks, Environment environment = Environment::Development)
    {
        m_shop->add(tasks, 1h, "mail", 100);
        Connection& connection = m_open->open(m_shop->profile(u"orders"_s, environment));
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), tasks);
        QTRY_VERIFY(table().currentTask());
        if (environment == Environment::Production) {
            QVERIFY(connection.session().unlock(true, false).ok());
            QTRY_VERIFY(connection.mayWrite() && connection.session().isOnline());
        }
        table().setFocus();
    }
    /// Triggers the action and passes its dialog to `look` once the preview is ready. Returns false if no dialog opens.
    template <typename Dialog, typename Look> bool trigger(const char* action, Look look)
    {
        bool seen = false;
        QTimer::singleShot(0, this, [&seen, look] {
            auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            seen = true;
            look(*dialog);
            if (dialog->isVisible())
                dialog->reject();
        });
        m_open->window.actions()[action]->trigger();
        QCoreApplication::processEvents();
        return seen;
    }
    static QPushButton* button(const QDialog& dialog, const QString& words)
    {
        for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&').contains(words))
                return button;
        }
        return nullptr;
    }
    static bool says(const QDialog& dialog, const QString& words)
    {
        for (const PlainLabel* label : dialog.findChildren<PlainLabel*>()) {
            if (label->isVisible() && label->fullText().contains(words))
                return true;
        }
        return false;
    }
    QString copied(const char* action)
    {
        QApplication::clipboard()->clear();
        m_open->window.actions()[action]->trigger();
        return QApplication::clipboard()->text();
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_shop = std::make_unique<Shop>();
        m_open = std::make_unique<OpenWindow>(*m_theme);
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }

    /// The palette finds an action by the words that people commonly use for it.
    void failedTasksAreRetriedLaterFromThePalette()
    {
        m_shop->add(2, -1h, "mail", 1); // A single task would be retried at a time instead of over a period.
        m_shop->fail("timeout");
        m_shop->fail("timeout");
        m_open->open(m_shop->profile(u"orders"_s, Environment::Development));
        m_open->bench.view().show({m_open->bench.view().current()->id(), "mail", TaskState::Failed});
        QTRY_VERIFY(table().currentTask());
        QTRY_COMPARE(table().model()->rowCount(), 2);
        table().setFocus();
        table().selectAll();
        QTRY_COMPARE(table().selection().size(), std::size_t(2));
        QTRY_VERIFY(m_open->window.actions()["task.retryLater"]->isEnabled());
        CommandPalette palette(*m_theme, CommandPalette::entriesOf(m_open->window.actions()), false, &m_open->window);
        PaletteRows rows(palette);
        rows.type(u"retry later"_s);
        QCOMPARE(rows.choices().front(), u"Retry later…"_s);
        QVERIFY(trigger<ConfirmDialog>("task.retryLater", [](ConfirmDialog& dialog) {
            QTRY_VERIFY(dialog.action().time == Action::Time::Spread);
            auto* over = dialog.findChild<DurationEdit*>();
            QVERIFY(over);
            QTest::keyClick(over, Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(over, u"2h"_s);
            QCOMPARE(dialog.action().until - dialog.action().at, Millis(2h));
            over->selectAll();
            QTest::keyClicks(over, u"45"_s);
            QTRY_VERIFY(says(dialog, u"\"45\" needs a unit"_s));
            QVERIFY(!button(dialog, u"Retry"_s)->isEnabled());
            over->selectAll();
            QTest::keyClicks(over, u"45m"_s);
            QVERIFY(!says(dialog, u"needs a unit"_s) && button(dialog, u"Retry"_s)->isEnabled());
            button(dialog, u"Retry"_s)->click();
        }));
        QTRY_COMPARE(m_shop->stateOf("mail.send#1"), TaskState::Retrying);
    }

    void aFewTasksAreDiscardedAtOnce()
    {
        open(20);
        table().selectAll();
        QTRY_COMPARE(m_open->bench.list().tasks().ticked().size(), 20);
        QVERIFY(!trigger<ConfirmDialog>("task.discard", [](ConfirmDialog&) {}));
        QTRY_COMPARE(m_shop->stateOf("mail.send#119"), TaskState::Trash);
    }

    void manyAreShownFirstAndTheReasonIsKept()
    {
        open(21);
        table().selectAll();
        QTRY_COMPARE(m_open->bench.list().tasks().ticked().size(), 21);
        QVERIFY(trigger<ConfirmDialog>("task.discard", [](ConfirmDialog& dialog) {
            QTRY_VERIFY(button(dialog, u"21"_s)->isEnabled());
            QTRY_VERIFY(says(dialog, u"462 B in total"_s)); // 21 tasks of 22 bytes
            QVERIFY(says(dialog, u"Can be undone for 1 d."_s));
        }));
        QCOMPARE(m_shop->stateOf("mail.send#100"), TaskState::Scheduled); // A preview changes nothing.
        QVERIFY(trigger<ConfirmDialog>("task.discard", [](ConfirmDialog& dialog) {
            QTRY_VERIFY(button(dialog, u"21"_s)->isEnabled());
            for (QLineEdit* edit : dialog.findChildren<QLineEdit*>()) {
                if (edit->accessibleName() == u"Reason"_s)
                    edit->setText(u"incident 4711"_s);
            }
            button(dialog, u"21"_s)->click();
        }));
        QTRY_COMPARE(m_shop->stateOf("mail.send#120"), TaskState::Trash);
        const auto kept = m_shop->backend().inspector().operations("mail");
        QVERIFY(kept.ok() && !kept->empty());
        QCOMPARE(kept->front().reason, QByteArray("incident 4711"));
    }

    void onProductionTheCountIsTyped()
    {
        open(3, Environment::Production);
        table().selectAll();
        QTRY_COMPARE(m_open->bench.list().tasks().ticked().size(), 3);
        QVERIFY(trigger<ConfirmDialog>("task.runNow", [](ConfirmDialog& dialog) {
            QTRY_VERIFY(dialog.findChild<QLineEdit*>(u"count"_s));
            auto* count = dialog.findChild<QLineEdit*>(u"count"_s);
            QVERIFY(!button(dialog, u"Run 3"_s)->isEnabled());
            QTest::keyClick(count, Qt::Key_Return);
            QVERIFY(dialog.isVisible());
            QTest::keyClicks(count, u"3"_s);
            QVERIFY(button(dialog, u"Run 3"_s)->isEnabled());
            QTest::keyClick(count, Qt::Key_Return);
        }));
        QTRY_COMPARE(m_shop->stateOf("mail.send#101"), TaskState::Due);
    }

    void deletingOneTaskForGoodIsAskedAboutAndReturnDoesNotDoIt()
    {
        open(2);
        table().select("mail.send#100");
        QVERIFY(trigger<ConfirmDialog>("task.delete", [](ConfirmDialog& dialog) {
            QTRY_VERIFY(button(dialog, u"delete 1"_s)->isEnabled());
            QTRY_VERIFY(says(dialog, u"cannot be undone"_s));
            button(dialog, u"Copy as command"_s)->click();
            QTest::keyClick(dialog.focusWidget(), Qt::Key_Return); // Cancel has the initial focus.
            QVERIFY(!dialog.isVisible());
        }));
        QCOMPARE(QApplication::clipboard()->text(), u"duectl delete 'mail' 'mail.send#100'"_s);
        QCOMPARE(m_shop->stateOf("mail.send#100"), TaskState::Scheduled);
    }

    void eachActionIsCopiedAsItsOwnCommand()
    {
        open(2);
        table().select("mail.send#100");
        QCOMPARE(copied("command.show"), u"duectl show 'mail' 'mail.send#100'"_s);
        QCOMPARE(copied("command.retry"), u"duectl retry 'mail' 'mail.send#100'"_s);
        QCOMPARE(copied("command.runNow"), u"duectl run-now 'mail' 'mail.send#100'"_s);
        QCOMPARE(copied("command.discard"), u"duectl discard 'mail' 'mail.send#100'"_s);
        QCOMPARE(copied("command.restore"), u"duectl restore 'mail' 'mail.send#100'"_s);
        QCOMPARE(copied("command.delete"), u"duectl delete 'mail' 'mail.send#100'"_s);
        QVERIFY(trigger<RescheduleDialog>(
            "command.reschedule", [](RescheduleDialog& dialog) { button(dialog, u"Copy as command"_s)->click(); }));
        QCOMPARE(QApplication::clipboard()->text(), u"duectl reschedule --shift +15m 'mail' 'mail.send#100'"_s);
        table().selectAll();
        QTRY_COMPARE(m_open->bench.list().tasks().ticked().size(), 2);
        QCOMPARE(copied("command.retry"), u"duectl retry 'mail' 'mail.send#100' 'mail.send#101'"_s);
    }

    void whatDoesNotWaitIsNotRescheduled()
    {
        m_shop->add(1, -1h, "mail", 7);
        m_shop->fail("550 no such user");
        m_open->open(m_shop->profile(u"orders"_s));
        QTRY_VERIFY(table().select("mail.send#7"));
        const Actions& actions = m_open->window.actions();
        QTRY_VERIFY(actions["task.retry"]->isEnabled());
        QVERIFY(!actions["task.reschedule"]->isEnabled() && !actions["task.runNow"]->isEnabled());
        // A task may fail while the dialog is opening.
        const std::vector<TaskRef> failed{{"mail.send#7", TaskState::Failed, {}, m_open->bench.view().now()}};
        RescheduleDialog dialog(*m_theme, m_open->formatting, failed, "mail", Environment::Development,
            m_open->bench.view().now(), QueueSettings().keepUndo, &m_open->window);
        dialog.show();
        QVERIFY(!button(dialog, u"Reschedule"_s)->isEnabled());
        QVERIFY(says(dialog, u"Nothing to reschedule"_s));
        QVERIFY(!says(dialog, u"Can be undone"_s));
    }

    void onProductionSeveralTasksAreRescheduledOnceTheirNumberIsTyped()
    {
        open(3, Environment::Production);
        table().selectAll();
        QTRY_COMPARE(table().extent().tasks, 3);
        QTRY_VERIFY(m_open->window.actions()["task.reschedule"]->isEnabled());
        const TimePoint before = m_shop->dueOf("mail.send#100");
        QVERIFY(trigger<RescheduleDialog>("task.reschedule", [](RescheduleDialog& dialog) {
            auto* verb = button(dialog, u"Reschedule"_s);
            auto* count = dialog.findChild<QLineEdit*>(u"count"_s);
            QVERIFY(count && !verb->isEnabled());
            QTest::keyClicks(count, u"2"_s);
            QVERIFY(!verb->isEnabled());
            count->clear();
            QTest::keyClicks(count, u"3"_s);
            QVERIFY(verb->isEnabled());
            for (QLineEdit* edit : dialog.findChildren<QLineEdit*>()) {
                if (edit->accessibleName() == u"Reason"_s)
                    edit->setText(u"incident 4711"_s);
            }
            verb->click();
        }));
        QTRY_COMPARE(m_shop->dueOf("mail.send#100"), before + 15min);
        const auto records = m_shop->backend().inspector().operations("mail");
        QVERIFY(records && !records->empty());
        QCOMPARE(records->front().reason, QByteArray("incident 4711"));
    }

    void filterInListsWhatWasBrushed()
    {
        m_shop->add(1, -2h, "mail", 1);
        m_shop->fail("550 no such user"); // was due two hours ago, and fails now
        m_shop->add(3, 1h, "mail", 10);
        m_shop->add(1, 10s, "mail", 20);
        m_open->open(m_shop->profile(u"orders"_s));
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 5);
        auto& timeline = m_open->part<TimelineWidget>();
        const TimePoint now = m_open->bench.view().now();
        timeline.setBrush(TimeRange{now - 5min, now + 5min});
        QTRY_COMPARE(timeline.brushedCount(), 2);
        Q_EMIT timeline.filterRequested(*timeline.brush());
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 2);
        QVERIFY(m_open->bench.list().tasks().rowOf("mail.send#1") >= 0);
        auto& line = m_open->part<FilterLine>();
        QVERIFY2(line.text().contains(u"at>=2"_s) && line.text().contains(u"Z"_s), qPrintable(line.text()));
        // A new brush replaces the filter's time terms and keeps the rest.
        line.apply(u"state:pending "_s + line.text());
        Q_EMIT timeline.filterRequested(TimeRange{now + 30min, now + 150min});
        QCOMPARE(line.text().count(u"at>="_s), 1);
        QVERIFY(line.text().startsWith(u"state:pending "_s));
        // Tasks are one hour apart, the first due in one hour.
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 2);
        // The filter selects all brushed tasks, even with a state selected in the sidebar.
        line.apply({});
        m_open->bench.view().show({m_open->bench.view().current()->id(), "mail", TaskState::Failed});
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        Q_EMIT timeline.filterRequested(TimeRange{now - 5min, now + 5min});
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 2);
        QVERIFY(!m_open->bench.view().place().state);
        // A brush excludes tasks in states that the timeline hides.
        line.apply({});
        TimelineLook look = timeline.look();
        look.hidden = {TaskState::Failed};
        timeline.setLook(look);
        timeline.setBrush(TimeRange{now - 5min, now + 5min});
        QTRY_COMPARE(timeline.brushedCount(), 1);
        Q_EMIT timeline.filterRequested(*timeline.brush());
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        QVERIFY(line.text().startsWith(u"-state:failed at>="_s));
    }

    void thePaletteFindsATaskByAPartOfItsId()
    {
        open(30);
        QVERIFY(trigger<CommandPalette>("tools.palette", [](CommandPalette& palette) {
            PaletteRows rows(palette);
            rows.type(u"nd#12"_s);
            QTRY_COMPARE(
                rows.choices().size(), 11); // The list contains ten tasks and the entry that searches all queues.
            QVERIFY(rows.choices().front().startsWith(u"mail.send#12"_s));
            rows.type(u"zzqx"_s);
            QTRY_VERIFY(rows.heads().value(0).startsWith(u"No task with \"zzqx\" in 1 queue"_s));
            QCOMPARE(rows.choices(), QStringList{u"Search all queues for \"zzqx\""_s});
            rows.type(u"send#127"_s);
            QTRY_COMPARE(rows.current(), u"mail.send#127"_s);
            rows.press(Qt::Key_Return);
        }));
        QTRY_COMPARE(table().currentTask()->id, TaskId("mail.send#127"));
    }

    /// A value such as an order number can be in the payload of any queue's tasks, so the palette offers to search all
    /// queues.
    void thePaletteSearchesAllQueuesForAValue()
    {
        open(30);
        NewTask order;
        order.id = "bill.close#77";
        order.dueIn = 1h;
        order.payload = R"({"order":"A-4711 x"})";
        QVERIFY(m_shop->backend().editor()->add("billing", {order}).ok());
        QVERIFY(trigger<CommandPalette>("tools.palette", [](CommandPalette& palette) {
            PaletteRows rows(palette);
            rows.type(u"nd#12"_s);
            QTRY_COMPARE(rows.choices().size(), 11);
            QCOMPARE(rows.choices().back(), u"Search all queues for \"nd#12\""_s); // below the results
            rows.type(u"A-4711 x"_s);
            QCOMPARE(rows.current(), u"Search all queues for \"A-4711 x\""_s);
            rows.press(Qt::Key_Return);
            QVERIFY(!palette.isVisible());
        }));
        auto& search = m_open->part<SearchPanel>();
        QTRY_VERIFY(search.isVisible());
        QTRY_COMPARE(search.model().rowCount(), 1);
        QCOMPARE(search.line().text(), u"\"A-4711 x\""_s);
    }
};

QTEST_MAIN(TestWindowCommands)
#include "tst_window_commands.moc"
