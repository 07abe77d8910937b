// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

namespace dueline {

/// The operations of all queues (or of the one named), newest first, at most `limit`. A queue that cannot be read is
/// left out. Errors: those of QueueInspector.
Result<std::vector<OperationRecord>> operations(
    QueueInspector& inspector, const QueueName& queue = {}, int limit = 100);

/// One record by its id. Errors: NotFound, Usage, those of QueueInspector.
Result<OperationRecord> findOperation(QueueInspector& inspector, const OperationId& id);

/// One line for people: `retry 17 of 20 in mail (state:failed), 3 skipped`. Names are escaped.
QString describe(const OperationRecord& record);

/// A journal of this machine's operations: one JSON object per line in `operations.jsonl`, readable by its owner alone.
/// When it has grown past 5 MB it is renamed to `operations.jsonl.1`, replacing the one before.
class OperationJournal
{
public:
    /// `folder`: empty means `$XDG_STATE_HOME/dueline`.
    explicit OperationJournal(QString folder = {});

    const QString& path() const { return m_path; }
    /// `server`: the address without a password. Errors: Io.
    Result<> append(const OperationRecord& record, const QString& server);
    static constexpr qint64 rotateAt = 5 * 1024 * 1024;

private:
    QString m_path;
};

/// `$XDG_STATE_HOME/dueline`, or `~/.local/state/dueline`.
QString stateFolder();

} // namespace dueline
