// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/attemptsview.h"
#include "ui/theme/theme.h"
#include "ui/widgets/tasks/taskdelegate.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QApplication>
#include <QHeaderView>
#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace dueline;

class TestTaskTable : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    Formatting m_formatting{QTimeZone::utc()};

    static int shownWidth(const TaskTable& table)
    {
        int sum = 0;
        for (int column = 0; column < TaskTableModel::ColumnCount; ++column)
            sum += table.isColumnHidden(column) ? 0 : table.columnWidth(column);
        return sum;
    }

    /// Counts the pixels of a rendered cell that differ from those of the same cell with another payload.
    int changedPixels(int width)
    {
        TaskTableModel model(m_formatting);
        TaskDelegate delegate(*m_theme);
        std::vector<QImage> images;
        for (const QByteArray& payload : {QByteArray("{\"order\":4697}"), QByteArray("{\"order\":1111}")}) {
            Task task;
            task.id = "charge#1";
            task.state = TaskState::Failed;
            task.error = "card declined";
            task.preview = payload;
            model.reset(1);
            model.setPage(0, {task});
            QImage image(width, TaskDelegate::rowHeight, QImage::Format_RGB32);
            image.fill(m_theme->tokens().surface);
            QPainter painter(&image);
            QStyleOptionViewItem option;
            option.rect = image.rect();
            delegate.paint(&painter, option, model.index(0, TaskTableModel::Details));
            painter.end();
            images.push_back(image);
        }
        int changed = 0;
        for (int y = 0; y < images[0].height(); ++y) {
            for (int x = 0; x < images[0].width(); ++x)
                changed += images[0].pixel(x, y) != images[1].pixel(x, y) ? 1 : 0;
        }
        return changed;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void aColumnHidesBeforeAnythingIsSqueezed_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("narrow");
        // Includes the table's widths in windows 1024, 1280 and 1600 pixels wide.
        for (int width = 460; width <= 1400; width += 20)
            QTest::addRow("%d", width) << width << (width % 40 == 0);
    }
    void aColumnHidesBeforeAnythingIsSqueezed()
    {
        QFETCH(int, width);
        QFETCH(bool, narrow);
        TaskTableModel model(m_formatting);
        TaskTable table(*m_theme, model);
        table.setNarrow(narrow);
        table.resize(width, 300);
        table.show();
        for (int column = 0; column < TaskTableModel::ColumnCount; ++column) {
            if (!table.isColumnHidden(column))
                QVERIFY2(table.columnWidth(column) >= table.neededWidth(column), qPrintable(QString::number(column)));
        }
        QCOMPARE(shownWidth(table), table.viewport()->width());
        if (table.isColumnHidden(TaskTableModel::Details))
            QVERIFY(table.isColumnHidden(TaskTableModel::Attempts));
        if (table.isColumnHidden(TaskTableModel::Attempts))
            QVERIFY(table.isColumnHidden(TaskTableModel::DueTime));
        for (const int column : {TaskTableModel::State, TaskTableModel::Type, TaskTableModel::When})
            QVERIFY(!table.isColumnHidden(column));
    }

    void aColumnThatHidComesBackWithTheRoom()
    {
        TaskTableModel model(m_formatting);
        TaskTable table(*m_theme, model);
        table.resize(1400, 300);
        table.show();
        QVERIFY(!table.isColumnHidden(TaskTableModel::DueTime));
        table.resize(600, 300);
        QVERIFY(table.isColumnHidden(TaskTableModel::DueTime));
        table.resize(1400, 300);
        QVERIFY(!table.isColumnHidden(TaskTableModel::DueTime));
        QVERIFY(!table.isColumnHidden(TaskTableModel::Attempts));
    }

    void theQueueOfATaskShowsWhereQueuesShareAPlace()
    {
        TaskTableModel model(m_formatting);
        TaskTable table(*m_theme, model);
        table.resize(1400, 300);
        table.show();
        QVERIFY(table.isColumnHidden(TaskTableModel::OwnQueue));
        Task task;
        task.id = "1";
        task.ownQueue = "mail";
        model.reset(1);
        model.setPage(0, {task});
        QVERIFY(!table.isColumnHidden(TaskTableModel::OwnQueue));
        QCOMPARE(model.index(0, TaskTableModel::OwnQueue).data().toString(), QStringLiteral("mail"));
        QCOMPARE(shownWidth(table), table.viewport()->width());
        task.ownQueue.clear();
        model.reset(1); // as if a different queue were shown
        model.setPage(0, {task});
        QVERIFY(table.isColumnHidden(TaskTableModel::OwnQueue));
    }

    void aWideColumnShowsThePayloadBesideTheError()
    {
        QVERIFY(changedPixels(TaskDelegate::payloadFrom + 40) > 0);
        QCOMPARE(changedPixels(TaskDelegate::payloadFrom - 40), 0);
    }

    void anUnwantedColumnStaysAwayAndLeavesItsRoom()
    {
        TaskTableModel model(m_formatting);
        TaskTable table(*m_theme, model);
        table.resize(1200, 300);
        table.show();
        const int details = table.columnWidth(TaskTableModel::Details);
        table.setColumnWanted(TaskTableModel::Attempts, false);
        QVERIFY(table.isColumnHidden(TaskTableModel::Attempts));
        QVERIFY(table.columnWidth(TaskTableModel::Details) > details);
        table.resize(1300, 300);
        QVERIFY(table.isColumnHidden(TaskTableModel::Attempts));
        table.setColumnWanted(TaskTableModel::Attempts, true);
        QVERIFY(!table.isColumnHidden(TaskTableModel::Attempts));
    }

    /// The column has room for only one unit, and seconds matter only in the last minute.
    void aLeaseIsToldInMinutesUntilItsLast()
    {
        TaskTableModel model(m_formatting);
        model.reset(1);
        Task task;
        task.id = "mail.send#1";
        task.state = TaskState::Leased;
        task.at = fromMs(1'795'219'200'000);
        model.setPage(0, {task});
        const auto told = [&](Millis before) {
            model.setNow(task.at - before);
            return model.index(0, TaskTableModel::When).data().toString();
        };
        QCOMPARE(told(Millis(9 * minuteMs + 41'000)), QStringLiteral("lease 9 min"));
        QCOMPARE(told(Millis(minuteMs)), QStringLiteral("lease 1 min"));
        QCOMPARE(told(Millis(41'000)), QStringLiteral("lease 41 s"));
        QCOMPARE(told(Millis(-41'000)), QStringLiteral("lease expired"));
    }

    void aScheduledTaskWhoseTimeHasComeIsCalledDue()
    {
        TaskTableModel model(m_formatting);
        model.reset(1);
        Task task;
        task.id = "mail.send#1";
        task.state = TaskState::Scheduled;
        task.at = fromMs(1'795'219'200'000);
        model.setPage(0, {task});
        const QModelIndex state = model.index(0, TaskTableModel::State);
        model.setNow(task.at - Millis(1));
        QCOMPARE(state.data().toString(), QStringLiteral("Scheduled"));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setNow(task.at);
        QCOMPARE(state.data().toString(), QStringLiteral("Due"));
        QCOMPARE(state.data(TaskTableModel::TaskRole).value<Task>().state, TaskState::Due);
        QVERIFY(std::any_of(changed.begin(), changed.end(),
            [&](const QList<QVariant>& change) { return change[0].toModelIndex() == state; }));
        QCOMPARE(model.taskAt(0)->state, TaskState::Scheduled); // Actions refer to the state that was displayed.
        task.untimed = true; // a task that may have to wait for others after it becomes due
        model.setPage(0, {task});
        QCOMPARE(state.data().toString(), QStringLiteral("Scheduled"));
    }

    void theTaskHasItsTypeAndShortIdBeforeDetailsGetsMore()
    {
        TaskTableModel model(m_formatting);
        TaskTable table(*m_theme, model);
        table.setNarrow(true);
        table.resize(800, 300); // the table's width in a window 1024 pixels wide
        table.show();
        const int least = table.columnWidth(TaskTableModel::Type);
        model.reset(1);
        Task task;
        task.id = "webhook.deliver#0123456789abcdef";
        model.setPage(0, {task});
        const int text = TaskDelegate(*m_theme).taskWidth(task);
        QVERIFY(text + 16 > least);
        QVERIFY(table.columnWidth(TaskTableModel::Type) >= text + 16); // 8 pixels of padding on each side
        QVERIFY(table.columnWidth(TaskTableModel::Details) >= table.neededWidth(TaskTableModel::Details));
        QCOMPARE(shownWidth(table), table.viewport()->width());
    }

    void thePointerTintsTheWholeRow()
    {
        TaskTableModel model(m_formatting);
        TaskTable table(*m_theme, model);
        table.resize(800, 300);
        table.show();
        model.reset(3);
        Task task;
        task.id = "mail#1";
        model.setPage(0, {task, task, task});
        const auto ground = [&](int row) {
            const QImage image = table.viewport()->grab().toImage();
            QSet<QRgb> colours;
            for (int column = 0; column < TaskTableModel::ColumnCount; ++column) {
                if (!table.isColumnHidden(column))
                    colours.insert(
                        image.pixel(table.columnViewportPosition(column) + 3, table.rowViewportPosition(row) + 3));
            }
            return colours;
        };
        const QRgb bare = *ground(1).constBegin();
        QTest::mouseMove(table.viewport(), QPoint(200, table.rowViewportPosition(1) + 10));
        QTRY_VERIFY(!ground(1).contains(bare));
        QCOMPARE(ground(1).size(), 1);
        QVERIFY(ground(2).contains(bare));
    }

    void aDoneTasksDetailsAreItsPayloadNotWhatWentWrongBefore()
    {
        TaskTableModel model(m_formatting);
        Task task;
        task.id = "mail#1";
        task.error = "timed out";
        task.preview = "{}";
        task.state = TaskState::Retrying;
        model.reset(1);
        model.setPage(0, {task});
        const QModelIndex details = model.index(0, TaskTableModel::Details);
        QCOMPARE(details.data().toString(), QStringLiteral("timed out"));
        task.state = TaskState::Done;
        model.setPage(0, {task});
        QCOMPARE(details.data().toString(), QStringLiteral("{}"));
        QVERIFY(details.data(Qt::ToolTipRole).toString().isEmpty());
    }

    void aDoneTaskShowsTheAttemptThatWentWell()
    {
        AttemptsView view(*m_theme, m_formatting);
        Attempt failed;
        failed.number = 1;
        failed.endedAt = TimePoint(Millis(1000));
        failed.startedAt = TimePoint(Millis(500));
        failed.outcome = "retry";
        failed.error = "timed out";
        Attempt done;
        done.number = 2;
        done.endedAt = TimePoint(Millis(2000));
        done.outcome = "done";
        view.setAttempts({failed, done}, TimePoint(Millis(3000)));
        const QString newest = view.model()->index(0, 0).data().toString();
        QVERIFY2(newest.startsWith(QStringLiteral("Attempt 2, ")), qPrintable(newest));
        QVERIFY2(newest.contains(QStringLiteral("not recorded")), qPrintable(newest));
        QVERIFY(view.model()->index(1, 0).data().toString().contains(QStringLiteral("500 ms")));
    }

    void attemptsThatRepeatAreOneLineThatOpens()
    {
        AttemptsView view(*m_theme, m_formatting);
        std::vector<Attempt> attempts;
        for (const char* error :
            {"refused", "timed out", "timed out", "timed out", "timed out", "refused", "refused"}) {
            Attempt attempt;
            attempt.number = int(attempts.size()) + 1;
            attempt.startedAt = TimePoint(Millis(1000 * attempt.number));
            attempt.endedAt = attempt.startedAt + Millis(500);
            attempt.outcome = attempt.number == 7 ? "failed" : "retry";
            attempt.error = error;
            attempts.push_back(attempt);
        }
        view.setAttempts(attempts, TimePoint(Millis(9000)));
        const auto line = [&view](int row) { return view.model()->index(row, 0).data().toString(); };
        // Two equal attempts are still separate rows, so that they can be compared.
        QCOMPARE(view.model()->rowCount(), 4);
        QVERIFY2(line(0).startsWith(QStringLiteral("Attempt 7, ")), qPrintable(line(0)));
        QVERIFY2(line(1).startsWith(QStringLiteral("Attempt 6, ")), qPrintable(line(1)));
        QVERIFY2(line(2).startsWith(QStringLiteral("Attempts 2 to 5 (4 in total), ")), qPrintable(line(2)));
        QVERIFY2(line(2).endsWith(QStringLiteral("timed out")), qPrintable(line(2)));
        QVERIFY2(line(3).startsWith(QStringLiteral("Attempt 1, ")), qPrintable(line(3)));
        view.show();
        view.setCurrentIndex(view.model()->index(2, 0));
        QCOMPARE(view.chosenAttempts().size(), 1U);
        QCOMPARE(view.chosenAttempts().front().number, 5);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(view.model()->rowCount(), 7);
        for (int row = 0; row < 7; ++row) {
            const QString begins = QStringLiteral("Attempt %1, ").arg(7 - row);
            QVERIFY2(line(row).startsWith(begins), qPrintable(line(row)));
        }
        // Setting the same attempts again keeps the row expanded; setting another task's attempts collapses it.
        view.setAttempts(attempts, TimePoint(Millis(9500)));
        QCOMPARE(view.model()->rowCount(), 7);
        attempts.pop_back();
        view.setAttempts(attempts, TimePoint(Millis(9500)));
        QCOMPARE(view.model()->rowCount(), 3);
    }

    void homeAndEndChooseTheFirstAndTheLastTask()
    {
        TaskTableModel model(m_formatting);
        TaskTable table(*m_theme, model);
        table.resize(800, 300);
        table.show();
        model.reset(50);
        std::vector<Task> tasks(50);
        for (std::size_t i = 0; i < tasks.size(); ++i)
            tasks[i].id = "mail#" + QByteArray::number(int(i));
        model.setPage(0, tasks);
        table.setCurrentIndex(model.index(20, TaskTableModel::Type));
        QTest::keyClick(&table, Qt::Key_Home);
        QCOMPARE(table.currentIndex().row(), 0);
        QTest::keyClick(&table, Qt::Key_End);
        QCOMPARE(table.currentIndex().row(), 49);
        table.centre(model.index(23, TaskTableModel::Type));
        QCOMPARE(table.rowViewportPosition(table.rowAt(0)), 0); // The header doesn't cover the first row.
    }

    void theTaskUnderTheCursorStaysInViewInALowerPane()
    {
        TaskTableModel model(m_formatting);
        TaskTable table(*m_theme, model);
        table.resize(800, 300);
        table.show();
        model.reset(50);
        table.centre(model.index(20, TaskTableModel::Type));
        const int inView = table.viewport()->height() / table.rowHeight();
        const int last = table.rowAt(0) + inView - 1;
        table.setCurrentIndex(model.index(last, TaskTableModel::Type));
        const auto expectWhole = [&] {
            const int top = table.rowViewportPosition(last);
            QVERIFY2(
                top >= 0 && top + table.rowHeight() <= table.viewport()->height(), qPrintable(QString::number(top)));
            // The header still doesn't cover the first row.
            QCOMPARE(table.rowViewportPosition(table.rowAt(0)), 0);
        };
        expectWhole();
        for (int height = 290; height >= 110; height -= 7) {
            table.resize(800, height);
            expectWhole();
        }
        // A task that the user has scrolled out of view stays there.
        table.verticalScrollBar()->setValue(0);
        table.resize(800, 100);
        QCOMPARE(table.verticalScrollBar()->value(), 0);
    }
};

QTEST_MAIN(TestTaskTable)
#include "tst_tasktable.moc"
