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

/// Log level of a worker. Each level includes the preceding ones.
enum class LogLevel : quint8 {
    Error, ///< errors that stop the worker from processing tasks
    Warning, ///< tasks that failed permanently, and leases that were lost
    Info, ///< the worker's start, drain, and end; reconnects; tasks that will be retried
    Debug, ///< each task's start and end, and every line printed by handlers
};

/// Parses a log level. Errors: Usage.
Result<LogLevel> parseLogLevel(const QByteArray& word);

/// Worker log on standard error, one line per event. On a terminal, lines begin with the time of day; in a file or
/// pipe, with the full date and time. The journal adds its own time, so lines for the journal begin with a priority
/// prefix instead. Writes at most a hundred lines per second about tasks, and reports how many it omitted. If the
/// server permanently refuses claims or outcomes, refusal() returns the reason, and the worker must end. If the server
/// refuses another service, the log waits a second before reporting it, in case the worker must end anyway: a user who
/// lacks permission for one service usually lacks it for all. Thread-safe.
class WorkLog : public EngineObserver
{
public:
    /// Creates a log. `hidden`: JSON members whose values are masked.
    WorkLog(LogLevel level, QStringList hidden);

    void tell(LogLevel level, const QString& sentence);
    /// Writes the delayed messages that are due. Call it regularly.
    void tellWaiting();
    /// Writes the last line of the log.
    void tellEnd(const QString& sentence);
    /// Returns why the worker must end; nullopt if it can continue.
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

    /// Returns whether standard error is connected to the journal. `journalStream`: value of $JOURNAL_STREAM, the
    /// journal's device and inode (DEVICE:INODE).
    static bool isJournal(const QByteArray& journalStream);

private:
    enum class Form : quint8 { Terminal, File, Journal };

    bool wants(LogLevel level) const { return level <= m_level; }
    void write(LogLevel level, const QString& line);
    /// Writes a line about a task unless the per-second limit has been reached.
    void writeOfTask(LogLevel level, const QueueName& queue, const TaskId& id, const QString& what);
    void tellLeftOut();
    void tellOf(EngineService service, const Error& error);
    QString shown(const QByteArray& text) const;

    const LogLevel m_level;
    const QStringList m_hidden;
    const Form m_form;
    mutable std::mutex m_mutex;
    QElapsedTimer m_second; ///< restarted at the first line of each second, to limit the lines about tasks
    int m_inSecond = 0;
    qint64 m_leftOut = 0;
    std::optional<Error> m_refusal;
    std::map<EngineService, Error> m_waiting;
    QElapsedTimer m_sinceWaiting;
    QElapsedTimer m_refused; ///< time since a refusal by the server was last reported
    std::map<EngineService, QString> m_troubled;
    QString m_told;
};

} // namespace dueline::duectl
