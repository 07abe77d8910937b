// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/embeddedworker.h"
#include "ui/text/formatting.h"

#include <QAbstractListModel>

namespace dueline {

/// The lines of the worker's log that the filter lets through, the newest last; at most EmbeddedWorker::keptLines. What
/// is shown stands still while it is paused; the worker keeps on writing meanwhile, and nothing of that is missing
/// afterwards.
class WorkerLogModel : public QAbstractListModel
{
    Q_OBJECT

public:
    WorkerLogModel(const EmbeddedWorker& worker, const Formatting& formatting, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

    const WorkerLogLine& lineAt(int row) const { return m_lines[std::size_t(row)]; }
    /// Each word has to be in the line's event, id, type or text, in any case.
    void setFilter(const QString& filter);
    bool isFiltered() const { return !m_words.isEmpty(); }
    void setPaused(bool paused);
    bool isPaused() const { return m_paused; }

    /// `12:59:54.402`
    QString time(const WorkerLogLine& line) const { return m_formatting.clock(line.at, Millis(1)); }
    /// `done`: one word, as in the results.
    static QString eventWord(WorkerLogLine::Event event);
    static QString type(const WorkerLogLine& line);
    /// `803 ms, 12 ms late`, or what was said; plain text.
    static QString words(const WorkerLogLine& line);
    /// The whole line, for copying and saving.
    QString text(const WorkerLogLine& line) const;

private:
    void append(int lines);
    void rebuild();
    bool matches(const WorkerLogLine& line) const;

    const EmbeddedWorker& m_worker;
    const Formatting& m_formatting;
    std::deque<WorkerLogLine> m_lines;
    QStringList m_words;
    bool m_paused = false;
};

} // namespace dueline
