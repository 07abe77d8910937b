// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/gallery.h"
#include "ui/sidebar/sidebar.h"
#include "ui/widgets/tasks/filterline.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolTip>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the window's pop-ups: menus, context menus and tooltips. All entries must be distinct, and each pop-up must
/// fit on a small screen.
class TestGalleryMenus : public Gallery
{
    Q_OBJECT

    /// Checks an open menu in both themes.
    void look(QMenu& menu, const QString& name, WindowPlace& place)
    {
        const QSize smallest = m_sizes.front();
        if (menu.width() > smallest.width() || menu.height() > smallest.height())
            m_flaws << u"%1 %2 is larger than a small screen: %3×%4"_s.arg(m_language.code(), name)
                           .arg(menu.width())
                           .arg(menu.height());
        QStringList words;
        for (const QAction* action : menu.actions()) {
            if (action->isSeparator() || !action->isVisible())
                continue;
            if (action->text().isEmpty() || words.contains(action->text()))
                m_flaws << u"%1 %2 has an entry without words of its own: \"%3\""_s.arg(
                    m_language.code(), name, action->text());
            if (m_language.code() == u"en" && !action->text().contains(u'&') && action->text().front().unicode() < 0x80)
                m_flaws << u"en %1 has an entry without a letter to press: \"%2\""_s.arg(name, action->text());
            words << action->text();
        }
        if (words.isEmpty())
            m_flaws << u"%1 %2 is empty"_s.arg(m_language.code(), name);
        m_seen << name;
        draw(menu, u"menu-"_s + name, smallest, place.theme());
        if (m_folder.isEmpty())
            return;
        place.theme().choose(ThemeChoice::Dark);
        draw(menu, u"menu-"_s + name, smallest, place.theme());
        place.theme().choose(ThemeChoice::Light);
    }
    /// Checks the context menu at this position.
    void lookAtContext(QWidget& on, const QPoint& at, const QString& name, WindowPlace& place)
    {
        QTimer watch; // fires even while the menu runs its own event loop
        watch.setInterval(10);
        connect(&watch, &QTimer::timeout, this, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu)
                return;
            watch.stop();
            look(*menu, name, place);
            menu->close();
        });
        watch.start();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, on.mapToGlobal(at));
        QCoreApplication::sendEvent(&on, &event);
        if (!QTest::qWaitFor([&] { return m_seen.contains(name) && !QApplication::activePopupWidget(); }, 5'000))
            m_flaws << u"%1 nothing opens for %2"_s.arg(m_language.code(), name);
    }
    QStringList m_seen;

private Q_SLOTS:
    void init()
    {
        begin();
        m_seen.clear();
    }
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void everyMenu_data() { languages(); }
    void everyMenu()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        place.resize(m_sizes.front());
        int number = 0;
        for (QAction* action : place.window().menuBar()->actions()) {
            action->menu()->popup(place.window().mapToGlobal(QPoint(0, 30)));
            QVERIFY(test::isSettled());
            look(*action->menu(), u"bar-%1"_s.arg(++number), place);
            for (QMenu* inner : action->menu()->findChildren<QMenu*>(Qt::FindDirectChildrenOnly)) {
                inner->popup(place.window().mapToGlobal(QPoint(200, 60)));
                QVERIFY(test::isSettled());
                look(*inner, u"bar-%1-%2"_s.arg(number).arg(m_seen.size()), place);
                inner->close();
            }
            action->menu()->close();
        }
        QCOMPARE(number, 9);
        TaskTable& table = place.window().table();
        lookAtContext(*table.viewport(), table.visualRect(table.currentIndex()).center(), u"task"_s, place);
        lookAtContext(place.window().timelinePane().timeline(), {200, 60}, u"timeline"_s, place);
        place.brush();
        lookAtContext(place.window().timelinePane().timeline(), {200, 60}, u"timeline-brush"_s, place);
        auto* sidebar = place.window().findChild<Sidebar*>();
        QSet<int> kinds;
        for (int row = 0; row < sidebar->model()->rowCount(); ++row) {
            const QModelIndex index = sidebar->model()->index(row, 0);
            const auto kind = index.data(SidebarModel::RowRole).value<SidebarModel::Row>().kind;
            if (kinds.contains(int(kind)))
                continue;
            kinds.insert(int(kind));
            sidebar->scrollTo(index);
            lookAtContext(
                *sidebar->viewport(), sidebar->visualRect(index).center(), u"sidebar-%1"_s.arg(int(kind)), place);
        }
        expectNoFlaw();
    }

    void whatThePointerBringsUp_data() { languages(); }
    void whatThePointerBringsUp()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        place.window().findChild<FilterLine*>()->apply(u"state:failed"_s);
        QTRY_VERIFY(place.showFailedTask());
        TaskTable& table = place.window().table();
        const QPoint cell = table.visualRect(table.currentIndex().siblingAtColumn(TaskTableModel::Details)).center();
        QHelpEvent help(QEvent::ToolTip, cell, table.viewport()->mapToGlobal(cell));
        QCoreApplication::sendEvent(table.viewport(), &help);
        QTRY_VERIFY(QToolTip::isVisible());
        QVERIFY(!QToolTip::text().isEmpty());
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            if (widget->isVisible() && widget->inherits("QTipLabel")) {
                QVERIFY2(widget->width() <= m_sizes.front().width(), "a tooltip is wider than a small screen");
                QVERIFY2(widget->height() < 50, "a short tooltip is made a narrow square");
                draw(*widget, u"tip-task"_s, m_sizes.front(), place.theme());
            }
        }
        QToolTip::hideText();
        QWidget& timeline = place.window().timelinePane().timeline();
        for (const QSize& size : m_sizes) {
            place.resize(size);
            QTest::mouseMove(&timeline, QPoint(timeline.width() * 3 / 10, timeline.height() - 40));
            QVERIFY(test::isSettled());
            check(place.window(), u"pointer"_s, size);
            draw(place.window(), u"pointer"_s, size, place.theme());
            if (m_folder.isEmpty())
                continue;
            place.theme().choose(ThemeChoice::Dark);
            QVERIFY(test::isSettled());
            draw(place.window(), u"pointer"_s, size, place.theme());
            place.theme().choose(ThemeChoice::Light);
        }
        expectNoFlaw();
    }
};

/// Uses a large fake screen, because Qt limits menus to the screen size. At scale 2, the default offscreen screen would
/// clip most menus.
int main(int argc, char** argv)
{
    QTemporaryDir folder;
    QFile screens(folder.filePath(u"screens.json"_s));
    if (qgetenv("QT_QPA_PLATFORM") == "offscreen" && screens.open(QIODevice::WriteOnly)) {
        screens.write(R"({"screens": [{"name": "large", "x": 0, "y": 0, "width": 3200, "height": 2400,)"
                      R"( "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]})");
        screens.close();
        qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + screens.fileName().toLocal8Bit());
    }
    QApplication app(argc, argv);
    TestGalleryMenus test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_gallery_menus.moc"
