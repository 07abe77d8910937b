// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failuregroups.h"
#include "ui/models/rowtable.h"
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
class FailureGroupModel : public RowTable<FailureGroupRow>
{
    Q_OBJECT

public:
    enum Column { Queue, Type, Count, First, Last, ColumnCount };

    explicit FailureGroupModel(const Formatting& formatting, QObject* parent = nullptr);

    void set(std::vector<FailureGroupRow> rows) { replaceRows(std::move(rows)); }

private:
    QStringList titles() const override;
    QString text(const FailureGroupRow& row, int column) const override;
    QString accessibleText(const FailureGroupRow& row, int column) const override;
    QString tip(const FailureGroupRow& row, int column) const override;
    bool isRight(int column) const override { return column == First || column == Last; }
    Cell::Tone tone(const FailureGroupRow& row, int column) const override;
    QVariant decoration(const FailureGroupRow& row, int column, int role) const override;

    const Formatting& m_formatting;
};

} // namespace dueline
