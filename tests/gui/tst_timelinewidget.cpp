// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/silence.h"
#include "ui/timeline/timelinebrushbar.h"
#include "ui/timeline/timelinelegend.h"
#include "ui/timeline/timelineview.h"
#include "ui/timeline/timelinewidget.h"
#include "ui/widgets/plainlabel.h"

#include <QAbstractButton>
#include <QApplication>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const TimePoint origin = fromMs(1'795'219'200'000); // 2026-11-21T00:00:00Z

TimelineData hourly(TimeRange range)
{
    TimelineData data{range, 1h, {}, {}, {}};
    for (TimePoint at = range.from; at < range.to; at += 1h) {
        TimelineBin bin{at, at + 1h, {}};
        bin.counts[TaskState::Failed] = 3;
        bin.counts[TaskState::Scheduled] = 7;
        data.bins.push_back(bin);
    }
    return data;
}

/// Returns data with one lease and two waiting tasks: few enough to draw individually.
TimelineData single(TimePoint now)
{
    TimelineData data{{now - 30s, now + 30s}, 1s, {}, {}, {}};
    data.tasks = {{"mail", "send#failed", TaskState::Failed, now - 20s, {}},
        {"mail", "send#leased", TaskState::Leased, now + 10s, now - 10s},
        {"mail", "send#<b>waits", TaskState::Scheduled, now + 20s, {}}};
    return data;
}

/// Timeline with a plot 1000 pixels wide that shows ten hours, with the current time in the middle.
struct Shown
{
    Shown(const Theme& theme, const Formatting& formatting, TimeRange range = {origin, origin + 10h})
        : view(range)
        , widget(theme, formatting, view)
    {
        widget.resize(1068, 200);
        widget.show();
        widget.setNow(range.from + range.length() / 2);
    }
    int x(TimePoint at) const { return int(std::lround(widget.scale().x(at))); }

    TimelineView view;
    TimelineWidget widget;
};

} // namespace

