// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/queueeditor.h"

namespace dueline {

Result<std::vector<ItemOutcome>> QueueEditor::place(
    const QueueName&, const OperationId&, const std::vector<TaskDetail>&)
{
    return Error{ErrorCode::NotSupported, QStringLiteral("This layout takes tasks only as new ones.")};
}

} // namespace dueline
