// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/boardtable.h"

#include "core/base/text.h"

#include "ui/board/lostline.h"
#include "ui/board/silenceline.h"
#include "ui/text/formatting.h"
#include "ui/widgets/celldelegate.h"

#include <QHeaderView>
#include <QStyle>

namespace dueline {

namespace {

constexpr int boardSignWidth = 20;
constexpr int boardMeterLead = CellDelegate::meterWidth + CellDelegate::padding;
constexpr int boardWideFrom = 1920; ///< minimum window width in pixels for taller rows and longer bars
constexpr int lastHourBars = 340;
constexpr int lastHourLeast = 240;
constexpr int lastHourWide = 560;
constexpr int boardRow = 34;
constexpr int boardHead = 40; ///< height of a server's head
constexpr std::chrono::milliseconds sweepEvery{66};
constexpr int sweepSteps = 18; ///< number of animation steps per sweep; a sweep takes 1.2 s
constexpr int boardRowWide = 44;

/// Returns a column's rank for hiding columns when space is tight: the column with the highest rank is hidden first.
int hidingOf(int column)
{
    switch (column) {
    case BoardModel::Oldest:
        return 1;
    case BoardModel::LastHour:
        return 2;
    case BoardModel::Workers:
        return 3;
    case BoardModel::EmptyBy:
        return 4;
    case BoardModel::Running:
        return 5;
    case BoardModel::In:
        return 6;
    case BoardModel::Out:
        return 7;
    case BoardModel::NextRun:
        return 8;
    case BoardModel::Failed:
        return 9;
    case BoardModel::Layout: // the layout is shown after the queue name, not in a column
    case BoardModel::Server:
        return PanelTable::neverShown;
    default:
        return 0;
    }
}

} // namespace

/// Returns the columns' titles and properties.
PanelTable::Words BoardTable::words()
{
    const QString count = QStringLiteral("1,000,000");
    const auto seen = [](const QString& widest, int lead = 0) { return asSeen({widest, lead}); };
    std::vector<Column> columns(BoardModel::ColumnCount);
    columns[BoardModel::Queue] = asSeen({QStringLiteral("notification-mail"), boardSignWidth, 0, true});
    columns[BoardModel::LastHour].widest = QStringLiteral(" ");
    columns[BoardModel::LastHour].lead = lastHourBars;
    columns[BoardModel::LastHour].least = lastHourLeast;
    columns[BoardModel::Due] = seen(count, boardMeterLead);
    columns[BoardModel::Oldest] = seen(Formatting::duration(std::chrono::minutes(23 * 60 + 59)));
    columns[BoardModel::EmptyBy] = seen(QStringLiteral("00:00"));
    columns[BoardModel::Running] = seen(count);
    columns[BoardModel::FailedLately] = seen(count, boardMeterLead);
    columns[BoardModel::Failed] = seen(count);
    columns[BoardModel::In] = seen(count);
    columns[BoardModel::Out] = seen(count);
    columns[BoardModel::Workers] = seen(tr("%1 or more").arg(QStringLiteral("100")));
    columns[BoardModel::NextRun] = seen(tr("in %1", "a duration").arg(QStringLiteral("23 h 59 min")));
    columns[BoardModel::Layout] = seen(QStringLiteral("sidekiq"));
    columns[BoardModel::Server] = seen(QStringLiteral("payments-prod"));
    for (int column = 0; column < BoardModel::ColumnCount; ++column)
        columns[std::size_t(column)].hides = hidingOf(column);
    return {tr("Overview of queues"), std::move(columns)};
}

BoardTable::BoardTable(const Theme& theme, BoardModel& model, QWidget* parent)
    : PanelTable(theme, model, words, parent)
    , m_theme(theme)
    , m_board(model)
{
    setChoosesCells();
    setSelectionMode(SingleSelection);
    horizontalHeader()->setSectionsClickable(true);
    connect(
        this, &PanelTable::headChosen, &model, [&model](int column) { model.toggleOrder(BoardModel::Column(column)); });
    connect(this, &PanelTable::activatedRow, this, [this] { Q_EMIT cellActivated(currentIndex()); });
    m_sweep.setInterval(sweepEvery);
    connect(&m_sweep, &QTimer::timeout, this, &BoardTable::sweep);
    setHides(BoardModel::Server, neverShown);
}

QStringList BoardTable::hideEmpty(const BoardModel& model, bool all)
{
    QStringList hidden;
    for (int column = 0; column < BoardModel::ColumnCount; ++column) {
        if (hidingOf(column) == neverShown)
            continue;
        const bool isEmpty = model.isEmpty(BoardModel::Column(column));
        // Don't list EmptyBy: it appears as soon as there is an estimate.
        if (isEmpty && column != BoardModel::EmptyBy)
            hidden << BoardModel::title(BoardModel::Column(column));
        setHides(column, isEmpty && !all ? neverShown : hidingOf(column));
    }
    return hidden;
}

void BoardTable::fit(int windowWidth)
{
    const bool isWide = windowWidth >= boardWideFrom;
    setLead(BoardModel::LastHour, isWide ? lastHourWide : lastHourBars);
    setRowHeight(isWide ? boardRowWide : boardRow);
    if (m_formatting)
        layLines();
}

void BoardTable::setLoading(bool loading)
{
    if (loading == m_sweep.isActive() || (loading && !style()->styleHint(QStyle::SH_Widget_Animate, nullptr, this)))
        return;
    loading ? m_sweep.start() : m_sweep.stop();
    if (!loading) {
        static_cast<CellDelegate*>(itemDelegate())->setSweep(-1);
        viewport()->update();
    }
}

void BoardTable::sweep()
{
    m_step = (m_step + 1) % sweepSteps;
    static_cast<CellDelegate*>(itemDelegate())->setSweep(double(m_step) / sweepSteps);
    viewport()->update();
}

void BoardTable::showSilence(const Formatting& formatting)
{
    m_formatting = &formatting;
    connect(&m_board, &QAbstractItemModel::modelReset, this, &BoardTable::layLines);
    connect(&m_board, &QAbstractItemModel::dataChanged, this, &BoardTable::layLines);
    connect(&m_board, &QAbstractItemModel::layoutChanged, this, &BoardTable::layLines);
    connect(&m_board, &QAbstractItemModel::rowsInserted, this, &BoardTable::layLines);
    connect(&m_board, &QAbstractItemModel::rowsRemoved, this, &BoardTable::layLines);
    connect(&m_board, &QAbstractItemModel::rowsMoved, this, &BoardTable::layLines);
    layLines();
}

/// Creates and fills silent queues' second lines, and makes room for each one below its row.
void BoardTable::layLines()
{
    std::map<QByteArray, SilenceLine*> lines;
    const int usual = verticalHeader()->defaultSectionSize();
    for (int row = 0; row < m_board.rowCount(); ++row) {
        const BoardItem* item = m_board.rowAt(row);
        const bool isSilent = item->row.trouble() == Trouble::Silent;
        const int height = item->kind == BoardItem::Kind::Server ? std::max(usual, boardHead)
                                                                 : usual + (isSilent ? SilenceLine::lineHeight : 0);
        if (verticalHeader()->sectionSize(row) != height)
            verticalHeader()->resizeSection(row, height);
        if (!isSilent)
            continue;
        auto known = m_lines.extract(item->key());
        auto* line = known ? known.mapped() : new SilenceLine(m_theme, viewport());
        if (!known) {
            connect(line, &SilenceLine::workersRequested, this,
                [this, line] { Q_EMIT cellActivated(rowOf(*line, BoardModel::Workers)); });
            connect(line, &SilenceLine::changesRequested, this,
                [this, line] { Q_EMIT changesRequested(rowOf(*line, BoardModel::Queue)); });
            connect(line, &SilenceLine::muteRequested, this,
                [this, line] { Q_EMIT muteRequested(rowOf(*line, BoardModel::Queue)); });
        }
        line->tell(printable(item->row.queue, 100), *item->row.silence, *m_formatting);
        lines.emplace(item->key(), line);
    }
    for (const auto& [key, line] : m_lines) {
        line->hide();
        line->deleteLater(); // deferred: the line may be the signal's sender
    }
    m_lines = std::move(lines);
    layHeads();
    placeLines();
}

/// Lets the text of heads extend over the bars' column, and creates the notices of lost servers.
void BoardTable::layHeads()
{
    if (!m_board.isGrouped() && !m_hasHeads)
        return;
    m_hasHeads = m_board.isGrouped();
    clearSpans();
    std::map<QByteArray, LostLine*> lost;
    for (int row = 0; row < m_board.rowCount(); ++row) {
        const BoardItem* item = m_board.rowAt(row);
        if (item->isQueue())
            continue;
        setSpan(row, BoardModel::Queue, 1, BoardModel::LastHour + 1);
        if (item->lost.isEmpty())
            continue;
        auto known = m_lost.extract(item->key());
        auto* line = known ? known.mapped() : new LostLine(m_theme, viewport());
        if (!known) {
            connect(line, &LostLine::reconnectRequested, this,
                [this, connection = item->connection] { Q_EMIT reconnectRequested(connection); });
        }
        line->tell(printable(item->server.toUtf8(), 40), item->lost);
        lost.emplace(item->key(), line);
    }
    for (const auto& [key, line] : m_lost) {
        line->hide();
        line->deleteLater(); // deferred: the line may be the signal's sender
    }
    m_lost = std::move(lost);
}

void BoardTable::placeLines()
{
    for (int row = 0; !m_lines.empty() && row < m_board.rowCount(); ++row) {
        const auto line = m_lines.find(m_board.rowAt(row)->key());
        if (line == m_lines.end())
            continue;
        const int bottom = rowViewportPosition(row) + rowHeight(row);
        line->second->setGeometry(0, bottom - SilenceLine::lineHeight, viewport()->width(), SilenceLine::lineHeight);
        line->second->show();
    }
    for (int row = 0; !m_lost.empty() && row < m_board.rowCount(); ++row) {
        const auto line = m_lost.find(m_board.rowAt(row)->key());
        if (line == m_lost.end())
            continue;
        const int left = viewport()->width() / 3;
        line->second->setGeometry(left, rowViewportPosition(row) + 1, viewport()->width() - left, rowHeight(row) - 2);
        line->second->show();
    }
}

QModelIndex BoardTable::rowOf(const SilenceLine& line, BoardModel::Column column) const
{
    for (int row = 0; row < m_board.rowCount(); ++row) {
        const auto known = m_lines.find(m_board.rowAt(row)->key());
        if (known != m_lines.end() && known->second == &line)
            return m_board.index(row, column);
    }
    return {};
}

void BoardTable::updateGeometries()
{
    PanelTable::updateGeometries();
    placeLines();
}

void BoardTable::scrollContentsBy(int dx, int dy)
{
    PanelTable::scrollContentsBy(dx, dy);
    placeLines();
}

} // namespace dueline
