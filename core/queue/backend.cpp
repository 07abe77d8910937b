// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/backend.h"

namespace dueline {

Result<std::unique_ptr<EventSource>> Backend::events(const std::vector<QueueName>&, bool, bool)
{
    return Error{ErrorCode::NotSupported, QStringLiteral("This layout publishes nothing that could be listened to.")};
}

Result<> Backend::permitted(const QueueName&)
{
    return Error{
        ErrorCode::NotSupported, QStringLiteral("This layout has no question about permissions that writes nothing.")};
}

} // namespace dueline
