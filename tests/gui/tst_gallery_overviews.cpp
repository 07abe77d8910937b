// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/gallery.h"
#include "tests/gui/openwindow.h"
#include "ui/board/boardpane.h"
#include "ui/board/boardwall.h"
#include "ui/timeline/walltimeline.h"

using namespace dueline;

/// Tests that nothing in the overview of all servers or on the wallboard is clipped or misplaced, at any size and in
/// either language.
class TestGalleryOverviews : public Gallery
{
    Q_OBJECT

    const QList<QSize> m_all{{1024, 640}, {1600, 1000}, {1920, 1080}, {2560, 1440}};

    /// Opens a second server, with failures, and a third one, which is lost.
    static void openOthers(WindowPlace& place, test::Shop& other, test::Shop& lost)
    {
        other.add(3, std::chrono::hours(1), "reports");
        other.failNew("checkout", "charge", "card declined: %", 3);
        lost.add(1, std::chrono::hours(1), "mail");
        for (const auto& [shop, name, environment] :
            {std::tuple(&other, QStringLiteral("shop-us"), Environment::Production),
                {&lost, QStringLiteral("shop-staging"), Environment::Staging}}) {
            auto opened = Connection::open(shop->profile(name, environment));
            QVERIFY(opened.ok());
            Connection& connection = **opened;
            place.bench().connections().add(std::move(*opened));
            QTRY_VERIFY(!connection.queues().empty());
            if (shop == &lost) {
                connection.session().setRetryDelays(std::chrono::minutes(1), std::chrono::minutes(1));
                lost.server.kill9();
                QTRY_VERIFY_WITH_TIMEOUT(!connection.session().isOnline(), 20'000);
            }
        }
    }

private Q_SLOTS:
    void theWallboard_data() { languages(); }
    void theWallboard()
    {
        begin();
        WindowPlace place;
        QVERIFY(place.fill(Environment::Production));
        place.window().actions()["view.wall"]->trigger();
        BoardWall& wall = *place.window().findChild<BoardPane*>()->wall();
        wall.setWindowState(Qt::WindowNoState);
        QTRY_VERIFY(!wall.rows().empty() && wall.timeline().data().isKnown());
        for (const QSize& size : m_all) {
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

    void allServers_data() { languages(); }
    void allServers()
    {
        begin();
        test::Shop other;
        test::Shop lost;
        WindowPlace place;
        QVERIFY(place.fill(Environment::Production));
        openOthers(place, other, lost);
        place.window().actions()["view.allServers"]->trigger();
        auto& board = *place.window().findChild<BoardPane*>();
        QTRY_VERIFY(board.isVisible() && board.model().isGrouped() && board.model().read() == board.model().all());
        place.window().findChild<Dock*>()->setOpen(false);
        m_sizes = m_all;
        m_names = Overflow::Names::Long; // the address of the lost server
        show(place, QStringLiteral("all-servers"));
        expectNoFlaw();
    }
};

QTEST_MAIN(TestGalleryOverviews)
#include "tst_gallery_overviews.moc"
