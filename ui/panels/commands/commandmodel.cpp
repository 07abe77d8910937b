// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/commands/commandmodel.h"

#include "core/base/text.h"

namespace dueline {

CommandModel::CommandModel(const Formatting& formatting, QObject* parent)
    : RowTable(ColumnCount, parent)
    , m_formatting(formatting)
{ }

QStringList CommandModel::titles() const { return {tr("Time"), tr("Took"), tr("Reply"), tr("Kind"), tr("Command")}; }

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

QString CommandModel::tip(const LoggedCommand& command, int column) const
{
    if (column == Took && command.together > 1)
        return tr("Sent together with %Ln other command(s); the time covers all of these commands.", nullptr,
            command.together - 1);
    return column == Time ? m_formatting.exact(command.at) : column == Words ? command.text : QString();
}

Cell::Tone CommandModel::tone(const LoggedCommand& command, int column) const
{
    using enum Cell::Tone;
    if (column == Size && !command.error.isEmpty())
        return Failure;
    if (column == Kind && command.writes)
        return Warning;
    return column == Words ? Mono : Quiet;
}

bool CommandModel::matches(const LoggedCommand& command) const
{
    return (!m_writesOnly || command.writes) && containsWords(command.text, m_words);
}

void CommandModel::setFilter(bool writesOnly, const QString& words)
{
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    if (writesOnly == m_writesOnly && wanted == m_words)
        return;
    m_writesOnly = writesOnly;
    m_words = wanted;
    refilter();
}

} // namespace dueline
