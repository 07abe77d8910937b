// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/board/boardtotals.h"
#include "ui/models/rowlist.h"
#include "ui/sidebar/model/sidebarmodel.h"
#include "ui/text/formatting.h"

#include <QElapsedTimer>
#include <QSet>

#include <optional>

namespace dueline {

/// Row in the overview: a queue or, if several servers are displayed, the head of a server's queues, or the line that
/// stands for a server's queues without problems.
struct BoardItem
{
    enum class Kind : quint8 { Queue, Server, Rest };

    QString connection; ///< id of the connection
    QString server; ///< name of the connection
    BoardRow row; ///< figures of the queue, or sums of the server's queues
    Kind kind = Kind::Queue;
    Environment environment = Environment::Development;
    QString lost = {}; ///< sentence that says since when a server has not responded; empty if it responds
    qint64 queues = 0; ///< number of the server's queues, or of the queues without problems
    qint64 troubled = 0; ///< number of queues that need attention, or of paused queues
    bool isOpen = false; ///< true if the queues without problems are listed below the line

    bool isQueue() const { return kind == Kind::Queue; }
    QByteArray key() const
    {
        return connection.toUtf8() + '\0' + (isQueue() ? row.queue : '\0' + QByteArray::number(int(kind)));
    }
    bool operator==(const BoardItem&) const = default;
};

/// Table model of the overview: queues on one or more connections, sorted (by default by severity) and filtered. If
/// there are several servers, the queues are grouped by server, and queues without problems are folded.
class BoardModel : public RowList<BoardItem>
{
    Q_OBJECT

public:
    enum Column {
        Queue,
        LastHour,
        Due,
        Oldest,
        EmptyBy,
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

    /// Minimum interval between changes of the severity order.
    static constexpr Millis orderEvery{10'000};

    /// Replaces the queues. The severity order changes at most once per `orderEvery`, and never while it is held. Until
    /// all figures have been read, it changes whenever figures arrive.
    /// `servers`: heads, in order, with the workers of each server; empty if the queues aren't grouped.
    void set(std::vector<BoardItem> items, std::vector<BoardItem> servers = {});
    /// Sets whether to hold the order of the rows. Callers hold it while the pointer is over the rows.
    void holdOrder(bool held) { m_isHeld = held; }
    /// Sets the search words. Lists the queues whose name, layout or connection contains all of them, ignoring case.
    void setSearch(const QString& words);
    /// Sets whether to list only queues with a problem.
    void setTroubledOnly(bool only);
    /// Sets the sort column; nullopt: sort by severity. Sorts numbers and times from most to least critical, and names
    /// alphabetically.
    void setOrder(std::optional<Column> by);
    /// Sorts by this column, or by severity if the rows are already sorted by it.
    void toggleOrder(Column by) { setOrder(m_order == by ? std::nullopt : std::optional(by)); }
    std::optional<Column> order() const { return m_order; }
    /// Lists a server's queues without problems, or folds them.
    void toggleRest(const QString& connection);
    /// Returns whether the queues are grouped by server.
    bool isGrouped() const { return !m_servers.empty(); }
    /// Returns the first row of a queue; -1 if there is none.
    int firstQueue() const;
    /// Retranslates all text.
    void reword();

    /// Returns all queues, in no particular order, even if the search words exclude them.
    const std::vector<BoardItem>& items() const { return m_items; }
    std::size_t all() const { return m_items.size(); }
    std::size_t troubled() const { return m_troubled; }
    /// Returns the number of queues whose figures have been read.
    std::size_t read() const { return m_read; }
    /// Returns the totals over all queues, without figures about workers.
    const BoardTotals& totals() const { return m_totals; }
    /// Returns whether no queue has, or can get, a value in this column. EmptyBy also counts as empty if no queue has
    /// had a value for a minute.
    bool isEmpty(Column column) const { return m_empty[column]; }
    /// Returns the place that a cell opens: the state whose tasks it counts, if any, or the queue.
    SidebarPlace placeOf(const QModelIndex& index) const;

    /// Returns a column's title.
    static QString title(Column column);
    static QString explanation(Column column);
    /// Returns a description of the severity order.
    static QString ruleOfOrder();
    static QString troubleWords(const BoardRow& row);
    /// Returns a rate as text. `least`: true if the rate is a lower bound.
    static QString rateWords(double rate, bool least);

private:
    /// Filters and sorts the rows. `keeps`: true to keep the order of existing rows.
    void apply(bool keeps = false);
    bool keepsOrder();
    QString text(const BoardItem& item, int column) const;
    QString tip(const BoardItem& item, int column) const;
    QString sampledWords(const BoardRow& row) const;
    QString frameworkOf(const BoardRow& row) const;
    QString nameOf(const BoardRow& row) const;
    QVariant look(const BoardRow& row, int column) const;
    QVariant meter(const BoardRow& row, int column) const;
    static std::optional<Absence> absence(const BoardRow& row, int column);
    void summarize();
    bool isWanted(const BoardItem& item) const;
    std::vector<const BoardItem*> sorted(const QString& connection, bool keeps) const;
    std::vector<BoardItem> grouped(bool keeps) const;
    BoardItem headOf(const BoardItem& server) const;
    std::optional<QVariant> headData(const BoardItem& item, int column, int role) const;
    static QString headWords(const BoardItem& item);
    static QString restWords(const BoardItem& item);
    bool isBefore(const BoardItem& a, const BoardItem& b) const;

    const Formatting& m_formatting;
    std::vector<BoardItem> m_items;
    std::vector<BoardItem> m_servers; ///< heads of the servers; empty if the queues aren't grouped
    QSet<QString> m_openRests; ///< connections whose queues without problems are listed
    std::size_t m_troubled = 0;
    std::size_t m_read = 0;
    BoardTotals m_totals;
    std::array<bool, ColumnCount> m_empty{};
    qint64 m_mostDue = 0; ///< highest number in the Due column
    qint64 m_mostFailed = 0; ///< highest number in the FailedLately column
    bool m_isMixed = false; ///< true if the queues have different layouts
    mutable QHash<QByteArray, QString> m_frameworks; ///< framework names, by layout
    bool m_isHeld = false;
    bool m_wasComplete = false; ///< true if all figures had been read when the rows were last sorted
    QElapsedTimer m_expected; ///< time since a queue last had a value in the EmptyBy column
    QElapsedTimer m_sorted; ///< time since the rows were last sorted by severity
    QStringList m_words;
    bool m_troubledOnly = false;
    std::optional<Column> m_order;
};

} // namespace dueline
