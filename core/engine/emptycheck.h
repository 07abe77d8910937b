// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"
#include "core/queue/taskbroker.h"

namespace dueline {

/// Checks a queue for pending or leased tasks of given types, no matter which worker holds them. If all types are
/// handled, it only counts tasks. Otherwise, it scans for a task of a handled type, and scans a second time before
/// reporting that there is none. A queue that was never created is empty.
class EmptyCheck
{
public:
    EmptyCheck(QueueInspector& inspector, TypeSelection types);

    Result<bool> isEmpty(const QueueName& queue);

private:
    Result<bool> findsOurs(const QueueName& queue);

    QueueInspector& m_inspector;
    TypeSelection m_types;
};

} // namespace dueline
