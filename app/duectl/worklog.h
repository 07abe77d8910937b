// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/engineobserver.h"

#include <QElapsedTimer>
#include <QStringList>

#include <map>
#include <mutex>
#include <optional>

namespace dueline::duectl {

/// How much a worker tells; each level tells what those above it do, too.
enum class LogLevel : quint8 {
    Error, ///< it cannot do its work
    Warning, ///< a task failed for good, a lease was lost
    Info, ///< it starts, drains, ends, is connected again; a task comes back
    Debug, ///< every start and end, and every line that handlers write
};

/// Errors: Usage.
Result<LogLevel> parseLogLevel(const QByteArray& word);

/// The log of a worker on standard error, a line per event: with the time of day on a terminal, the whole instant in a
/// file or pipe, and for the journal, which has its own time, with its mark of the level. Thread-safe. Of lines about
/// tasks at most a hundred a second are written, and how many were left out is told.
///
/// It also keeps a server's definite no to claiming or to writing outcomes, since there is nothing to wait for; one to
/// another service waits a second to be told, since a user who lacks a permission mostly lacks it for all of them.
class WorkLog : public EngineObserver
{
public:
    /// `hidden`: members of JSON that its lines do not show.
    WorkLog(LogLevel level, QStringList hidden);

    void tell(LogLevel level, const QString& sentence);
    /// To be called now and then: tells what has waited long enough.
    void tellWaiting();
    /// The last sentence, behind what has to be told before it.
    void tellEnd(const QString& sentence);
    /// Why the worker has to end, once there is a reason.
    std::optional<Error> refusal() const;

    void taskStarted(const QueueName& queue, const Lease& lease) override;
    void tasksFinished(const QueueName& queue, const std::vector<Outcome>& outcomes) override;
    void taskLogged(const QueueName& queue, const TaskId& id, QByteArrayView line) override;
    void leaseLost(const QueueName& queue, const Lease& lease) override;
    void troubled(EngineService service, const Error& error) override;
    void recovered(EngineService service) override;
    void handlerHeld(const QByteArray& pattern, const Error& error) override;
    void handlerReady(const QByteArray& pattern) override;
    void limitTooLow(const Error& error) override;

    /// Whether standard error is the journal's stream that $JOURNAL_STREAM tells of (DEVICE:INODE).
    static bool isJournal(const QByteArray& journalStream);

private:
    enum class Form : quint8 { Terminal, File, Journal };

    bool wants(LogLevel level) const { return level <= m_level; }
    void write(LogLevel level, const QString& line);
    /// A line about a task; within the hundred of this second.
    void writeOfTask(LogLevel level, const QueueName& queue, const TaskId& id, const QString& what);
    void tellLeftOut();
    void tellOf(EngineService service, const Error& error);
    QString shown(const QByteArray& text) const;

    const LogLevel m_level;
    const QStringList m_hidden;
    const Form m_form;
    mutable std::mutex m_mutex;
    QElapsedTimer m_second; ///< the one that lines of tasks are counted in
    int m_inSecond = 0;
    qint64 m_leftOut = 0;
    std::optional<Error> m_refusal;
    std::map<EngineService, Error> m_waiting;
    QElapsedTimer m_sinceWaiting;
    QElapsedTimer m_refused; ///< since it was last told that the server refuses the worker
    std::map<EngineService, QString> m_troubled;
    QString m_told;
};

} // namespace dueline::duectl
