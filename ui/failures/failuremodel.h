// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failurecensus.h"
#include "ui/models/rowtable.h"
#include "ui/text/formatting.h"

namespace dueline {

/// Row for a failure group.
struct FailureRow
{
    FailureCount group;
    QueueName queue = {};
    QByteArray server = {}; ///< connection id if the table lists more than one connection
    QString serverName = {};
    /// Phase of the group: a New group began after the cutoff, a Muted group is never shown as new,
    /// and a Gone group has no tasks left.
    enum class Phase : quint8 { Known, New, Muted, Gone } phase = Phase::Known;

    QByteArray key() const { return server + '\0' + queue + '\0' + group.type + '\0' + group.error; }
    bool operator==(const FailureRow&) const = default;
};

/// Table model of failed tasks by failure group. Each row shows the group's last error, with the varying parts dimmed.
class FailureModel : public RowTable<FailureRow>
{
    Q_OBJECT

public:
    enum Column { Error, Type, Queue, Count, Trend, First, Last, ColumnCount };

    explicit FailureModel(const Formatting& formatting, QObject* parent = nullptr);

    /// Sets the rows, in order. `all`: combined trend of all rows; each row's trend uses the same bins.
    void set(std::vector<FailureRow> rows, const FailureTrend& all);

private:
    QStringList titles() const override;
    QString text(const FailureRow& row, int column) const override;
    QString accessibleText(const FailureRow& row, int column) const override;
    QString tip(const FailureRow& row, int column) const override;
    bool isRight(int column) const override { return column == Count || column == First || column == Last; }
    Cell::Tone tone(const FailureRow& row, int column) const override;
    QVariant decoration(const FailureRow& row, int column, int role) const override;
    static QString phaseWords(FailureRow::Phase phase);
    static QString queueText(const FailureRow& row, qsizetype most);
    static QList<QPoint> fadedParts(const FailureRow& row);
    QList<int> barsOf(const FailureCount& group) const;
    QString trendWords(const FailureCount& group) const;

    const Formatting& m_formatting;
    FailureTrend m_all;
};

} // namespace dueline
