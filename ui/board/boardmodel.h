// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/board/boardrow.h"
#include "ui/models/rowlist.h"
#include "ui/sidebar/model/sidebarmodel.h"
#include "ui/text/formatting.h"

#include <optional>

namespace dueline {

/// A queue of a connection as a row.
struct BoardItem
{
    QString connection; ///< by its id
    QString server; ///< its name
    BoardRow row;

    QByteArray key() const { return connection.toUtf8() + '\0' + row.queue; }
    bool operator==(const BoardItem&) const = default;
};

/// The board: queues of one or several connections, sorted and filtered, the worst first unless somebody wants another
/// order.
class BoardModel : public RowList<BoardItem>
{
    Q_OBJECT

public:
    enum Column {
        Queue,
        LastHour,
        Due,
        Oldest,
        Running,
        FailedLately,
        Failed,
        In,
        Out,
        Workers,
        NextRun,
        Layout,
        Server,
        ColumnCount
    };

    explicit BoardModel(const Formatting& formatting, QObject* parent = nullptr);

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void set(std::vector<BoardItem> items);
    /// Words that must all stand in the name of a queue, its layout or its connection, in either case.
    void setSearch(const QString& words);
    /// Only queues with something wrong.
    void setTroubledOnly(bool only);
    /// nullopt: the worst first. Of numbers and times the most telling end comes first, names by alphabet.
    void setOrder(std::optional<Column> by);
    std::optional<Column> order() const { return m_order; }
    /// Says its words anew.
    void reword();

    std::size_t all() const { return m_items.size(); }
    std::size_t troubled() const { return m_troubled; }
    /// Where the cell leads: the state of the queue that it counts, else the queue.
    SidebarPlace placeOf(const QModelIndex& index) const;

    /// What a column is called, and what it tells.
    static QString title(Column column);
    static QString explanation(Column column);
    /// The rule of "the worst first".
    static QString ruleOfOrder();
    static QString troubleWords(const BoardRow& row);

private:
    void apply();
    QString text(const BoardItem& item, int column) const;
    QString tip(const BoardItem& item, int column) const;
    QVariant look(const BoardRow& row, int column) const;
    static std::optional<Absence> absence(const BoardRow& row, int column);
    bool isWanted(const BoardItem& item) const;
    bool isBefore(const BoardItem& a, const BoardItem& b) const;

    const Formatting& m_formatting;
    std::vector<BoardItem> m_items;
    std::size_t m_troubled = 0;
    QStringList m_words;
    bool m_troubledOnly = false;
    std::optional<Column> m_order;
};

} // namespace dueline
