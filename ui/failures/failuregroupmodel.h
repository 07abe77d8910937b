// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failuregroups.h"
#include "ui/models/rowlist.h"
#include "ui/text/formatting.h"

namespace dueline {

/// Row for a failure group's tasks in one queue.
struct FailureGroupRow
{
    /// Tasks of one type in one queue; empty if all of them have left the group since the page was opened.
    FailureGroup::Share share;
    double part = 0; ///< this row's share of the group's tasks, from 0 to 1

    QByteArray key() const { return share.queue + '\0' + share.type; }
    bool operator==(const FailureGroupRow&) const = default;
};

/// Table model of the queues and types in a failure group, largest first.
class FailureGroupModel : public RowList<FailureGroupRow>
{
    Q_OBJECT

public:
    enum Column { Queue, Type, Count, First, Last, ColumnCount };

    explicit FailureGroupModel(const Formatting& formatting, QObject* parent = nullptr);

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void set(std::vector<FailureGroupRow> rows);
    /// Sets the server time that relative times are based on.
    void setNow(TimePoint now);

private:
    QString text(const FailureGroup::Share& share, int column) const;

    const Formatting& m_formatting;
    TimePoint m_now{};
};

} // namespace dueline
