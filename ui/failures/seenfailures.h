// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/failures/failuremodel.h"

#include <map>

namespace dueline {

/// Failure groups listed so far for a queue, a connection or all connections, including groups that no longer have
/// tasks.
class SeenFailures
{
public:
    void clear() { m_rows.clear(); }
    /// Records the listed rows, and appends previously listed groups that no longer have tasks, latest failure first.
    void addGone(std::vector<FailureRow>& rows);

private:
    std::map<QByteArray, FailureRow> m_rows; ///< last listed row of each group, by key
};

} // namespace dueline
