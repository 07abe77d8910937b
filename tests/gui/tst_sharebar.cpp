// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/taskstate.h"
#include "ui/models/cell.h"
#include "ui/theme/theme.h"
#include "ui/widgets/celldelegate.h"

#include <QPainter>
#include <QStandardItemModel>
#include <QtTest>

using namespace dueline;

/// Tests that empty and full share bars look different in each theme, in both selected and unselected rows.
class TestShareBar : public QObject
{
    Q_OBJECT

    static QImage drawn(const CellDelegate& delegate, double share, bool chosen)
    {
        QStandardItemModel model(1, 1);
        model.setData(model.index(0, 0), share, Cell::Share);
        model.setData(model.index(0, 0), int(TaskState::Failed), Cell::ShareOf);
        QImage image(120, CellDelegate::rowHeight, QImage::Format_RGB32);
        image.fill(Qt::gray);
        QPainter painter(&image);
        QStyleOptionViewItem option;
        option.rect = image.rect();
        option.state = QStyle::State_Enabled | QStyle::State_Active;
        option.state.setFlag(QStyle::State_Selected, chosen);
        delegate.paint(&painter, option, model.index(0, 0));
        return image;
    }

private Q_SLOTS:
    void nothingDoesNotLookLikeAll_data()
    {
        QTest::addColumn<int>("theme");
        QTest::addColumn<bool>("chosen");
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::HighContrast}) {
            for (const bool chosen : {false, true})
                QTest::addRow("theme %d%s", int(theme), chosen ? " chosen" : "") << int(theme) << chosen;
        }
    }
    void nothingDoesNotLookLikeAll()
    {
        QFETCH(int, theme);
        QFETCH(bool, chosen);
        Theme themes(*qApp);
        themes.choose(ThemeChoice(theme));
        const CellDelegate delegate(themes);
        const QPoint inside(CellDelegate::padding + CellDelegate::barWidth / 2, CellDelegate::rowHeight / 2);
        const auto lightness
            = [&](double share) { return drawn(delegate, share, chosen).pixelColor(inside).lightness(); };
        // The lightness must differ by at least 40 of 255, which is visible without color.
        QVERIFY2(std::abs(lightness(0) - lightness(1)) >= 40,
            qPrintable(QStringLiteral("%1 %2").arg(lightness(0)).arg(lightness(1))));
    }
};

QTEST_MAIN(TestShareBar)
#include "tst_sharebar.moc"
