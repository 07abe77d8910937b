// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/embeddedworker.h"
#include "ui/text/formatting.h"

#include <QAbstractListModel>

namespace dueline {

/// List model of the worker's log lines that match the filter, newest last, at most EmbeddedWorker::keptLines. While
/// paused, the lines don't change, but the worker keeps logging, so no lines are missing after the pause.
class WorkerLogModel : public QAbstractListModel
{
    Q_OBJECT

public:
    WorkerLogModel(const EmbeddedWorker& worker, const Formatting& formatting, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

    const WorkerLogLine& lineAt(int row) const { return m_lines[std::size_t(row)]; }
    /// Sets the search words. A line is shown if its event, id, type and text together contain all of them, ignoring
    /// case.
    void setFilter(const QString& filter);
    bool isFiltered() const { return !m_words.isEmpty(); }
    void setPaused(bool paused);
    bool isPaused() const { return m_paused; }

    /// Returns the line's time, such as `12:59:54.402`.
    QString time(const WorkerLogLine& line) const { return m_formatting.clock(line.at, Millis(1)); }
    /// Returns a word for an event, such as `done`, as in the Results panel.
    static QString eventWord(WorkerLogLine::Event event);
    static QString type(const WorkerLogLine& line);
    /// Returns a line's timing or message as plain text, such as `803 ms, 12 ms late`.
    static QString words(const WorkerLogLine& line);
    /// Returns the complete line for copying and saving.
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
