// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinewidget.h"

#include "core/base/text.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/timeline/timelinebrushbar.h"

#include <QAccessible>
#include <QKeyEvent>

#include <cmath>

namespace dueline {

namespace {

constexpr int narrowTimelineBelow = 760; ///< width in pixels below which the distance between bars is doubled
constexpr double pitch = 7;
constexpr int coarsest = 12; ///< maximum width of drawn bars, as a multiple of the preferred width

} // namespace

TimelineWidget::TimelineWidget(const Theme& theme, const Formatting& formatting, TimelineView& view, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_view(view)
    , m_gestures(*this, view)
    , m_brushBar(new TimelineBrushBar(theme, this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    onLanguageChange(this, [this] {
        setAccessibleName(tr("Task timeline"));
        setAccessibleDescription(summary());
        if (m_brush)
            placeBrushBar();
    });
    connect(&m_view, &TimelineView::rangeChanged, this, &TimelineWidget::viewChanged);
    connect(&m_theme, &Theme::changed, this, &TimelineWidget::refreshCache);
    connect(m_brushBar, &TimelineBrushBar::zoomRequested, this, &TimelineWidget::zoomToBrush);
    connect(m_brushBar, &TimelineBrushBar::filterRequested, this, &TimelineWidget::filterToBrush);
    connect(m_brushBar, &TimelineBrushBar::clearRequested, this, [this] { setBrush({}); });
}

bool TimelineWidget::showsTasks() const { return painter().drawsTasks(m_data, m_view.range(), m_now); }

StateCounts TimelineWidget::totalsOfTasks(bool listedOnly) const
{
    StateCounts drawn;
    for (std::size_t i = 0; i < m_data.tasks.size(); ++i) {
        const TimelineTask& task = m_data.tasks[i];
        // A lease is drawn from when it was claimed, even if its end isn't visible.
        const bool inView
            = task.state == TaskState::Leased ? task.at >= m_view.range().from : m_view.range().contains(task.at);
        drawn[task.state] += inView && (!listedOnly || m_data.isListed(i));
    }
    return drawn;
}

StateCounts TimelineWidget::drawnTotals() const { return showsTasks() ? totalsOfTasks(false) : m_data.totals; }

std::optional<StateCounts> TimelineWidget::listedTotals() const
{
    if (!m_data.match)
        return {};
    return showsTasks() ? totalsOfTasks(true) : m_data.match->totals;
}

Millis TimelineWidget::wantedSpan() const { return scale().barSpan(width() < narrowTimelineBelow ? 2 * pitch : pitch); }

TimeRange TimelineWidget::wantedRange() const { return scale().binned(wantedSpan()); }

void TimelineWidget::viewChanged()
{
    refreshCache();
    m_gestures.lookAgain();
    placeBrushBar();
    Q_EMIT dataWanted();
}

void TimelineWidget::refreshCache()
{
    m_cacheValid = false;
    update();
}

void TimelineWidget::setData(TimelineData data)
{
    if (data == m_data)
        return;
    m_data = std::move(data);
    m_lateness = TimelineLateness::of(m_statistics, m_data, m_now);
    m_gestures.lookAgain();
    setAccessibleDescription(summary());
    refreshCache();
    if (m_brush) {
        placeBrushBar();
        Q_EMIT brushChanged();
    }
}

void TimelineWidget::setMarks(std::vector<TimelineMark> marks, std::vector<RecordGap> gaps)
{
    if (marks == m_marks && gaps == m_gaps)
        return;
    const int before = lanes();
    m_marks = std::move(marks);
    m_gaps = std::move(gaps);
    m_gestures.lookAgain();
    setAccessibleDescription(summary());
    refreshCache();
    if (lanes() != before) // the plot's height has changed
        Q_EMIT dataWanted();
}

void TimelineWidget::setLateness(std::vector<StatisticsBin> statistics, bool isRecorded)
{
    const int before = lanes();
    m_statistics = std::move(statistics);
    m_recorded = isRecorded;
    m_lateness = TimelineLateness::of(m_statistics, m_data, m_now);
    refreshCache();
    if (lanes() != before)
        Q_EMIT dataWanted();
}

std::optional<TimelineLateLane> TimelineWidget::lateLane() const
{
    return m_recorded
        ? std::optional(TimelineLateLane(m_theme, plot(), plot().bottom() + 1 + markLanes(), scale(), m_lateness))
        : std::nullopt;
}

int TimelineWidget::lanes() const { return markLanes() + (m_recorded ? TimelineLateLane::height : 0); }

std::ptrdiff_t TimelineWidget::gapsInView() const
{
    return std::count_if(m_gaps.begin(), m_gaps.end(),
        [this](const RecordGap& gap) { return TimelineMarkLane::isShown(gap, m_view.range()); });
}

int TimelineWidget::markLanes() const
{
    const bool any = std::any_of(
        m_marks.begin(), m_marks.end(), [this](const TimelineMark& mark) { return m_view.range().contains(mark.at); });
    return any || gapsInView() > 0 ? TimelineMarkLane::height : 0;
}

void TimelineWidget::setNow(TimePoint now)
{
    if (now == m_now)
        return;
    m_now = now;
    m_view.advance(now);
    placeBrushBar();
    refreshCache();
}

void TimelineWidget::setStale(bool stale)
{
    if (stale == m_stale)
        return;
    m_stale = stale;
    refreshCache();
    Q_EMIT dataWanted(); // request data again: isTooCoarse() depends on m_stale
}

void TimelineWidget::setAwaited(const QString& why)
{
    if (why == m_awaited)
        return;
    m_awaited = why;
    if (m_data.isKnown())
        return;
    setAccessibleDescription(summary());
    update();
}

bool TimelineWidget::isTooCoarse() const { return !m_stale && m_data.span > coarsest * wantedSpan() && !showsTasks(); }

void TimelineWidget::setLook(const TimelineLook& look)
{
    const bool others = look.hidden != m_look.hidden;
    m_look = look;
    if (others)
        m_brushTasks.reset();
    placeBrushBar();
    refreshCache();
    if (m_brush && others)
        Q_EMIT brushChanged();
}

void TimelineWidget::setBrush(std::optional<TimeRange> brush)
{
    if (brush && brush->isEmpty())
        brush.reset();
    if (brush == m_brush)
        return;
    m_brush = brush;
    m_brushTasks.reset();
    placeBrushBar();
    update();
    Q_EMIT brushChanged();
}

void TimelineWidget::setBrushTasks(std::optional<qint64> tasks)
{
    if (tasks == m_brushTasks)
        return;
    m_brushTasks = tasks;
    placeBrushBar();
}

QRect TimelineWidget::nowLabel() const
{
    return TimelineOverlay(m_theme, m_formatting, plot(), scale()).nowLabel(m_now);
}

void TimelineWidget::placeBrushBar()
{
    const TimelineScale toX = scale();
    if (!m_brush || m_brush->to <= m_view.range().from || m_brush->from >= m_view.range().to)
        return m_brushBar->hide();
    bool exact = true;
    const qint64 count = m_brushTasks ? *m_brushTasks : brushedCount(&exact);
    const int shown = Formatting::plural(count);
    const QString tasks = exact ? tr("%Ln task(s)", nullptr, shown) : tr("about %Ln task(s)", nullptr, shown);
    m_brushBar->tell(m_formatting.range(m_brush->from, m_brush->to),
        tr("%1 · %2", "length, count").arg(Formatting::duration(m_brush->length()), tasks), tasks);
    m_brushBar->place(int(std::lround(std::min(toX.x(m_brush->to), double(plot().right() + 1)))), nowLabel(), width());
}

qint64 TimelineWidget::brushedCount(bool* exact) const
{
    if (exact)
        *exact = true;
    if (!m_brush)
        return 0;
    if (!m_data.tasks.empty()) {
        qint64 tasks = 0;
        for (std::size_t i = 0; i < m_data.tasks.size(); ++i) {
            const TimelineTask& task = m_data.tasks[i];
            tasks += m_brush->contains(task.at) && !m_look.hidden.contains(task.state) && m_data.isListed(i);
        }
        return tasks;
    }
    double count = 0;
    for (std::size_t i = 0; i < m_data.bins.size(); ++i) {
        const TimelineBin& bin = m_data.bins[i];
        const TimePoint from = std::max(bin.from, m_brush->from);
        const TimePoint to = std::min(bin.to, m_brush->to);
        if (from >= to)
            continue;
        const StateCounts* listed = m_data.matchOfBin(i);
        const StateCounts& counts = listed ? *listed : bin.counts;
        qint64 inBin = 0;
        for (const TaskState state : timelineBands) {
            if (!m_look.hidden.contains(state))
                inBin += counts[state];
        }
        const bool whole = to - from == bin.to - bin.from;
        if (exact && !whole && inBin > 0)
            *exact = false;
        count += whole ? double(inBin)
                       : double(inBin) * double((to - from).count()) / double((bin.to - bin.from).count());
    }
    return std::llround(count);
}

void TimelineWidget::zoomToBrush()
{
    if (!m_brush)
        return;
    const TimeRange range = *m_brush;
    setBrush({});
    m_view.show(range);
}

void TimelineWidget::filterToBrush()
{
    if (m_brush)
        Q_EMIT filterRequested(*m_brush);
}

void TimelineWidget::zoomBy(double factor)
{
    // Zoom around the keyboard cursor if it is visible; if not, around the current time if that is visible; otherwise,
    // around the middle.
    double x = plot().center().x();
    if (const auto cursor = m_gestures.cursor(); cursor && m_view.range().contains(*cursor))
        x = scale().x(*cursor);
    else if (m_view.range().contains(m_now))
        x = scale().x(m_now);
    m_view.show(scale().zoomed(x, factor));
}

void TimelineWidget::panBy(double shareOfView) { m_view.show(scale().panned(shareOfView * plot().width()), true); }

QString TimelineWidget::summary() const
{
    if (!m_data.isKnown())
        return m_awaited.isEmpty() ? tr("No data yet") : m_awaited;
    TimelineBin all{m_view.range().from, m_view.range().to, {}};
    for (const TimelineBin& bin : m_data.bins) {
        for (const TaskState state : timelineBands)
            all.counts[state] += bin.counts[state];
    }
    const QString words = m_data.groups ? shareWords(all, sharesOf(m_data))
                                        : binWords(all, m_data.match ? &m_data.match->totals : nullptr);
    const auto marks = std::count_if(
        m_marks.begin(), m_marks.end(), [this](const TimelineMark& mark) { return m_view.range().contains(mark.at); });
    const auto gaps = gapsInView();
    return Formatting::commas({words, marks == 0 ? QString() : tr("%Ln mark(s)", nullptr, Formatting::plural(marks)),
        gaps == 0 ? QString() : tr("%Ln gap(s) in the recording", nullptr, Formatting::plural(gaps))});
}

QString TimelineWidget::gapWords(const RecordGap& gap) const
{
    return tr("not recorded %1", "a period").arg(m_formatting.range(gap.from, gap.to));
}

std::vector<TooltipRow> TimelineWidget::gapRows(const RecordGap& gap) const
{
    const QString reason = gap.reason == "stopped" ? tr("Dueline was not running or not connected")
        : gap.reason == "killed"                   ? tr("Dueline ended unexpectedly")
        : gap.reason == "server away"              ? tr("The server did not respond")
        : gap.reason == "server changed"           ? tr("The server was replaced")
        : gap.reason == "asleep"                   ? tr("This computer was suspended or overloaded")
        : gap.reason == "locked"                   ? tr("Another program had locked the recording")
        : gap.reason == "disk full"                ? tr("The recording could not be written")
                                                   : tr("unknown");
    return {{{}, tr("From"), m_formatting.instant(gap.from, m_now)},
        {{}, tr("To"), m_formatting.instant(gap.to, m_now)}, {{}, tr("Reason"), reason}};
}

QString TimelineWidget::markWords(const TimelineMark& mark) const
{
    return Formatting::commas({m_formatting.instant(mark.at, m_now), mark.words()});
}

QString TimelineWidget::barWords(std::size_t bin) const
{
    const QString words = m_data.groups ? shareWords(m_data.bins[bin], sharesOf(m_data, bin))
                                        : binWords(m_data.bins[bin], m_data.matchOfBin(bin));
    return m_recorded
        ? Formatting::commas(QStringList(words) + TimelineLateLane::wordsAt(m_lateness, m_data.bins[bin].from))
        : words;
}

QString TimelineWidget::shareWords(const TimelineBin& bin, const std::vector<TimelineShare>& shares) const
{
    QStringList words{m_formatting.range(bin.from, bin.to)};
    for (const TimelineShare& share : shares)
        words << tr("%1 %2", "state, count").arg(share.words, Formatting::count(share.count));
    if (words.size() == 1)
        words << tr("no tasks");
    return Formatting::commas(words);
}

QString TimelineWidget::binWords(const TimelineBin& bin, const StateCounts* listed) const
{
    QStringList words{m_formatting.range(bin.from, bin.to)};
    for (const TaskState state : timelineBands) {
        if (bin.counts[state] > 0)
            words << tr("%1 %2", "state, count")
                         .arg(Formatting::stateWord(state),
                             TimelineOverlay::countWords(
                                 bin.counts[state], listed ? std::optional((*listed)[state]) : std::nullopt));
    }
    if (words.size() == 1)
        words << tr("no tasks");
    return Formatting::commas(words);
}

QString TimelineWidget::taskWords(const TimelineTask& task) const
{
    const QString id = printable(task.id, 120);
    if (task.state == TaskState::Leased)
        return tr("%1: leased until %2").arg(id, m_formatting.clock(task.at, Millis(1000)));
    return tr("%1: %2, %3").arg(id, Formatting::stateWord(task.state), m_formatting.instant(task.at, m_now));
}

std::vector<TooltipRow> TimelineWidget::rowsOf(const TimelineTask& task) const
{
    std::vector<TooltipRow> rows{{task.state, Formatting::stateWord(task.state), Formatting::relative(task.at, m_now)}};
    if (task.state == TaskState::Leased) {
        rows.front().value = Formatting::duration(std::max(Millis(0), task.at - m_now));
        if (task.leasedAt)
            rows.push_back({{}, tr("Claimed"), m_formatting.instant(*task.leasedAt, m_now)});
        rows.push_back({{}, tr("Expires"), m_formatting.instant(task.at, m_now)});
    } else {
        rows.push_back({{}, tr("At"), m_formatting.instant(task.at, m_now)});
    }
    return rows;
}

void TimelineWidget::announce(const QString& words)
{
    QAccessibleValueChangeEvent change(this, words);
    QAccessible::updateAccessibility(&change);
    // Some accessibility bridges don't forward values, so set the description too.
    setAccessibleDescription(words.isEmpty() ? summary() : words + u'\n' + summary());
    Q_EMIT cursorDescribed(words);
}

void TimelineWidget::fillCache(const TimelinePainter& painter)
{
    const qreal ratio = devicePixelRatioF();
    if (m_cacheValid && m_ground.size() == size() * ratio)
        return;
    for (QPixmap* layer : {&m_ground, &m_bars}) {
        if (layer->size() != size() * ratio)
            *layer = QPixmap(size() * ratio);
        layer->setDevicePixelRatio(ratio);
    }
    m_ground.fill(m_theme.tokens().surface);
    m_bars.fill(Qt::transparent);
    QPainter ground(&m_ground);
    painter.paintGround(ground, m_data, m_view.range(), m_now, m_look);
    QPainter bars(&m_bars);
    markLane().paint(ground, [this](const RecordGap& gap) { return gapWords(gap); });
    if (const auto late = lateLane(); late && m_data.isKnown())
        late->paint(ground);
    painter.paintMarks(bars, isTooCoarse() ? TimelineData() : m_data, m_view.range(), m_now, m_look);
    m_cacheValid = true;
}

void TimelineWidget::paintEvent(QPaintEvent*)
{
    const TimelinePainter plotPainter = painter();
    fillCache(plotPainter);
    QPainter p(this);
    p.fillRect(rect(), m_theme.tokens().surface);
    const TimelineOverlay overlay(m_theme, m_formatting, plotPainter.plot(), scale(), lanes());
    p.drawPixmap(0, 0, m_ground);
    if (m_brush)
        overlay.paintBrushTint(p, *m_brush);
    // The axes and the current time are still correct, so fade only the bars.
    p.setOpacity(m_stale ? m_theme.tokens().staleOpacity() : 1);
    p.drawPixmap(0, 0, m_bars);
    p.setOpacity(1);
    if (!m_data.isKnown())
        overlay.paintWords(p, m_awaited, m_now);
    overlay.paintNow(p, m_now);
    // Paint the handles above the line at the current time: they can be dragged across it.
    if (m_brush)
        overlay.paintBrushEdges(p, *m_brush);
    if (!isTooCoarse() && !showsTasks()) {
        p.setOpacity(m_stale ? m_theme.tokens().staleOpacity() : 1);
        // Paint the numbers last; otherwise, lines would cross them.
        plotPainter.paintTornNumbers(p, m_data, m_view.range(), m_look);
        p.setOpacity(1);
    }
    paintCrosshair(p, plotPainter, overlay);
    paintMarked(p, plotPainter, overlay);
    if (hasFocus())
        overlay.paintFocus(p, size());
}

/// Paints crosshairs at the pointer or the keyboard cursor.
void TimelineWidget::paintCrosshair(QPainter& p, const TimelinePainter& painter, const TimelineOverlay& overlay) const
{
    const bool bars = m_data.isKnown() && !isTooCoarse() && !showsTasks();
    if (const auto pointer = m_gestures.pointer()) {
        const TimelineAxis axis = painter.axis(m_data, m_view.range(), m_look);
        const qint64 count = std::llround(painter.countAt(pointer->y(), axis));
        const bool counts = bars && count <= axis.top; // torn bars have no scale above the top of the axis
        overlay.paintCrosshair(p, *pointer, m_now, counts ? std::optional(count) : std::nullopt);
    } else if (const auto cursor = m_gestures.cursor(); cursor && hasFocus() && m_view.range().contains(*cursor)) {
        overlay.paintCrosshair(p, {scale().x(*cursor), double(plot().center().y())}, m_now, {});
    }
}

/// Paints a tooltip for the highlighted marks. Returns whether there are any.
bool TimelineWidget::paintMarkedMarks(QPainter& p, const TimelineOverlay& overlay) const
{
    constexpr std::size_t most = 6; // maximum number of lines
    const TimelineMarkLane lane = markLane();
    const auto group = m_gestures.markedMarks(lane);
    if (const RecordGap* gap = group || !m_gestures.hover() ? nullptr : lane.gapAt(*m_gestures.hover())) {
        overlay.paintTooltip(p, lane.rectOf(*gap), tr("Not recorded"), gapRows(*gap));
        return true;
    }
    if (!group)
        return false;
    lane.paintMarked(p, *group);
    std::vector<TooltipRow> rows;
    const std::optional<std::size_t> chosen = m_gestures.cursorMark();
    if (group->first == group->last || (chosen && group->holds(*chosen))) {
        const TimelineMark& mark = m_marks[chosen && group->holds(*chosen) ? *chosen : group->first];
        rows.push_back({{}, tr("At"), m_formatting.instant(mark.at, m_now)});
        for (const TimelineMark::Detail& detail : mark.details)
            rows.push_back({{}, detail.name, detail.value});
        overlay.paintTooltip(p, lane.rectOf(*group), mark.title, rows);
        return true;
    }
    const std::size_t all = group->last - group->first + 1;
    for (std::size_t i = group->first; i <= group->last && rows.size() < most; ++i)
        rows.push_back({{}, m_marks[i].title, m_formatting.instant(m_marks[i].at, m_now)});
    if (all > most)
        rows.push_back({{}, tr("and %Ln more", "marks", Formatting::plural(qint64(all - most))), {}});
    overlay.paintTooltip(p, lane.rectOf(*group), tr("%Ln mark(s)", nullptr, Formatting::plural(qint64(all))), rows);
    return true;
}

void TimelineWidget::paintMarked(QPainter& p, const TimelinePainter& painter, const TimelineOverlay& overlay) const
{
    if (paintMarkedMarks(p, overlay))
        return;
    if (const auto marked = m_gestures.markedTask(); marked && *marked < m_data.tasks.size()) {
        const TimelineTask& task = m_data.tasks[*marked];
        const auto [laneOf, count] = TimelinePainter::lanes(m_data, scale(), m_now);
        const QRectF rect = painter.taskRect(task, laneOf[*marked], count, m_view.range(), m_now);
        overlay.paintOutline(p, rect.adjusted(-1, -1, 1, 1));
        overlay.paintTooltip(p, rect, printable(task.id, 60), rowsOf(task));
    } else if (const auto bin = m_gestures.markedBin(); bin && *bin < m_data.bins.size()) {
        const TimelineBin& shown = m_data.bins[*bin];
        overlay.paintOutline(p, painter.stackRect(m_data, *bin, m_view.range(), m_look));
        const std::vector<TooltipRow> late
            = m_recorded ? TimelineLateLane::rowsAt(m_lateness, shown.from) : std::vector<TooltipRow>();
        if (m_data.groups)
            overlay.paintGroupTooltip(p, m_data, *bin, late);
        else
            overlay.paintTooltip(p, shown, m_data.matchOfBin(*bin), m_look, late);
    }
}

void TimelineWidget::resizeEvent(QResizeEvent*)
{
    refreshCache();
    placeBrushBar();
    Q_EMIT dataWanted();
}

std::optional<std::size_t> TimelineWidget::binAt(TimePoint at) const
{
    if (showsTasks() || isTooCoarse())
        return {};
    const auto found = std::partition_point(
        m_data.bins.begin(), m_data.bins.end(), [at](const TimelineBin& bin) { return bin.to <= at; });
    return found != m_data.bins.end() && at >= found->from ? std::optional(std::size_t(found - m_data.bins.begin()))
                                                           : std::nullopt;
}

std::optional<std::size_t> TimelineWidget::taskAt(QPointF position) const
{
    if (!showsTasks())
        return {};
    const TimelinePainter p = painter();
    const auto [laneOf, count] = TimelinePainter::lanes(m_data, scale(), m_now);
    for (std::size_t i = 0; i < m_data.tasks.size(); ++i) {
        const QRectF rect = p.taskRect(m_data.tasks[i], laneOf[i], count, m_view.range(), m_now);
        if (!m_look.hidden.contains(m_data.tasks[i].state) && rect.adjusted(-2, -2, 2, 2).contains(position))
            return i;
    }
    return {};
}

/// Handles Enter for the brush and for the task at the cursor. In all other cases, Enter triggers an action's shortcut.
bool TimelineWidget::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->key() == Qt::Key_Return && key->modifiers() == Qt::NoModifier) || key->key() == Qt::Key_Enter) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void TimelineWidget::keyPressEvent(QKeyEvent* event)
{
    if (!m_gestures.key(*event))
        QWidget::keyPressEvent(event);
}

} // namespace dueline
