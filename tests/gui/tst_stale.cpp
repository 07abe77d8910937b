// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "ui/panels/dock.h"
#include "ui/panels/schedules/schedulespanel.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QHash>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests that stale data, shown after the connection is lost, stays readable. Measures the contrast of the painted
/// pixels in every theme.
class TestStale : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    /// Returns the highest contrast in `area` to its most frequent color.
    static double reached(const QImage& image, const QRect& area)
    {
        QHash<QRgb, int> counts;
        const QRect inside = area.intersected(image.rect());
        for (int y = inside.top(); y <= inside.bottom(); ++y) {
            for (int x = inside.left(); x <= inside.right(); ++x)
                ++counts[image.pixel(x, y)];
        }
        QRgb ground = 0;
        for (auto it = counts.cbegin(); it != counts.cend(); ++it)
            ground = it.value() > counts.value(ground) ? it.key() : ground;
        double most = 1;
        for (auto it = counts.cbegin(); it != counts.cend(); ++it)
            most = std::max(most, contrast(QColor(it.key()), QColor(ground)));
        return most;
    }
    static int count(const QImage& image, const QRect& area, const QColor& color)
    {
        int found = 0;
        for (int y = area.top(); y <= area.bottom(); ++y) {
            for (int x = area.left(); x <= area.right(); ++x)
                found += image.rect().contains(x, y) && image.pixel(x, y) == color.rgb();
        }
        return found;
    }
    static QImage imageOf(QWidget& widget) { return widget.grab().toImage().convertToFormat(QImage::Format_RGB32); }
    void expect(const QImage& image, const QRect& area, const QString& what) const
    {
        // High-contrast colors have a contrast of 7:1 (tst_theme), but one-pixel strokes are painted slightly paler.
        const double least = m_theme->tokens().highContrast ? 6.5 : 4.5;
        const double found = reached(image, area);
        QVERIFY2(found >= least, qPrintable(u"%1 reaches %2:1"_s.arg(what).arg(found, 0, 'f', 2)));
    }

