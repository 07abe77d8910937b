// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/accessiblescreen.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QSettings>

#include <algorithm>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests operating the window through accessible names, as assistive technologies do. Checks the results on the server
/// with duectl. The functions form one session and run in this order.
class TestOutside : public QObject
{
    Q_OBJECT

    static constexpr int patience = 20'000;

    AccessibleScreen& m_hands;
    RedisServer m_server{RedisServer::Options{true, {}, {}, {}}};
    Duectl m_duectl{m_server.url()};
    Face m_program;
    QList<Face> m_appeared; ///< objects that have appeared on screen

    QJsonObject task(const QString& id) { return m_duectl.run({u"show"_s, u"mail"_s, id, u"--json"_s}).object(); }
    QString stateOf(const QString& id) { return task(id).value(u"state"_s).toString(); }
    qint64 dueOf(const QString& id) { return qint64(task(id).value(u"due_ms"_s).toDouble()); }
    bool comes(const QString& id, const QString& state)
    {
        return QTest::qWaitFor([&] { return stateOf(id) == state; }, patience);
    }
    /// Makes the row with this id the current one, as a screen reader does.
    bool choose(const QString& id) { return chooseIn(u"Tasks"_s, id); }
    /// Selects a row in any table. A row that is already selected stays selected.
    bool chooseIn(const QString& table, const QString& row)
    {
        const Face cell = m_hands.waitFor(m_hands.waitFor(m_program, u"table"_s, table), {}, row);
        return !cell.isNull() && (m_hands.isSelected(cell) || m_hands.act(cell, u"Toggle"_s));
    }
    /// Deselects a queue on a failure group's page. From the overview, all of the group's queues are selected.
    bool deselect(const Face& page, const QString& queue)
    {
        const Face table = m_hands.waitFor(page, u"table"_s, u"Queues and types with this failure"_s);
        const Face cell = m_hands.waitFor(table, {}, queue);
        return !cell.isNull() && m_hands.isSelected(cell) && m_hands.act(cell, u"Toggle"_s);
    }
    /// Presses Undo in the message with this name. There may be messages about earlier operations.
    bool undo(const QString& message)
    {
        const Face toast = m_hands.waitFor(m_program, u"notification"_s, message);
        return !toast.isNull() && m_hands.press(toast, u"push button"_s, u"Undo"_s);
    }
    /// Triggers a menu entry in the menu bar.
    bool doFromMenu(const QString& menu, const QString& item)
    {
        const Face bar = m_hands.waitFor(m_program, u"menu item"_s, menu);
        // The menu may still be open, because an action triggered by an assistive technology doesn't close it.
        Face entry = m_hands.find(bar, {}, item);
        if (entry.isNull() && m_hands.act(bar, u"ShowMenu"_s))
            entry = m_hands.waitFor(bar, {}, item);
        return !entry.isNull() && m_hands.act(entry, u"Press"_s);
    }
    /// Returns 9 a.m. tomorrow in the window's time zone, which is also this program's.
    static qint64 tomorrowAt9() { return QDateTime(QDate::currentDate().addDays(1), QTime(9, 0)).toMSecsSinceEpoch(); }
    /// Returns whether the dialog closes while the program keeps answering. Doesn't search the entire screen: that
    /// would take minutes on a busy machine.
    bool isGone(const Face& dialog)
    {
        const auto hidden = [&] { return !m_hands.isShowing(dialog); };
        return QTest::qWaitFor(
            [&] { return hidden() && m_hands.name(m_program) == u"dueline"_s && hidden(); }, patience);
    }
    /// Returns the condition. If it is false, also prints everything on screen for debugging.
    bool holds(bool what)
    {
        if (!what)
            std::fprintf(stderr, "%s\n", m_hands.outline(m_program).join(u'\n').toUtf8().constData());
        return what;
    }

