// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/boardmodel.h"

#include "core/base/naturalorder.h"
#include "core/base/text.h"
#include "ui/models/cell.h"
#include "ui/text/drainwords.h"
#include "ui/text/layoutwords.h"
#include "ui/text/plaintexttooltip.h"

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

const QString absentSign = QStringLiteral("–");
/// Time that the EmptyBy column stays visible without values.
constexpr Millis expectedFor{minuteMs};

QList<int> barsOf(const std::array<qint64, BoardRow::bars>& figures)
{
    QList<int> bars;
    for (const qint64 figure : figures)
        bars << int(std::min<qint64>(figure, std::numeric_limits<int>::max()));
    return bars;
}

/// Returns the weight that a figure is sorted by. Higher weights come first, missing figures last.
double weightOf(const BoardRow& row, int column)
{
    constexpr double least = -1e18;
    const auto of = [](const auto& figure) { return figure ? double(*figure) : least; };
    switch (column) {
    case BoardModel::LastHour: {
        double sum = 0;
        for (std::size_t i = 0; row.ended && i < row.ended->size(); ++i)
            sum += double((*row.ended)[i]);
        return row.ended ? sum : least;
    }
    case BoardModel::Due:
        return of(row.due);
    case BoardModel::Oldest:
        return row.oldestDue ? double((row.serverNow - *row.oldestDue).count()) : least;
    case BoardModel::EmptyBy: // earliest time first
        return row.emptyAt() ? -double((*row.emptyAt() - row.serverNow).count()) : least;
    case BoardModel::Running:
        return of(row.leased);
    case BoardModel::FailedLately:
        return of(row.failedLately);
    case BoardModel::Failed:
        return of(row.failed);
    case BoardModel::In:
        return of(row.addedRate);
    case BoardModel::Out:
        return of(row.endedRate);
    case BoardModel::Workers:
        return row.workers ? double(row.workers->alive) : least;
    case BoardModel::NextRun: // earliest time first
        return row.nextRun ? -double((*row.nextRun - row.serverNow).count()) : least;
    default:
        return 0;
    }
}

bool isText(int column)
{
    return column == BoardModel::Queue || column == BoardModel::Layout || column == BoardModel::Server;
}

/// Returns a row's mark. Only problems that the overview's header counts get a triangle.
Cell::Mark signOf(Trouble trouble)
{
    if (trouble == Trouble::None)
        return Cell::Mark::Hollow;
    return trouble <= Trouble::Late ? Cell::Mark::Warning : Cell::Mark::Notice;
}

/// Returns whether a recurring task missed its scheduled time.
bool isMissed(const BoardRow& row) { return row.nextRun && *row.nextRun + BoardRow::lateAfter <= row.serverNow; }

/// Returns the index of the first bar with data.
int firstSampled(const BoardRow& row)
{
    const auto minutes = std::chrono::floor<std::chrono::minutes>(row.serverNow)
        - std::chrono::floor<std::chrono::minutes>(*row.sampledSince);
    const auto first = std::find_if(row.ended->begin(), row.ended->end(), [](qint64 bar) { return bar > 0; });
    // Bars before the first sample may have data: stored tasks may have ended earlier.
    return std::max(
        0, std::min(int(first - row.ended->begin()), int(BoardRow::bars) - 1 - int(minutes / BoardRow::barLength)));
}

} // namespace

BoardModel::BoardModel(const Formatting& formatting, QObject* parent)
    : RowList(parent)
    , m_formatting(formatting)
{ }

int BoardModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(ColumnCount); }

std::optional<Absence> BoardModel::absence(const BoardRow& row, int column)
{
    const auto of = [](const auto& figure) { return figure ? std::nullopt : std::optional(figure.absence); };
    switch (column) {
    case LastHour:
        return of(row.ended);
    case Due:
        return of(row.due);
    case Oldest:
        return of(row.oldestDue);
    case EmptyBy:
        return of(row.emptyAt());
    case Running:
        return of(row.leased);
    case FailedLately:
        return of(row.failedLately);
    case Failed:
        return of(row.failed);
    case In:
        return of(row.addedRate);
    case Out:
        return of(row.endedRate);
    case Workers:
        return of(row.workers);
    case NextRun:
        return of(row.nextRun);
    default:
        return std::nullopt;
    }
}

