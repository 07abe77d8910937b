// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/gallery.h"
#include "ui/board/boardpane.h"
#include "ui/board/boardwall.h"
#include "ui/board/walltimeline.h"

using namespace dueline;

/// Tests that nothing on the wallboard is clipped or misplaced, at any size and in either language.
class TestGalleryWallboard : public Gallery
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsClipped_data() { languages(); }
    void nothingIsClipped()
    {
        begin();
        WindowPlace place;
        QVERIFY(place.fill(Environment::Production));
        place.window().actions()["view.wall"]->trigger();
        BoardWall& wall = *place.window().findChild<BoardPane*>()->wall();
        wall.setWindowState(Qt::WindowNoState);
        QTRY_VERIFY(!wall.rows().empty() && wall.timeline().data().isKnown());
        for (const QSize& size : {QSize(1024, 640), QSize(1600, 1000), QSize(1920, 1080), QSize(2560, 1440)}) {
            wall.resize(size);
            for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::HighContrast}) {
                place.theme().choose(choice);
                check(wall, QStringLiteral("wallboard"), size);
                draw(wall, QStringLiteral("wallboard"), size, place.theme());
            }
        }
        place.theme().choose(ThemeChoice::Light);
        expectNoFlaw();
    }
};

QTEST_MAIN(TestGalleryWallboard)
#include "tst_gallery_wallboard.moc"
