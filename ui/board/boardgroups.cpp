// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of BoardModel's queues by server.
#include "ui/board/boardmodel.h"
#include "ui/models/cell.h"
#include "ui/text/plaintexttooltip.h"

#include <algorithm>

namespace dueline {

/// Returns the displayed queues in order. `connection`: only this connection's queues; null: all. `keeps`: true to keep
/// the order of existing rows, and to put new rows after them.
std::vector<const BoardItem*> BoardModel::sorted(const QString& connection, bool keeps) const
{
    std::vector<const BoardItem*> wanted;
    wanted.reserve(m_items.size());
    for (const BoardItem& item : m_items) {
        if (isWanted(item) && (connection.isNull() || item.connection == connection))
            wanted.push_back(&item);
    }
    std::stable_sort(
        wanted.begin(), wanted.end(), [this](const BoardItem* a, const BoardItem* b) { return isBefore(*a, *b); });
    if (!keeps)
        return wanted;
    QHash<QByteArray, std::size_t> places;
    for (std::size_t i = 0; i < rows().size(); ++i)
        places.insert(rows()[i].key(), i);
    const auto placeOf = [&](const BoardItem* item) { return places.value(item->key(), rows().size()); };
    std::stable_sort(
        wanted.begin(), wanted.end(), [&](const BoardItem* a, const BoardItem* b) { return placeOf(a) < placeOf(b); });
    return wanted;
}

/// Returns a server's head with the sums of its queues.
BoardItem BoardModel::headOf(const BoardItem& server) const
{
    BoardItem head = server;
    BoardTotals totals;
    for (const BoardItem& item : m_items) {
        if (item.connection != server.connection)
            continue;
        totals.add(item.row);
        ++head.queues;
        head.troubled += item.row.trouble() != Trouble::None ? 1 : 0;
    }
    totals.fill(head.row);
    head.row.workers = server.row.workers;
    return head;
}

/// Returns the rows of all servers: each server's head, its queues with problems, and one line for the others. A server
/// that doesn't respond has only a head.
std::vector<BoardItem> BoardModel::grouped(bool keeps) const
{
    std::vector<BoardItem> rows;
    for (const BoardItem& server : m_servers) {
        const std::vector<const BoardItem*> queues
            = server.lost.isEmpty() ? sorted(server.connection, keeps) : std::vector<const BoardItem*>();
        if (queues.empty() && (m_troubledOnly || !m_words.isEmpty()))
            continue;
        rows.push_back(headOf(server));
        const auto isFine = [](const BoardItem* item) { return item->row.trouble() >= Trouble::Paused; };
        BoardItem rest{server.connection, server.server, {}, BoardItem::Kind::Rest, server.environment};
        for (const BoardItem* item : queues) {
            const bool isPaused = item->row.trouble() == Trouble::Paused;
            rest.troubled += isPaused ? 1 : 0;
            rest.queues += isFine(item) && !isPaused ? 1 : 0;
            if (!m_words.isEmpty() || !isFine(item)) // what was searched for is never folded
                rows.push_back(*item);
        }
        if (!m_words.isEmpty() || rest.queues + rest.troubled == 0)
            continue;
        rest.isOpen = m_openRests.contains(server.connection);
        rows.push_back(rest);
        for (const BoardItem* item : queues) {
            if (rest.isOpen && isFine(item))
                rows.push_back(*item);
        }
    }
    return rows;
}

/// Returns the data that a server's head, or the line for queues without problems, has instead of a queue's data.
std::optional<QVariant> BoardModel::headData(const BoardItem& item, int column, int role) const
{
    const bool isServer = item.kind == BoardItem::Kind::Server;
    const bool isBlank = !isServer || !item.lost.isEmpty() || column == LastHour || column == EmptyBy;
    switch (role) {
    case Qt::DisplayRole:
        return isBlank && column != Queue ? QVariant() : QVariant(text(item, column));
    case Qt::AccessibleTextRole:
        if (column == Queue)
            return Formatting::commas({text(item, Queue), isServer ? headWords(item) : QString(), item.lost});
        return isBlank ? std::optional(QVariant(QString())) : std::nullopt;
    case Qt::ToolTipRole:
        if (column == Queue)
            return plainTextToolTip(isServer ? text(item, Queue) : tr("Press Return to list or hide these queues."));
        return isBlank ? std::optional(QVariant()) : std::nullopt;
    case Cell::Look: {
        const auto tone = isBlank ? Cell::Tone::Plain : look(item.row, column).value<Cell::Tone>();
        return QVariant::fromValue(column == Queue && !isServer ? Cell::Tone::Quiet
                : column == Queue || tone == Cell::Tone::Plain  ? Cell::Tone::Strong
                                                                : tone);
    }
    case Cell::Head:
        return isServer;
    case Cell::Stage:
        return column == Queue && isServer ? QVariant(int(item.environment)) : QVariant();
    case Cell::Icon:
        return column != Queue ? QVariant()
            : isServer         ? QVariant(QStringLiteral("connection"))
            : item.isOpen      ? QVariant(QStringLiteral("chevron-down"))
                               : QVariant(QStringLiteral("chevron-right"));
    case Cell::Note:
        return column == Queue && isServer ? QVariant(headWords(item)) : QVariant();
    case Cell::Loading:
        return isBlank ? std::optional(QVariant(false)) : std::nullopt;
    case Cell::Sign:
    case Cell::Meter:
    case Cell::Bars:
    case Cell::FailedBars:
    case Cell::BarsFrom:
        return QVariant();
    default:
        return std::nullopt;
    }
}

void BoardModel::toggleRest(const QString& connection)
{
    if (!m_openRests.remove(connection))
        m_openRests.insert(connection);
    apply(true);
}

int BoardModel::firstQueue() const
{
    const auto first = std::find_if(rows().begin(), rows().end(), [](const BoardItem& item) { return item.isQueue(); });
    return first == rows().end() ? -1 : int(first - rows().begin());
}

} // namespace dueline
