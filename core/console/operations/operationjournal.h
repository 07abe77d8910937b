// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/statefolder.h"
#include "core/queue/operation.h"

#include <QString>

namespace dueline {

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

} // namespace dueline