    /// Returns whether a notification with this name and description appears, for a screen reader to speak.
    bool isNotified(const QString& name, const QString& description)
    {
        return QTest::qWaitFor(
            [&] {
                return std::any_of(m_appeared.begin(), m_appeared.end(), [&](const Face& face) {
                    return m_hands.role(face) == u"notification"_s && m_hands.name(face) == name
                        && m_hands.description(face).startsWith(description);
                });
            },
            patience);
    }

    void start(const QStringList& arguments)
    {
        m_hands.screen().start(qEnvironmentVariable("DUELINE"), arguments);
        m_program = m_hands.program();
        QVERIFY2(!m_program.isNull(), "the program did not tell of itself");
        QVERIFY(holds(!m_hands.waitFor(m_program, u"table"_s, u"Tasks"_s).isNull()));
    }
    void quit()
    {
        const Face menu = m_hands.waitFor(m_program, u"menu item"_s, u"File"_s);
        QVERIFY(holds(m_hands.act(menu, u"ShowMenu"_s)));
        const Face quits = m_hands.waitFor(m_program, u"menu item"_s, u"Quit"_s);
        QVERIFY(holds(m_hands.act(quits, u"Press"_s)));
        // If a worker is running, quitting asks first.
        std::optional<int> code = m_hands.screen().ended(3'000);
        const Face dialog = code ? Face() : m_hands.find(m_program, u"dialog"_s, u"The local worker is running*"_s);
        if (!dialog.isNull())
            QVERIFY(holds(m_hands.press(dialog, u"push button"_s, u"Stop now"_s)));
        if (!code)
            code = m_hands.screen().ended(20'000);
        QCOMPARE(code, std::optional(0));
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_duectl.run("add mail mail.send --id first --in 1h").code == 0);
        QVERIFY(m_duectl.run("add mail mail.send --id second --in 2h").code == 0);
        QVERIFY(m_duectl.run("add mail fail --id broken --max-attempts 1").code == 0);
        QVERIFY(m_duectl.run("add alerts page --copies 3 --max-attempts 1").code == 0);
        QVERIFY(m_duectl.run("add billing bill --id one --in 3h").code == 0);
        QVERIFY(m_duectl.run("add orders charge --copies 12 --max-attempts 1").code == 0);
        QVERIFY(m_duectl
                    .run("work --queue mail --queue alerts --queue orders --handler fail=fail --handler page=fail "
                         "--handler charge=fail --exit-when-empty")
                    .code
            == 0);
        QCOMPARE(stateOf(u"fail#broken"_s), u"failed"_s);
        QSettings(m_hands.screen().folder() + u"/dueline/settings.ini"_s, QSettings::IniFormat)
            .setValue(u"window/usedVersion"_s, u"0.0.1"_s);
        start({u"--connect"_s, m_server.url(), u"--queue"_s, u"mail"_s});
    }

    void afterAnUpgradeItOffersWhatChanged()
    {
        QVERIFY(holds(!m_hands.waitFor(m_program, u"label"_s, u"Dueline is now *"_s).isNull()));
        QVERIFY(holds(m_hands.press(m_program, u"push button"_s, u"What is new"_s)));
        const Face dialog = m_hands.waitFor(m_program, u"dialog"_s, u"What is new"_s);
        QVERIFY(holds(!dialog.isNull()));
        QVERIFY(holds(m_hands.press(dialog, u"push button"_s, u"Close"_s)));
        QVERIFY(isGone(dialog));
    }

    void itsPartsSayWhatTheyAre()
    {
        QVERIFY(holds(!m_hands.find(m_program, u"chart"_s, u"Task timeline"_s).isNull()));
        QVERIFY(holds(!m_hands.find(m_program, u"tool bar"_s, u"Toolbar"_s).isNull()));
        QVERIFY(holds(!m_hands.find(m_program, u"status bar"_s, u"Status"_s).isNull()));
        const Face timeline = m_hands.find(m_program, u"chart"_s, u"Task timeline"_s);
        QVERIFY2(m_hands.description(timeline).contains(u"Failed 1"_s), qPrintable(m_hands.description(timeline)));
    }

    void aTaskIsAdded()
    {
        QVERIFY(holds(m_hands.press(m_program, {}, u"Add task"_s)));
        const Face dialog = m_hands.waitFor(m_program, u"dialog"_s, u"Add task"_s);
        QVERIFY(holds(!dialog.isNull()));
        QVERIFY(holds(m_hands.fill(dialog, u"text"_s, u"Type"_s, u"mail.send"_s)));
        QVERIFY(holds(m_hands.fill(dialog, u"text"_s, u"ID"_s, u"third"_s)));
        QVERIFY(holds(m_hands.fill(dialog, u"text"_s, u"In"_s, u"600s"_s)));
        QVERIFY(holds(m_hands.press(dialog, u"push button"_s, u"Add task"_s)));
        QVERIFY2(holds(comes(u"mail.send#third"_s, u"scheduled"_s)), m_duectl.run("list mail").all().constData());
        QVERIFY(isGone(dialog));
        QVERIFY(dueOf(u"mail.send#third"_s) > QDateTime::currentMSecsSinceEpoch() + 300'000);
    }

    void itIsRescheduled()
    {
        const qint64 before = dueOf(u"mail.send#first"_s);
        QVERIFY(holds(choose(u"mail.send#first"_s)));
        QVERIFY(holds(m_hands.press(m_program, {}, u"Reschedule"_s)));
        const Face dialog = m_hands.waitFor(m_program, u"dialog"_s, u"Reschedule*"_s);
        QVERIFY(holds(!dialog.isNull()));
        QVERIFY(holds(m_hands.fill(dialog, u"text"_s, u"Shift by"_s, u"30m"_s)));
        QVERIFY(holds(m_hands.press(dialog, u"push button"_s, u"Reschedule*"_s)));
        QVERIFY(QTest::qWaitFor([&] { return dueOf(u"mail.send#first"_s) == before + 30 * 60'000; }, patience));
        QVERIFY(isGone(dialog));
    }

    void aTimeIsTypedInWords()
    {
        QVERIFY(holds(choose(u"mail.send#third"_s)));
        QVERIFY(holds(m_hands.press(m_program, {}, u"Reschedule"_s)));
        const Face dialog = m_hands.waitFor(m_program, u"dialog"_s, u"Reschedule*"_s);
        QVERIFY(holds(!dialog.isNull()));
        QVERIFY(holds(m_hands.fill(dialog, u"text"_s, u"All at"_s, u"tomorow 9"_s)));
        const Face verb = m_hands.waitFor(dialog, u"push button"_s, u"Reschedule*"_s);
        // The typed time is invalid.
        QVERIFY(holds(QTest::qWaitFor([&] { return !m_hands.isEnabled(verb); }, patience)));
        const qint64 due = tomorrowAt9();
        QVERIFY(holds(m_hands.fill(dialog, u"text"_s, u"All at"_s, u"tomorrow 9"_s)));
        QCOMPARE(m_hands.text(m_hands.find(dialog, u"text"_s, u"All at"_s)), u"tomorrow 9"_s);
        QVERIFY(holds(m_hands.press(dialog, u"push button"_s, u"Reschedule*"_s)));
        QVERIFY2(QTest::qWaitFor([&] { return dueOf(u"mail.send#third"_s) == due; }, patience),
            m_duectl.run("list mail").all().constData());
        QVERIFY(isGone(dialog));
    }

    void theOverviewLeadsToAQueue()
    {
        QVERIFY(holds(doFromMenu(u"Queue"_s, u"Overview of all queues"_s)));
        QVERIFY(holds(chooseIn(u"Overview of queues"_s, u"billing*"_s)));
        QVERIFY(holds(m_hands.press(m_hands.find(m_program, {}, u"Overview"_s), u"push button"_s, u"Open queue"_s)));
        QVERIFY(
            holds(!m_hands.waitFor(m_hands.waitFor(m_program, u"table"_s, u"Tasks"_s), {}, u"bill#one"_s).isNull()));
    }

    /// Opens the overview, then a failure group's page, and retries one queue's tasks at a typed time.
    void whatIsWrongInAQueueIsRetriedLater()
    {
        QVERIFY(holds(doFromMenu(u"Queue"_s, u"Overview of all queues"_s)));
        QVERIFY(holds(chooseIn(u"Overview of queues"_s, u"alerts*"_s)));
        QVERIFY(holds(m_hands.press(m_hands.find(m_program, {}, u"Overview"_s), u"push button"_s, u"Investigate"_s)));
        const Face page = m_hands.waitFor(m_program, {}, u"Failure group"_s);
        QVERIFY(holds(!page.isNull()));
        const Face sample = m_hands.waitFor(page, u"text"_s, u"Latest error in this group"_s);
        const auto broken = [this] { return m_duectl.run("list alerts --state failed --json").array().size(); };
        QCOMPARE(broken(), 3);
        const QString error = m_duectl.run("failures alerts --json").array()[0][u"sample"_s].toString();
        QVERIFY2(!error.isEmpty() && m_hands.text(sample).startsWith(error), qPrintable(m_hands.text(sample)));
        QVERIFY(holds(deselect(page, u"orders*"_s) && deselect(page, u"mail*"_s)));
        QVERIFY(holds(m_hands.press(page, u"push button"_s, u"Retry later"_s)));
        const Face dialog = m_hands.waitFor(m_program, u"dialog"_s, u"Retry 3 tasks*"_s);
        QVERIFY(holds(!dialog.isNull()));
        const qint64 due = tomorrowAt9();
        QVERIFY(holds(m_hands.fill(dialog, u"text"_s, u"Retry at"_s, u"tomorrow 9"_s)));
        QVERIFY(holds(m_hands.press(dialog, u"push button"_s, u"Retry 3 tasks*"_s)));
        QVERIFY(QTest::qWaitFor([&] { return broken() == 0; }, patience));
        for (const QJsonValue& task : m_duectl.run("list alerts --json").array())
            QCOMPARE(qint64(task[u"due_ms"_s].toDouble()), due);
        QVERIFY(isGone(dialog));
        QVERIFY(holds(m_hands.press(page, u"push button"_s, u"Close"_s)));
        QVERIFY(holds(!m_hands.waitFor(m_program, u"table"_s, u"Overview of queues"_s).isNull()));
    }

    /// Retries the group through accessible names in every possible way: with a canary, all together, and spread over
    /// time.
    void aKindIsTriedByACanaryRetriedAndSpread()
    {
        const auto inState = [this](const char* state) {
            return m_duectl.run(QByteArray("list orders --json --limit 100 --state ") + state).array().size();
        };
        const auto comesTo = [&inState](const char* state, int tasks) {
            return QTest::qWaitFor([&] { return inState(state) == tasks; }, patience);
        };
        QVERIFY(holds(chooseIn(u"Overview of queues"_s, u"orders*"_s)));
        QVERIFY(holds(m_hands.press(m_hands.find(m_program, {}, u"Overview"_s), u"push button"_s, u"Investigate"_s)));
        const Face page = m_hands.waitFor(m_program, {}, u"Failure group"_s);
        QVERIFY(holds(!page.isNull()));
        const auto ask = [this, &page](const QString& button) {
            if (!m_hands.press(page, u"push button"_s, button))
                return Face();
            return m_hands.waitFor(m_program, u"dialog"_s, u"Retry 12 tasks*"_s);
        };
        const auto confirm = [this](const Face& dialog) {
            return m_hands.press(dialog, u"push button"_s, u"Retry 12 tasks*"_s) && isGone(dialog);
        };
        QVERIFY(holds(deselect(page, u"mail*"_s)));
        // Copy the report as text and as Markdown, and paste it into a field where it can be read.
        const QString error
            = m_hands.text(m_hands.waitFor(page, u"text"_s, u"Latest error in this group"_s)).section(u'\n', 0, 0);
        QVERIFY(!error.isEmpty());
        for (const auto& [form, begins, row] : {std::tuple(u"As text"_s, error, u"12  orders  charge"_s),
                 {u"As Markdown"_s, u"```text"_s, u"| 12 | `orders` | `charge` |"_s}}) {
            const Face copies = m_hands.waitFor(page, u"button menu"_s, u"Copy report"_s);
            QVERIFY(holds(!copies.isNull() && m_hands.act(copies, u"ShowMenu"_s)));
            const Face entry = m_hands.waitFor(m_program, u"menu item"_s, form);
            QVERIFY(holds(!entry.isNull() && m_hands.act(entry, u"Press"_s)));
            QVERIFY(holds(isGone(entry)));
            QVERIFY(holds(m_hands.paste(m_program, u"text"_s, u"Find a queue"_s)));
            const QString report = m_hands.text(m_hands.find(m_program, u"text"_s, u"Find a queue"_s));
            QVERIFY(holds(m_hands.fill(m_program, u"text"_s, u"Find a queue"_s, {})));
            QVERIFY2(report.startsWith(begins) && report.contains(error) && report.contains(row), qPrintable(report));
        }
        Face dialog = ask(u"Canary retry*"_s);
        QVERIFY(holds(!dialog.isNull()));
        QVERIFY(holds(!m_hands.waitFor(dialog, u"check box"_s, u"Try 1, then 10, then the rest"_s).isNull()));
        QVERIFY(holds(confirm(dialog)));
        QVERIFY(comesTo("retrying", 1)); // the canary
        QCOMPARE(m_duectl.run("work --queue orders --handler charge=fail --exit-when-empty").code, 0);
        QVERIFY(holds(
            !m_hands.waitFor(page, u"label"_s, u"Since your retry of 1: 11 not retried, 1 failed with the same error"_s)
                 .isNull()));
        QCOMPARE(inState("failed"), 12); // the canary and the tasks not retried

        dialog = ask(u"Retry"_s);
        QVERIFY(holds(!dialog.isNull()));
        QVERIFY(holds(confirm(dialog)));
        QVERIFY(comesTo("retrying", 12));
        QVERIFY(holds(!m_hands.waitFor(page, u"label"_s, u"Since your retry of 12: 12 waiting"_s).isNull()));
        QVERIFY(holds(undo(u"12 tasks retried"_s)));
        QVERIFY(comesTo("failed", 12));

        dialog = ask(u"Retry later"_s);
        QVERIFY(holds(!dialog.isNull()));
        QVERIFY(holds(m_hands.fill(dialog, u"text"_s, u"Spread over"_s, u"45m"_s)));
        QVERIFY(holds(confirm(dialog)));
        QVERIFY(comesTo("retrying", 12));
        QList<qint64> due;
        for (const QJsonValue& task : m_duectl.run("list orders --json").array())
            due << qint64(task[u"due_ms"_s].toDouble());
        std::sort(due.begin(), due.end());
        QCOMPARE(due.last() - due.first(), 45 * 60'000);

        QVERIFY(holds(m_hands.press(page, u"push button"_s, u"Close"_s)));
        QVERIFY(holds(!m_hands.waitFor(m_program, u"table"_s, u"Overview of queues"_s).isNull()));
    }

    /// Pressing a tab opens the closed dock, as a click does, even if the tab was already selected.
    void aTabOfTheClosedPanelsOpensThem()
    {
        const auto isThere = [this] { return !m_hands.find(m_program, u"table"_s, u"Failures"_s).isNull(); };
        QVERIFY(!isThere());
        for (int time = 0; time < 2; ++time) {
            QVERIFY(holds(m_hands.press(m_program, u"page tab"_s, u"Failures*"_s)));
            QVERIFY(holds(QTest::qWaitFor(isThere, patience)));
            QVERIFY(m_hands.isSelected(m_hands.find(m_program, u"page tab"_s, u"Failures*"_s)));
            QVERIFY(holds(m_hands.press(m_program, {}, u"Close the panels"_s)));
            QVERIFY(holds(QTest::qWaitFor([&] { return !isThere(); }, patience)));
            QVERIFY(!m_hands.isSelected(m_hands.find(m_program, u"page tab"_s, u"Failures*"_s)));
        }
    }

    void aKindOfFailureIsOpenedDiscardedAndBroughtBack()
    {
        QVERIFY(holds(chooseIn(u"Overview of queues"_s, u"mail*"_s)));
        QVERIFY(holds(m_hands.press(m_hands.find(m_program, {}, u"Overview"_s), u"push button"_s, u"Open queue"_s)));
        QVERIFY(
            holds(!m_hands.waitFor(m_hands.waitFor(m_program, u"table"_s, u"Tasks"_s), {}, u"fail#broken"_s).isNull()));
        QVERIFY(holds(doFromMenu(u"View"_s, u"Failures"_s)));
        const Face failures = m_hands.waitFor(m_program, u"table"_s, u"Failures"_s);
        QVERIFY(holds(!failures.isNull()));
        QVERIFY(holds(m_hands.press(m_program, u"push button"_s, u"Open"_s)));
        const Face page = m_hands.waitFor(m_program, {}, u"Failure group"_s);
        QVERIFY(holds(!page.isNull()));
        QVERIFY(holds(m_hands.press(page, u"push button"_s, u"Discard"_s)));
        const Face dialog = m_hands.waitFor(m_program, u"dialog"_s, u"Discard 1 task*"_s);
        QVERIFY(holds(!dialog.isNull()));
        QVERIFY(holds(m_hands.press(dialog, u"push button"_s, u"Discard 1 task*"_s)));
        QVERIFY2(comes(u"fail#broken"_s, u"trash"_s), qPrintable(stateOf(u"fail#broken"_s)));
        QVERIFY(isGone(dialog));
        QVERIFY(holds(undo(u"1 task discarded"_s)));
        QVERIFY(comes(u"fail#broken"_s, u"failed"_s));
        // The table shows the group's tasks.
        QVERIFY(holds(m_hands.press(page, u"push button"_s, u"Show tasks"_s)));
        QVERIFY(
            holds(!m_hands.waitFor(m_hands.waitFor(m_program, u"table"_s, u"Tasks"_s), {}, u"fail#broken"_s).isNull()));
        const QString filter = m_hands.text(m_hands.find(m_program, u"text"_s, u"Filter"_s));
        QVERIFY2(filter.startsWith(u"state:failed type:\"fail\" kind:"_s), qPrintable(filter));
        QVERIFY(holds(m_hands.press(m_program, u"push button"_s, u"Clear filter"_s)));
    }

    void aFailedOneIsRetried()
    {
        QVERIFY(holds(choose(u"fail#broken"_s)));
        QVERIFY(holds(m_hands.press(m_program, {}, u"Retry"_s)));
        QVERIFY2(comes(u"fail#broken"_s, u"retrying"_s), qPrintable(stateOf(u"fail#broken"_s)));
    }

    void oneIsDiscardedAndBroughtBack()
    {
        QVERIFY(holds(choose(u"mail.send#second"_s)));
        QVERIFY(m_hands.reportShowing(this, SLOT(noteShowing(QDBusMessage))));
        QVERIFY(holds(m_hands.press(m_program, {}, u"Discard"_s)));
        QVERIFY(holds(isNotified(u"1 task discarded"_s, u"in mail"_s)));
        QVERIFY(comes(u"mail.send#second"_s, u"trash"_s));
        QVERIFY(holds(undo(u"1 task discarded"_s)));
        QVERIFY(comes(u"mail.send#second"_s, u"scheduled"_s));
    }

    void anotherLanguageIsChosenInTheMenuAndKept()
    {
        const QString settings = m_hands.screen().folder() + u"/dueline/settings.ini"_s;
        const auto choose = [this](const QString& menu, const QString& group, const QString& language) {
            // The menu is still open, because an action triggered by an assistive technology doesn't close it.
            if (const Face open = m_hands.find(m_program, {}, language); !open.isNull())
                return m_hands.act(open, u"Press"_s);
            for (const QString& item : {menu, group}) {
                const Face face = m_hands.waitFor(m_program, u"menu item"_s, item);
                if (face.isNull() || !m_hands.act(face, u"ShowMenu"_s))
                    return false;
            }
            const Face choice = m_hands.waitFor(m_program, {}, language);
            return !choice.isNull() && m_hands.act(choice, u"Press"_s);
        };
        const auto kept
            = [&settings] { return QSettings(settings, QSettings::IniFormat).value(u"window/language"_s).toString(); };
        QVERIFY(holds(choose(u"View"_s, u"Language"_s, u"简体中文"_s)));
        QVERIFY(holds(!m_hands.waitFor(m_program, u"table"_s, u"任务"_s).isNull()));
        QTRY_COMPARE(kept(), u"zh_CN"_s);
        QVERIFY(holds(choose(u"视图"_s, u"语言"_s, u"English"_s)));
        QVERIFY(holds(!m_hands.waitFor(m_program, u"table"_s, u"Tasks"_s).isNull()));
        QTRY_COMPARE(kept(), u"en"_s);
    }

    void itQuits() { quit(); }

    void theTourComesOverTheFirstSandboxAndNeverAgain()
    {
        start({u"--sandbox"_s, u"--queue"_s, u"webhooks"_s});
        const Face tour = m_hands.waitFor(m_program, u"dialog"_s, u"Tour"_s);
        QVERIFY(holds(!tour.isNull()));
        QVERIFY(holds(m_hands.press(tour, u"push button"_s, u"Next"_s)));
        QVERIFY(holds(!m_hands.waitFor(tour, {}, u"2 of 6*"_s).isNull()));
        QVERIFY(holds(m_hands.press(tour, u"push button"_s, u"Skip"_s)));
        QVERIFY(isGone(tour));
        quit();
        start({u"--sandbox"_s, u"--queue"_s, u"webhooks"_s});
        QVERIFY(holds(!m_hands.waitFor(m_program, u"cell"_s, u"webhook*"_s).isNull()));
        // Nothing on screen shows that no tour will start, so wait. A tour would start 0.1 s after the tasks appear
        // (Application::tourOnceLoaded).
        QTest::qWait(2'000);
        QVERIFY(holds(m_hands.find(m_program, u"dialog"_s, u"Tour"_s).isNull()));
        quit();
    }

public:
    explicit TestOutside(AccessibleScreen& hands)
        : m_hands(hands)
    { }

public Q_SLOTS:
    void noteShowing(const QDBusMessage& event)
    {
        if (event.arguments().value(0) == u"showing"_s && event.arguments().value(1).toInt() == 1)
            m_appeared << Face{event.service(), event.path()};
    }
};

int main(int argc, char** argv)
{
    if (const QString missing = AccessibleScreen::missing(); !missing.isEmpty()) {
        std::printf("SKIP   : %s\n", qPrintable(missing));
        return 77;
    }
    QCoreApplication application(argc, argv);
    AccessibleScreen hands;
    TestOutside outside(hands);
    return QTest::qExec(&outside, argc, argv);
}

#include "tst_outside.moc"
