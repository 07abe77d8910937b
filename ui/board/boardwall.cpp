// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/boardwall.h"

#include "core/base/naturalorder.h"
#include "core/base/text.h"
#include "ui/board/figurestrip.h"
#include "ui/board/wallrow.h"
#include "ui/board/walltile.h"
#include "ui/failures/newfailurecutoff.h"
#include "ui/text/languagechange.h"
#include "ui/timeline/timelinewidget.h"
#include "ui/timeline/walltimeline.h"
#include "ui/widgets/environmentstripe.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/statetile.h"
#include "ui/workbench/viewedplace.h"

#include <QHBoxLayout>
#include <QKeyEvent>

#include <algorithm>

namespace dueline {

namespace {

// Sizes at a height of 1080 pixels.
constexpr int wallHead = 84;
constexpr int wallTiles = 212;
constexpr int wallRowHeight = 101;
constexpr int wallFoot = 68;
constexpr int wallEdge = 36;
constexpr int tilesEdge = 24;
constexpr int tilesGap = 4;
constexpr int mostRowsOfWall = 7; ///< number of rows that fit without a timeline

/// Figures from left to right, each with its share of the width.
constexpr std::array figuresOnWall{std::pair{FigureStrip::FailedLately, 10}, std::pair{FigureStrip::LongestOverdue, 10},
    std::pair{FigureStrip::DueNow, 10}, std::pair{FigureStrip::Throughput, 14}, std::pair{FigureStrip::Workers, 10}};

bool needsAttention(const BoardItem& item) { return item.row.trouble() < Trouble::Paused; }

} // namespace

BoardWall::BoardWall(const Theme& theme, const Formatting& formatting, const BoardModel& model,
    const FigureStrip& figures, const TimelineWidget* timeline, ViewedPlace& view)
    : Pane(theme, Ground::Surface)
    , m_formatting(formatting)
    , m_model(model)
    , m_figures(figures)
    , m_source(timeline)
    , m_view(view)
    , m_newSince(NewFailureCutoff::of(view))
    , m_top(new Pane(theme, Ground::Surface, {}, this))
    , m_subject(new PlainLabel)
    , m_tag(new PlainLabel)
    , m_note(new PlainLabel)
    , m_time(new PlainLabel)
    , m_timeline(new WallTimeline(theme, formatting, this))
    , m_bottom(new Pane(theme, Ground::Surface, Qt::TopEdge, this))
    , m_tile(new PlainLabel)
    , m_count(new PlainLabel)
    , m_fine(new PlainLabel)
    , m_paused(new PlainLabel)
{
    setWindowFlag(Qt::Window);
    setFocusPolicy(Qt::StrongFocus);
    build();
    m_failures.setActive(true);
    connect(&m_failures, &FailureGroupFeed::changed, this, &BoardWall::tellRows);
    connect(&theme, &Theme::changed, this, &BoardWall::arrange);
    m_turn.setInterval(pageEvery);
    connect(&m_turn, &QTimer::timeout, this, [this] {
        // Don't replace the row that the user is about to open.
        if (!isAncestorOf(focusWidget()) || focusWidget() == this)
            turn(1);
    });
    m_turn.start();
    onLanguageChange(this, [this] {
        setWindowTitle(tr("Wallboard — Dueline"));
        setAccessibleName(tr("Wallboard"));
        update();
    });
}

void BoardWall::build()
{
    auto* top = new QHBoxLayout(m_top);
    m_subject->setShrinking(Qt::ElideMiddle);
    m_note->setEliding(true);
    for (PlainLabel* label : {m_subject, m_tag})
        top->addWidget(label, 0, Qt::AlignVCenter);
    top->addWidget(m_note, 1);
    top->addWidget(m_time);
    for (std::size_t i = 0; i < figuresOnWall.size(); ++i)
        m_tiles.push_back(new WallTile(theme(), this));
    for (int i = 0; i < mostRowsOfWall; ++i) {
        auto* row = new WallRow(theme(), this);
        row->hide();
        connect(row, &WallRow::clicked, this, [this, row] {
            Q_EMIT placeRequested({row->item().item.connection, row->item().item.row.queue, {}});
        });
        m_rows.push_back(row);
    }
    auto* bottom = new QHBoxLayout(m_bottom);
    bottom->addWidget(m_tile);
    bottom->addWidget(m_count);
    bottom->addWidget(m_fine, 1);
    bottom->addWidget(m_paused);
}

void BoardWall::follow(const std::vector<Connection*>& connections)
{
    if (connections.size() == 1)
        m_failures.show(connections.front());
    else
        m_failures.showAll(connections);
}

void BoardWall::setTimeline(const TimelineWidget* timeline)
{
    if (std::exchange(m_source, timeline) != timeline)
        update();
}

void BoardWall::tell(const Head& head)
{
    m_head = head;
    update();
}

void BoardWall::update()
{
    sort();
    tellTiles();
    tellRows();
    tellRest();
    if (m_source)
        m_timeline->tell(m_source->data(), m_source->scale().range(), m_source->now());
    m_timeline->setAccessibleDescription(m_source ? m_source->summary() : QString());
    const bool stale = isStale();
    for (WallTile* tile : m_tiles)
        tile->setStale(stale);
    for (WallRow* row : m_rows)
        row->setStale(stale);
    m_timeline->setStale(stale);
    arrange();
}

/// Sorts the queues by severity. Keeps the order of known queues for a while, so that rows don't jump.
void BoardWall::sort()
{
    std::vector<BoardItem> worst;
    m_rest.clear();
    for (const BoardItem& item : m_model.items())
        (needsAttention(item) ? worst : m_rest).push_back(item);
    std::sort(m_rest.begin(), m_rest.end(),
        [](const BoardItem& a, const BoardItem& b) { return isNaturallyBefore(a.row.queue, b.row.queue); });
    QHash<QByteArray, std::size_t> places;
    for (std::size_t i = 0; i < m_worst.size(); ++i)
        places.insert(m_worst[i].key(), i);
    const bool isSame = worst.size() == m_worst.size()
        && std::all_of(
            worst.begin(), worst.end(), [&places](const BoardItem& item) { return places.contains(item.key()); });
    const bool isComplete = m_model.read() == m_model.all();
    if (std::exchange(m_wasComplete, isComplete) && isSame && m_sorted.isValid()
        && !m_sorted.hasExpired(BoardModel::orderEvery.count())) {
        for (BoardItem& item : worst)
            m_worst[places.value(item.key())] = std::move(item);
        return;
    }
    std::stable_sort(
        worst.begin(), worst.end(), [](const BoardItem& a, const BoardItem& b) { return isWorse(a.row, b.row); });
    m_worst = std::move(worst);
    m_sorted.start();
    m_page = std::clamp(m_page, 0, pages() - 1);
}

void BoardWall::tellTiles()
{
    for (std::size_t i = 0; i < m_tiles.size(); ++i) {
        const FigureStrip::Figure figure = figuresOnWall[i].first;
        FigureButton::Content content = m_figures.button(figure).content();
        const BoardTotals& totals = m_figures.totals();
        if (figure == FigureStrip::LongestOverdue && totals.oldestDue)
            std::tie(content.value, content.unit) = WallTile::clockWords(totals.serverNow - *totals.oldestDue);
        m_tiles[i]->tell(content);
    }
}

void BoardWall::tellRows()
{
    const TimePoint now = m_view.now();
    const WallItem::Failures failures{m_failures.result(), m_newSince.since(now, m_failures.placeKey()), now};
    const int first = m_page * rowsPerPage();
    for (int i = 0; i < mostRowsOfWall; ++i) {
        const auto queue = std::size_t(first + i);
        const bool isShown = i < rowsPerPage() && queue < m_worst.size();
        if (isShown)
            m_rows[std::size_t(i)]->tell(
                WallItem::of(m_worst[queue], failures, m_formatting, m_failures.isOfSeveral()));
        else if (m_rows[std::size_t(i)]->hasFocus())
            setFocus();
        m_rows[std::size_t(i)]->setVisible(isShown);
    }
}

void BoardWall::tellHead()
{
    m_subject->setText(m_head.subject);
    const QString tag = m_head.environment ? EnvironmentStripe::tagOf(*m_head.environment) : QString();
    m_tag->setText(tag);
    m_tag->setVisible(!tag.isEmpty());
    const QString page
        = pages() > 1 ? tr("page %1 of %2").arg(Formatting::count(m_page + 1), Formatting::count(pages())) : QString();
    m_note->setText(isStale() ? m_head.trouble : Formatting::list({m_head.note, page}));
    m_time->setText(m_formatting.clock(m_view.now(), Millis(1000)));
}

/// Returns the names of as many queues as fit in `room` pixels, and the number of the others.
QString BoardWall::listed(const std::vector<const BoardItem*>& queues, const PlainLabel& label, int room) const
{
    QStringList names;
    QString words;
    for (std::size_t i = 0; i < queues.size(); ++i) {
        names << printable(queues[i]->row.queue, 40);
        const auto others = qint64(queues.size() - i - 1);
        const QString more = others > 0
            ? tr("%1 and %2 more", "queues").arg(Formatting::commas(names), Formatting::count(others))
            : Formatting::commas(names);
        if (i > 0 && label.fontMetrics().horizontalAdvance(more) > room)
            break;
        words = more;
    }
    return words;
}

/// Shows the queues that don't need attention.
void BoardWall::tellRest()
{
    std::vector<const BoardItem*> fine;
    std::vector<const BoardItem*> paused;
    for (const BoardItem& item : m_rest)
        (item.row.trouble() == Trouble::Paused ? paused : fine).push_back(&item);
    m_paused->setText(paused.empty()
            ? QString()
            : tr("%1 paused: %2")
                  .arg(Formatting::count(qint64(paused.size())), listed(paused, *m_paused, width() / 4)));
    m_count->setText(tr("%1 fine", "number of queues").arg(Formatting::count(qint64(fine.size()))));
    const int taken = m_count->sizeHint().width() + m_paused->sizeHint().width() + m_scale.px(4 * wallEdge + 80);
    m_fine->setText(listed(fine, *m_fine, std::max(0, width() - taken)));
    m_bottom->setVisible(!m_rest.empty());
    m_tile->setVisible(!fine.empty());
    m_count->setVisible(!fine.empty());
}

int BoardWall::rowsPerPage() const { return m_source ? usualRows : mostRowsOfWall; }

int BoardWall::pages() const
{
    const int rows = rowsPerPage();
    return std::max(1, (int(m_worst.size()) + rows - 1) / rows);
}

void BoardWall::turn(int step)
{
    m_page = (m_page + step + pages()) % pages();
    m_turn.start();
    tellRows();
    arrange();
}

std::vector<const WallRow*> BoardWall::rows() const
{
    std::vector<const WallRow*> shown;
    for (const WallRow* row : m_rows) {
        if (!row->isHidden())
            shown.push_back(row);
    }
    return shown;
}

/// Gives each part its place. The timeline takes the height that the rows leave.
void BoardWall::arrange()
{
    applyFonts();
    tellHead();
    const auto px = [this](double length) { return m_scale.px(length); };
    m_top->setGeometry(0, 0, width(), px(wallHead));
    const int edge = px(tilesEdge);
    int weights = 0;
    for (const auto& [figure, weight] : figuresOnWall)
        weights += weight;
    const int gap = std::max(1, px(tilesGap));
    const double each = double(width() - 2 * edge - gap * int(m_tiles.size() - 1)) / weights;
    double left = edge;
    for (std::size_t i = 0; i < m_tiles.size(); ++i) {
        const double wide = each * figuresOnWall[i].second;
        m_tiles[i]->setGeometry(int(left), px(wallHead), int(left + wide) - int(left), px(wallTiles));
        left += wide + gap;
    }
    const int foot = height() - px(wallFoot);
    m_bottom->setGeometry(0, foot, width(), height() - foot);
    const int below = m_bottom->isHidden() ? height() : foot;
    const int rows = int(this->rows().size());
    const int top = px(wallHead + wallTiles);
    const int rowHeight = px(wallRowHeight);
    const int firstRow = m_source ? below - rows * rowHeight : top + px(tilesEdge);
    for (int i = 0; i < rows; ++i)
        m_rows[std::size_t(i)]->setGeometry(0, firstRow + i * rowHeight, width(), rowHeight);
    m_timeline->setVisible(m_source);
    m_timeline->setGeometry(0, top, width(), std::max(1, firstRow - top));
}

void BoardWall::applyFonts()
{
    const Tokens& t = theme().tokens();
    const auto paint = [this](PlainLabel* label, int pixels, QFont::Weight weight, const QColor& color) {
        label->setFont(m_scale.font(theme(), pixels, weight));
        QPalette colors = palette();
        colors.setColor(QPalette::WindowText, color);
        label->setPalette(colors);
    };
    const QColor warning = t.of(TaskState::Leased).text;
    paint(m_subject, 42, QFont::DemiBold, t.text);
    paint(m_note, 30, isStale() ? QFont::DemiBold : QFont::Normal, isStale() ? warning : t.text2);
    paint(m_time, 54, QFont::DemiBold, t.text);
    paint(m_count, 30, QFont::DemiBold, t.text);
    paint(m_fine, 30, QFont::Normal, t.text2);
    paint(m_paused, 30, QFont::Normal, t.text2);
    paint(m_tag, WallScale::leastText, QFont::Bold, Qt::white);
    const QColor color = m_head.environment ? environmentColor(theme(), *m_head.environment) : QColor();
    m_top->setStripe(color, m_scale.px(10));
    const QString sheet = QStringLiteral("background: %1; color: #ffffff; border-radius: %2px; padding: %3px %4px;")
                              .arg(color.isValid() ? color.name() : QStringLiteral("transparent"))
                              .arg(m_scale.px(4))
                              .arg(m_scale.px(2))
                              .arg(m_scale.px(14));
    if (m_tag->styleSheet() != sheet)
        m_tag->setStyleSheet(sheet);
    m_tile->setPixmap(stateTile(theme(), m_scale.px(36), TaskState::Done, devicePixelRatioF()));
    m_top->layout()->setContentsMargins(m_scale.px(wallEdge), 0, m_scale.px(wallEdge), 0);
    m_top->layout()->setSpacing(m_scale.px(25));
    m_bottom->layout()->setContentsMargins(m_scale.px(wallEdge), 0, m_scale.px(wallEdge), 0);
    m_bottom->layout()->setSpacing(m_scale.px(24));
}

void BoardWall::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    m_scale = WallScale(height());
    for (WallTile* tile : m_tiles)
        tile->setScale(m_scale);
    for (WallRow* row : m_rows)
        row->setScale(m_scale);
    m_timeline->setScale(m_scale);
    applyFonts();
    tellRest();
    arrange();
}

void BoardWall::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
    case Qt::Key_F11:
        close();
        break;
    case Qt::Key_PageDown:
    case Qt::Key_Right:
        turn(1);
        break;
    case Qt::Key_PageUp:
    case Qt::Key_Left:
        turn(-1);
        break;
    case Qt::Key_Down:
        focusNextPrevChild(true);
        break;
    case Qt::Key_Up:
        focusNextPrevChild(false);
        break;
    default:
        Pane::keyPressEvent(event);
    }
}

void BoardWall::closeEvent(QCloseEvent* event)
{
    Pane::closeEvent(event);
    Q_EMIT closed();
}

} // namespace dueline
