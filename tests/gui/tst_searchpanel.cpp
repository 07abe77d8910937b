// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/hands.h"
#include "tests/gui/paletterows.h"
#include "tests/support/foreignkeys.h"
#include "tests/support/frameworkwriter.h"
#include "ui/panels/dock.h"
#include "ui/panels/search/searchpanel.h"
#include "ui/text/language.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/searchline.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QScopeGuard>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr int ofEach = 3; ///< number of jobs per framework and state

} // namespace

/// Tests searching all queues on a server with seven frameworks and native queues, in the real window. If
/// DUELINE_PICTURES is set to a folder, saves screenshots there, in the light and dark themes.
class TestSearchPanel : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;
    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;
    std::unique_ptr<Hands> m_hands;
    std::vector<std::unique_ptr<FrameworkWriter>> m_writers;

    void openWindow(const QString& layout = u"auto"_s)
    {
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_hands = std::make_unique<Hands>(m_open->window);
        Profile profile = m_shop->profile(u"shop"_s);
        profile.layout = layout;
        m_open->open(profile);
        QTRY_VERIFY(m_open->bench.view().current() && m_open->bench.view().current()->session().isOnline());
    }
    void fillAll()
    {
        for (const QByteArray& layout : FrameworkWriter::layouts()) {
            m_writers.push_back(FrameworkWriter::of(layout, m_shop->server));
            // Bull and BullMQ share a key prefix, so their queues need different names.
            m_writers.back()->fill(layout == "bull" ? "thumbs" : "mail", ofEach);
        }
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { m_hands->press(key, modifiers); }
    /// Searches with the keyboard: the panel's shortcut, the filter, Return.
    void search(const QString& filter)
    {
        press(Qt::Key_9, Qt::AltModifier);
        QVERIFY(panel().line().hasFocus());
        panel().line().selectAll();
        QTest::keyClicks(&panel().line(), filter);
        press(Qt::Key_Return);
        QTRY_COMPARE(panel().feed().phase(), SearchFeed::Phase::Complete);
    }
    /// Moves the focus to the task table. By then, the window has opened the connection and no longer moves the focus.
    void enterTable()
    {
        QTRY_VERIFY(m_open->bench.view().queue() && m_open->bench.list().tasks().rowCount() > 0);
        QTRY_VERIFY(m_open->table().isVisible());
        m_open->table().setFocus();
    }
    /// Searches all queues for `words` by choosing the last row of the palette.
    void searchFromPalette(const QString& words)
    {
        QTimer::singleShot(0, this, [&words] {
            auto* palette = qobject_cast<CommandPalette*>(QApplication::activeModalWidget());
            if (!palette)
                qFatal("there is no palette");
            palette->findChild<QLineEdit*>()->setText(words);
            QListWidget& list = PaletteRows(*palette).list;
            QListWidgetItem* last = list.item(list.count() - 1);
            QVERIFY(last->text().startsWith(u"Search all queues for"_s));
            // Until the palette is active, Return would trigger the main window's shortcut.
            QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(last).center());
            if (palette->isVisible())
                palette->reject();
        });
        m_open->window.actions()["tools.palette"]->trigger();
        m_open->window.activateWindow(); // as a window manager does when a dialog closes
    }
    SearchPanel& panel() { return m_open->part<SearchPanel>(); }
    QToolButton& button(const QString& words)
    {
        for (auto* button : panel().head().findChildren<QToolButton*>()) {
            if (button->text() == words)
                return *button;
        }
        qFatal("there is no button %s", qPrintable(words));
    }
    QStringList rows()
    {
        QStringList rows;
        for (const FoundRow& row : panel().model().rows())
            rows << QString::fromUtf8(row.queue + ' ' + row.task.id);
        rows.sort();
        return rows;
    }
    void choose(const QueueName& queue, const TaskId& id, bool also = false)
    {
        const std::vector<FoundRow>& found = panel().model().rows();
        const auto at = std::find_if(
            found.begin(), found.end(), [&](const FoundRow& one) { return one.queue == queue && one.task.id == id; });
        const int row = at == found.end() ? -1 : int(at - found.begin());
        QVERIFY2(row >= 0, (queue + ' ' + id).constData());
        const QModelIndex index = panel().model().index(row, 0);
        panel().table().selectionModel()->setCurrentIndex(index,
            QItemSelectionModel::Rows | (also ? QItemSelectionModel::Select : QItemSelectionModel::ClearAndSelect));
        panel().table().setFocus();
    }
    void draw(const QString& name)
    {
        const QString folder = qEnvironmentVariable("DUELINE_PICTURES");
        if (folder.isEmpty())
            return;
        for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
            m_theme->choose(choice);
            QVERIFY(test::isSettled());
            const QString file = name + (choice == ThemeChoice::Dark ? u"-dark.png"_s : u"-light.png"_s);
            QVERIFY(m_open->window.grab().save(QDir(folder).filePath(file)));
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus");
        qputenv("XDG_CONFIG_HOME", m_home.path().toLocal8Bit());
        qputenv("XDG_STATE_HOME", m_home.path().toLocal8Bit());
        m_language.use(u"en"_s); // plural forms need the English translation
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_theme->choose(ThemeChoice::Light);
    }
    void init()
    {
        m_shop = std::make_unique<Shop>();
        m_shop->add(1, 1ms);
        m_shop->add(2, 1h, "mail", 2);
        QTRY_COMPARE(m_shop->stateOf("mail.send#1"), TaskState::Due);
        m_shop->fail("Error: it broke");
    }
    void cleanup()
    {
        m_open.reset();
        m_writers.clear();
        m_shop.reset();
    }
    void cleanupTestCase() { m_theme.reset(); }

    void oneSearchFindsInTheQueuesOfAllLayouts()
    {
        fillAll();
        openWindow();
        const QAbstractItemModelTester tester(&panel().model());
        // In the end, all framework queues are discovered.
        QTRY_COMPARE_WITH_TIMEOUT(m_open->bench.view().current()->queues().size(), std::size_t(12), 20'000);
        search(u"error:broke"_s);
        QStringList expected{u"mail mail.send#1"_s};
        for (const auto& writer : m_writers) {
            for (const TaskState state : {TaskState::Failed, TaskState::Retrying}) {
                if (!writer->states().contains(state))
                    continue;
                const QueueName bare = writer->layout() == "bull" ? "thumbs" : "mail";
                const QueueName place = writer->placeOf(bare, state);
                for (int i = 1; i <= ofEach; ++i)
                    expected << QString::fromUtf8((place.startsWith('@') ? place : place + '@' + writer->layout()) + ' '
                        + FrameworkWriter::filledId(state, i));
            }
        }
        expected.sort();
        QCOMPARE(rows(), expected);
        QCOMPARE(rows().size(), 1 + (6 + 2) * ofEach);
        QCOMPARE(m_open->part<Dock>().status(u"search"_s), u"25"_s);
        QVERIFY2(panel().head().note().startsWith(u"25 found in "_s), qPrintable(panel().head().note()));
        draw(u"search"_s);

        // A search without results says so; the next search finds tasks again.
        search(u"type:nothing"_s);
        QCOMPARE(rows(), QStringList());
        QVERIFY(m_open->says(u"No task matches"_s));
        search(u"state:due id:d2"_s);
        QCOMPARE(rows().size(), 7);
        for (const FoundRow& row : panel().model().rows())
            QCOMPARE(row.task.state, TaskState::Due);
    }

    void returnOpensATaskInItsQueue()
    {
        fillAll();
        openWindow();
        QTRY_COMPARE_WITH_TIMEOUT(m_open->bench.view().current()->queues().size(), std::size_t(12), 20'000);
        search(u"error:broke"_s);
        for (const char* queue : {"mail@rq", "@sidekiq", "mail@asynq"}) {
            const TaskId id = FrameworkWriter::filledId(TaskState::Failed, 2);
            choose(queue, id);
            press(Qt::Key_Return);
            QTRY_COMPARE(m_open->bench.view().place().queue, QueueName(queue));
            QTRY_VERIFY(m_open->bench.list().tasks().rowOf(id) >= 0);
            QTRY_COMPARE(m_open->table().currentIndex().row(), m_open->bench.list().tasks().rowOf(id));
            QCOMPARE(panel().feed().found().size(), std::size_t(25)); // The results are still listed.
        }
    }

    void whatIsChosenIsActedOnInEachOfItsQueuesAndTakenBack()
    {
        fillAll();
        openWindow();
        QTRY_COMPARE_WITH_TIMEOUT(m_open->bench.view().current()->queues().size(), std::size_t(12), 20'000);
        search(u"state:failed error:broke"_s);
        QCOMPARE(rows().size(), 1 + 6 * ofEach);
        const auto before = foreignKeys(m_shop->server, ComparedEnd::WhetherThereIsOne);
        const TaskId id = FrameworkWriter::filledId(TaskState::Failed, 1);
        choose("mail@rq", id);
        choose("mail@asynq", id, true);
        choose("mail", "mail.send#1", true);
        QVERIFY(button(u"Retry"_s).isEnabled());
        press(Qt::Key_R);
        QTRY_VERIFY(!m_shop->server.call({"LPOS", "rq:queue:mail", id}).isNil());
        QTRY_VERIFY(!m_shop->server.call({"LPOS", "asynq:{mail}:pending", id}).isNil());
        QTRY_VERIFY(m_shop->stateOf("mail.send#1") != TaskState::Failed);
        // The results are updated after an action.
        QTRY_COMPARE(rows().size(), 6 * ofEach - 2);
        // A single undo covers all queues.
        const QAction& undo = *m_open->window.actions()["edit.undo"];
        QTRY_VERIFY2(undo.text().startsWith(u"Undo retry of 3 in 3 queue"_s), qPrintable(undo.text()));
        press(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(m_shop->stateOf("mail.send#1"), TaskState::Failed);
        QTRY_VERIFY(foreignKeys(m_shop->server, ComparedEnd::WhetherThereIsOne) == before);
    }

    void whatOneOfTheQueuesCannotDoIsNotOffered()
    {
        fillAll();
        openWindow();
        QTRY_COMPARE_WITH_TIMEOUT(m_open->bench.view().current()->queues().size(), std::size_t(12), 20'000);
        search(u"id:d1 state:due"_s);
        choose("mail@rq", FrameworkWriter::filledId(TaskState::Due, 1));
        QVERIFY(button(u"Discard"_s).isEnabled());
        QVERIFY(!button(u"Retry"_s).isEnabled()); // The task hasn't failed, so it can't be retried.
        QVERIFY(!button(u"Run now"_s).isEnabled()); // The task is already waiting to run, in a list.
        search(u"state:leased"_s);
        QVERIFY(!rows().isEmpty());
        press(Qt::Key_Down);
        QVERIFY(!button(u"Retry"_s).isEnabled());
    }

    void thePaletteAndTheKeyLeadThere()
    {
        openWindow(u"native"_s);
        m_open->part<Dock>().setOpen(false);
        QTimer::singleShot(0, this, [] {
            auto* palette = qobject_cast<CommandPalette*>(QApplication::activeModalWidget());
            if (!palette)
                qFatal("there is no palette");
            QTest::keyClicks(palette->findChild<QLineEdit*>(), u"search all"_s);
            // Until the palette is active, keyClick() would trigger the main window's shortcut for Return.
            QKeyEvent enter(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier);
            QCoreApplication::sendEvent(palette->findChild<QLineEdit*>(), &enter);
        });
        press(Qt::Key_K, Qt::ControlModifier);
        QTRY_VERIFY(panel().isVisible());
        m_open->window.activateWindow();
        QTRY_VERIFY(panel().line().hasFocus());
    }

    void aSearchFromThePaletteIsUsedByKeyboardAlone()
    {
        openWindow(u"native"_s);
        m_open->part<Dock>().setOpen(false);
        enterTable();
        searchFromPalette(u"mail.send#"_s);
        QTRY_COMPARE(panel().model().rowCount(), 3);
        QTRY_COMPARE(m_open->window.focusWidget(), &panel().table());
        QCOMPARE(panel().table().selectedRowNumbers(), std::vector<int>{0});
        press(Qt::Key_Down);
        QCOMPARE(panel().table().selectedRowNumbers(), std::vector<int>{1});
        const TaskId id = panel().model().rowAt(1)->task.id;
        press(Qt::Key_Return);
        QTRY_COMPARE(m_open->table().currentTask() ? m_open->table().currentTask()->id : TaskId(), id);
    }

    /// The first Escape stops the search. The second restores the dock and the focus.
    void escapeLeadsBackToWhereTheSearchBegan_data()
    {
        QTest::addColumn<QString>("panel");
        QTest::newRow("no panel was open") << QString();
        QTest::newRow("another panel was open") << u"activity"_s;
    }
    void escapeLeadsBackToWhereTheSearchBegan()
    {
        QFETCH(QString, panel);
        openWindow(u"native"_s);
        auto& dock = m_open->part<Dock>();
        dock.open(u"activity"_s);
        dock.setOpen(!panel.isEmpty());
        enterTable();
        // Block the lane, so that the search is still running when Escape is pressed.
        const auto gate = std::make_shared<QSemaphore>();
        m_open->bench.view().current()->session().run(
            Session::Lane::Background, this,
            [gate](Backend&) {
                gate->acquire();
                return Result<>();
            },
            [](const Result<>&) {});
        const auto opened = qScopeGuard([gate] { gate->release(); });
        searchFromPalette(u"mail.send#"_s);
        QCOMPARE(this->panel().feed().phase(), SearchFeed::Phase::Running);
        QTRY_COMPARE(m_open->window.focusWidget(), &this->panel().line()); // There are no results yet.
        press(Qt::Key_Escape);
        QCOMPARE(this->panel().feed().phase(), SearchFeed::Phase::Stopped);
        QCOMPARE(dock.currentId(), u"search"_s);
        press(Qt::Key_Escape);
        QCOMPARE(dock.isOpen(), !panel.isEmpty());
        QVERIFY(panel.isEmpty() || dock.currentId() == panel);
        QCOMPARE(m_open->window.focusWidget(), &m_open->table());
    }

    void whatDoesNotParseIsSaidAndSearchesNothing()
    {
        openWindow(u"native"_s);
        search(u"type:mail.send"_s);
        QCOMPARE(rows().size(), 3);
        panel().line().selectAll();
        QTest::keyClicks(&panel().line(), u"state:nowhere"_s);
        press(Qt::Key_Return);
        QVERIFY2(panel().head().note().contains(u"nowhere"_s), qPrintable(panel().head().note()));
        QCOMPARE(rows().size(), 3);
        panel().line().selectAll();
        press(Qt::Key_Delete);
        QCOMPARE(rows().size(), 0);
        QCOMPARE(panel().feed().phase(), SearchFeed::Phase::Idle);
        QVERIFY(m_open->says(u"Search all queues"_s));
    }

    void itEndsAtItsBoundAndSaysSo()
    {
        m_shop->add(int(SearchFeed::most), 2h, "other");
        openWindow(u"native"_s);
        search(u"type:mail.send"_s);
        QCOMPARE(panel().model().rowCount(), int(SearchFeed::most));
        QVERIFY2(panel().head().note().startsWith(u"first 1,000 shown"_s), qPrintable(panel().head().note()));
    }

    /// Results appear while the search is still running, and Escape stops the search.
    void aSearchGoesOnBesideTheWindowAndIsStoppedByEscape()
    {
        constexpr std::size_t tenants = 900;
        for (std::size_t i = 0; i < tenants; ++i)
            m_shop->add(1, 2h, "tenant-" + QByteArray::number(qint64(i)));
        openWindow(u"native"_s);
        QTRY_COMPARE(m_open->bench.view().current()->queues().size(), tenants + 1);
        std::vector<std::size_t> shown;
        connect(&panel().feed(), &SearchFeed::changed, this, [&] {
            if (panel().feed().phase() == SearchFeed::Phase::Running)
                shown.push_back(std::size_t(panel().model().rowCount()));
        });
        search(u"type:mail.send"_s);
        disconnect(&panel().feed(), nullptr, this, nullptr);
        QCOMPARE(panel().feed().queuesDone(), tenants + 1);
        QCOMPARE(panel().model().rowCount(), int(tenants) + 3);
        QVERIFY(std::any_of(shown.begin(), shown.end(), [](std::size_t rows) { return rows > 0 && rows < tenants; }));

        panel().line().selectAll();
        QTest::keyClicks(&panel().line(), u"payload:nowhere"_s);
        press(Qt::Key_Return);
        QCOMPARE(panel().feed().phase(), SearchFeed::Phase::Running);
        QVERIFY(button(u"Stop"_s).isEnabled());
        press(Qt::Key_Escape);
        QCOMPARE(panel().feed().phase(), SearchFeed::Phase::Stopped);
        QVERIFY2(panel().head().note().startsWith(u"stopped, "_s), qPrintable(panel().head().note()));
        QVERIFY(!button(u"Stop"_s).isEnabled());
        const std::size_t done = panel().feed().queuesDone();
        QVERIFY(done < tenants);
        bool isBehind = false; // true once the lane has handled all earlier requests
        m_open->bench.view().current()->session().run(
            Session::Lane::Background, this, [](Backend& backend) { return backend.inspector().queue("mail"); },
            [&isBehind](const Result<QueueInfo>&) { isBehind = true; });
        QTRY_VERIFY(isBehind);
        QCOMPARE(panel().feed().queuesDone(), done);
        // Return restarts the search.
        press(Qt::Key_9, Qt::AltModifier);
        press(Qt::Key_Return);
        QTRY_COMPARE(panel().feed().phase(), SearchFeed::Phase::Complete);
        QCOMPARE(panel().feed().queuesDone(), tenants + 1);
    }

    void aQueueThatCannotBeReadIsTold()
    {
        fillAll();
        m_shop->server.call({"DEL", "rq:failed:mail"});
        m_shop->server.call({"SET", "rq:failed:mail", "something else"});
        openWindow();
        QTRY_COMPARE_WITH_TIMEOUT(m_open->bench.view().current()->queues().size(), std::size_t(12), 20'000);
        search(u"state:failed error:broke"_s);
        QCOMPARE(rows().size(), 1 + 5 * ofEach);
        QVERIFY2(panel().head().note().contains(u"not fully searched, mail@rq"_s), qPrintable(panel().head().note()));
    }
};

QTEST_MAIN(TestSearchPanel)
#include "tst_searchpanel.moc"