private Q_SLOTS:
    void initTestCase()
    {
        QApplication& application = *qobject_cast<QApplication*>(QCoreApplication::instance());
        m_theme = std::make_unique<Theme>(application, ThemeChoice::Light);
        m_shop = std::make_unique<Shop>();
        m_shop->add(1, 0h);
        m_shop->add(2, 0h, "mail", 11);
        m_shop->fail("timeout: nobody answered");
        Schedule nightly;
        nightly.name = "nightly";
        nightly.cron = "30 3 * * mon-fri";
        nightly.zone = "Asia/Shanghai";
        nightly.type = "report.send";
        nightly.payload = "{}";
        QVERIFY(m_shop->backend().schedules()->put("mail", nightly, true).ok());
        nightly.name = "often"; // becomes overdue: there is no worker
        nightly.cron = "@every 1s";
        nightly.zone.clear();
        QVERIFY(m_shop->backend().schedules()->put("mail", nightly, true).ok());
        m_open = std::make_unique<OpenWindow>(*m_theme, QSize(1024, 640));
        Connection& connection = m_open->open(m_shop->profile(u"orders"_s));
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 3);
        QTRY_VERIFY(m_open->bench.list().tasks().taskAt(2));
        auto& panel = m_open->part<SchedulesPanel>();
        m_open->window.dock().open(u"schedules"_s);
        QTRY_COMPARE(panel.model().rowCount(), 2);
        connection.session().setRetryDelays(60s, 60s);
        m_shop->server.kill9();
        QTRY_VERIFY_WITH_TIMEOUT(m_open->table().isStale() && panel.table().isStale(), 15'000);
    }
    void cleanupTestCase()
    {
        m_open.reset();
        m_shop.reset();
        m_theme.reset();
    }

    void whatIsStaleCanBeRead_data()
    {
        QTest::addColumn<int>("choice");
        QTest::newRow("light") << int(ThemeChoice::Light);
        QTest::newRow("dark") << int(ThemeChoice::Dark);
        QTest::newRow("high contrast") << int(ThemeChoice::HighContrast);
    }
    void whatIsStaleCanBeRead()
    {
        QFETCH(int, choice);
        m_theme->choose(ThemeChoice(choice));
        QVERIFY(isSettled()); // applies the style sheet
        TaskTable& table = m_open->table();
        const QImage rows = imageOf(*table.viewport());
        int measured = 0;
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            const int top = table.rowViewportPosition(row) + 2;
            if (top < 0 || top + table.rowHeight() > rows.height())
                continue; // Skip partly visible rows.
            ++measured;
            const auto part = [&](int column, int from, int to) {
                return QRect(table.columnViewportPosition(column) + from, top, to - from, table.rowHeight() - 6);
            };
            expect(rows, part(TaskTableModel::State, 32, 100), u"State"_s);
            const int type = QFontMetrics(m_theme->font(0, QFont::DemiBold)).horizontalAdvance(u"mail.send"_s);
            expect(rows, part(TaskTableModel::Type, 8, 8 + type), u"Type"_s);
            expect(rows, part(TaskTableModel::Type, 8 + type + 6, 8 + type + 40), u"Id"_s);
            expect(rows, part(TaskTableModel::When, 8, table.columnWidth(TaskTableModel::When) - 8), u"When"_s);
            if (!table.isColumnHidden(TaskTableModel::Details))
                expect(rows, part(TaskTableModel::Details, 8, 120), u"Details"_s);
        }
        QVERIFY(measured > 0);
    }

    void whatIsStaleOfAPanelCanBeRead_data() { whatIsStaleCanBeRead_data(); }
    void whatIsStaleOfAPanelCanBeRead()
    {
        QFETCH(int, choice);
        m_theme->choose(ThemeChoice(choice));
        QVERIFY(isSettled());
        PanelTable& table = m_open->part<SchedulesPanel>().table();
        table.clearSelection();
        table.setCurrentIndex({});
        for (const bool selected : {false, true}) {
            if (selected)
                table.selectRow(0);
            const QImage image = imageOf(*table.viewport());
            for (int column = 0; column < table.model()->columnCount(); ++column) {
                if (table.isColumnHidden(column) || table.model()->index(0, column).data().toString().isEmpty())
                    continue;
                const int left = table.columnViewportPosition(column) + CellDelegate::padding;
                const QRect area(left, 2, std::min(60, table.columnWidth(column) - 2 * CellDelegate::padding),
                    CellDelegate::rowHeight - 5);
                expect(image, area, table.model()->headerData(column, Qt::Horizontal).toString());
            }
        }
    }

    /// A stale warning and its mark are as pale as the rest of their row.
    void aWarningFadesWithItsRow()
    {
        m_theme->choose(ThemeChoice::Light);
        auto& panel = m_open->part<SchedulesPanel>();
        PanelTable& table = panel.table();
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().isLate(*panel.model().rowAt(1)), 10'000);
        table.clearSelection();
        const QModelIndex next = table.model()->index(1, ScheduleModel::Next);
        table.scrollTo(next);
        const auto coloured = [&] {
            QCoreApplication::processEvents();
            const QImage image = imageOf(*table.viewport());
            // Exclude the mark at the start of the cell.
            const QRect cell = table.visualRect(next).adjusted(CellDelegate::padding + 20, 2, 0, -2);
            int found = 0;
            for (int y = cell.top(); y < cell.bottom(); ++y) {
                for (int x = cell.left(); x < cell.left() + 80; ++x) {
                    const QColor pixel = image.rect().contains(x, y) ? QColor(image.pixel(x, y)) : QColor(Qt::black);
                    found += pixel.red() - pixel.blue() > 60;
                }
            }
            return found;
        };
        QCOMPARE(coloured(), 0);
        table.setStale(false);
        QVERIFY(coloured() > 20);
        table.setStale(true);
    }

    /// Axes are not data, and the current time is never stale.
    void axesAndNowDoNotFade_data() { whatIsStaleCanBeRead_data(); }
    void axesAndNowDoNotFade()
    {
        QFETCH(int, choice);
        m_theme->choose(ThemeChoice(choice));
        QVERIFY(isSettled());
        TimelineWidget& timeline = m_open->part<TimelinePane>().timeline();
        const QImage image = imageOf(timeline);
        const QRect plot = timeline.plot();
        expect(
            image, QRect(plot.left(), plot.bottom() + 6, plot.width(), image.height() - plot.bottom() - 7), u"Time"_s);
        const QRect above(plot.left(), 0, plot.width(), plot.top() - 4);
        QVERIFY2(count(image, above, m_theme->tokens().text) > 300, "the ground of Now is not as dark as words are");
        // The line at the current time alone has one such pixel in each row of the plot.
        QVERIFY(count(image, plot, m_theme->tokens().text) >= plot.height());
    }

    void nothingFadesInHighContrast()
    {
        m_theme->choose(ThemeChoice::HighContrast);
        QVERIFY(isSettled());
        TaskTable& table = m_open->table();
        const QImage image = imageOf(*table.viewport());
        const int row = table.rowAt(table.rowHeight() / 2);
        const Task* task = m_open->bench.list().tasks().taskAt(row);
        const QRect tile(table.columnViewportPosition(TaskTableModel::State) + 8, table.rowViewportPosition(row), 17,
            table.rowHeight());
        QVERIFY(count(image, tile, m_theme->tokens().of(task->state).fill) > 40);
        QCOMPARE(m_theme->staleTokens().text, m_theme->tokens().text);
        m_theme->choose(ThemeChoice::Light);
        QVERIFY(isSettled());
        // No pixel has its original color.
        QCOMPARE(count(imageOf(*table.viewport()), tile, m_theme->tokens().of(task->state).fill), 0);
    }
};

QTEST_MAIN(TestStale)
#include "tst_stale.moc"
