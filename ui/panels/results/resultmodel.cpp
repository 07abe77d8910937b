// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/results/resultmodel.h"

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/queue/errors/errorpattern.h"
#include "ui/models/cell.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/text/taskname.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qsizetype wordsShown = 300;

/// Returns the state whose tile represents an outcome; nullopt for unknown outcomes.
std::optional<TaskState> stateAfter(const QByteArray& outcome)
{
    if (outcome == "done")
        return TaskState::Done;
    if (outcome == "started")
        return TaskState::Leased;
    if (outcome == "retry" || outcome == "released")
        return TaskState::Retrying;
    if (outcome == "failed" || outcome == "cancelled")
        return TaskState::Failed;
    return std::nullopt;
}

} // namespace

ResultModel::ResultModel(const Formatting& formatting, QObject* parent)
    : QAbstractTableModel(parent)
    , m_formatting(formatting)
{ }

int ResultModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_shown.size()); }

int ResultModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

const ResultEntry* ResultModel::entryAt(int row) const
{
    return row >= 0 && row < rowCount() ? &m_entries[std::size_t(m_shown[std::size_t(row)] - m_oldest)] : nullptr;
}

QVariant ResultModel::data(const QModelIndex& index, int role) const
{
    const ResultEntry* entry = index.isValid() ? entryAt(index.row()) : nullptr;
    if (!entry)
        return {};
    const bool ended = entry->kind == ResultEntry::Kind::Ended;
    switch (role) {
    case Qt::DisplayRole:
        return text(*entry, index.column());
    case Qt::AccessibleTextRole:
        if (index.column() != Time)
            return text(*entry, index.column());
        return ended ? tr("%1, %2, %3").arg(text(*entry, Time), text(*entry, Ended), printable(entry->outcome.id, 120))
                     : tr("%1, %2").arg(text(*entry, Time), text(*entry, Words));
    case Qt::ToolTipRole:
        if (index.column() == Time)
            return m_formatting.exact(entry->at + m_offset).toHtmlEscaped();
        if (index.column() == Task)
            return plainTextToolTip(printable(entry->outcome.id, 300));
        if (index.column() == Words && ended)
            return plainTextToolTip(entry->outcome.error.isEmpty() ? printable(entry->outcome.output, 1024)
                                                                   : printableText(entry->outcome.error, 1024));
        return {};
    case Qt::TextAlignmentRole:
        return index.column() == Took || index.column() == Late ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter))
                                                                : QVariant();
    case Cell::Key:
        return QByteArray::number(m_shown[std::size_t(index.row())]);
    case Cell::Tile:
        if (const auto state = stateAfter(entry->outcome.outcome); ended && state && index.column() == Ended)
            return int(*state);
        return {};
    case Cell::Sign:
        return !ended && entry->kind != ResultEntry::Kind::Earlier && index.column() == Ended
            ? QVariant::fromValue(Cell::Mark::Warning)
            : QVariant();
    case Cell::Tail:
        return ended && index.column() == Task ? QVariant(shortUnique(entry->outcome.id, entry->outcome.type))
                                               : QVariant();
    case Cell::Look:
        return look(*entry, index.column());
    default:
        return {};
    }
}

QString ResultModel::text(const ResultEntry& entry, int column) const
{
    if (column == Time) {
        // Include the date, because a stored outcome may be from a different day.
        return entry.kept ? m_formatting.instant(entry.at + m_offset, SystemClock().now() + m_offset)
                          : m_formatting.clock(entry.at + m_offset, Millis(1));
    }
    switch (entry.kind) {
    case ResultEntry::Kind::Earlier:
        if (column == Ended)
            return tr("Earlier");
        return column == Words
            ? tr("The tasks below ended earlier and are still stored in their queues: %1, newest first. Their run "
                 "times are unknown.")
                  .arg(tr("%Ln task(s)", nullptr, Formatting::plural(entry.count)))
            : QString();
    case ResultEntry::Kind::Ended:
        break;
    case ResultEntry::Kind::Offline:
        if (column == Ended)
            return tr("Gap");
        return column == Words ? tr("Not connected until %1 (%2): results published before then are missing.")
                                     .arg(m_formatting.clock(entry.until + m_offset, Millis(1000)),
                                         Formatting::duration(entry.until - entry.at))
                               : QString();
    case ResultEntry::Kind::Skipped:
        if (column == Ended)
            return tr("Gap");
        return column == Words ? tr("%Ln outcome(s) arrived too quickly to be listed.", nullptr, int(entry.count))
                               : QString();
    case ResultEntry::Kind::Unreadable:
        if (column == Ended)
            return tr("Unreadable");
        if (column == Queue)
            return printable(entry.queue, 60);
        return column == Words ? entry.words : QString();
    }
    const Outcome& outcome = entry.outcome;
    switch (column) {
    case Ended:
        return Formatting::outcomeWord(outcome.outcome);
    case Queue:
        return printable(entry.queue, 60);
    case Task:
        return printable(typeOf(outcome), 80);
    case Attempt:
        return QString::number(outcome.attempt);
    case Took:
        return entry.kept || outcome.outcome == "started" ? QStringLiteral("–") : Formatting::duration(outcome.ran);
    case Late:
        return entry.kept ? QStringLiteral("–") : Formatting::duration(outcome.late);
    case Worker:
        return printable(outcome.worker, 60);
    case Words:
        return printable(outcome.error.isEmpty() ? outcome.output : errorLine(outcome.error), wordsShown);
    default:
        return {};
    }
}

