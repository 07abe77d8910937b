// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/mailplace.h"
#include "ui/panels/metrics/metricspanel.h"
#include "ui/timeline/timelinebrushbar.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/statusline.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QAbstractButton>

using namespace dueline;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Tests the timeline and the metrics in the real window on a real server.
class TestTimelineWindow : public QObject
{
    Q_OBJECT

    test::MailPlace m_place;

    TimelineWidget& timeline() { return m_place.window().timelinePane().timeline(); }
    TimePoint add(const TaskId& id, Millis in) { return m_place.add(id, in); }
    /// Returns the position of a task that is drawn individually, or (0, 0) if it is not.
    QPoint placeOf(const TaskId& id)
    {
        const TimelineData& data = timeline().data();
        const TimelinePainter painter(m_place.theme(), m_place.formatting(), timeline().size(),
            timeline().devicePixelRatioF(), timeline().lanes());
        const TimelineScale scale = timeline().scale();
        const auto [laneOf, lanes] = TimelinePainter::lanes(data, scale, timeline().now());
        for (std::size_t i = 0; i < data.tasks.size(); ++i) {
            if (data.tasks[i].id == id)
                return painter.taskRect(data.tasks[i], laneOf[i], lanes, scale.range(), timeline().now())
                    .center()
                    .toPoint();
        }
        return {};
    }

private Q_SLOTS:
    void cleanupTestCase() { m_place.forgetTheme(); }
    void init()
    {
        m_place.setUp([this] {
            add("mail.send#1", 30min);
            add("mail.send#2", 60min);
            add("mail.send#3", 90min);
        });
        QTRY_COMPARE(m_place.bench().list().tasks().rowCount(), 3);
        QTRY_COMPARE(timeline().data().tasks.size(), 3U);
    }
    void cleanup() { m_place.tearDown(); }

    void clickingATaskSelectsItInTheTable()
    {
        QTRY_VERIFY(!placeOf("mail.send#2").isNull());
        QTest::mouseClick(&timeline(), Qt::LeftButton, {}, placeOf("mail.send#2"));
        QTRY_VERIFY(m_place.window().table().currentTask());
        QCOMPARE(m_place.window().table().currentTask()->id, QByteArray("mail.send#2"));
    }

