// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/ordersshop.h"
#include "ui/panels/dock.h"
#include "ui/widgets/sidebar.h"

#include <QGuiApplication>
#include <QRandomGenerator>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QTemporaryDir>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// A window that nobody sees, or nobody could: minimised, hidden, on a screen that is gone.
class TestWindowUnseen : public OrdersShop
{
    Q_OBJECT

    /// What the server has been asked so far, what scripts ask within it as well, without our own questions.
    qint64 asked()
    {
        qint64 calls = 0;
        const QByteArray told = m_shop->server.call({"INFO", "commandstats"}).bytes;
        for (const QByteArray& line : told.split('\n')) {
            const qsizetype at = line.indexOf("calls=");
            if (at > 0 && !line.startsWith("cmdstat_info"))
                calls += line.sliced(at + 6, line.indexOf(',', at) - at - 6).toLongLong();
        }
        return calls;
    }
    qint64 askedWithin(int ms)
    {
        const qint64 before = asked();
        QTest::qWait(ms);
        return asked() - before;
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

    void itAsksATenthAndIsCurrentOnceItIsSeen_data()
    {
        QTest::addColumn<bool>("minimized");
        QTest::newRow("minimised") << true;
        QTest::newRow("hidden") << false;
    }
    void itAsksATenthAndIsCurrentOnceItIsSeen()
    {
        QFETCH(bool, minimized);
        OpenWindow open(*m_theme);
        show(open, *m_shop, 3);
        for (const QString& panel : {u"leases"_s, u"metrics"_s})
            open.window.dock().open(panel);
        QTest::qWait(2'000); // what comes with the beginning
        const qint64 seen = askedWithin(8'000);
        QVERIFY2(seen >= 10, qPrintable(QString::number(seen)));
        minimized ? open.window.showMinimized() : open.window.hide();
        QTest::qWait(8'000); // what was on its way, and timers that were set while it was seen
        const qint64 unseen = askedWithin(16'000);
        QVERIFY2(unseen * 5 <= seen, qPrintable(u"%1 in 8 s seen, %2 in 16 s unseen"_s.arg(seen).arg(unseen)));
        m_shop->add(1, 1h, "mail", 10);
        minimized ? open.window.showNormal() : open.window.show();
        QTRY_COMPARE_WITH_TIMEOUT(open.bench.tasks().rowCount(), 4, 1'500);
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

    /// Not at its end alone, which a session that is killed does not have.
    void whatIsDraggedIsWrittenWhileItIsOpen()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"settings.ini"_s);
        OpenWindow open(*m_theme, {1300, 820}, path);
        show(open, *m_shop, 3);
        auto* split = qobject_cast<QSplitter*>(open.part<Sidebar>().parentWidget());
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