/// Returns a queue's framework; empty if all queues have the same one.
QString BoardModel::frameworkOf(const BoardRow& row) const
{
    if (!m_isMixed)
        return {};
    auto known = m_frameworks.find(row.layout);
    if (known == m_frameworks.end())
        known = m_frameworks.insert(row.layout, LayoutWords::headOf(row.layout, {}));
    return *known;
}

/// Returns a queue's name, without the layout if the framework is shown after it.
QString BoardModel::nameOf(const BoardRow& row) const
{
    const qsizetype at = row.queue.lastIndexOf('@');
    const bool isWhole = !m_isMixed || at <= 0 || row.paused || row.queue.mid(at + 1) != row.layout;
    return printable(isWhole ? row.queue : row.queue.left(at), 80);
}

QString BoardModel::text(const BoardItem& item, int column) const
{
    const BoardRow& row = item.row;
    if (!item.isQueue() && column == Queue)
        return item.kind == BoardItem::Kind::Rest ? restWords(item) : printable(item.server.toUtf8(), 80);
    if (item.kind == BoardItem::Kind::Rest || !item.lost.isEmpty())
        return {};
    if (const auto why = absence(row, column))
        return *why == Absence::Nothing || *why == Absence::NotRead ? QString() : absentSign;
    switch (column) {
    case Queue:
        return nameOf(row);
    case Due:
        return Formatting::count(*row.due);
    case Oldest:
        return Formatting::duration(std::max(Millis(0), row.serverNow - *row.oldestDue));
    case EmptyBy:
        return DrainWords::clock(*row.emptyAt(), m_formatting);
    case Running:
        return Formatting::count(*row.leased);
    case FailedLately:
        return Formatting::count(*row.failedLately);
    case Failed:
        return Formatting::count(*row.failed);
    case In:
        return rateWords(*row.addedRate, row.isLeast);
    case Out:
        return rateWords(*row.endedRate, row.isLeast);
    case Workers:
        return row.workers->atLeast && row.workers->alive > 0
            ? tr("%1 or more").arg(Formatting::count(row.workers->alive))
            : row.workers->atLeast ? absentSign
                                   : Formatting::count(row.workers->alive);
    case NextRun:
        return isMissed(row) ? tr("overdue by %1").arg(Formatting::duration(row.serverNow - *row.nextRun))
                             : Formatting::relative(*row.nextRun, row.serverNow);
    case Layout:
        return printable(row.layout, 40);
    case Server:
        return printable(item.server.toUtf8(), 40);
    default:
        return {};
    }
}

QVariant BoardModel::look(const BoardRow& row, int column) const
{
    using enum Cell::Tone;
    const auto is = [](Cell::Tone tone) { return QVariant::fromValue(tone); };
    if (absence(row, column))
        return is(Absent);
    const auto number = [&is](qint64 value, Cell::Tone tone) { return is(value > 0 ? tone : Absent); };
    const auto rate = [&is](double value) { return is(value > 0 ? Plain : Absent); };
    switch (column) {
    case Queue:
        return is(Strong);
    case Due:
        return number(*row.due, Plain);
    case Oldest:
        return is(row.serverNow - *row.oldestDue >= BoardRow::lateAfter ? Warning : Plain);
    case Running:
        return number(*row.leased, Plain);
    case FailedLately:
        return number(*row.failedLately, Failure);
    case Failed:
        return number(*row.failed, Failure);
    case In:
        return rate(*row.addedRate);
    case Out:
        return rate(*row.endedRate);
    case Workers:
        if (row.workers->lost > 0 || (row.workers->alive == 0 && row.trouble() == Trouble::Late))
            return is(Warning);
        return number(row.workers->alive, Plain);
    case NextRun:
        return is(isMissed(row) ? Warning : Quiet);
    default:
        return is(Quiet);
    }
}