    void filterInShowsTheBrushedTasksOnly()
    {
        const int y = timeline().plot().center().y();
        QTest::mousePress(&timeline(), Qt::LeftButton, {}, QPoint(placeOf("mail.send#2").x() - 30, y));
        QTest::mouseMove(&timeline(), QPoint(placeOf("mail.send#2").x(), y));
        QTest::mouseMove(&timeline(), QPoint(placeOf("mail.send#2").x() + 30, y));
        QTest::mouseRelease(&timeline(), Qt::LeftButton, {}, QPoint(placeOf("mail.send#2").x() + 30, y));
        const auto* bar = timeline().findChild<TimelineBrushBar*>();
        QVERIFY(bar && bar->isVisible());
        QCOMPARE(timeline().brushedCount(), 1);
        for (QAbstractButton* button : bar->findChildren<QAbstractButton*>()) {
            if (button->isVisible() && button->text() == QStringLiteral("Filter to this range"))
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QTRY_COMPARE(m_place.bench().list().tasks().rowCount(), 1);
        QTRY_VERIFY(m_place.bench().list().tasks().taskAt(0));
        QCOMPARE(m_place.bench().list().tasks().taskAt(0)->id, QByteArray("mail.send#2"));
    }

    /// If a brush cuts through a bar, its number is an estimate until the table has counted the tasks.
    void theBrushTellsHowManyTheTableHasCounted()
    {
        constexpr int minutes = 600;
        std::vector<NewTask> tasks;
        for (int i = 0; i < minutes; ++i) {
            NewTask task;
            task.id = "mail.send#m" + QByteArray::number(i);
            task.dueAt = *m_place.backend().serverTime() + 2h + i * 1min + Millis(i * 37 % 60'000);
            tasks.push_back(task);
        }
        QVERIFY(m_place.backend().editor()->add("mail", tasks).ok());
        QTRY_COMPARE(m_place.bench().list().feed().isSearching(), false);
        m_place.window().actions()["view.fit"]->trigger();
        QTRY_VERIFY(timeline().data().isKnown() && !timeline().showsTasks()
            && timeline().data().totals[TaskState::Scheduled] >= minutes);
        m_place.bench().view().setLive(false); // keeps the view from moving during the drag
        const QRect plot = timeline().plot();
        const QPoint from(plot.left() + plot.width() / 2 + 1, plot.center().y());
        const QPoint to(plot.left() + plot.width() * 3 / 4 + 1, plot.center().y());
        QTest::mousePress(&timeline(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&timeline(), (from + to) / 2);
        QTest::mouseMove(&timeline(), to);
        const auto* bar = timeline().findChild<TimelineBrushBar*>();
        QVERIFY2(bar->text().contains(u" about "_s), qPrintable(bar->text()));
        QTest::mouseRelease(&timeline(), Qt::LeftButton, {}, to);
        QTRY_VERIFY(m_place.bench().list().brush() && m_place.bench().list().feed().isKnown());
        const TimeRange brushed = m_place.bench().list().brush()->range;
        const auto all = m_place.backend().inspector().page({"mail", TaskState::Scheduled, 0, minutes + 10});
        QVERIFY(all.ok());
        const auto in = std::count_if(
            all->tasks.begin(), all->tasks.end(), [&](const Task& task) { return brushed.contains(task.at); });
        const QString exact = u" · "_s + QString::number(in) + u" task"_s;
        QTRY_VERIFY2(bar->text().contains(exact), qPrintable(bar->text() + u" instead of"_s + exact));
        // When the brush changes, the number is an estimate again.
        timeline().setBrush(TimeRange{brushed.from, brushed.to - 61s});
        QVERIFY2(bar->text().contains(u" about "_s), qPrintable(bar->text()));
    }

    void presetsShowAFixedLengthAroundNow()
    {
        m_place.window().resize(1600, 900);
        const auto button = [this](const QString& text) {
            for (auto* child : m_place.window().timelinePane().findChildren<QAbstractButton*>()) {
                if (child->text() == text)
                    return child;
            }
            return static_cast<QAbstractButton*>(nullptr);
        };
        const auto shows = [this](Millis length) {
            const TimeRange range = timeline().scale().range();
            const Millis past = timeline().now() - range.from;
            return range.length() == length && past > length * 6 / 10 && past < length * 7 / 10;
        };
        QAbstractButton* day = button(u"24 h"_s);
        QAbstractButton* week = button(u"7 d"_s);
        QVERIFY(day && week && button(u"1 h"_s) && button(u"Fit"_s));
        QVERIFY(!day->isChecked());
        for (int presses = 0; presses < 2; ++presses) { // the second press must change nothing
            QTest::mouseClick(day, Qt::LeftButton);
            QVERIFY(shows(24h));
            QVERIFY(day->isChecked());
        }
        timeline().setFocus();
        QTest::keyClick(&timeline(), Qt::Key_3);
        QVERIFY(shows(7 * 24h));
        QVERIFY(week->isChecked() && !day->isChecked());
        QTest::keyClick(&timeline(), Qt::Key_1);
        QVERIFY(shows(1h));
        m_place.window().actions()["view.back"]->trigger();
        QVERIFY(week->isChecked());
        QTest::mouseClick(button(u"Fit"_s), Qt::LeftButton);
        QTRY_VERIFY(!week->isChecked());
        QVERIFY(timeline().scale().range().length() < 6h);
    }

    void zoomsAreSteppedBackAndForth()
    {
        const TimeRange before = timeline().scale().range();
        timeline().setFocus();
        QTest::keyClick(&timeline(), Qt::Key_Plus);
        QVERIFY(timeline().scale().range().length() < before.length());
        m_place.window().actions()["view.back"]->trigger();
        QCOMPARE(timeline().scale().range().length(), before.length());
        m_place.window().actions()["view.forward"]->trigger();
        QVERIFY(timeline().scale().range().length() < before.length());
        QTest::keyClick(&timeline(), Qt::Key_0); // fits all tasks into the view
        QTRY_VERIFY(
            timeline().scale().range().length() > Millis(60min) && timeline().scale().range().length() < Millis(70min));
    }

    void theCursorGoesOnFromWhereATaskRanAwayAndIsNotToldElsewhere()
    {
        const auto& status = *m_place.window().findChild<StatusLine*>();
        const auto tells = [&status](const QString& words) {
            const auto labels = status.findChildren<PlainLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                [&words](const PlainLabel* label) { return label->text().contains(words); });
        };
        timeline().setFocus();
        QTest::keyClick(&timeline(), Qt::Key_Right);
        QTest::keyClick(&timeline(), Qt::Key_Right);
        QVERIFY(tells(u"mail.send#2"_s));
        OperationRequest discard;
        discard.queue = m_place.bench().view().place().queue;
        discard.action.kind = ActionKind::Discard;
        discard.selection.kind = TaskSelection::Kind::Ids;
        discard.selection.ids = {"mail.send#2"};
        m_place.bench().actions().run(m_place.bench().actions().makeJob(discard));
        QTRY_COMPARE(timeline().data().tasks.size(), 2U);
        QTest::keyClick(&timeline(), Qt::Key_Right);
        QVERIFY(tells(u"mail.send#3"_s));
        m_place.window().table().setFocus();
        QVERIFY(!tells(u"mail.send"_s));
    }

    void theMetricsPanelOpensByItsActionAndAsksOnlyThen()
    {
        auto* panel = m_place.window().findChild<MetricsPanel*>();
        QVERIFY(panel && !panel->isVisible());
        m_place.window().actions()["view.metrics"]->trigger();
        QTRY_VERIFY(panel->isVisible());
        QTRY_VERIFY(panel->isEmpty()); // No task has run yet, and the panel says so.
    }
};

QTEST_MAIN(TestTimelineWindow)
#include "tst_timelinewindow.moc"
