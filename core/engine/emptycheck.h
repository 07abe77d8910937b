// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"
#include "core/queue/taskbroker.h"

namespace dueline {

/// Check for pending or leased tasks of given types in a queue, with any holder. It counts if all types are handled.
/// Otherwise it scans until it finds a handled type, and scans once more if it found none. A queue that was never
/// created is empty.
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
