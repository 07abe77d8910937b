// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/ordersshop.h"
#include "ui/panels/dock.h"
#include "ui/sidebar/sidebar.h"

#include <QGuiApplication>
#include <QRandomGenerator>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QTemporaryDir>

#include <array>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests a window that can't be seen: minimized, hidden, or on a screen that no longer exists.
class TestWindowUnseen : public OrdersShop
{
    Q_OBJECT

    /// Returns the number of requests of each kind. Repeats within 500 ms count as one.
    static QMap<QByteArray, int> questionsIn(const std::vector<LoggedCommand>& commands)
    {
        QMap<QByteArray, int> times;
        QMap<QByteArray, TimePoint> last;
        for (const LoggedCommand& command : commands) {
            if (!last.contains(command.name) || command.at - last[command.name] > 500ms)
                ++times[command.name];
            last[command.name] = command.at;
        }
        return times;
    }
    static bool isInSight(const QWidget& window)
    {
        const QRect title(window.pos(), QSize(window.width(), 30));
        for (const QScreen* screen : QGuiApplication::screens()) {
            const QRect shown = screen->availableGeometry() & title;
            if (shown.width() >= 100 && shown.height() >= 15)
                return true;
        }
        return false;
    }

private Q_SLOTS:
    void init() { openShop(); }
    void cleanup() { closeShop(); }

    /// The pauses are long, so this tests two windows at the same time, each with its own server.
    void itAsksATenthAndIsCurrentOnceItIsSeen()
    {
        constexpr int seenFor = 8'000;
        constexpr int unseenFor = 20'000; // a visible window sends these requests every two seconds
        Shop other;
        other.add(3);
        OpenWindow minimised(*m_theme);
        OpenWindow hidden(*m_theme);
        const std::array opened{&minimised, &hidden};
        const std::array shops{m_shop.get(), &other};
        std::array<quint64, 2> before{};
        for (std::size_t i = 0; i < opened.size(); ++i) {
            show(*opened[i], *shops[i], 3);
            for (const QString& panel : {u"metrics"_s, u"leases"_s})
                opened[i]->window.dock().open(panel);
            opened[i]->bench.view().current()->commands().setListening(true);
        }
        for (std::size_t i = 0; i < opened.size(); ++i) {
            QVERIFY(isAnswered(*opened[i]->bench.view().current())); // waits for requests sent when the window opened
            before[i] = opened[i]->bench.view().current()->commands().lastNumber();
        }
        QTest::qWait(seenFor);
        std::array<QMap<QByteArray, int>, 2> seen;
        for (std::size_t i = 0; i < opened.size(); ++i) {
            seen[i] = questionsIn(opened[i]->bench.view().current()->commands().since(before[i]));
            QVERIFY2(seen[i].size() >= 3 && seen[i].value("TIME") >= 4, qPrintable(QString::number(seen[i].size())));
        }
        minimised.window.showMinimized();
        hidden.window.hide();
        for (std::size_t i = 0; i < opened.size(); ++i) {
            QVERIFY(isAnswered(*opened[i]->bench.view().current())); // waits for requests already sent
            before[i] = opened[i]->bench.view().current()->commands().lastNumber();
        }
        QTest::qWait(unseenFor);
        for (std::size_t i = 0; i < opened.size(); ++i) {
            const auto unseen = questionsIn(opened[i]->bench.view().current()->commands().since(before[i]));
            QVERIFY(unseen.value("TIME") > 0); // Refreshes must continue.
            for (auto kind = unseen.begin(); kind != unseen.end(); ++kind) {
                // Allow one extra request, because one sent every 50 seconds may fall into any 20-second period.
                const int most = 1 + seen[i].value(kind.key()) * unseenFor / (seenFor * Connection::unseenPace);
                QVERIFY2(kind.value() <= most,
                    qPrintable(u"%1, %2: %3 times in 8 s seen, %4 times in 20 s unseen"_s
                                   .arg(i == 0 ? u"minimised"_s : u"hidden"_s, QString::fromLatin1(kind.key()))
                                   .arg(seen[i].value(kind.key()))
                                   .arg(kind.value())));
            }
        }
        for (Shop* shop : shops)
            shop->add(1, 1h, "mail", 10);
        minimised.window.showNormal();
        hidden.window.show();
        for (OpenWindow* window : opened)
            QTRY_COMPARE_WITH_TIMEOUT(window->bench.list().tasks().rowCount(), 4, 1'500);
    }

    void aPlaceThatIsNoneLeadsToAScreen_data()
    {
        QTest::addColumn<QByteArray>("place");
        QWidget away;
        away.setGeometry(30'000, 20'000, 900, 600);
        QTest::newRow("on a screen that is gone") << away.saveGeometry();
        away.setGeometry(-30'000, -20'000, 900, 600);
        QTest::newRow("on one that was at the left") << away.saveGeometry();
        QByteArray broken = away.saveGeometry();
        for (qsizetype at = 8; at < broken.size(); ++at)
            broken[at] = char(0x7F);
        QTest::newRow("numbers that are none") << broken;
        QTest::newRow("its beginning alone") << away.saveGeometry().first(12);
        QTest::newRow("garbage") << QByteArray("\x01\xD9\xD0\xCB\0\3\0\0garbage, and more of it, for a while", 45);
        QTest::newRow("a word") << QByteArray("left");
    }
    void aPlaceThatIsNoneLeadsToAScreen()
    {
        QFETCH(QByteArray, place);
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"settings.ini"_s);
        QSettings(path, QSettings::IniFormat).setValue(u"window/geometry"_s, place);
        OpenWindow open(*m_theme, {1300, 820}, path);
        QVERIFY2(isInSight(open.window), qPrintable(u"%1, %2"_s.arg(open.window.x()).arg(open.window.y())));
        QVERIFY(open.window.width() >= 800 && open.window.width() <= 16'384);
        QVERIFY(open.window.height() >= 560 && open.window.height() <= 16'384);
        QVERIFY(!open.window.isMinimized() && open.window.isVisible());
    }

    /// State is saved even while the window is open, because a killed session can't save it on exit.
    void whatIsDraggedIsWrittenWhileItIsOpen()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"settings.ini"_s);
        OpenWindow open(*m_theme, {1300, 820}, path);
        show(open, *m_shop, 3);
        auto* split = qobject_cast<QSplitter*>(open.part<SidebarPane>().parentWidget());
        split->setSizes({333, 967});
        Q_EMIT split->splitterMoved(333, 1);
        const auto written = [&path] {
            const QVariantList sizes = QSettings(path, QSettings::IniFormat).value(u"window/sidebar"_s).toList();
            return sizes.isEmpty() ? 0 : sizes.front().toInt();
        };
        QTRY_COMPARE_WITH_TIMEOUT(written(), split->sizes().front(), 4'000);
    }
};

QTEST_MAIN(TestWindowUnseen)
#include "tst_window_unseen.moc"
