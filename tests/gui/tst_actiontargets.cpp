// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "ui/commands/windowcommands.h"
#include "ui/dialogs/addtaskdialog.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/rescheduledialog.h"
#include "ui/inspector/inspector.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"

#include <QClipboard>
#include <QProcess>
#include <QPushButton>
#include <QTimer>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests that an action applies to the tasks it was triggered for, even if the window shows another queue by the time
/// the dialog is accepted.
class TestActionTargets : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_here;
    std::unique_ptr<Shop> m_elsewhere;
    std::unique_ptr<OpenWindow> m_open;
    QString m_idHere;
    QString m_idElsewhere;

    TaskTable& table() { return m_open->table(); }
    Actions& actions() { return m_open->window.actions(); }
    Toasts& messages() { return m_open->window.messages(); }

    /// Opens two servers with the same tasks in `mail`, and shows `here`.
    void openBoth(int tasks)
    {
        m_here->add(tasks, 1h, "mail", 100);
        m_elsewhere->add(tasks, 1h, "mail", 100);
        Connection& elsewhere = m_open->open(m_elsewhere->profile(u"elsewhere"_s));
        m_idElsewhere = elsewhere.id();
        QTRY_VERIFY(elsewhere.queue("mail"));
        m_idHere = m_open->open(m_here->profile(u"here"_s)).id();
        QTRY_COMPARE(m_open->bench.view().place().connection, m_idHere);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), tasks);
        QTRY_VERIFY(table().currentTask());
        table().setFocus();
    }
    void selectAll(int tasks)
    {
        table().selectAll();
        QTRY_COMPARE(m_open->bench.list().tasks().ticked().size(), tasks);
    }
    void showElsewhere()
    {
        m_open->bench.view().show({m_idElsewhere, "mail", {}});
        QTRY_VERIFY(m_open->bench.list().tasks().rowCount() > 0);
    }
    /// Calls `press`, passes the dialog it opens to `meanwhile`, and returns whether a dialog opened.
    template <typename Dialog, typename Press, typename Meanwhile> bool whileOpen(Press press, Meanwhile meanwhile)
    {
        bool seen = false;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            seen = true;
            meanwhile(*dialog);
            if (dialog->isVisible())
                dialog->reject();
        });
        press();
        QCoreApplication::processEvents();
        return seen;
    }
    template <typename Dialog, typename Meanwhile> bool whileOpen(const char* action, Meanwhile meanwhile)
    {
        return whileOpen<Dialog>([&] { actions()[action]->trigger(); }, meanwhile);
    }
    static QPushButton* button(const QDialog& dialog, const QString& words)
    {
        for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&').contains(words))
                return button;
        }
        return nullptr;
    }
    static void accept(const QDialog& dialog, const QString& words)
    {
        QTRY_VERIFY(button(dialog, words) && button(dialog, words)->isEnabled());
        button(dialog, words)->click();
    }

    /// Runs this program in a separate process with the named defect, and returns its output.
    static QString saidOf(const char* defect)
    {
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"QTEST_DISABLE_STACK_DUMP"_s, u"1"_s);
        environment.insert(u"DUELINE_DEFECT"_s, QString::fromLatin1(defect));
        program.setProcessEnvironment(environment);
        program.start(QCoreApplication::applicationFilePath(),
            {u"tst_actiontargets"_s, u"-nocrashhandler"_s, u"aDefectEndsTheProgramAndSaysWhich"_s});
        if (!program.waitForFinished(60'000) || program.exitStatus() != QProcess::CrashExit)
            return u"it went on: "_s + QString::fromUtf8(program.readAllStandardError());
        return QString::fromUtf8(program.readAllStandardError() + program.readAllStandardOutput());
    }
    void makeDefect(const QByteArray& defect)
    {
        QWidget window;
        Actions incomplete(*m_theme, &window);
        if (defect == "unknown")
            incomplete.handle("task.levitate", &window, [] {});
        else if (defect == "named")
            (void)incomplete["task.levitate"];
        else if (defect == "second")
            actions().handle("task.retry", this, [] {});
        else if (defect == "missing")
            incomplete.requireHandlers();
        else if (defect == "pressed")
            incomplete["view.refresh"]->trigger();
        else if (defect == "notOnTasks")
            m_open->window.findChild<WindowCommands*>()->performOn("view.refresh", {});
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_here = std::make_unique<Shop>();
        m_elsewhere = std::make_unique<Shop>();
        m_open = std::make_unique<OpenWindow>(*m_theme);
    }
    void cleanup()
    {
        m_open.reset();
        m_here.reset();
        m_elsewhere.reset();
    }

    void everyActionOfTheTableIsCarriedOutInTheWindow()
    {
        QVERIFY2(actions().unhandled().isEmpty(), actions().unhandled().join(", ").constData());
        QCOMPARE(actions().items().size(), actionTable().size());
        QWidget window;
        QCOMPARE(std::size_t(Actions(*m_theme, &window).unhandled().size()), actionTable().size());
    }

    void whoIsGoneCarriesOutNothing()
    {
        QWidget window;
        Actions some(*m_theme, &window);
        int pressed = 0;
        {
            QObject part;
            some.handle("view.refresh", &part, [&pressed] { ++pressed; });
            some["view.refresh"]->trigger();
            QVERIFY(!some.unhandled().contains("view.refresh"));
        }
        QCOMPARE(pressed, 1);
        QVERIFY(some.unhandled().contains("view.refresh"));
        some.handle("view.refresh", &window, [&pressed] { pressed += 10; });
        some["view.refresh"]->trigger();
        QCOMPARE(pressed, 11);
    }

    void aDefectEndsTheProgramAndSaysWhich_data()
    {
        QTest::addColumn<QString>("said");
        QTest::newRow("unknown") << u"no action \"task.levitate\""_s;
        QTest::newRow("named") << u"no action \"task.levitate\""_s;
        QTest::newRow("second") << u"\"task.retry\" already has the handler dueline::WindowCommands"_s;
        QTest::newRow("missing") << u"No handler for the actions: connection.new, connection.sandbox"_s;
        QTest::newRow("pressed") << u"No handler for the action \"view.refresh\""_s;
        QTest::newRow("notOnTasks") << u"\"view.refresh\" does not act on tasks"_s;
    }
    void aDefectEndsTheProgramAndSaysWhich()
    {
        if (const QByteArray defect = qgetenv("DUELINE_DEFECT"); !defect.isEmpty())
            return makeDefect(defect);
        QFETCH(const QString, said);
        const QString heard = saidOf(QTest::currentDataTag());
        QVERIFY2(heard.contains(said), qPrintable(heard));
    }

    void whatIsConfirmedIsDoneOnTheConnectionItWasAskedFor()
    {
        openBoth(21);
        selectAll(21);
        QVERIFY(whileOpen<ConfirmDialog>("task.discard", [this](ConfirmDialog& dialog) {
            showElsewhere();
            accept(dialog, u"21"_s);
        }));
        QTRY_COMPARE(m_here->stateOf("mail.send#120"), TaskState::Trash);
        QCOMPARE(m_elsewhere->stateOf("mail.send#120"), TaskState::Scheduled);
    }

    void whatIsConfirmedIsDoneOnTheTasksItWasAskedFor()
    {
        openBoth(23);
        selectAll(23);
        m_open->bench.list().tasks().untick({"mail.send#100", "mail.send#101"});
        QTRY_COMPARE(table().selection().size(), 21U);
        QVERIFY(whileOpen<ConfirmDialog>("task.discard", [this](ConfirmDialog& dialog) {
            table().clearSelection();
            table().select("mail.send#100");
            accept(dialog, u"21"_s);
        }));
        QTRY_COMPARE(m_here->stateOf("mail.send#122"), TaskState::Trash);
        QCOMPARE(m_here->stateOf("mail.send#100"), TaskState::Scheduled);
        QCOMPARE(m_here->stateOf("mail.send#101"), TaskState::Scheduled);
    }

    void anActionOnTheInspectedTaskLeavesOthersToTheSelection()
    {
        openBoth(3);
        QVERIFY(table().select("mail.send#100"));
        const Task inspected = *table().currentTask();
        selectAll(3);
        auto& performer = *m_open->window.findChild<WindowCommands*>();
        QString copied;
        QVERIFY(whileOpen<ConfirmDialog>([&] { performer.performOn("task.delete", inspected); },
            [&](ConfirmDialog& dialog) {
                // A screen reader or another program may trigger the action directly.
                actions()["edit.copyId"]->trigger();
                copied = QApplication::clipboard()->text();
                accept(dialog, u"delete 1"_s);
            }));
        QCOMPARE(copied.split(u'\n').size(), 3);
        QTRY_VERIFY(!m_here->backend().inspector().task("mail", "mail.send#100").ok());
        QCOMPARE(m_here->stateOf("mail.send#101"), TaskState::Scheduled);
    }

    void anotherDueTimeIsGivenWhereItWasEntered()
    {
        openBoth(2);
        QVERIFY(table().select("mail.send#100"));
        const TimePoint before = m_here->dueOf("mail.send#100");
        QVERIFY(whileOpen<RescheduleDialog>("task.reschedule", [this](RescheduleDialog& dialog) {
            showElsewhere();
            accept(dialog, u"Reschedule"_s);
        }));
        QTRY_VERIFY(m_here->dueOf("mail.send#100") > before);
        QVERIFY(m_elsewhere->dueOf("mail.send#100") < before + 1min);
    }

    void aTaskIsAddedWhereItWasTyped()
    {
        openBoth(1);
        QVERIFY(whileOpen<AddTaskDialog>("task.add", [this](AddTaskDialog& dialog) {
            showElsewhere();
            accept(dialog, u"Add"_s);
        }));
        QTRY_COMPARE(m_here->backend().inspector().queue("mail")->counts.pending(), 2);
        QCOMPARE(m_elsewhere->backend().inspector().queue("mail")->counts.pending(), 1);
    }

    void aPauseIsTakenBackWhereItWasMade()
    {
        openBoth(1);
        actions()["queue.pause"]->trigger();
        QTRY_VERIFY(m_here->backend().inspector().queue("mail")->paused);
        QTRY_VERIFY(!messages().notice().links.empty());
        const auto undo = messages().notice().links.front().act;
        QVERIFY(m_elsewhere->backend().editor()->setPaused("mail", true).ok());
        showElsewhere();
        undo(); // only switches back to the queue: undo applies to the queue in view
        QVERIFY(m_here->backend().inspector().queue("mail")->paused);
        undo();
        QTRY_VERIFY(!m_here->backend().inspector().queue("mail")->paused);
        QVERIFY(m_elsewhere->backend().inspector().queue("mail")->paused);
    }

    void whereTheConnectionIsClosedMeanwhileItIsSaid()
    {
        openBoth(21);
        selectAll(21);
        QVERIFY(whileOpen<ConfirmDialog>("task.discard", [this](ConfirmDialog& dialog) {
            QTRY_VERIFY(button(dialog, u"21"_s) && button(dialog, u"21"_s)->isEnabled());
            m_open->bench.connections().close(m_idHere);
            button(dialog, u"21"_s)->click();
        }));
        QTRY_COMPARE(messages().notice().text, u"The connection was closed. Nothing was changed."_s);
        QCOMPARE(m_here->stateOf("mail.send#100"), TaskState::Scheduled);
        QCOMPARE(m_elsewhere->stateOf("mail.send#100"), TaskState::Scheduled);
    }
};

QTEST_MAIN(TestActionTargets)
#include "tst_actiontargets.moc"
