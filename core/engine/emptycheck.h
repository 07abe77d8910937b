// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"
#include "core/queue/taskbroker.h"

namespace dueline {

/// Whether nothing pending or leased of the given types remains in a queue, whoever holds it. Counts where it can;
/// where types may be others' it walks until it finds one of ours, and once more where it found none. A queue nobody
/// made yet is empty.
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
