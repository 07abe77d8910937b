// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"
#include "core/queue/taskbroker.h"

namespace dueline {

/// Whether nothing pending or leased of the given types remains in a queue, whoever holds it. Counts where it can;
/// where other types are left it walks until it finds one of ours. A queue nobody made yet is empty.
class EmptyCheck
{
public:
    EmptyCheck(QueueInspector& inspector, TypeSelection types);

    Result<bool> isEmpty(const QueueName& queue);

private:
    QueueInspector& m_inspector;
    TypeSelection m_types;
};

} // namespace dueline
