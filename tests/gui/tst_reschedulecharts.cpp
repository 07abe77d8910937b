// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/duehistogram.h"
#include "ui/dialogs/rescheduledialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/assistive.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/times/durationedit.h"

#include <QAccessible>
#include <QApplication>
#include <QTest>
#include <QToolButton>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the charts in the reschedule dialog with a screen reader and the keyboard.
class TestRescheduleCharts : public QObject
{
    Q_OBJECT

    static QStringList rowsOf(const QAbstractItemModel& model)
    {
        QStringList rows;
        for (int row = 0; row < model.rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < model.columnCount(); ++column)
                cells << model.index(row, column).data().toString();
            rows << cells.join(u' ');
        }
        return rows;
    }

private Q_SLOTS:
    void tasksCanBeSetAsideOrSpread()
    {
        const Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        const Formatting formatting{QTimeZone::utc()};
        const TimePoint noon = fromMs(1'795'348'800'000);
        const std::vector<TaskRef> refs{{"mail#1", TaskState::Scheduled, {}, noon + 1min}};
        RescheduleDialog dialog(theme, formatting, refs, "mail", Environment::Development, noon, Millis(0), nullptr);
        dialog.choose(FilterAction::Mode::AtOnce);
        QVERIFY2(dialog.command().contains(u"15m"_s), qPrintable(dialog.command()));
        dialog.choose(FilterAction::Mode::SetAside);
        QVERIFY2(dialog.command().contains(u"30d"_s), qPrintable(dialog.command()));
        dialog.choose(FilterAction::Mode::Spread);
        QVERIFY2(dialog.command().contains(u"--spread"_s), qPrintable(dialog.command()));
    }

    void theChartsAreATableByKeyboard()
    {
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        Assistive::tellRoles();
        const Formatting formatting{QTimeZone::utc()};
        const TimePoint noon = fromMs(1'795'348'800'000);
        const std::vector<TaskRef> refs{{"mail#1", TaskState::Scheduled, {}, noon + 1min},
            {"mail#2", TaskState::Scheduled, {}, noon + 1min}, {"mail#3", TaskState::Scheduled, {}, noon + 16min}};
        RescheduleDialog dialog(theme, formatting, refs, "mail", Environment::Development, noon, Millis(0), nullptr);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        const auto charts = dialog.findChildren<DueHistogram*>();
        QCOMPARE(charts.size(), 2);
        for (DueHistogram* chart : charts) {
            const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(chart);
            QVERIFY(face && face->role() == QAccessible::Chart && !face->text(QAccessible::Name).isEmpty());
            QVERIFY(chart->isVisible());
        }
        auto* table = dialog.findChild<PanelTable*>();
        QVERIFY(table && !table->isVisible());
        QWidget* reached = nullptr;
        for (int i = 0; i < 40 && !qobject_cast<QToolButton*>(reached); ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            reached = QApplication::focusWidget();
        }
        auto* toggle = qobject_cast<QToolButton*>(reached);
        QVERIFY(toggle && toggle->isCheckable() && !toggle->accessibleName().isEmpty());
        QTest::keyClick(toggle, Qt::Key_Space);
        QTRY_VERIFY(table->isVisible() && !charts.front()->isVisible());
        QTest::keyClick(toggle, Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), table);
        QVERIFY(!table->accessibleName().isEmpty());
        QCOMPARE(rowsOf(*table->model()), (QStringList{u"12:01 2 0"_s, u"12:16 1 2"_s, u"12:31 0 1"_s}));
        QCOMPARE(table->model()->headerData(1, Qt::Horizontal).toString(), u"Before"_s);
        dialog.findChild<DurationEdit*>()->setDuration(std::chrono::minutes(30));
        const QStringList rows = rowsOf(*table->model());
        QVERIFY2(rows.last().endsWith(u" 0 1"_s) && rows.size() == 4, qPrintable(rows.join(u'|')));
    }
};

QTEST_MAIN(TestRescheduleCharts)
#include "tst_reschedulecharts.moc"
