// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/failuregroupplace.h"
#include "ui/dialogs/operationdialog.h"
#include "ui/failures/failurespanel.h"
#include "ui/failures/trendbars.h"
#include "ui/inspector/inspector.h"
#include "ui/widgets/toasts.h"
#include "ui/widgets/undobutton.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QSignalSpy>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests a failure group's page in the real window on a real server.
class TestFailureGroupPage : public QObject, private FailureGroupPlace
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useTheme(); }
    void cleanupTestCase() { m_theme.reset(); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void returnOnAKindOpensItsPageOverAllQueues()
    {
        m_shop->failNew("mail", "mail.send", "pod web-0b04 was evicted\nat deliver (mail.js:41)", 61);
        m_shop->failNew("mail", "mail.send", "pod web-1c22 was evicted", 39);
        m_shop->failNew("mail", "mail.send", "refused", 5);
        m_shop->failNew("hooks", "hook.call", "pod web-77aa was evicted", 7);
        m_shop->add(3, 1h, "mail", 100'001);
        open();
        m_open->bench.view().show({m_open->bench.view().current()->id(), "mail", {}});
        QTRY_VERIFY(m_open->table().hasFocus() || m_open->table().isVisible());
        const QAbstractItemModelTester tester(&page().model());
        press(Qt::Key_8, Qt::AltModifier);
        QTRY_VERIFY(m_open->part<FailuresPanel>().model().rowCount() == 2);
        press(Qt::Key_Return);
        QTRY_VERIFY(page().isVisible());
        QVERIFY(!m_open->table().isVisible());
        QTRY_VERIFY(page().feed().isLoaded());
        QVERIFY(page().group());
        QCOMPARE(page().group()->tasks, 107);
        QCOMPARE(page().model().rowCount(), 2);
        QCOMPARE(words(0, FailureGroupModel::Queue), u"mail"_s);
        QCOMPARE(words(0, FailureGroupModel::Count), u"100"_s);
        QCOMPARE(words(1, FailureGroupModel::Queue), u"hooks"_s);
        QVERIFY(page().table().hasFocus());
        // Only the error's varying part is gray.
        const auto* sample = page().findChild<ErrorText*>();
        QTRY_VERIFY2(
            sample->toPlainText().startsWith(u"pod web-77aa was evicted"_s), qPrintable(sample->toPlainText()));
        QTextCursor cursor(sample->document());
        const auto inkAt = [&cursor](int at) {
            cursor.setPosition(at);
            return cursor.charFormat().foreground().color();
        };
        QCOMPARE(inkAt(6), m_theme->tokens().text3);
        QCOMPARE(inkAt(15), m_theme->tokens().text);
        QTRY_VERIFY(m_open->says(u"Varies: after \"pod\": web-0b04 61 %, web-1c22 39 %"_s));
        // Return lists exactly the group's tasks.
        press(Qt::Key_Return);
        QTRY_COMPARE(m_open->bench.view().place().queue, QueueName("mail"));
        QTRY_COMPARE(m_open->bench.list().feed().matches(), 100);
        QVERIFY(!page().isVisible());
    }

    void aKeyOpensTheWorstKindOfTheQueueAndEscapeLeadsBack()
    {
        m_shop->failNew("mail", "mail.send", "refused", 3);
        m_shop->failNew("hooks", "hook.call", "HTTP 503", 30);
        open();
        m_open->bench.view().show({m_open->bench.view().current()->id(), "mail", {}});
        QTRY_VERIFY(m_open->table().isVisible());
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group());
        QCOMPARE(page().group()->error, QByteArray("refused"));
        press(Qt::Key_Escape);
        QTRY_VERIFY(!page().isVisible());
        QCOMPARE(m_open->bench.view().place().queue, QueueName("mail"));
        // When opened from the overview, the page shows the worst queue, which is selected there.
        press(Qt::Key_B, Qt::ControlModifier);
        QTRY_VERIFY(m_open->part<BoardPane>().isVisible());
        QTRY_COMPARE(m_open->part<BoardPane>().currentPlace().queue, QueueName("hooks"));
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group());
        QCOMPARE(page().group()->error, QByteArray("HTTP 503"));
        press(Qt::Key_Escape);
        QTRY_VERIFY(m_open->part<BoardPane>().isVisible() && !page().isVisible());
        // The shortcut for the overview also works on the page.
        openPage();
        QTRY_VERIFY(page().isVisible());
        QVERIFY(!m_open->part<Inspector>().isVisible());
        press(Qt::Key_B, Qt::ControlModifier);
        QTRY_VERIFY(m_open->part<BoardPane>().isVisible() && !page().isVisible());
        QVERIFY(m_open->part<BoardPane>().isAncestorOf(QApplication::focusWidget()));
        // The page also opens from the overview, and closes when another queue is selected.
        openPage();
        QTRY_VERIFY(page().isVisible());
        m_open->bench.view().show({m_open->bench.view().current()->id(), "mail", {}});
        QTRY_VERIFY(!page().isVisible() && m_open->table().isVisible());
    }

    /// Tests Space as well as Return, because Return presses a button only on some desktops.
    void whatIsPressedWhileItCountsKeepsThePage()
    {
        m_shop->failNew("mail", "mail.send", "Timeout after % s", 320);
        open();
        m_open->bench.view().show({m_open->bench.view().current()->id(), {}, {}});
        openPage();
        QVERIFY(page().isVisible() && !page().group());
        press(Qt::Key_Return);
        press(Qt::Key_Space);
        QVERIFY(page().isVisible());
        QTRY_VERIFY(page().group() && page().feed().isLoaded());
        QVERIFY(page().table().hasFocus());
    }

    /// The user confirms only once, even though each queue and type has a separate operation.
    void theWholeKindIsRetriedAtOnce()
    {
        m_shop->failNew("mail", "mail.send", "Timeout after % s", 30);
        m_shop->failNew("hooks", "hook.call", "Timeout after % s", 12);
        m_shop->failNew("hooks", "hook.post", "Timeout after % s", 3);
        m_shop->failNew("hooks", "hook.post", "HTTP 503", 5);
        const auto count = [this](const QueueName& queue, TaskState state) {
            return m_shop->backend().inspector().queue(queue)->counts[state];
        };
        open();
        m_open->bench.view().show({m_open->bench.view().current()->id(), {}, {}});
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group() && page().feed().isLoaded());
        QTRY_COMPARE(page().model().rowCount(), 3);
        page().table().setFocus();
        press(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(page().table().selectionModel()->selectedRows().size(), 3);
        QVERIFY(button(u"Show tasks"_s)->isEnabled()); // lists the current row's tasks
        const QString command = m_hands->pressAndConfirm(Qt::Key_R, u"45"_s);
        QCOMPARE(command.count(u'\n'), 2);
        QVERIFY2(command.contains(u" 'mail'"_s) && command.contains(u"hook.call"_s) && command.contains(u"hook.post"_s),
            qPrintable(command));
        QTRY_COMPARE(count("mail", TaskState::Retrying), 30);
        QTRY_COMPARE(count("hooks", TaskState::Retrying), 15);
        QCOMPARE(count("hooks", TaskState::Failed), 5);
        QTRY_VERIFY_WITH_TIMEOUT(page().isGone(), 15'000);
        // All retried tasks are tracked, including those in queues out of view.
        QTRY_COMPARE(page().outcome()->retried, 45);
        QTRY_COMPARE(of(*page().outcome(), RetryOutcome::Waiting), 45);
        m_shop->failDue("hooks", "Timeout after % s", 4);
        QTRY_COMPARE(of(*page().outcome(), RetryOutcome::FailedAlike), 4);
        QCOMPARE(of(*page().outcome(), RetryOutcome::Waiting), 41);
        QTRY_VERIFY(m_open->says(u"Since your retry of 45: 41 waiting, 4 failed with the same error"_s));
    }

    /// Undoing takes no more effort than the action: one key press, plus a confirmation on production.
    void oneUndoPutsTheWholeActionBack_data()
    {
        QTest::addColumn<bool>("production");
        QTest::newRow("by key") << false;
        QTest::newRow("on production by the button") << true;
    }
    void oneUndoPutsTheWholeActionBack()
    {
        QFETCH(const bool, production);
        m_shop->failNew("mail", "mail.send", "Timeout after % s", 30);
        m_shop->failNew("hooks", "hook.call", "Timeout after % s", 12);
        m_shop->failNew("hooks", "hook.post", "Timeout after % s", 3);
        open(production ? Environment::Production : Environment::Development);
        if (production)
            QVERIFY(m_open->bench.view().current()->session().unlock(true, false).ok());
        QTRY_VERIFY(m_open->bench.view().current()->session().isOnline());
        m_open->bench.view().show({m_open->bench.view().current()->id(), {}, {}});
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group() && page().feed().isLoaded());
        QTRY_COMPARE(page().model().rowCount(), 3);
        page().table().setFocus();
        press(Qt::Key_A, Qt::ControlModifier);
        QStringList asked;
        const auto answer = [&asked] { // On production, the user must type the number of tasks into the focused field.
            auto* dialog = qobject_cast<OperationDialog*>(QApplication::activeModalWidget());
            auto* field = dialog ? qobject_cast<QLineEdit*>(dialog->focusWidget()) : nullptr;
            if (!field || !dialog->isActiveWindow())
                return;
            if (field->text().isEmpty()) {
                asked << dialog->windowTitle();
                QTest::keyClicks(field, u"45"_s);
            }
            QTest::keyClick(field, Qt::Key_Return);
        };
        QTimer answers;
        connect(&answers, &QTimer::timeout, this, answer);
        if (production) {
            answers.start(20);
            press(Qt::Key_R);
        } else {
            m_hands->pressAndConfirm(Qt::Key_R, u"45"_s);
        }
        QTRY_COMPARE(count(TaskState::Retrying, "hooks"), 15);
        QTRY_COMPARE(count(TaskState::Retrying, "mail"), 30);
        const QAction& undo = *m_open->window.actions()["edit.undo"];
        QTRY_COMPARE(undo.text(), u"Undo retry of 45 in 2 queues (here)"_s);
        QTRY_COMPARE(m_open->window.messages().notice().text, u"45 tasks retried"_s);
        QVERIFY2(m_open->window.messages().notice().detail.startsWith(u"in 2 queues"_s),
            qPrintable(m_open->window.messages().notice().detail));
        // Undo inside a queue applies only to that queue's operations.
        m_open->bench.view().show({m_open->bench.view().current()->id(), "hooks", {}});
        QTRY_COMPARE(undo.text(), u"Undo retry of 15 in hooks (here)"_s);
        m_open->bench.view().show({m_open->bench.view().current()->id(), {}, {}});
        QTRY_COMPARE(undo.text(), u"Undo retry of 45 in 2 queues (here)"_s);
        asked.clear();
        QStringList told;
        connect(&m_open->bench.events(), &WindowEvents::noticed, this,
            [&told](const Notice& notice) { told << notice.text; });
        const QSignalSpy ended(
            &m_open->bench.events(), &WindowEvents::operationEnded); // this signal triggers a recount of the failures
        if (production)
            QTest::mouseClick(&m_open->part<UndoButton>().button(), Qt::LeftButton);
        else
            press(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(count(TaskState::Failed, "mail"), 30);
        QTRY_COMPARE(count(TaskState::Failed, "hooks"), 15);
        QTRY_COMPARE(told, QStringList(u"45 of 45 restored"_s));
        QCOMPARE(ended.count(), 1);
        QCOMPARE(asked, production ? QStringList(u"Undo retry of 45"_s) : QStringList());
        QVERIFY(!m_open->bench.actions().undo().last());
    }

    /// The canary retries one task per queue and type. If it fails, the rest of that queue and type are not retried,
    /// but other queues continue.
    void theCanaryTakesFromAllThatAreChosen()
    {
        m_shop->failNew("mail", "mail.send", "Timeout after % s", 30);
        m_shop->failNew("hooks", "hook.call", "Timeout after % s", 12);
        open();
        m_open->bench.view().show({m_open->bench.view().current()->id(), {}, {}});
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group() && page().feed().isLoaded());
        QTRY_COMPARE(page().model().rowCount(), 2);
        page().table().setFocus();
        press(Qt::Key_A, Qt::ControlModifier);
        QVERIFY(button(u"Canary"_s)->isEnabled());
        const QString command = m_hands->pressAndConfirm(Qt::Key_C, u"42"_s);
        QCOMPARE(command.count(u"--canary"_s), 2);
        QTRY_COMPARE(count(TaskState::Retrying, "mail"), 1);
        QTRY_COMPARE(count(TaskState::Retrying, "hooks"), 1);
        QTRY_VERIFY(page().outcome() && page().outcome()->retried == 2);
        QTRY_COMPARE(of(*page().outcome(), RetryOutcome::Waiting), 2);
        QCOMPARE(of(*page().outcome(), RetryOutcome::Untouched), 40);
        m_shop->failDue("mail", "Timeout after % s", 1);
        m_shop->endDue("hooks", 1);
        QTRY_COMPARE(count(TaskState::Retrying, "hooks"), 10); // The next stage has started.
        QTRY_COMPARE(of(*page().outcome(), RetryOutcome::FailedAlike), 1);
        QTRY_COMPARE(of(*page().outcome(), RetryOutcome::Done), 1);
        QCOMPARE(count(TaskState::Retrying, "mail"), 0);
        QCOMPARE(count(TaskState::Failed, "mail"), 30);
        m_shop->endDue("hooks", 10);
        QTRY_COMPARE(count(TaskState::Retrying, "hooks"), 1); // The remaining task is retried.
        QTRY_COMPARE(page().outcome()->retried, 13);
    }

    void canarySpreadRetryAndUndoByKeyboard()
    {
        m_shop->failNew("mail", "mail.send", "Timeout after % s", 320);
        m_shop->failNew("hooks", "hook.call", "HTTP 503", 7);
        open();
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group());
        QCOMPARE(words(0, FailureGroupModel::Count), u"320"_s);
        QTRY_VERIFY(m_open->bench.view().current()->session().isOnline());
        QTRY_VERIFY(page().feed().isLoaded());
        QTRY_VERIFY(isAnswered(*m_open->bench.view().current()));
        const auto* trend = page().findChild<TrendBars*>();
        const QString trendBefore = trend->accessibleName();
        QVERIFY2(trendBefore.contains(u"at most 320 per"_s), qPrintable(trendBefore));
        // The retry is spread over half an hour.
        const TimePoint from = m_open->bench.view().now();
        const QString command = m_hands->pressAndConfirm(Qt::Key_R, u"320"_s, Qt::ShiftModifier);
        QVERIFY2(command.contains(u"duectl retry --spread"_s), qPrintable(command));
        QTRY_COMPARE(count(TaskState::Retrying), 320);
        const auto waiting = m_shop->backend().inspector().page({"mail", TaskState::Retrying, 0, 400});
        QVERIFY(waiting->tasks.front().at >= from);
        const Millis span = waiting->tasks.back().at - waiting->tasks.front().at;
        QCOMPARE(toMs(waiting->tasks.back().at) - toMs(waiting->tasks.front().at), 1'800'000);
        QVERIFY(waiting->tasks[160].at - waiting->tasks.front().at > span * 45 / 100);
        QVERIFY(waiting->tasks[160].at - waiting->tasks.front().at < span * 55 / 100);
        QTRY_VERIFY(page().outcome() && page().outcome()->retried == 320);
        QTRY_COMPARE(of(*page().outcome(), RetryOutcome::Waiting), 320);
        QTRY_VERIFY(page().isGone());
        QCOMPARE(words(0, FailureGroupModel::Count), u"0"_s); // The row is still listed.
        QCOMPARE(trend->accessibleName(), trendBefore); // The trend's axis is unchanged.
        QTRY_VERIFY(m_open->bench.actions().undo().isPossible());
        press(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(count(TaskState::Failed), 320);
        QTRY_COMPARE(words(0, FailureGroupModel::Count), u"320"_s);
        QTRY_COMPARE(of(*page().outcome(), RetryOutcome::Untouched), 320);
        QTRY_VERIFY(m_open->says(u"320 not retried"_s));
        QCOMPARE(m_hands->pressed(), 4);
    }

    void whatBecameOfTheCanaryIsTold()
    {
        m_shop->failNew("mail", "mail.send", "Timeout after % s", 40);
        open();
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group());
        QTRY_VERIFY(page().feed().isLoaded());
        QTRY_VERIFY(isAnswered(*m_open->bench.view().current()));
        const QString command = m_hands->pressAndConfirm(Qt::Key_C, u"40"_s);
        QVERIFY2(command.contains(u"--canary"_s), qPrintable(command));
        QTRY_COMPARE(count(TaskState::Retrying), 1); // the canary
        QTRY_VERIFY(page().outcome());
        QTRY_COMPARE(of(*page().outcome(), RetryOutcome::Waiting), 1);
        m_shop->failDue("mail", "Timeout after % s", 1); // The canary fails again; the other tasks are unchanged.
        QTRY_VERIFY(of(*page().outcome(), RetryOutcome::FailedAlike) == 1);
        QCOMPARE(of(*page().outcome(), RetryOutcome::Untouched), 39);
        QTRY_VERIFY(m_open->says(u"1 failed with the same error"_s));
        QCOMPARE(count(TaskState::Failed), 40);
    }

    /// If a window is too narrow for the Close button's label, the Canary and Retry buttons keep their labels.
    void whatIsMostUsefulKeepsItsWords()
    {
        m_shop->failNew("mail", "mail.send", "https://api.example.com/v1/orders/% answered 503", 45);
        open();
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group() && page().feed().isLoaded());
        const auto says
            = [this](const QString& text) { return button(text)->toolButtonStyle() == Qt::ToolButtonTextBesideIcon; };
        m_open->window.resize(1024, 640);
        QTRY_VERIFY(says(u"Canary"_s) && says(u"Retry"_s) && !says(u"Close"_s));
        picture(u"incident-1024"_s);
        QTRY_COMPARE(page().head().note(), u"45 tasks, new"_s);
        QVERIFY(!page().head().findChildren<PlainLabel*>().at(1)->text().isEmpty());
        m_open->window.resize(1920, 1080);
        QTRY_VERIFY(says(u"Close"_s) && says(u"Discard"_s));
    }

    /// From the overview, the page acts on the entire group. Opened from a queue, it acts only on that queue's tasks.
    void theButtonsActOnTheSelectedQueues()
    {
        m_shop->failNew("mail", "mail.send", "Timeout after % s", 30);
        m_shop->failNew("hooks", "hook.call", "Timeout after % s", 12);
        open();
        m_open->bench.view().show({m_open->bench.view().current()->id(), "hooks", {}});
        QTRY_VERIFY(m_open->table().isVisible());
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group() && page().feed().isLoaded());
        QTRY_COMPARE(button(u"Canary"_s)->text(), u"Canary retry 12…"_s);
        press(Qt::Key_Escape);
        m_open->bench.view().show({m_open->bench.view().current()->id(), {}, {}});
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group() && page().feed().isLoaded());
        QTRY_COMPARE(button(u"Canary"_s)->text(), u"Canary retry 42…"_s);
        QCOMPARE(button(u"Canary"_s)->accessibleName(), u"Canary retry 42…"_s);
        // Tasks that fail in another queue in the meantime are included unless the user has selected rows.
        m_shop->failNew("post", "post.send", "Timeout after % s", 5);
        page().feed().recount();
        QTRY_COMPARE(button(u"Canary"_s)->text(), u"Canary retry 47…"_s);
        page().table().setFocus();
        press(Qt::Key_Down);
        QTRY_COMPARE(button(u"Canary"_s)->text(), u"Canary retry 12…"_s);
        m_shop->failNew("post", "post.send", "Timeout after % s", 5);
        page().feed().recount();
        QTRY_COMPARE(page().group()->tasks, 52);
        QCOMPARE(button(u"Canary"_s)->text(), u"Canary retry 12…"_s);
        press(Qt::Key_A, Qt::ControlModifier);
        QTRY_COMPARE(button(u"Canary"_s)->text(), u"Canary retry 52…"_s);
        // The chart is stacked by queue.
        QCOMPARE(page().findChild<TrendBars*>()->queues(), QStringList({u"mail"_s, u"hooks"_s, u"post"_s}));
    }

    void aRunningCanaryCanBeStopped()
    {
        m_shop->failNew("mail", "mail.send", "Timeout after % s", 30);
        m_shop->failNew("hooks", "hook.call", "Timeout after % s", 12);
        open();
        m_open->bench.view().show({m_open->bench.view().current()->id(), {}, {}});
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group() && page().feed().isLoaded());
        QTRY_COMPARE(button(u"Canary"_s)->text(), u"Canary retry 42…"_s);
        QToolButton* canary = button(u"Canary"_s);
        m_hands->pressAndConfirm(Qt::Key_C, u"42"_s);
        QTRY_COMPARE(canary->text(), u"Stop canary"_s);
        QTRY_COMPARE(count(TaskState::Retrying, "mail"), 1);
        QTRY_COMPARE(count(TaskState::Retrying, "hooks"), 1);
        press(Qt::Key_C);
        QTRY_COMPARE(canary->text(), u"Canary retry 40…"_s);
        QVERIFY(!QApplication::activeModalWidget());
        m_shop->endDue("mail", 1);
        m_shop->endDue("hooks", 1);
        QTRY_COMPARE(of(*page().outcome(), RetryOutcome::Done), 2);
        QCOMPARE(count(TaskState::Failed, "mail") + count(TaskState::Failed, "hooks"), 40);
        QCOMPARE(count(TaskState::Retrying, "mail") + count(TaskState::Retrying, "hooks"), 0);
    }

    void aReadOnlyConnectionShowsItAndOffersNothing()
    {
        m_shop->failNew("mail", "mail.send", "refused", 3);
        Profile profile = m_shop->profile(u"here"_s);
        profile.readOnly = true;
        m_open->open(profile);
        QTRY_VERIFY(m_open->bench.view().current() && !m_open->bench.view().current()->queues().empty());
        QTRY_VERIFY(m_open->table().hasFocus());
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group());
        for (const char* text : {"Canary", "Retry", "Retry later", "Discard"})
            QVERIFY2(!button(QLatin1StringView(text))->isEnabled(), text);
        QVERIFY(button(u"Show tasks"_s)->isEnabled());
        press(Qt::Key_R);
        QVERIFY(!QApplication::activeModalWidget());
        QCOMPARE(count(TaskState::Failed), 3);
    }

    void withoutFailuresItSaysSo()
    {
        m_shop->add(3);
        open();
        openPage();
        QTRY_VERIFY(page().isVisible());
        QTRY_VERIFY(m_open->says(u"No failed tasks"_s));
        press(Qt::Key_Escape);
        QTRY_VERIFY(!page().isVisible());
    }

    /// The order in which queues are counted doesn't affect the groups.
    void theKindsAreThoseOfAllQueuesWhicheverIsCountedFirst()
    {
        static const QByteArrayList users{"ann", "bob", "cy", "dan", "eve", "fay", "gus", "hal"};
        std::vector<FailureCount> texts;
        const auto fail = [&](const QueueName& queue, const QByteArray& user, const QByteArray& table) {
            const QByteArray error = "user " + user + " may not open " + table;
            m_shop->failNew(queue, "mail.send", error, 1);
            texts.push_back({});
            texts.back().error = error;
        };
        for (const QByteArray& user : users)
            fail("mail", user, "ledger");
        for (const QByteArray& user : users.first(6)) {
            for (const char* table : {"orders", "items", "carts", "prices", "refunds", "stocks", "labels"})
                fail("hooks", user, table);
        }
        open();
        m_open->bench.view().show({m_open->bench.view().current()->id(), "mail", {}});
        QTRY_VERIFY(m_open->table().isVisible());
        openPage();
        QTRY_VERIFY(page().feed().isLoaded());
        QCOMPARE(page().feed().result().groups.size(), failureGroupsOf({{"mail", "native", texts}}).groups.size());
    }

    void aQueueWithoutFailuresLeadsToWhatIsWrongElsewhere()
    {
        m_shop->add(3);
        m_shop->failNew("hooks", "hook.call", "HTTP 503", 12);
        open();
        m_open->bench.view().show({m_open->bench.view().current()->id(), "mail", {}});
        QTRY_VERIFY(m_open->table().isVisible());
        openPage();
        QTRY_VERIFY(m_open->says(u"No failed tasks in mail"_s));
        QVERIFY(m_open->says(u"Other queues have 12 failed tasks."_s));
        press(Qt::Key_Return);
        QTRY_VERIFY(page().group());
        QCOMPARE(page().group()->error, QByteArray("HTTP 503"));
    }
};

QTEST_MAIN(TestFailureGroupPage)
#include "tst_failuregrouppage.moc"
