// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/failuregroupmodel.h"

#include "core/base/text.h"

namespace dueline {

FailureGroupModel::FailureGroupModel(const Formatting& formatting, QObject* parent)
    : RowTable<FailureGroupRow>(ColumnCount, First, Last, parent)
    , m_formatting(formatting)
{ }

QStringList FailureGroupModel::titles() const
{
    return {tr("Queue"), tr("Type"), tr("Tasks"), tr("First"), tr("Last")};
}

QString FailureGroupModel::text(const FailureGroupRow& row, int column) const
{
    const FailureGroup::Share& share = row.share;
    switch (column) {
    case Queue:
        return printable(share.queue, 80);
    case Type:
        return printable(share.type, 80);
    case Count:
        return Formatting::count(share.tasks);
    case First:
        return m_formatting.instant(share.first, now());
    case Last:
        return Formatting::relative(share.last, now());
    default:
        return {};
    }
}

QString FailureGroupModel::accessibleText(const FailureGroupRow& row, int column) const
{
    return column == Queue
        ? tr("%1, %2: %3 times, last %4").arg(text(row, Queue), text(row, Type), text(row, Count), text(row, Last))
        : text(row, column);
}

QString FailureGroupModel::tip(const FailureGroupRow& row, int column) const
{
    const FailureGroup::Share& share = row.share;
    return column == Queue ? printable(share.queue, 300)
        : column == Type   ? printable(share.type, 300)
        : column == First  ? m_formatting.exact(share.first)
        : column == Last   ? m_formatting.exact(share.last)
                           : QString();
}

Cell::Tone FailureGroupModel::tone(const FailureGroupRow& row, int column) const
{
    using enum Cell::Tone;
    return row.share.tasks == 0 ? Faint : column == Queue || column == Count ? Strong : Quiet;
}

QVariant FailureGroupModel::decoration(const FailureGroupRow& row, int column, int role) const
{
    if (role == Cell::Share && column == Count)
        return row.part;
    return role == Cell::ShareOf && column == Count ? QVariant(int(TaskState::Failed)) : QVariant();
}

} // namespace dueline
