// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/ordersshop.h"
#include "ui/inspector/inspector.h"
#include "ui/panels/dock.h"
#include "ui/sidebar/sidebar.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/tasks/taskpane.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toolbar.h"
#include "ui/window/windowzone.h"

#include <QSplitter>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the settings that a window saves for the next start, separately for wide and narrow windows, and its time
/// zone.
class TestWindowMemory : public OrdersShop
{
    Q_OBJECT

    static QString zoneOnTheToolbar(const OpenWindow& open)
    {
        for (const auto* button : open.part<Toolbar>().findChildren<QToolButton*>()) {
            if (button->accessibleName().startsWith(u"Time zone"_s))
                return button->isVisible() ? button->text() : u"(hidden)"_s;
        }
        return {};
    }

private Q_SLOTS:
    void initTestCase() { openShop(); }
    void cleanupTestCase() { closeShop(); }

    void sizesColumnsAndTheTimelinesLengthAreThereAtTheNextStart()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"settings.ini"_s);
        int sidebar = 0;
        {
            OpenWindow open(*m_theme, {1500, 900});
            open.window.rememberIn(path);
            show(open, *m_shop, 3);
            auto* split = qobject_cast<QSplitter*>(open.part<SidebarPane>().parentWidget());
            split->setSizes({320, 1180});
            sidebar = split->sizes().front();
            open.part<TaskPane>().setHiddenColumns({u"attempts"_s});
            open.window.timelinePane().timeline().zoomBy(2);
            open.window.dock().open(u"metrics"_s);
            open.window.dock().setHeightWhenOpen(301);
            open.window.dock().setOpen(false);
        }
        OpenWindow open(*m_theme);
        open.window.rememberIn(path);
        show(open, *m_shop, 3);
        QCOMPARE(open.window.size(), QSize(1500, 900));
        QTRY_COMPARE(open.part<SidebarPane>().width(), sidebar);
        QVERIFY(open.table().isColumnHidden(TaskTableModel::Attempts));
        QVERIFY(!open.table().isColumnHidden(TaskTableModel::DueTime));
        const TimeRange range = open.window.timelinePane().timeline().wantedRange();
        QVERIFY(range.length() > 7h && range.length() < 10h);

        QCOMPARE(open.window.dock().currentId(), u"metrics"_s);
        QVERIFY(!open.window.dock().isOpen());
        QCOMPARE(open.window.dock().heightWhenOpen(), 301);

        open.window.actions()["view.resetLayout"]->trigger();
        QVERIFY(!open.window.dock().isOpen()); // closed by default
        open.window.dock().setOpen(true);
        QTRY_COMPARE(open.window.dock().height(), Dock::openHeight);
        QTRY_COMPARE(open.part<SidebarPane>().width(), 272);
        QVERIFY(!open.table().isColumnHidden(TaskTableModel::Attempts));
    }

    /// On a laptop, the window is small from the start. The panel sizes that the user sets there must be saved too.
    void aSmallWindowRemembersItsSizesToo()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"settings.ini"_s);
        int sidebar = 0;
        int timeline = 0;
        {
            OpenWindow open(*m_theme, {1100, 680}, path);
            show(open, *m_shop, 3);
            // There isn't enough space for the dock and the inspector.
            QVERIFY(!open.window.dock().isOpen() && !open.part<Inspector>().isVisible());
            auto* columns = qobject_cast<QSplitter*>(open.part<SidebarPane>().parentWidget());
            columns->setSizes({290, 810});
            auto* rows = qobject_cast<QSplitter*>(open.window.timelinePane().parentWidget());
            rows->setSizes({230, 400});
            sidebar = columns->sizes().front();
            timeline = rows->sizes().front();
        }
        OpenWindow open(*m_theme, {1280, 800}, path);
        show(open, *m_shop, 3);
        QCOMPARE(open.window.size(), QSize(1100, 680));
        QTRY_COMPARE(open.part<SidebarPane>().width(), sidebar);
        QTRY_COMPARE(open.window.timelinePane().height(), timeline);
        // Panels closed for lack of space reopen in a larger window.
        open.window.resize(1400, 900);
        QTRY_VERIFY(open.window.dock().isOpen());
        QTRY_VERIFY(open.part<Inspector>().isVisible());
        QCOMPARE(open.part<SidebarPane>().width(), sidebar);
    }

    void aDockThatOnlyWantsRoomIsOpenInTheNextWideWindow()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"settings.ini"_s);
        {
            OpenWindow open(*m_theme, {1400, 900}, path);
            show(open, *m_shop, 3);
            QVERIFY(open.window.dock().isOpen());
            open.window.resize(1000, 680);
            QTRY_VERIFY(!open.window.dock().isOpen());
        }
        OpenWindow open(*m_theme, {1280, 800}, path);
        show(open, *m_shop, 3);
        QVERIFY(!open.window.dock().isOpen());
        open.window.resize(1400, 900);
        QTRY_VERIFY(open.window.dock().isOpen());
    }

    void anInspectorThatWasClosedStaysClosedAndComesBackAsWide()
    {
        int width = 0;
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"settings.ini"_s);
        {
            OpenWindow open(*m_theme, {1400, 900}, path);
            show(open, *m_shop, 3);
            QVERIFY(open.part<Inspector>().isVisible());
            width = open.part<Inspector>().width();
            open.window.actions()["view.inspector"]->trigger();
            QVERIFY(!open.part<Inspector>().isVisible());
        }
        {
            // This window closes before a connection opens.
            const OpenWindow first(*m_theme, {1400, 900}, path);
            QVERIFY(isSettled());
        }
        OpenWindow open(*m_theme, {1280, 800}, path);
        show(open, *m_shop, 3);
        QVERIFY(!open.part<Inspector>().isVisible());
        QVERIFY(!open.window.actions()["view.inspector"]->isChecked());
        open.window.resize(1000, 680);
        open.window.resize(1400, 900); // The window was narrow before.
        QVERIFY(isSettled());
        QVERIFY(!open.part<Inspector>().isVisible());
        open.window.actions()["view.inspector"]->trigger();
        QTRY_VERIFY2(std::abs(open.part<Inspector>().width() - width) <= 1,
            qPrintable(QString::number(open.part<Inspector>().width())));
    }

    void theOffsetStandsThereAtEveryWidth()
    {
        OpenWindow open(*m_theme, {1400, 900});
        show(open, *m_shop, 3);
        open.window.zone().choose(u"Asia/Shanghai"_s);
        QCOMPARE(zoneOnTheToolbar(open), u"Asia/Shanghai UTC+8"_s);
        QCOMPARE(open.formatting.zone(), QTimeZone("Asia/Shanghai"));
        open.window.resize(1024, 640);
        QTRY_COMPARE(zoneOnTheToolbar(open), u"UTC+8"_s);
        open.window.actions()["view.zoneUtc"]->trigger();
        QCOMPARE(zoneOnTheToolbar(open), u"UTC"_s);
        QCOMPARE(open.window.zone().choice(), u"UTC"_s);
        for (const QString& none : {u"Nowhere/Land"_s, u"CST"_s, u"XYZ"_s, u"posixrules"_s, u"localtime"_s}) {
            open.window.zone().choose(u"UTC"_s);
            open.window.zone().choose(none);
            // The choice is kept, because other machines may support this zone.
            QCOMPARE(open.window.zone().choice(), none);
            QCOMPARE(open.window.zone().zone(), QTimeZone::systemTimeZone());
        }
    }

    void aProfilesZoneIsOnlyTheProfiles()
    {
        OpenWindow open(*m_theme, {1400, 900});
        open.window.zone().choose(u"UTC"_s);
        Profile profile = m_shop->profile(u"orders"_s);
        profile.timeZone = u"Asia/Kathmandu"_s;
        const QString there = open.open(profile).id();
        QCOMPARE(zoneOnTheToolbar(open), u"Asia/Kathmandu UTC+5:45"_s);
        QCOMPARE(open.window.zone().choice(), u"UTC"_s); // the saved choice
        open.open(m_shop->profile(u"others"_s));
        QCOMPARE(zoneOnTheToolbar(open), u"UTC"_s);
    }

    void aConnectionKeepsItsOwnRefreshPeriod()
    {
        OpenWindow open(*m_theme);
        Profile slow = m_shop->profile(u"slow"_s);
        slow.refreshEvery = 1min;
        Connection& own = open.open(slow);
        open.bench.view().setRefreshPeriod(2s); // as the settings do whenever they are saved
        QCOMPARE(own.refreshPeriod(), Millis(1min));
        QCOMPARE(open.bench.view().shownPeriod(), Millis(1min));
        Connection& other = open.open(m_shop->profile(u"other"_s));
        QCOMPARE(other.refreshPeriod(), Millis(2s));
        QCOMPARE(open.bench.view().shownPeriod(), Millis(2s));
        open.bench.view().show({own.id(), {}, {}});
        open.bench.view().setShownPeriod(15s); // as the toolbar does for the connection in view
        QCOMPARE(own.refreshPeriod(), Millis(15s));
        QCOMPARE(other.refreshPeriod(), Millis(2s));
        QCOMPARE(open.bench.view().refreshPeriod(), Millis(2s));
    }

    void aQueueThatIsNotThereIsNamedAndTheOthersAreOffered()
    {
        OpenWindow open(*m_theme);
        const QString id = open.open(m_shop->profile(u"orders"_s)).id();
        QTRY_VERIFY(open.bench.view().queue());
        open.bench.view().show({id, "mali", {}});
        QTRY_VERIFY(open.says(u"There is no queue named mali"_s));
        QVERIFY(!open.says(u"No queue yet"_s));
    }
};

QTEST_MAIN(TestWindowMemory)
#include "tst_window_memory.moc"