/// Returns the length of the bar in front of a number, relative to the highest number in the column.
QVariant BoardModel::meter(const BoardRow& row, int column) const
{
    const auto share = [](const BoardFigure<qint64>& figure, qint64 most) {
        return figure && most > 0 ? QVariant(double(*figure) / double(most)) : QVariant();
    };
    return column == Due         ? share(row.due, m_mostDue)
        : column == FailedLately ? share(row.failedLately, m_mostFailed)
                                 : QVariant();
}

QVariant BoardModel::data(const QModelIndex& index, int role) const
{
    const BoardItem* item = index.isValid() ? rowAt(index.row()) : nullptr;
    if (!item)
        return {};
    const BoardRow& row = item->row;
    const int column = index.column();
    if (!item->isQueue()) {
        if (const std::optional<QVariant> special = headData(*item, column, role))
            return *special;
    }
    switch (role) {
    case Qt::DisplayRole:
        return text(*item, column);
    case Qt::AccessibleTextRole: {
        if (column == Queue)
            return Formatting::commas({text(*item, Queue), frameworkOf(row), troubleWords(row)});
        const QString words = text(*item, column);
        const bool says = !absence(row, column) && column != LastHour;
        const QString value = tr("%1: %2").arg(title(Column(column)), says ? words : tip(*item, column));
        // Add the estimate, whose own column is hidden in a narrow window.
        return column == Due && row.emptyAt() ? Formatting::commas({value, tr("empty by %1").arg(text(*item, EmptyBy))})
                                              : value;
    }
    case Qt::ToolTipRole:
        return plainTextToolTip(tip(*item, column));
    case Qt::TextAlignmentRole:
        return isText(column) || column == LastHour ? QVariant() : QVariant(int(Qt::AlignRight | Qt::AlignVCenter));
    case Cell::Key:
        return item->key();
    case Cell::Look:
        return look(row, column);
    case Cell::Note:
        return column != Queue ? QVariant() : QVariant(row.paused ? tr("paused") : frameworkOf(row));
    case Cell::Loading:
        return absence(row, column) == Absence::NotRead;
    case Cell::Meter:
        return meter(row, column);
    case Cell::BarsFrom:
        return column == LastHour && row.sampledSince ? QVariant(firstSampled(row)) : QVariant();
    case Cell::Sign:
        return column == Queue ? QVariant::fromValue(signOf(row.trouble())) : QVariant();
    case Cell::Bars:
        return column == LastHour && row.ended ? QVariant::fromValue(barsOf(*row.ended)) : QVariant();
    case Cell::FailedBars:
        return column == LastHour && row.ended ? QVariant::fromValue(barsOf(row.endedFailed)) : QVariant();
    case Cell::ShareOf:
        return column == LastHour    ? QVariant(int(TaskState::Done))
            : column == Due          ? QVariant(int(TaskState::Due))
            : column == FailedLately ? QVariant(int(TaskState::Failed))
                                     : QVariant();
    default:
        return {};
    }
}

