// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/dock.h"
#include "ui/panels/docktabs.h"
#include "ui/theme/theme.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QMenu>
#include <QSplitter>
#include <QTest>
#include <QToolButton>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the dock below the table, alone and in the window.
class TestDock : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    Formatting m_formatting{QTimeZone::utc()};
    std::unique_ptr<QSplitter> m_splitter;
    Dock* m_dock = nullptr;

    QToolButton& chevron() const { return *m_dock->findChild<QToolButton*>(u"dockChevron"_s); }
    QPoint tabAt(int index) const { return m_dock->tabs().tabRect(index).center(); }

    /// Drags the splitter with the mouse.
    void drag(int pixels) const
    {
        QWidget* handle = m_splitter->handle(1);
        const QPoint from = handle->rect().center();
        QTest::mousePress(handle, Qt::LeftButton, {}, from);
        QTest::mouseMove(handle, from + QPoint(0, pixels));
        QTest::mouseRelease(handle, Qt::LeftButton, {}, from);
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void init()
    {
        m_splitter = std::make_unique<QSplitter>(Qt::Vertical);
        m_splitter->setChildrenCollapsible(false);
        m_splitter->setHandleWidth(1);
        m_splitter->addWidget(new QWidget);
        m_dock = new Dock(*m_theme);
        m_splitter->addWidget(m_dock);
        m_splitter->setStretchFactor(0, 1);
        m_splitter->setStretchFactor(1, 0);
        m_splitter->setSizes({400, Dock::openHeight});
        m_dock->addPanel(u"worker"_s, u"Embedded worker"_s, new QWidget);
        m_dock->addPanel(u"leases"_s, u"Workers and leases"_s, new QWidget);
        m_splitter->resize(700, 600);
        m_splitter->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_splitter.get()));
    }
    void cleanup() { m_splitter.reset(); }

    void itIsAsHighAsTheLookSaysOpenAndClosed()
    {
        QCOMPARE(m_dock->height(), 212);
        m_dock->setOpen(false);
        QCOMPARE(m_dock->height() + m_splitter->handleWidth(), 34); // The status bar draws the hairline.
        m_dock->setOpen(true);
        QCOMPARE(m_dock->height(), 212);
    }

    void theHeightItWasDraggedToIsKeptWhileItIsClosed()
    {
        drag(-80);
        const int given = m_dock->height();
        QVERIFY(given > 290);
        QCOMPARE(m_dock->heightWhenOpen(), given);
        m_dock->setOpen(false);
        m_dock->setOpen(true);
        QCOMPARE(m_dock->height(), given);
    }

    void whatItGaveUpForWantOfRoomItTakesBack()
    {
        m_splitter->widget(0)->setMinimumHeight(300);
        m_splitter->resize(700, 460);
        QTRY_COMPARE(m_dock->height(), 460 - 300 - m_splitter->handleWidth());
        m_dock->setOpen(false);
        m_dock->setOpen(true);
        m_splitter->resize(700, 600);
        QTRY_COMPARE(m_dock->height(), Dock::openHeight);
        m_splitter->widget(0)->setMinimumHeight(420); // The part above temporarily needs more height.
        QTRY_COMPARE(m_dock->height(), 600 - 420 - m_splitter->handleWidth());
        m_splitter->widget(0)->setMinimumHeight(300);
        QTRY_COMPARE(m_dock->height(), Dock::openHeight);
    }

    void onlyThePanelInFrontIsVisibleAndNoneWhenClosed()
    {
        QVERIFY(m_dock->panel(u"worker"_s)->isVisible());
        QVERIFY(!m_dock->panel(u"leases"_s)->isVisible());
        m_dock->open(u"leases"_s);
        QVERIFY(!m_dock->panel(u"worker"_s)->isVisible());
        QVERIFY(m_dock->panel(u"leases"_s)->isVisible());
        m_dock->setOpen(false);
        QVERIFY(!m_dock->panel(u"leases"_s)->isVisible());
        QCOMPARE(m_dock->currentId(), u"leases"_s);
        m_dock->open(u"no such panel"_s);
        QVERIFY(!m_dock->isOpen());
    }

    void aTabOpensItWithItsPanelAndTheChevronCloses()
    {
        m_dock->setOpen(false);
        QTest::mouseClick(&m_dock->tabs(), Qt::LeftButton, {}, tabAt(1));
        QVERIFY(m_dock->isOpen());
        QCOMPARE(m_dock->currentId(), u"leases"_s);
        QTRY_VERIFY(m_dock->panel(u"leases"_s)->isVisible());
        QCOMPARE(chevron().toolTip(), u"Close the panels"_s);
        chevron().click();
        QVERIFY(!m_dock->isOpen());
        QCOMPARE(chevron().toolTip(), u"Open the panels"_s);
        // Clicking the current tab also opens the dock.
        QTest::mouseClick(&m_dock->tabs(), Qt::LeftButton, {}, tabAt(1));
        QVERIFY(m_dock->isOpen());
    }

    void whereItIsNarrowTabsMoveIntoAMenuAndTitlesStayWhole()
    {
        DockTabs& tabs = m_dock->tabs();
        m_dock->addPanel(u"failures"_s, u"Failures"_s, new QWidget);
        m_dock->setStatusRoom(u"worker"_s, u"99/99"_s);
        m_dock->setStatus(u"worker"_s, u"12/12"_s);
        m_dock->setStatus(u"failures"_s, u"7"_s);
        auto* more = tabs.findChild<QToolButton*>(u"dockMore"_s);
        const auto reach = [&tabs] { return tabs.tabRect(tabs.count() - 1).right() + 1; };
        const int wide = reach();
        tabs.resize(wide, tabs.height());
        QCOMPARE(reach(), wide);
        QCOMPARE(tabs.shownStatus(0), u"12/12"_s);
        tabs.resize(wide - 20, tabs.height()); // The status shrinks first.
        QVERIFY(reach() <= wide - 20 && reach() > wide - 40);
        QCOMPARE(tabs.shownStatus(0), u"•"_s);
        QVERIFY(!more->isVisible());
        tabs.resize(wide - 110, tabs.height());
        QVERIFY(more->isVisible() && !tabs.isTabVisible(2) && tabs.isTabVisible(1));
        QVERIFY(more->x() == tabs.tabRect(1).right() + 1 && more->geometry().right() < tabs.width());
        QCOMPARE(tabs.tabText(1), u"Workers and leases"_s);
        // Opening a panel whose tab didn't fit shows its tab and hides another.
        m_dock->open(u"failures"_s);
        QVERIFY(tabs.isTabVisible(2) && !tabs.isTabVisible(1));
        m_dock->open(u"worker"_s);
        QMenu* menu = more->menu();
        Q_EMIT menu->aboutToShow();
        QCOMPARE(menu->actions().size(), 1);
        QCOMPARE(menu->actions().first()->text(), u"Failures\t7"_s);
        m_dock->setOpen(false);
        menu->actions().first()->trigger();
        QVERIFY(m_dock->isOpen());
        QCOMPARE(m_dock->currentId(), u"failures"_s);
        m_dock->open(u"worker"_s);
        m_dock->setSpare({u"leases"_s});
        QVERIFY(tabs.isTabVisible(2) && !tabs.isTabVisible(1));
        tabs.resize(wide, tabs.height());
        QCOMPARE(reach(), wide);
        QVERIFY(!more->isVisible());
    }

    /// Statuses shrink before titles move closer together. All titles have equal padding.
    void theTabsAreOnlyAsNearAsTheyHaveToBe()
    {
        DockTabs& tabs = m_dock->tabs();
        tabs.setTitle(0, u"Worker"_s);
        tabs.setTitle(1, u"Leases"_s);
        m_dock->setStatus(u"worker"_s, u"12/12"_s);
        const auto reach = [&tabs] { return tabs.tabRect(tabs.count() - 1).right() + 1; };
        const QFontMetrics metrics(m_theme->font(0, QFont::DemiBold));
        const int words = metrics.horizontalAdvance(u"Worker"_s) + metrics.horizontalAdvance(u"Leases"_s);
        tabs.resize(words + 4 * DockTabs::tabPadding, tabs.height());
        // The statuses are hidden, and the gaps have their usual width.
        QCOMPARE(reach(), words + 4 * DockTabs::tabPadding);
        tabs.resize(words + 4 * DockTabs::tabPadding - 4, tabs.height());
        QVERIFY(reach() > tabs.width() - 4 && reach() <= tabs.width());
        // The first title aligns with the text in the panels, even if titles are close together.
        const auto firstInk = [&] {
            const QImage image = m_dock->grab().toImage();
            for (int x = 0; x < image.width(); ++x) {
                for (int y = 6; y < int(24 * image.devicePixelRatio()); ++y) {
                    if (qGray(image.pixel(x, y)) < 140)
                        return int(x / image.devicePixelRatio());
                }
            }
            return -1;
        };
        m_theme->choose(ThemeChoice::Light);
        m_dock->setOpen(false);
        tabs.clearFocus(); // The focus ring is farther to the left.
        tabs.resize(600, tabs.height());
        const int wide = firstInk();
        QVERIFY2(std::abs(wide - DockTabs::textFrom) <= 2, qPrintable(QString::number(wide)));
        tabs.resize(words / 2 + 40, tabs.height());
        QVERIFY(std::abs(firstInk() - wide) <= 2); // Side bearings vary by letter.
    }

    void theLineUnderTheTabsIsThereWhileItIsOpenOnly()
    {
        m_theme->choose(ThemeChoice::Light);
        const auto lineAt
            = [this](int y) { return m_dock->grab().toImage().pixelColor(40, int(y * m_dock->devicePixelRatioF())); };
        QCOMPARE(lineAt(DockTabs::stripHeight), m_theme->tokens().line);
        m_dock->setOpen(false);
        QCOMPARE(m_dock->height(), DockTabs::stripHeight);
        QCOMPARE(lineAt(DockTabs::stripHeight - 1), m_theme->tokens().surface);
    }

    void aStatusStandsBehindTheTitleAndIsSpoken()
    {
        DockTabs& tabs = m_dock->tabs();
        m_dock->setStatusRoom(u"leases"_s, u"999"_s);
        m_dock->setStatus(u"leases"_s, u"12"_s);
        QCOMPARE(m_dock->status(u"leases"_s), u"12"_s);
        QCOMPARE(tabs.shownStatus(1), u"12"_s);
        QCOMPARE(tabs.accessibleTabName(1), u"Workers and leases, 12"_s);
        m_dock->setStatus(u"leases"_s, {});
        QCOMPARE(tabs.shownStatus(1), QString());
        QCOMPARE(tabs.accessibleTabName(1), u"Workers and leases"_s);
    }

    void nothingMovesAndNoTitleChangesWhenAStatusComes()
    {
        DockTabs& tabs = m_dock->tabs();
        m_dock->setStatusRoom(u"worker"_s, u"99/99"_s);
        m_dock->setStatusRoom(u"leases"_s, u"999"_s);
        for (int width = 700; width > 60; width -= 7) {
            tabs.resize(width, tabs.height());
            const QList before{tabs.tabRect(0), tabs.tabRect(1)};
            for (const QString& status : {u"7"_s, u"4/12"_s, u"123,456 of them"_s}) {
                m_dock->setStatus(u"worker"_s, status);
                m_dock->setStatus(u"leases"_s, status);
                QCOMPARE((QList{tabs.tabRect(0), tabs.tabRect(1)}), before);
                QVERIFY(tabs.shownStatus(0) == status || tabs.shownStatus(0) == u"•"_s);
                QVERIFY(tabs.tabToolTip(0).contains(status.first(1)));
            }
            m_dock->setStatus(u"worker"_s, {});
            m_dock->setStatus(u"leases"_s, {});
            QCOMPARE((QList{tabs.tabRect(0), tabs.tabRect(1)}), before);
        }
    }

    void inTheWindowItStartsClosedHoweverLargeThatIs()
    {
        Workbench bench(m_formatting);
        MainWindow window(*m_theme, m_formatting, bench);
        window.resize(1024, 640);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(!window.dock().isOpen());
        QVERIFY(!window.actions()["view.dock"]->isChecked());
        window.resize(1600, 1000);
        QTRY_COMPARE(window.size(), QSize(1600, 1000));
        QVERIFY(!window.dock().isOpen());
        QVERIFY(!window.actions()["view.dock"]->isChecked());
    }

    void itsActionsOpenAndCloseIt()
    {
        Workbench bench(m_formatting);
        MainWindow window(*m_theme, m_formatting, bench);
        window.resize(1600, 1000);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(!window.actions()["view.dock"]->isEnabled()); // The start page has no panels.
        Profile profile;
        profile.name = u"nowhere"_s;
        profile.url = u"unix:///nowhere/redis.sock"_s;
        auto connection = Connection::open(profile);
        QVERIFY(connection.ok());
        bench.connections().add(std::move(*connection));
        window.actions()["view.dock"]->trigger();
        QVERIFY(window.dock().isOpen());
        window.actions()["view.dock"]->trigger();
        QVERIFY(!window.dock().isOpen());
        for (const QString& id : window.dock().ids()) {
            window.dock().setOpen(false);
            window.actions()["view." + id.toLatin1()]->trigger();
            QVERIFY2(window.dock().isOpen() && window.dock().currentId() == id, qPrintable(id));
            QVERIFY(window.actions()["view.dock"]->isChecked());
        }
    }
};

QTEST_MAIN(TestDock)
#include "tst_dock.moc"
