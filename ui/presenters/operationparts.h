// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/operationjob.h"

#include <vector>

namespace dueline {

/// The operations of one action, one or several, which are carried out beside each other and told as one. It is the
/// parent of their jobs, and is deleted once all of them have ended.
class OperationParts : public QObject
{
    Q_OBJECT

public:
    explicit OperationParts(QObject* parent)
        : QObject(parent)
    { }

    /// What this job is a part of; null: it is not run yet.
    static OperationParts* of(const OperationJob& job) { return qobject_cast<OperationParts*>(job.parent()); }

    /// Before it is started, in the same turn of the event loop as the others.
    void add(OperationJob& job);
    /// All together, those that have ended included. Acting as soon as one of them does.
    OperationProgress progress() const;
    bool hasEnded() const { return m_ended == m_parts.size(); }
    /// All that are still carried out.
    bool isPaused() const;
    void setPaused(bool paused);
    void cancel();
    /// The first that is still carried out, else the first.
    const OperationRecord& record() const;
    ActionKind kind() const { return m_kind; }
    const QString& connection() const { return m_connection; } ///< id
    /// Each once.
    const std::vector<QueueName>& queues() const { return m_queues; }
    /// The first one that a part ended with.
    const std::optional<Error>& error() const { return m_error; }

Q_SIGNALS:
    void progressed();
    void ended();

private:
    struct Part
    {
        QPointer<OperationJob> job; ///< null: it has ended
        OperationRecord record;
        OperationProgress reached;
    };

    void end(std::size_t part, const OperationProgress& reached);

    std::vector<Part> m_parts;
    std::vector<QueueName> m_queues;
    QString m_connection;
    ActionKind m_kind = ActionKind::Retry;
    std::optional<Error> m_error;
    std::size_t m_ended = 0;
};

} // namespace dueline
