// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/commands/commandmodel.h"

#include "core/base/text.h"
#include "ui/models/cell.h"
#include "ui/text/plaintexttooltip.h"

namespace dueline {

CommandModel::CommandModel(const Formatting& formatting, QObject* parent)
    : QAbstractTableModel(parent)
    , m_formatting(formatting)
{ }

int CommandModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_shown.size()); }

int CommandModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

const LoggedCommand* CommandModel::commandAt(int row) const
{
    return row >= 0 && row < rowCount() ? &m_commands[std::size_t(m_shown[std::size_t(row)] - m_oldest)] : nullptr;
}

QString CommandModel::text(const LoggedCommand& command, int column) const
{
    switch (column) {
    case Time:
        return m_formatting.clock(command.at, Millis(1));
    case Took: {
        const double ms = double(command.took.count()) / 1e6;
        return tr("%1 ms").arg(ms < 10 ? QString::number(ms, 'f', 2) : QString::number(qRound64(ms)));
    }
    case Size:
        return !command.error.isEmpty() ? command.error
            : command.replyBytes < 0    ? QStringLiteral("–")
                                        : formatBytes(command.replyBytes);
    case Kind:
        return command.writes ? tr("write") : tr("read");
    case Words:
        return command.text;
    default:
        return {};
    }
}

QVariant CommandModel::data(const QModelIndex& index, int role) const
{
    const LoggedCommand* command = index.isValid() ? commandAt(index.row()) : nullptr;
    if (!command)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(*command, index.column());
    case Qt::ToolTipRole:
        if (index.column() == Took && command->together > 1)
            return plainTextToolTip(
                tr("Sent together with %Ln other command(s); the time covers all of these commands.", nullptr,
                    command->together - 1));
        return index.column() == Time ? plainTextToolTip(m_formatting.exact(command->at))
            : index.column() == Words ? plainTextToolTip(command->text)
                                      : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == Took || index.column() == Size ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter))
                                                                : QVariant();
    case Cell::Key:
        return QByteArray::number(command->number);
    case Cell::Look:
        if (index.column() == Size && !command->error.isEmpty())
            return QVariant::fromValue(Cell::Tone::Failure);
        if (index.column() == Kind)
            return QVariant::fromValue(command->writes ? Cell::Tone::Warning : Cell::Tone::Quiet);
        return QVariant::fromValue(index.column() == Words ? Cell::Tone::Mono : Cell::Tone::Quiet);
    default:
        return {};
    }
}

QVariant CommandModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == Took || section == Size ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time");
    case Took:
        return tr("Took");
    case Size:
        return tr("Reply");
    case Kind:
        return tr("Kind");
    case Words:
        return tr("Command");
    default:
        return {};
    }
}

bool CommandModel::matches(const LoggedCommand& command) const
{
    if (m_writesOnly && !command.writes)
        return false;
    for (const QString& word : m_words) {
        const bool wanted = !(word.size() > 1 && word.startsWith(u'-'));
        const bool found = command.text.contains(wanted ? word : word.mid(1), Qt::CaseInsensitive);
        if (found != wanted)
            return false;
    }
    return true;
}

void CommandModel::append(std::vector<LoggedCommand> commands)
{
    std::vector<qint64> matching;
    for (LoggedCommand& command : commands) {
        const qint64 number = m_oldest + qint64(m_commands.size());
        if (matches(command))
            matching.push_back(number);
        m_commands.push_back(std::move(command));
    }
    if (!matching.empty()) {
        beginInsertRows({}, 0, int(matching.size()) - 1);
        for (const qint64 number : matching)
            m_shown.push_front(number);
        endInsertRows();
    }
    dropBeyond();
}

void CommandModel::dropBeyond()
{
    if (m_commands.size() <= CommandLog::capacity)
        return;
    const qint64 oldest = m_oldest + qint64(m_commands.size() - CommandLog::capacity);
    int gone = 0;
    while (gone < rowCount() && m_shown[m_shown.size() - 1 - std::size_t(gone)] < oldest)
        ++gone;
    if (gone > 0) {
        beginRemoveRows({}, rowCount() - gone, rowCount() - 1);
        m_shown.erase(m_shown.end() - gone, m_shown.end());
        endRemoveRows();
    }
    m_commands.erase(m_commands.begin(), m_commands.begin() + std::ptrdiff_t(oldest - m_oldest));
    m_oldest = oldest;
}

void CommandModel::clear()
{
    beginResetModel();
    m_oldest += qint64(m_commands.size());
    m_commands.clear();
    m_shown.clear();
    endResetModel();
}

void CommandModel::setFilter(bool writesOnly, const QString& words)
{
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    if (writesOnly == m_writesOnly && wanted == m_words)
        return;
    beginResetModel();
    m_writesOnly = writesOnly;
    m_words = wanted;
    m_shown.clear();
    for (std::size_t i = 0; i < m_commands.size(); ++i) {
        if (matches(m_commands[i]))
            m_shown.push_front(m_oldest + qint64(i));
    }
    endResetModel();
}

} // namespace dueline
