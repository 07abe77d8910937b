// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/layoutregistry.h"
#include "tests/support/redisserver.h"
#include "ui/mainwindow.h"
#include "ui/panels/metricspanel.h"
#include "ui/timeline/timelinebrushbar.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/tasktable.h"

#include <QAbstractButton>
#include <QApplication>
#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

/// The timeline and the metrics inside the real window, on a real server.
class TestTimelineWindow : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    Formatting m_formatting{QTimeZone::utc()};
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;

    TimelineWidget& timeline() { return m_window->timelinePane().timeline(); }
    TimePoint add(const TaskId& id, Millis in)
    {
        NewTask task;
        task.id = id;
        task.dueIn = in;
        const auto added = m_backend->editor()->add("mail", {task});
        return added && added->front() == AddOutcome::Added ? m_backend->inspector().task("mail", id)->task.at
                                                            : TimePoint{};
    }
    /// Where a single task is drawn; (0, 0) while it is not.
    QPoint placeOf(const TaskId& id)
    {
        const TimelineData& data = timeline().data();
        const TimelinePainter painter(*m_theme, m_formatting, timeline().size(), timeline().devicePixelRatioF());
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
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        auto backend = openLayout({}, m_server->config(), "dueline", "tester", Access::OperateAndWork);
        QVERIFY(backend.ok());
        m_backend = std::move(*backend);
        add("mail.send#1", 30min);
        add("mail.send#2", 60min);
        add("mail.send#3", 90min);
        m_bench = std::make_unique<Workbench>(m_formatting);
        m_window = std::make_unique<MainWindow>(*m_theme, m_formatting, *m_bench);
        m_window->resize(1300, 820);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        Profile profile;
        profile.name = QStringLiteral("test");
        profile.url = m_server->url();
        auto connection = Connection::open(profile);
        QVERIFY(connection.ok());
        m_bench->add(std::move(*connection));
        QTRY_COMPARE(m_bench->tasks().rowCount(), 3);
        QTRY_COMPARE(timeline().data().tasks.size(), 3U);
    }
    void cleanup()
    {
        m_window.reset();
        m_bench.reset();
        m_backend.reset();
        m_server.reset();
    }

    void clickingATaskSelectsItInTheTable()
    {
        QTRY_VERIFY(!placeOf("mail.send#2").isNull());
        QTest::mouseClick(&timeline(), Qt::LeftButton, {}, placeOf("mail.send#2"));
        QTRY_VERIFY(m_window->table().currentTask());
        QCOMPARE(m_window->table().currentTask()->id, QByteArray("mail.send#2"));
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
            if (button->isVisible() && button->text() == QStringLiteral("Filter in"))
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QTRY_COMPARE(m_bench->tasks().rowCount(), 1);
        QTRY_VERIFY(m_bench->tasks().taskAt(0));
        QCOMPARE(m_bench->tasks().taskAt(0)->id, QByteArray("mail.send#2"));
    }

    void zoomsAreSteppedBackAndForth()
    {
        const TimeRange before = timeline().scale().range();
        timeline().setFocus();
        QTest::keyClick(&timeline(), Qt::Key_Plus);
        QVERIFY(timeline().scale().range().length() < before.length());
        m_window->actions()["view.back"]->trigger();
        QCOMPARE(timeline().scale().range().length(), before.length());
        m_window->actions()["view.forward"]->trigger();
        QVERIFY(timeline().scale().range().length() < before.length());
        QTest::keyClick(&timeline(), Qt::Key_0); // fits what there is
        QTRY_VERIFY(
            timeline().scale().range().length() > Millis(60min) && timeline().scale().range().length() < Millis(70min));
    }

    void theMetricsPanelOpensByItsActionAndAsksOnlyThen()
    {
        auto* panel = m_window->findChild<MetricsPanel*>();
        QVERIFY(panel && !panel->isVisible());
        m_window->actions()["view.metrics"]->trigger();
        QTRY_VERIFY(panel->isVisible());
        QTRY_VERIFY(panel->isEmpty()); // nothing ran yet, and it says so
    }
};

QTEST_MAIN(TestTimelineWindow)
#include "tst_timelinewindow.moc"