/// Tests the timeline widget: painting, mouse, wheel and keyboard.
class TestTimelineWidget : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    Formatting m_formatting{QTimeZone::utc()};

    /// Returns the number of tasks on a brush's bar, or an empty string if it doesn't fit.
    static QString countOn(const TimelineBrushBar& bar)
    {
        for (const auto* label : bar.findChildren<PlainLabel*>()) {
            if (label->isVisible() && label->text().contains(u"task"_s))
                return label->text();
        }
        return {};
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void draggingBrushesAndTheBrushCountsItsTasks()
    {
        TimelineView view({origin, origin + 10h});
        TimelineWidget widget(*m_theme, m_formatting, view);
        widget.resize(1068, 200); // The plot is 1000 pixels wide.
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
        widget.setNow(origin + 5h);
        widget.setData(hourly({origin, origin + 10h}));
        const QSignalSpy brushed(&widget, &TimelineWidget::brushChanged);
        QTest::mousePress(&widget, Qt::LeftButton, {}, QPoint(52 + 200, 100));
        QTest::mouseMove(&widget, QPoint(52 + 350, 100));
        QTest::mouseMove(&widget, QPoint(52 + 500, 100));
        QTest::mouseRelease(&widget, Qt::LeftButton, {}, QPoint(52 + 500, 100));
        QVERIFY(brushed.count() >= 1);
        QVERIFY(widget.brush());
        QVERIFY(std::abs((widget.brush()->from - (origin + 2h)).count()) < 60'000);
        widget.setBrush(TimeRange{origin + 2h, origin + 5h});
        QCOMPARE(widget.brushedCount(), 30);
        const QSignalSpy filtered(&widget, &TimelineWidget::filterRequested);
        QTest::keyClick(&widget, Qt::Key_Return);
        QCOMPARE(filtered.count(), 1);
        widget.zoomToBrush();
        QCOMPARE(view.range(), (TimeRange{origin + 2h, origin + 5h}));
        QVERIFY(!widget.brush());
    }

    void theKeyboardCursorSpeaksTheBar()
    {
        TimelineView view({origin, origin + 10h});
        TimelineWidget widget(*m_theme, m_formatting, view);
        widget.resize(1068, 200);
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
        widget.setNow(origin + 5h + 30min);
        widget.setData(hourly({origin, origin + 10h}));
        widget.setFocus();
        const QSignalSpy spoken(&widget, &TimelineWidget::cursorDescribed);
        QTest::keyClick(&widget, Qt::Key_Right);
        QCOMPARE(spoken.last()[0].toString(), QString::fromUtf8("06:00 – 07:00, Failed 3, Scheduled 7"));
        QTest::keyClick(&widget, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(widget.brush());
        QTest::keyClick(&widget, Qt::Key_Escape);
        QVERIFY(!widget.brush());
        QVERIFY(widget.accessibleDescription().contains(QStringLiteral("Failed 30")));
    }

    void theWheelZoomsAboutThePointer()
    {
        TimelineView view({origin, origin + 10h});
        TimelineWidget widget(*m_theme, m_formatting, view);
        widget.resize(1068, 200);
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
        QWheelEvent wheel(QPointF(302, 100), widget.mapToGlobal(QPointF(302, 100)), {}, {0, 120}, Qt::NoButton, {},
            Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&widget, &wheel);
        QVERIFY(view.range().length() < Millis(10h));
        QVERIFY(view.canStepBack());
    }

    void draggingTheAxisPansAndDraggingThePlotDoesNot()
    {
        Shown shown(*m_theme, m_formatting);
        const int axis = shown.widget.plot().bottom() + 12;
        QTest::mousePress(&shown.widget, Qt::LeftButton, {}, QPoint(500, axis));
        QTest::mouseMove(&shown.widget, QPoint(450, axis));
        QTest::mouseMove(&shown.widget, QPoint(400, axis));
        QTest::mouseRelease(&shown.widget, Qt::LeftButton, {}, QPoint(400, axis));
        QCOMPARE(shown.view.range(), (TimeRange{origin + 1h, origin + 11h}));
        QVERIFY(!shown.widget.brush());
        QTest::mousePress(&shown.widget, Qt::LeftButton, Qt::ShiftModifier, QPoint(400, 100));
        QTest::mouseMove(&shown.widget, QPoint(500, 100));
        QTest::mouseRelease(&shown.widget, Qt::LeftButton, {}, QPoint(500, 100));
        QCOMPARE(shown.view.range(), (TimeRange{origin, origin + 10h}));
    }

    void theBrushBarKeepsClearOfNow_data()
    {
        QTest::addColumn<int>("fromHour");
        QTest::addColumn<int>("toHour");
        QTest::addColumn<int>("width");
        for (const int width : {1068, 700, 420, 320}) {
            QTest::addRow("before, %d", width) << 1 << 4 << width;
            QTest::addRow("after, %d", width) << 7 << 9 << width;
            QTest::addRow("across, %d", width) << 4 << 6 << width;
            QTest::addRow("at the left edge, %d", width) << 0 << 1 << width;
            QTest::addRow("at the right edge, %d", width) << 9 << 10 << width;
        }
    }
    void theBrushBarKeepsClearOfNow()
    {
        QFETCH(int, fromHour);
        QFETCH(int, toHour);
        QFETCH(int, width);
        Shown shown(*m_theme, m_formatting);
        shown.widget.resize(width, 200);
        shown.widget.setData(hourly({origin, origin + 10h}));
        shown.widget.setBrush(TimeRange{origin + fromHour * 1h, origin + toHour * 1h});
        const auto* bar = shown.widget.findChild<TimelineBrushBar*>();
        QVERIFY(bar->isVisible());
        QVERIFY(bar->geometry().left() >= 4);
        QVERIFY(bar->geometry().right() < width);
        QVERIFY(bar->geometry().bottom() < shown.widget.plot().top());
        const QRect now = shown.widget.nowLabel();
        QVERIFY2(now.contains(QPoint(shown.x(origin + 5h), now.top())), qPrintable(QString::number(now.left())));
        QVERIFY2(bar->geometry().right() <= now.left() - TimelineBrushBar::clearOfNow
                || bar->geometry().left() >= now.right() + TimelineBrushBar::clearOfNow,
            qPrintable(u"%1 to %2, now %3 to %4"_s.arg(bar->x())
                           .arg(bar->geometry().right())
                           .arg(now.left())
                           .arg(now.right())));
        for (const auto* button : bar->findChildren<QAbstractButton*>())
            QVERIFY(!button->isVisible() || bar->rect().contains(button->geometry()));
        // The number of tasks is the last part of the bar to be hidden.
        QCOMPARE(countOn(*bar).isEmpty(), width == 320);
    }

    /// If both sides have enough space, the bar is on the side of its brush.
    void theBrushBarStandsOnTheSideOfItsBrush()
    {
        Shown shown(*m_theme, m_formatting);
        shown.widget.setData(hourly({origin, origin + 10h}));
        const auto* bar = shown.widget.findChild<TimelineBrushBar*>();
        shown.widget.setBrush(TimeRange{origin + 6h, origin + 7h});
        QVERIFY(bar->geometry().left() > shown.widget.nowLabel().right());
        QVERIFY2(countOn(*bar).startsWith(u"1 h · 10 task"_s), qPrintable(countOn(*bar)));
        shown.widget.setBrush(TimeRange{origin + 3h, origin + 4h});
        QVERIFY(bar->geometry().right() < shown.widget.nowLabel().left());
        // If only the other side has room for the full text, the bar stays where it is and shows a shorter text with
        // the number.
        shown.widget.setNow(origin + 2h + 30min);
        shown.view.show({origin, origin + 10h});
        shown.widget.setBrush(TimeRange{origin, origin + 1h});
        QVERIFY(bar->geometry().right() < shown.widget.nowLabel().left());
        const auto labels = bar->findChildren<PlainLabel*>(); // the range and the rest of the text
        QVERIFY(
            labels[1]->geometry().left() + labels[1]->contentsMargins().left() >= labels[0]->geometry().right() + 6);
        QVERIFY2(countOn(*bar).contains(u"10 task"_s), qPrintable(countOn(*bar)));
    }

    void aShortBrushSaysItsSeconds()
    {
        Shown shown(*m_theme, m_formatting);
        const auto* bar = shown.widget.findChild<TimelineBrushBar*>();
        const auto words = [&](Millis from, Millis to) {
            shown.widget.setBrush(TimeRange{origin + from, origin + to});
            return bar->text();
        };
        QVERIFY2(words(1h + 7s, 1h + 27s).startsWith(u"01:00:07 – 01:00:27 · 20 s"_s), qPrintable(bar->text()));
        QVERIFY2(
            words(1h + 7s, 1h + 12min + 9s).startsWith(u"01:00:07 – 01:12:09 · 12 min"_s), qPrintable(bar->text()));
        QVERIFY2(words(1h, 1h + 12min).startsWith(u"01:00 – 01:12 · 12 min"_s), qPrintable(bar->text()));
        QVERIFY2(words(1h + 7s, 3h + 9s).startsWith(u"01:00 – 03:00 · 2 h"_s), qPrintable(bar->text()));
    }

    /// No other mark may be painted over the handle, because users drag it with the mouse.
    void theHandleOfABrushThatEndsNowIsWhole()
    {
        Shown shown(*m_theme, m_formatting);
        shown.widget.setBrush(TimeRange{origin + 2h, origin + 5h});
        const QImage image = shown.widget.grab().toImage();
        const int x = shown.x(origin + 5h);
        const int middle = shown.widget.plot().center().y();
        for (int y = middle - 8; y <= middle + 8; ++y)
            QVERIFY2(image.pixelColor(x, y) != m_theme->tokens().text, qPrintable(QString::number(y)));
        QCOMPARE(image.pixelColor(x, shown.widget.plot().top() + 2), m_theme->tokens().accent);
        // on the line at the current time
        QCOMPARE(image.pixelColor(x - 1, shown.widget.plot().top() + 2), m_theme->tokens().text);
    }

    void theBrushBarSaysWhatItHoldsAndActs()
    {
        Shown shown(*m_theme, m_formatting);
        shown.widget.setData(hourly({origin, origin + 10h}));
        shown.widget.setBrush(TimeRange{origin + 1h, origin + 4h});
        const auto* bar = shown.widget.findChild<TimelineBrushBar*>();
        QVERIFY2(bar->text().contains(QStringLiteral("30 task")), qPrintable(bar->text()));
        QVERIFY(!bar->text().contains(QStringLiteral("about")));
        // A bar that is only partly inside the brush counts proportionally, and the number is marked as approximate.
        shown.widget.setBrush(TimeRange{origin + 1h, origin + 2h + 30min});
        bool exact = true;
        QCOMPARE(shown.widget.brushedCount(&exact), 15);
        QVERIFY(!exact);
        QVERIFY2(bar->text().contains(QStringLiteral("about 15")), qPrintable(bar->text()));
        const QSignalSpy filtered(&shown.widget, &TimelineWidget::filterRequested);
        const auto buttons = bar->findChildren<QAbstractButton*>();
        const auto press = [&](const QString& text) {
            for (QAbstractButton* button : buttons) {
                if (button->isVisible() && button->text() == text)
                    return QTest::mouseClick(button, Qt::LeftButton);
            }
            QFAIL(qPrintable(text));
        };
        press(QStringLiteral("Filter to this range"));
        QCOMPARE(filtered.count(), 1);
        press(QStringLiteral("Zoom in"));
        QCOMPARE(shown.view.range(), (TimeRange{origin + 1h, origin + 2h + 30min}));
        QVERIFY(!bar->isVisible());
    }

    void theBrushTintsTheGroundAndLeavesTheBarsTheirColours()
    {
        Shown shown(*m_theme, m_formatting);
        shown.widget.setData(hourly({origin, origin + 10h}));
        const QPoint inBar(shown.x(origin + 1h) + 50, shown.widget.plot().bottom() - 8);
        const QPoint aboveBars(inBar.x(), shown.widget.plot().top() + 3);
        const QImage before = shown.widget.grab().toImage();
        QCOMPARE(before.pixelColor(inBar), m_theme->tokens().of(TaskState::Failed).fill);
        QCOMPARE(before.pixelColor(aboveBars), m_theme->tokens().past);
        shown.widget.setBrush(TimeRange{origin, origin + 4h});
        const QImage after = shown.widget.grab().toImage();
        QCOMPARE(after.pixelColor(inBar), before.pixelColor(inBar));
        QVERIFY(after.pixelColor(aboveBars) != before.pixelColor(aboveBars));
    }

    void tasksThatWouldBeTooSmallToTellApartAreBars()
    {
        const TimePoint now = origin + 30s;
        Shown shown(*m_theme, m_formatting, {now - 30s, now + 30s});
        TimelineData data{{now - 30s, now + 30s}, 1s, {}, {}, {}};
        for (TimePoint at = data.range.from; at < data.range.to; at += 1s)
            data.bins.push_back({at, at + 1s, {}});
        for (int i = 0; i < 60; ++i) { // each task needs a separate lane, because all start at the same time
            data.tasks.push_back({"mail", "send#" + QByteArray::number(i), TaskState::Failed, now - 20s, {}});
            ++data.bins[10].counts[TaskState::Failed];
            ++data.totals[TaskState::Failed];
        }
        shown.widget.setData(data);
        QVERIFY(!shown.widget.showsTasks());
        QCOMPARE(shown.widget.binAt(now - 20s), std::optional<std::size_t>(10));
        QCOMPARE(shown.widget.drawnTotals()[TaskState::Failed], 60);
        data.tasks.resize(5);
        shown.widget.setData(data);
        QVERIFY(shown.widget.showsTasks());
        QCOMPARE(shown.widget.drawnTotals()[TaskState::Failed], 5);
        const TimelinePainter painter(*m_theme, m_formatting, shown.widget.size(), 1);
        const int lanes = TimelinePainter::lanes(data, shown.widget.scale(), now).second;
        QVERIFY(painter.taskRect(data.tasks[0], 0, lanes, shown.view.range(), now).height() >= 6);
        shown.widget.resize(1068, 90); // too low for five lanes
        QVERIFY(!shown.widget.showsTasks());
    }

    void aLegendEntryHidesItsBand()
    {
        Shown shown(*m_theme, m_formatting);
        TimelineLegend legend(*m_theme);
        connect(&legend, &TimelineLegend::hiddenChanged, &shown.widget, [&](StateSet hidden) {
            TimelineLook look = shown.widget.look();
            look.hidden = hidden;
            shown.widget.setLook(look);
        });
        legend.resize(legend.sizeHint());
        legend.show();
        StateCounts totals;
        totals[TaskState::Failed] = 1234;
        legend.setTotals(totals);
        QAbstractButton* failed = nullptr;
        for (auto* entry : legend.findChildren<QAbstractButton*>()) {
            if (entry->accessibleName() == QStringLiteral("Failed: 1,234 in view"))
                failed = entry;
        }
        QVERIFY(failed);
        shown.widget.setData(hourly({origin, origin + 10h}));
        shown.widget.setBrush(TimeRange{origin + 1h, origin + 4h});
        QCOMPARE(shown.widget.brushedCount(), 30);
        QTest::mouseClick(failed, Qt::LeftButton);
        QVERIFY(shown.widget.look().hidden.contains(TaskState::Failed));
        QCOMPARE(shown.widget.brushedCount(), 21);
        QTest::keyClick(failed, Qt::Key_Space);
        QCOMPARE(shown.widget.brushedCount(), 30);
        // The legend first hides the counts, then the labels, but never an entry.
        for (const int width : {legend.sizeHint().width(), 420, legend.minimumSizeHint().width()}) {
            legend.resize(width, 28);
            for (const auto* entry : legend.findChildren<QAbstractButton*>())
                QVERIFY(legend.rect().contains(entry->geometry()));
        }
        legend.setTotals(std::nullopt);
        // An unknown number is omitted, not shown as zero.
        QCOMPARE(failed->accessibleName(), QStringLiteral("Failed"));
    }

    void aLeaseIsABarFromItsClaimToItsExpiry()
    {
        const TimePoint now = origin + 30s;
        Shown shown(*m_theme, m_formatting, {now - 30s, now + 30s});
        const TimelineData data = single(now);
        shown.widget.setData(data);
        const TimelinePainter painter(*m_theme, m_formatting, shown.widget.size(), 1);
        const QRectF bar = painter.taskRect(data.tasks[1], 0, 1, shown.view.range(), now);
        QCOMPARE(qRound(bar.left()), shown.x(now - 10s));
        QCOMPARE(qRound(bar.right()), shown.x(now + 10s));
        // The elapsed part is opaque; the remaining part is pale.
        const auto [laneOf, lanes] = TimelinePainter::lanes(data, shown.widget.scale(), now);
        const QRectF drawn = painter.taskRect(data.tasks[1], laneOf[1], lanes, shown.view.range(), now);
        const QImage image = shown.widget.grab().toImage();
        const int y = qRound(drawn.center().y());
        QCOMPARE(image.pixelColor(shown.x(now - 5s), y), m_theme->tokens().of(TaskState::Leased).fill);
        QVERIFY(image.pixelColor(shown.x(now + 5s), y) != m_theme->tokens().of(TaskState::Leased).fill);
    }

    void singleTasksAreActivatedByClickAndByKeys()
    {
        const TimePoint now = origin + 30s;
        Shown shown(*m_theme, m_formatting, {now - 30s, now + 30s});
        const TimelineData data = single(now);
        shown.widget.setData(data);
        const TimelinePainter painter(*m_theme, m_formatting, shown.widget.size(), 1);
        const auto [laneOf, lanes] = TimelinePainter::lanes(data, shown.widget.scale(), now);
        QSignalSpy activated(&shown.widget, &TimelineWidget::taskActivated);
        const QPoint at = painter.taskRect(data.tasks[0], laneOf[0], lanes, shown.view.range(), now).center().toPoint();
        QTest::mouseMove(&shown.widget, at);
        QTest::mouseClick(&shown.widget, Qt::LeftButton, {}, at);
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated.last()[0].value<TimelineTask>().id, QByteArray("send#failed"));
        const QSignalSpy spoken(&shown.widget, &TimelineWidget::cursorDescribed);
        shown.widget.setFocus();
        QTest::keyClick(&shown.widget, Qt::Key_Right);
        QTest::keyClick(&shown.widget, Qt::Key_Right);
        QVERIFY2(spoken.last()[0].toString().startsWith(QStringLiteral("send#<b>waits: Scheduled")),
            qPrintable(spoken.last()[0].toString()));
        QTest::keyClick(&shown.widget, Qt::Key_Return);
        QCOMPARE(activated.count(), 2);
        QCOMPARE(activated.last()[0].value<TimelineTask>().id, QByteArray("send#<b>waits"));
    }

    void keysZoomPageAndFit()
    {
        Shown shown(*m_theme, m_formatting);
        shown.widget.setFocus();
        QTest::keyClick(&shown.widget, Qt::Key_Plus);
        QCOMPARE(shown.view.range().length(), Millis(5h));
        QTest::keyClick(&shown.widget, Qt::Key_Minus);
        QCOMPARE(shown.view.range().length(), Millis(10h));
        QTest::keyClick(&shown.widget, Qt::Key_PageDown);
        QCOMPARE(shown.view.range().from, origin + 8h);
        QTest::keyClick(&shown.widget, Qt::Key_Home);
        QVERIFY(shown.view.range().contains(shown.widget.now()));
        const QSignalSpy fit(&shown.widget, &TimelineWidget::fitRequested);
        QTest::keyClick(&shown.widget, Qt::Key_0);
        QCOMPARE(fit.count(), 1);
    }

    void theTooltipStaysWhileTheViewFollowsNow()
    {
        Shown shown(*m_theme, m_formatting);
        shown.widget.setData(hourly({origin, origin + 10h}));
        const QPoint at(shown.x(origin + 2h) + 40, 100);
        QTest::mouseMove(&shown.widget, QPoint(60, 100));
        QTest::mouseMove(&shown.widget, at);
        const QImage pointed = shown.widget.grab().toImage();
        shown.widget.setNow(shown.widget.now() + 1s);
        const QPoint inTooltip(at.x() + 120, shown.widget.plot().top() + 12);
        QCOMPARE(shown.widget.grab().toImage().pixelColor(inTooltip), pointed.pixelColor(inTooltip));
        QCOMPARE(pointed.pixelColor(inTooltip), m_theme->tokens().surface);
    }

    /// Every kind of recorded event has an icon, a title and details, even if several are combined into one mark.
    void recordedEventsAreMarks()
    {
        const auto recorded = [](const char* kind, const QByteArray& detail, const QByteArray& queue = {}) {
            return QueueEventRecord{{1, origin + 1h, queue.isEmpty() ? std::nullopt : std::optional<qint64>(1), kind,
                                        "text of duectl", detail},
                queue};
        };
        const std::vector<std::pair<QueueEventRecord, QString>> rows{
            {recorded("restart", R"({"keys_before":606,"keys":54})"), u"The server was restarted, Keys: 606 to 54"_s},
            {recorded("failover", "{}"), u"Failover to another server"_s},
            {recorded("flush", R"({"keys_before":7,"keys":0})"), u"FLUSHALL or FLUSHDB ran, Keys: 7 to 0"_s},
            {recorded("evicted", R"({"evicted":120,"limit":1048576})"),
                u"The server evicted keys, Evicted keys: 120, Memory limit: 1 MiB"_s},
            {recorded("loss", R"({"tasks":1,"may_have_run":0})", "mail"),
                u"1 task(s) were lost, Queue: mail, May have run: none"_s},
            {recorded("version", R"({"before":"5.80.0","after":"5.81.5"})", "mail"),
                u"The framework's version changed, Queue: mail, Version: 5.80.0 to 5.81.5"_s}};
        std::vector<TimelineMark> marks;
        QSet<QString> icons;
        for (const auto& [event, words] : rows) {
            const auto mark = TimelineMark::of(event, true);
            QVERIFY(mark);
            QCOMPARE(mark->words(), words);
            icons << mark->icon();
            marks.push_back(*mark);
        }
        QCOMPARE(icons.size(), qsizetype(rows.size()));
        for (const char* kind : {"took", "held", "cut", "diskfull", "operation", "unheard of"})
            QVERIFY(!TimelineMark::of(recorded(kind, "not json"), true));

        // A silence's mark starts when the last task was claimed, and says how long the silence lasted.
        Stillness silence;
        silence.kind = Stillness::Kind::Silent;
        silence.since = origin + 30min;
        silence.due = 312;
        silence.hints = {{PulseHint::Kind::NoWorker, 0, 0, Millis(0)}};
        QueueEventRecord silent = recorded("silent", stillnessJson(silence), "mail");
        QCOMPARE(TimelineMark::of(silent, false)->at, origin + 30min);
        QVERIFY2(TimelineMark::of(silent, false)
                     ->words()
                     .startsWith(
                         u"No worker claimed the due tasks, Due tasks: 312, Lasted: not ended, Workers: No worker"_s),
            qPrintable(TimelineMark::of(silent, false)->words()));
        silent.event.detail.chop(1);
        silent.event.detail += ",\"ended_ms\":" + QByteArray::number(toMs(origin + 38min)) + '}';
        QVERIFY(TimelineMark::of(silent, false)->words().contains(u"Lasted: 8 min"_s));

        // Six simultaneous events are shown as one number; each event can be visited.
        Shown shown(*m_theme, m_formatting);
        shown.widget.setMarks(marks);
        QCOMPARE(shown.widget.markLane().groups().size(), 1U);
        QCOMPARE(shown.widget.markLane().groups().front().last, 5U);
        shown.widget.setFocus();
        const QSignalSpy told(&shown.widget, &TimelineWidget::cursorDescribed);
        for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
            QTest::keyClick(&shown.widget, Qt::Key_BracketLeft);
            QVERIFY(told.last()[0].toString().endsWith(row->second));
        }
    }

    void marksAreGroupedBelow20Pixels()
    {
        Shown shown(*m_theme, m_formatting);
        const auto groups = [&shown](double pixels) {
            std::vector<TimelineMark> marks(2);
            marks[0].kind = TimelineMark::Kind::Flush;
            marks[0].at = shown.widget.scale().at(300);
            marks[1].kind = TimelineMark::Kind::Loss;
            marks[1].at = shown.widget.scale().at(300 + pixels);
            shown.widget.setMarks(marks);
            return shown.widget.markLane().groups().size();
        };
        QCOMPARE(groups(19), 1U);
        QCOMPARE(groups(21), 2U);
    }

    void gapsOfTheRecordingAreHatchedAndExplained()
    {
        Shown shown(*m_theme, m_formatting);
        shown.widget.setData(hourly({origin, origin + 10h}));
        QCOMPARE(shown.widget.lanes(), 0);
        const RecordGap gap{origin + 1h, origin + 3h, "server away"};
        shown.widget.setMarks({}, {gap});
        QCOMPARE(shown.widget.lanes(), TimelineMarkLane::height);
        QVERIFY(shown.widget.summary().contains(u"1 gap"_s));
        const QRect rect = shown.widget.markLane().rectOf(gap).toRect();
        QCOMPARE(rect.left(), shown.x(gap.from));
        const auto colors = [&shown](QRect part) {
            const QImage image = shown.widget.grab(part).toImage();
            QSet<QRgb> all;
            for (int x = 0; x < image.width(); ++x) {
                for (int y = 0; y < image.height(); ++y)
                    all << image.pixel(x, y);
            }
            return all.size();
        };
        QVERIFY(colors(QRect(rect.left() + 2, rect.top() + 2, 12, rect.height() - 4)) > 1);
        const QImage without = shown.widget.grab().toImage();
        QTest::mouseMove(&shown.widget, rect.center());
        QVERIFY(shown.widget.grab().toImage() != without); // The tooltip with the reason is visible.

        // Gaps that would be only a few pixels wide are not shown.
        shown.widget.setMarks({}, {{origin + 1h, origin + 1h + 1min, "stopped"}});
        QCOMPARE(shown.widget.lanes(), 0);
        QVERIFY(!shown.widget.summary().contains(u"gap"_s));
    }
};

QTEST_MAIN(TestTimelineWidget)
#include "tst_timelinewidget.moc"
