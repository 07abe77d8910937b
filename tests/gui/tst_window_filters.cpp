// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "ui/dialogs/namedialog.h"
#include "ui/sidebar/sidebar.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QPushButton>
#include <QTimeZone>
#include <QTimer>

#include <algorithm>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests filters: typing, saving, and applying them from the sidebar, and the messages when nothing matches.
class TestWindowFilters : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    FilterLine& line() { return m_open->part<FilterLine>(); }
    std::optional<SidebarModel::Row> filterRow(const QString& name)
    {
        SidebarModel& sidebar = m_open->bench.sidebar();
        for (int i = 0; i < sidebar.rowCount(); ++i) {
            if (sidebar.row(i).kind == SidebarModel::Kind::Filter && sidebar.row(i).text == name)
                return sidebar.row(i);
        }
        return {};
    }
    void type(const QString& text)
    {
        line().setFocus();
        line().clear();
        QTest::keyClicks(&line(), text);
        QTest::keyClick(&line(), Qt::Key_Return);
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
        m_shop->add(2, -1h, "mail", 1);
        m_shop->fail("550 no such user");
        m_shop->add(4, 1h, "mail", 10);
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_open->open(m_shop->profile(u"orders"_s));
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 6);
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }

    /// Shows the exact time, as duectl does on stderr, because the same words mean different times in different time
    /// zones.
    void wordsForATimeAreToldAsAnInstant()
    {
        m_open->formatting.setZone(QTimeZone("Europe/Berlin"));
        FilterLine& line = *m_open->window.findChild<FilterLine*>();
        const auto tells = [this](const QString& words) {
            const auto labels = m_open->window.findChildren<PlainLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                [&words](const PlainLabel* label) { return label->isVisible() && label->fullText() == words; });
        };
        const QString told = u"\"2026-11-28 09:00\" is 2026-11-28 09:00:00.000 UTC+1."_s;
        line.apply(u"due>\"2026-11-28 09:00\""_s);
        QTRY_VERIFY(tells(told));
        line.apply(u"due>+1h"_s); // a relative time, so the time zone doesn't matter
        QTRY_VERIFY(!tells(told));
    }

    void returnInTheFilterFiltersEvenWhileATaskIsChosen()
    {
        QTRY_VERIFY(m_open->table().currentTask());
        type(u"state:failed"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        QVERIFY(m_open->says(u"of 6 task(s)"_s));
    }

    /// Escape returns to the listed tasks without clearing the filter, so that Ctrl+A selects only those listed.
    void escapeLeavesTheFilterForTheTableAndTakesBackWhatWasNotApplied()
    {
        type(u"state:failed"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        QTest::keyClicks(&line(), u" type:x"_s);
        for (int i = 0; i < 2 && QApplication::activePopupWidget(); ++i)
            QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Escape);
        QTest::keyClick(&line(), Qt::Key_Escape);
        QCOMPARE(line().text(), u"state:failed"_s);
        QCOMPARE(m_open->window.focusWidget(), &m_open->table());
        QTest::keyClick(&m_open->table(), Qt::Key_Escape);
        QTest::keyClick(&line(), Qt::Key_Escape);
        QCOMPARE(line().filter().text(), u"state:failed"_s);
        for (int i = 0; i < 2; ++i) {
            QTest::keyClick(&m_open->table(), Qt::Key_A, Qt::ControlModifier);
            QTRY_VERIFY(!m_open->bench.list().tasks().ticked().isEmpty() || m_open->bench.list().tasks().isAll());
        }
        QTRY_VERIFY(m_open->says(u"All matching tasks (1) are selected."_s));
        // Clearing the filter is a separate action with its own shortcut.
        m_open->window.actions()["edit.clearFilter"]->trigger();
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 6);
        QVERIFY(line().filter().isEmpty());
    }

    void withoutAFilterSelectingAllSaysSo()
    {
        m_open->table().setFocus();
        QTest::keyClick(&m_open->table(), Qt::Key_A, Qt::ControlModifier);
        QTRY_COMPARE(m_open->bench.list().tasks().ticked().size(), 6);
        QTest::keyClick(&m_open->table(), Qt::Key_A, Qt::ControlModifier);
        QVERIFY(m_open->bench.list().tasks().isAll());
        QTRY_VERIFY(m_open->says(u"All tasks (6) are selected because there is no filter."_s));
    }

    void nothingMatchesAndTheWayBackIsThere()
    {
        type(u"state:failed"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        type(u"type:mail.send payload:nowhere"_s);
        QTRY_VERIFY(m_open->says(u"No task matches"_s) && m_open->says(u"of 6 task(s)"_s));
        QPushButton* back = nullptr;
        for (QPushButton* button : m_open->window.findChildren<QPushButton*>()) {
            if (button->isVisible() && button->text() == u"Clear filter"_s)
                back = button;
        }
        QVERIFY(back);
        back->click();
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 6);
        QVERIFY(line().text().isEmpty());
    }

    void aFilterThatCannotBeReadMatchesNeitherNoneNorSome()
    {
        type(u"type:mail.send payload:nowhere"_s);
        QTRY_VERIFY(m_open->says(u"No task matches"_s));
        type(u"stat:failed"_s);
        QTRY_VERIFY(m_open->says(u"The filter is not valid"_s));
        QVERIFY(m_open->says(u"not applied"_s) && m_open->says(u"Quote words"_s));
        QVERIFY(!m_open->says(u"task matches"_s) && !m_open->says(u"of 6 task(s)"_s));
        QTest::keyClick(&line(), Qt::Key_Escape);
        // The applied filter is empty, because the line was cleared before the text was typed.
        QVERIFY(line().text().isEmpty());
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 6);
        QVERIFY(!m_open->says(u"not applied"_s));
    }

    /// A live refresh repeats the search; the previous results and their count stay on screen meanwhile.
    void whatWasFoundStaysSaidWhileItIsLookedForAnew()
    {
        TaskFeed& feed = m_open->bench.list().feed();
        // No reply can have arrived when this returns, because it doesn't run the event loop.
        const auto lookAgain = [&] {
            QTRY_VERIFY(!feed.isSearching());
            feed.refresh();
            QVERIFY(feed.isSearching());
            Q_EMIT m_open->bench.view().currentChanged(); // triggers an update of all text
        };
        type(u"state:scheduled"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 4);
        m_open->table().setFocus();
        QTest::keyClick(&m_open->table(), Qt::Key_A, Qt::ControlModifier);
        QTRY_COMPARE(m_open->bench.list().tasks().ticked().size(), 4);
        QTest::keyClick(&m_open->table(), Qt::Key_A, Qt::ControlModifier);
        QVERIFY(m_open->bench.list().tasks().isAll());
        QTRY_VERIFY(m_open->says(u"All matching tasks (4) are selected."_s));
        lookAgain();
        QCOMPARE(feed.matches(), 4);
        QVERIFY(m_open->says(u"All matching tasks (4) are selected."_s) && m_open->says(u"of 4"_s));
        m_open->bench.list().tasks().clearTicks();
        lookAgain();
        QVERIFY(m_open->says(u"of 6 task(s)"_s) && !m_open->says(u"found so far…"_s));
        m_shop->add(1, 1h, "mail", 30);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 5);
        QTRY_COMPARE(feed.matches(), 5);
        line().apply(u"state:failed"_s);
        QCOMPARE(feed.matches(), 0); // A new filter restarts the count.
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);

        type(u"id:mail.send#77"_s);
        QTRY_VERIFY(m_open->says(u"No task matches"_s));
        lookAgain();
        QVERIFY(m_open->says(u"No task matches"_s));
        line().apply(u"stat:failed"_s); // The previous filter still applies.
        QVERIFY(m_open->says(u"The filter is not valid"_s));
        lookAgain();
        QVERIFY(m_open->says(u"The filter is not valid"_s));
        line().apply(u"id:mail.send#77"_s);
        m_shop->add(1, 1h, "mail", 77);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        QTRY_VERIFY(!m_open->says(u"No task matches"_s));
    }

    void aSavedFilterIsAppliedFromTheSidebarAndCountsWhatCostsNothing()
    {
        QAbstractItemModelTester tester(
            &m_open->bench.sidebar(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(m_open->bench.filters().save(u"Broken"_s, u"state:failed"_s).ok());
        QVERIFY(m_open->bench.filters().save(u"Ten"_s, u"id:mail.send#10"_s).ok());
        QVERIFY(filterRow(u"Broken"_s) && filterRow(u"Broken"_s)->counted);
        QTRY_COMPARE(filterRow(u"Broken"_s)->count, 1);
        QVERIFY(!filterRow(u"Ten"_s)->counted); // Counting its matches would take a search.
        auto& sidebar = m_open->part<Sidebar>();
        for (int i = 0; i < m_open->bench.sidebar().rowCount(); ++i) {
            if (m_open->bench.sidebar().row(i).text == u"Ten"_s)
                QTest::mouseClick(sidebar.viewport(), Qt::LeftButton, {},
                    sidebar.visualRect(m_open->bench.sidebar().index(i)).center());
        }
        QCOMPARE(line().text(), u"id:mail.send#10"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        QTRY_VERIFY(filterRow(u"Ten"_s)->counted); // The search has counted the matches.
        QCOMPARE(filterRow(u"Ten"_s)->count, 1);
        QCOMPARE(m_open->bench.view().place().queue, QueueName("mail")); // The same queue is still in view.
    }

    void theFilterThatIsTypedIsSavedUnderAName()
    {
        type(u"state:failed type:mail.*"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        QTimer::singleShot(0, this, [] {
            auto* dialog = qobject_cast<NameDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                qFatal("nobody asks for a name");
            QTest::keyClicks(dialog->findChild<QLineEdit*>(), u"Mail that failed"_s);
            QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
            dialog->accept();
        });
        m_open->window.actions()["edit.saveFilter"]->trigger();
        const SavedFilter* saved = m_open->bench.filters().find(u"Mail that failed"_s);
        QVERIFY(saved);
        QCOMPARE(saved->text, u"state:failed type:mail.*"_s);
        QVERIFY(filterRow(u"Mail that failed"_s)->open); // the active filter
    }

    void withoutAFilterThereIsNothingToSaveAndThatIsSaid()
    {
        m_open->window.actions()["edit.saveFilter"]->trigger();
        QCOMPARE(m_open->window.messages().notice().text, u"There is no filter to save"_s);
    }

    void namesAreKeptApartAndSurviveARestart()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"settings.ini"_s);
        SavedFilters filters;
        filters.rememberIn(path);
        QVERIFY(filters.save(u"  Late / 迟到  "_s, u"state:due due<-5m"_s).ok());
        QVERIFY(!filters.save(u" "_s, u"state:due"_s).ok());
        QVERIFY(!filters.save(u"Wrong"_s, u"stat:due"_s).ok());
        QVERIFY(!filters.rename(u"Late / 迟到"_s, u"Failed"_s).ok());
        QVERIFY(filters.rename(u"Late / 迟到"_s, u"Overdue"_s).ok());
        QVERIFY(filters.remove(u"Failed"_s).ok());
        QVERIFY(!filters.remove(u"Failed"_s).ok());
        SavedFilters again;
        again.rememberIn(path);
        QCOMPARE(again.all(), filters.all());
        QVERIFY(again.find(u"Overdue"_s) && !again.find(u"Failed"_s));
        // A file without filters differs from a missing file, which means the default filters.
        while (!filters.all().empty())
            QVERIFY(filters.remove(filters.all().front().name).ok());
        SavedFilters none;
        none.rememberIn(path);
        QVERIFY(none.all().empty());
    }
};

QTEST_MAIN(TestWindowFilters)
#include "tst_window_filters.moc"
