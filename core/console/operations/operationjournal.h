// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/statefolder.h"
#include "core/queue/operation.h"

#include <QString>

namespace dueline {

/// Journal of the operations started on this machine: one JSON object per line in `operations.jsonl`, readable only by
/// its owner. Above 5 MB, the file is renamed to `operations.jsonl.1`, replacing any previous one.
class OperationJournal
{
public:
    /// Creates a journal. `folder`: the journal's folder; if empty, `$XDG_STATE_HOME/dueline`.
    explicit OperationJournal(QString folder = {});

    const QString& path() const { return m_path; }
    /// Appends an operation. `server`: server address without a password. Errors: Io.
    Result<> append(const OperationRecord& record, const QString& server);
    static constexpr qint64 rotateAt = 5 * 1024 * 1024;

private:
    QString m_path;
};

} // namespace dueline
