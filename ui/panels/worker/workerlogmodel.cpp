// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/worker/workerlogmodel.h"

#include "core/base/text.h"
#include "ui/text/plaintexttooltip.h"

#include <algorithm>

namespace dueline {

WorkerLogModel::WorkerLogModel(const EmbeddedWorker& worker, const Formatting& formatting, QObject* parent)
    : QAbstractListModel(parent)
    , m_worker(worker)
    , m_formatting(formatting)
    , m_lines(worker.log())
{
    connect(&worker, &EmbeddedWorker::logged, this, &WorkerLogModel::append);
}

int WorkerLogModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_lines.size()); }

QVariant WorkerLogModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return text(lineAt(index.row()));
    if (role == Qt::ToolTipRole)
        return plainTextToolTip(text(lineAt(index.row())));
    return {};
}

void WorkerLogModel::setFilter(const QString& filter)
{
    const QStringList wanted = filter.split(u' ', Qt::SkipEmptyParts);
    if (wanted == m_words)
        return;
    m_words = wanted;
    rebuild();
}

void WorkerLogModel::setPaused(bool paused)
{
    if (paused == m_paused)
        return;
    m_paused = paused;
    if (!paused)
        rebuild();
}

void WorkerLogModel::append(int lines)
{
    if (m_paused)
        return;
    const auto& log = m_worker.log();
    const std::size_t fresh = std::min(std::size_t(lines), log.size());
    if (fresh >= EmbeddedWorker::keptLines)
        return rebuild();
    std::vector<WorkerLogLine> added;
    for (auto line = log.end() - std::ptrdiff_t(fresh); line != log.end(); ++line) {
        if (matches(*line))
            added.push_back(*line);
    }
    if (added.empty())
        return;
    if (m_lines.size() + added.size() > EmbeddedWorker::keptLines) {
        const std::size_t over = m_lines.size() + added.size() - EmbeddedWorker::keptLines;
        beginRemoveRows({}, 0, int(over) - 1);
        m_lines.erase(m_lines.begin(), m_lines.begin() + std::ptrdiff_t(over));
        endRemoveRows();
    }
    const int first = int(m_lines.size());
    beginInsertRows({}, first, first + int(added.size()) - 1);
    m_lines.insert(m_lines.end(), std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
    endInsertRows();
}

void WorkerLogModel::rebuild()
{
    beginResetModel();
    m_lines.clear();
    for (const WorkerLogLine& line : m_worker.log()) {
        if (matches(line))
            m_lines.push_back(line);
    }
    endResetModel();
}

bool WorkerLogModel::matches(const WorkerLogLine& line) const
{
    if (m_words.isEmpty())
        return true;
    const QString said = QString::fromUtf8(line.type + ' ' + line.task + ' ') + EmbeddedWorker::said(line);
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
        return said.contains(word, Qt::CaseInsensitive) || eventWord(line.event).contains(word, Qt::CaseInsensitive);
    });
}

QString WorkerLogModel::eventWord(WorkerLogLine::Event event)
{
    using Event = WorkerLogLine::Event;
    switch (event) {
    case Event::Start:
        return tr("start");
    case Event::Done:
        return tr("done");
    case Event::Retry:
        return tr("retry");
    case Event::Failed:
        return tr("failed");
    case Event::Cancelled:
        return tr("canceled");
    case Event::Released:
        return tr("released");
    case Event::Lost:
        return tr("lost");
    case Event::Output:
        return tr("output");
    case Event::Trouble:
        return tr("problem");
    case Event::State:
        return tr("worker");
    }
    return {};
}

QString WorkerLogModel::type(const WorkerLogLine& line)
{
    return printable(line.type.isEmpty() ? typeOf(line.task) : QByteArrayView(line.type), 60);
}

QString WorkerLogModel::words(const WorkerLogLine& line)
{
    using Event = WorkerLogLine::Event;
    switch (line.event) {
    case Event::Start:
        return tr("attempt %1").arg(line.attempt);
    case Event::Lost:
        return tr("the lease was lost, so the result will not be stored");
    case Event::Done:
    case Event::Retry:
    case Event::Failed:
    case Event::Cancelled:
    case Event::Released: {
        const QString took = tr("%1, %2 late").arg(Formatting::duration(line.ran), Formatting::duration(line.late));
        return line.text.isEmpty() ? took : printable(line.text, 300) + QStringLiteral("  ") + took;
    }
    case Event::Output:
    case Event::Trouble:
    case Event::State:
        return printable(EmbeddedWorker::said(line).toUtf8(), 300);
    }
    return {};
}

QString WorkerLogModel::text(const WorkerLogLine& line) const
{
    QStringList parts{time(line), eventWord(line.event)};
    if (!line.type.isEmpty())
        parts << printable(line.type, 60);
    if (!line.task.isEmpty())
        parts << printable(line.task, 200);
    parts << words(line);
    return parts.join(QStringLiteral("  "));
}

} // namespace dueline
