// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/operationjob.h"

#include <vector>

namespace dueline {

/// Operations of one action that run concurrently and are reported together. This object is the parent of their jobs
/// and is deleted once they have all ended.
class OperationParts : public QObject
{
    Q_OBJECT

public:
    explicit OperationParts(QObject* parent)
        : QObject(parent)
    { }

    /// Returns the parts this job belongs to; null if it hasn't been started.
    static OperationParts* of(const OperationJob& job) { return qobject_cast<OperationParts*>(job.parent()); }

    /// Adds a job before it starts. All parts must be added in the same iteration of the event loop.
    void add(OperationJob& job);
    /// Returns the combined progress of all parts, including finished ones. The phase is Acting as soon as any part is
    /// acting.
    OperationProgress progress() const;
    bool hasEnded() const { return m_ended == m_parts.size(); }
    /// Returns whether all running parts are paused.
    bool isPaused() const;
    void setPaused(bool paused);
    void cancel();
    /// Returns the record of the first running part, or of the first part if none is running.
    const OperationRecord& record() const;
    ActionKind kind() const { return m_kind; }
    const QString& connection() const { return m_connection; } ///< connection id
    /// Returns all parts' queues, without duplicates.
    const std::vector<QueueName>& queues() const { return m_queues; }
    /// Returns the first error that occurred in any part.
    const std::optional<Error>& error() const { return m_error; }

Q_SIGNALS:
    void progressed();
    void ended();

private:
    struct Part
    {
        QPointer<OperationJob> job; ///< the part's job; null once it has ended
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
