// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/worker/workerhandlermodel.h"

#include "ui/text/plaintexttooltip.h"

namespace dueline {

int WorkerHandlerModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_handlers.size()) + (m_editable ? 1 : 0);
}

int WorkerHandlerModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant WorkerHandlerModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = index.row();
    if (isLast(row)) {
        if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
            return index.column() == Type ? tr("Add a handler…") : QString();
        return role == Qt::EditRole ? QVariant(QString()) : QVariant();
    }
    const WorkerHandler& handler = m_handlers[std::size_t(row)];
    const QString text = index.column() == Type ? handler.type : handler.kind;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return text;
    case Qt::AccessibleTextRole:
        return problem(row).isEmpty() ? text : text + QStringLiteral(", ") + problem(row);
    case Qt::ToolTipRole:
        return plainTextToolTip(problem(row).isEmpty() ? text : problem(row));
    default:
        return {};
    }
}

QVariant WorkerHandlerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    return section == Type ? tr("Type") : tr("Handler");
}

Qt::ItemFlags WorkerHandlerModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    // In the last row, the user must enter the new handler's type first.
    const bool opens = !isLast(index.row()) || index.column() == Type;
    return m_editable && opens && index.isValid() ? flags | Qt::ItemIsEditable : flags;
}

bool WorkerHandlerModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::EditRole || !m_editable)
        return false;
    const QString text = value.toString().trimmed();
    if (isLast(index.row())) {
        if (text.isEmpty() || index.column() != Type)
            return false;
        const int row = int(m_handlers.size());
        beginInsertRows({}, row, row);
        m_handlers.push_back({text, {}});
        check();
        endInsertRows();
    } else {
        WorkerHandler& handler = m_handlers[std::size_t(index.row())];
        QString& member = index.column() == Type ? handler.type : handler.kind;
        if (member == text)
            return false;
        member = text;
        check();
        // The edit may have created or resolved conflicts with other rows.
        Q_EMIT dataChanged(this->index(0, 0), this->index(rowCount() - 1, ColumnCount - 1));
    }
    Q_EMIT edited();
    return true;
}

bool WorkerHandlerModel::removeRows(int row, int count, const QModelIndex& parent)
{
    if (parent.isValid() || !m_editable || row < 0 || count < 1 || row + count > int(m_handlers.size()))
        return false;
    beginRemoveRows({}, row, row + count - 1);
    m_handlers.erase(m_handlers.begin() + row, m_handlers.begin() + row + count);
    check();
    endRemoveRows();
    Q_EMIT edited();
    return true;
}

void WorkerHandlerModel::setHandlers(std::vector<WorkerHandler> handlers)
{
    if (handlers == m_handlers)
        return;
    beginResetModel();
    m_handlers = std::move(handlers);
    check();
    endResetModel();
}

void WorkerHandlerModel::setEditable(bool editable)
{
    if (editable == m_editable)
        return;
    const int last = int(m_handlers.size());
    if (editable) {
        beginInsertRows({}, last, last);
        m_editable = true;
        endInsertRows();
    } else {
        beginRemoveRows({}, last, last);
        m_editable = false;
        endRemoveRows();
    }
}

void WorkerHandlerModel::reword()
{
    check();
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void WorkerHandlerModel::check()
{
    m_problems.clear();
    for (std::size_t row = 0; row < m_handlers.size(); ++row) {
        if (m_handlers[row].kind.isEmpty()) {
            m_problems.push_back(
                tr("Choose a handler for %1: echo, sleep:MS, fail:PERCENT, command:PROGRAM ARGUMENTS or http:URL.")
                    .arg(m_handlers[row].type));
            continue;
        }
        const auto checked = checkHandler(m_handlers, row);
        m_problems.push_back(checked ? QString() : checked.error().message);
    }
}

QString WorkerHandlerModel::problem(int row) const { return isLast(row) ? QString() : m_problems[std::size_t(row)]; }

QString WorkerHandlerModel::firstProblem() const
{
    for (const QString& problem : m_problems) {
        if (!problem.isEmpty())
            return problem;
    }
    return {};
}

} // namespace dueline
