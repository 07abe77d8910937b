// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"
#include "core/queue/taskbroker.h"

namespace dueline {

/// Check whether a queue has pending or leased tasks of given types, no matter which worker holds them. If all types
/// are handled, the check only counts. Otherwise, it scans until it finds a task of a handled type; if it finds none,
/// it scans a second time. A queue that was never created is empty.
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