QVariant BoardModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    switch (role) {
    case Qt::TextAlignmentRole:
        return int((isText(section) || section == LastHour ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::DisplayRole:
        return m_order == Column(section) ? title(Column(section)) + QStringLiteral(" ↓") : title(Column(section));
    case Qt::AccessibleTextRole:
        return m_order == Column(section) ? tr("%1, sort column").arg(title(Column(section))) : title(Column(section));
    case Qt::ToolTipRole:
        return plainTextToolTip(explanation(Column(section)));
    case Cell::Legend:
        return section == LastHour ? QVariant(QStringList{tr("done/min"), tr("failed/min")}) : QVariant();
    default:
        return {};
    }
}

void BoardModel::set(std::vector<BoardItem> items, std::vector<BoardItem> servers)
{
    m_items = std::move(items);
    m_servers = std::move(servers);
    summarize();
    apply(keepsOrder());
}

/// Returns whether the rows must keep their order for now, although they are sorted by severity.
bool BoardModel::keepsOrder()
{
    const bool isComplete = m_read == m_items.size();
    if (!std::exchange(m_wasComplete, isComplete) || m_order || rowCount() == 0)
        return false;
    return m_isHeld || (m_sorted.isValid() && !m_sorted.hasExpired(orderEvery.count()));
}

/// Computes the values that depend on all queues.
void BoardModel::summarize()
{
    m_troubled = m_read = 0;
    m_totals = {};
    m_mostDue = m_mostFailed = 0;
    m_isMixed = false;
    m_empty.fill(!m_items.empty());
    for (const BoardItem& item : m_items) {
        m_troubled += item.row.trouble() != Trouble::None ? 1 : 0;
        m_read += item.row.failedLately.absence != Absence::NotRead || item.row.failedLately ? 1 : 0;
        m_totals.add(item.row);
        m_mostDue = std::max(m_mostDue, item.row.due.value.value_or(0));
        m_mostFailed = std::max(m_mostFailed, item.row.failedLately.value.value_or(0));
        m_isMixed = m_isMixed || item.row.layout != m_items.front().row.layout;
        for (int column = 0; column < ColumnCount; ++column) {
            const auto why = absence(item.row, column);
            // Treat a column as empty if no queue can get a value in it. NextRun and EmptyBy are also empty if no queue
            // currently has a value.
            m_empty[std::size_t(column)] = m_empty[std::size_t(column)] && why && *why != Absence::NotRead
                && (*why != Absence::Nothing || column == NextRun || column == EmptyBy);
        }
    }
    if (!m_empty[EmptyBy] && !m_items.empty())
        m_expected.start();
    m_empty[EmptyBy] = !m_expected.isValid() || m_expected.hasExpired(expectedFor.count());
}

void BoardModel::setSearch(const QString& words)
{
    m_words = words.split(u' ', Qt::SkipEmptyParts);
    apply();
}

void BoardModel::setTroubledOnly(bool only)
{
    m_troubledOnly = only;
    apply();
}

void BoardModel::setOrder(std::optional<Column> by)
{
    m_order = by;
    apply();
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

void BoardModel::reword()
{
    m_frameworks.clear();
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

bool BoardModel::isWanted(const BoardItem& item) const
{
    if (m_troubledOnly && item.row.trouble() == Trouble::None)
        return false;
    if (m_words.isEmpty())
        return true;
    const QString where = text(item, Queue) + u'\n' + text(item, Layout) + u'\n' + text(item, Server);
    return std::all_of(m_words.begin(), m_words.end(),
        [&where](const QString& word) { return where.contains(word, Qt::CaseInsensitive); });
}

bool BoardModel::isBefore(const BoardItem& a, const BoardItem& b) const
{
    if (!m_order)
        return isWorse(a.row, b.row);
    if (!isText(*m_order)) {
        const double first = weightOf(a.row, *m_order);
        const double second = weightOf(b.row, *m_order);
        return first != second ? first > second : isWorse(a.row, b.row);
    }
    const auto word = [this](const BoardItem& item) {
        return *m_order == Server ? item.server.toUtf8() : *m_order == Layout ? item.row.layout : QByteArray();
    };
    const int order = word(a).compare(word(b));
    return order != 0 ? order < 0 : isNaturallyBefore(a.row.queue, b.row.queue);
}

void BoardModel::apply(bool keeps)
{
    if (!keeps)
        m_sorted.start();
    if (isGrouped())
        return replaceRows(grouped(keeps));
    std::vector<BoardItem> shown;
    for (const BoardItem* item : sorted({}, keeps))
        shown.push_back(*item);
    replaceRows(std::move(shown));
}

SidebarPlace BoardModel::placeOf(const QModelIndex& index) const
{
    const BoardItem* item = index.isValid() ? rowAt(index.row()) : nullptr;
    if (!item)
        return {};
    SidebarPlace place{item->connection, item->row.queue, {}};
    if (!item->isQueue())
        return place;
    if (absence(item->row, index.column()))
        return place;
    switch (index.column()) {
    case Due:
        place.state = TaskState::Due;
        break;
    case EmptyBy:
        place.state = TaskState::Due;
        break;
    case Oldest: // the oldest due task may be a retry
        place.state = item->row.due.value == 0 ? TaskState::Retrying : TaskState::Due;
        break;
    case Running:
        place.state = TaskState::Leased;
        break;
    case FailedLately:
    case Failed:
        place.state = TaskState::Failed;
        break;
    default:
        break;
    }
    return place;
}

} // namespace dueline