QVariant ResultModel::look(const ResultEntry& entry, int column) const
{
    using enum Cell::Tone;
    const auto is = [](Cell::Tone tone) { return QVariant::fromValue(tone); };
    if (entry.kind == ResultEntry::Kind::Earlier)
        return is(Quiet);
    if (entry.kind != ResultEntry::Kind::Ended)
        return column == Time ? is(Quiet) : is(Warning);
    switch (column) {
    case Ended:
        return is(Plain);
    case Task:
        return is(entry.kept ? Plain : Strong);
    case Words:
        return is(entry.outcome.error.isEmpty() ? Mono : Plain);
    default:
        return is(Quiet);
    }
}

QVariant ResultModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Took || section == Late ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time");
    case Ended:
        return tr("Outcome");
    case Queue:
        return tr("Queue");
    case Task:
        return tr("Task");
    case Attempt:
        return tr("Attempt");
    case Took:
        return tr("Run time");
    case Late:
        return tr("Late");
    case Worker:
        return tr("Worker");
    case Words:
        return tr("Error or output");
    default:
        return {};
    }
}

bool ResultModel::matches(const ResultEntry& entry) const
{
    if (m_filter.isEmpty() || entry.kind != ResultEntry::Kind::Ended)
        return true; // rows for gaps are never hidden
    const Outcome& outcome = entry.outcome;
    const QString all = QString::fromUtf8(entry.queue + '\n' + outcome.type + '\n' + outcome.id + '\n' + outcome.outcome
        + '\n' + outcome.worker + '\n' + outcome.error + '\n' + outcome.output);
    return std::all_of(m_filter.begin(), m_filter.end(), [&all](const QString& word) {
        const bool negated = word.size() > 1 && word.startsWith(u'-');
        return all.contains(negated ? QStringView(word).sliced(1) : QStringView(word), Qt::CaseInsensitive) != negated;
    });
}

void ResultModel::append(std::deque<ResultEntry> entries)
{
    if (entries.size() > kept) {
        // Skip entries that don't fit in the buffer.
        m_oldest += qint64(entries.size() - kept);
        entries.erase(entries.begin(), entries.end() - std::ptrdiff_t(kept));
        dropBeyond(0);
    }
    dropBeyond(kept - entries.size());
    std::vector<qint64> fresh;
    const qint64 first = m_oldest + qint64(m_entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (matches(entries[i]))
            fresh.push_back(first + qint64(i));
    }
    std::move(entries.begin(), entries.end(), std::back_inserter(m_entries));
    if (fresh.empty())
        return;
    beginInsertRows({}, 0, int(fresh.size()) - 1);
    m_shown.insert(m_shown.begin(), fresh.rbegin(), fresh.rend());
    endInsertRows();
}

/// Removes the oldest entries until at most `limit` are left.
void ResultModel::dropBeyond(std::size_t limit)
{
    if (m_entries.size() <= limit)
        return;
    const std::size_t leaving = m_entries.size() - limit;
    const qint64 firstKept = m_oldest + qint64(leaving);
    const auto gone
        = std::find_if(m_shown.rbegin(), m_shown.rend(), [&](qint64 number) { return number >= firstKept; });
    const int rows = int(gone - m_shown.rbegin());
    if (rows > 0)
        beginRemoveRows({}, rowCount() - rows, rowCount() - 1);
    m_shown.erase(m_shown.end() - rows, m_shown.end());
    m_entries.erase(m_entries.begin(), m_entries.begin() + std::ptrdiff_t(leaving));
    m_oldest = firstKept;
    if (rows > 0)
        endRemoveRows();
}

void ResultModel::setEarlier(std::deque<ResultEntry> entries)
{
    const std::size_t room = kept - std::min(kept, m_entries.size());
    if (entries.size() > room)
        entries.erase(entries.begin(), entries.end() - std::ptrdiff_t(room));
    std::vector<qint64> fresh; // numbers of the matching entries, newest first
    for (std::size_t i = entries.size(); i-- > 0;) {
        if (matches(entries[i]))
            fresh.push_back(m_oldest - qint64(entries.size()) + qint64(i));
    }
    if (!fresh.empty())
        beginInsertRows({}, rowCount(), rowCount() + int(fresh.size()) - 1);
    m_oldest -= qint64(entries.size());
    m_entries.insert(
        m_entries.begin(), std::make_move_iterator(entries.begin()), std::make_move_iterator(entries.end()));
    m_shown.insert(m_shown.end(), fresh.begin(), fresh.end());
    if (!fresh.empty())
        endInsertRows();
}

void ResultModel::clear() { dropBeyond(0); }

void ResultModel::setFilter(const QString& filter)
{
    const QStringList words = filter.simplified().split(u' ', Qt::SkipEmptyParts);
    if (words == m_filter)
        return;
    m_filter = words;
    beginResetModel();
    m_shown.clear();
    for (std::size_t i = m_entries.size(); i-- > 0;) {
        if (matches(m_entries[i]))
            m_shown.push_back(m_oldest + qint64(i));
    }
    endResetModel();
}

} // namespace dueline
