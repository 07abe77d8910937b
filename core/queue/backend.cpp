// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/backend.h"

#include "core/queue/queuepulse.h"

#include <QCoreApplication>

namespace dueline {

Result<QueueEditor*> Backend::requireEditor()
{
    if (QueueEditor* const found = editor())
        return found;
    return Error{ErrorCode::Refused, QCoreApplication::translate("dueline::Backend", "This connection is read-only.")};
}

Result<std::unique_ptr<EventSource>> Backend::events(const std::vector<QueueName>&, bool, bool)
{
    return Error{ErrorCode::NotSupported, QStringLiteral("This layout publishes no events to follow.")};
}

Result<> Backend::permitted(const QueueName&)
{
    return Error{ErrorCode::NotSupported, QStringLiteral("This layout cannot check permissions without writing.")};
}

std::unique_ptr<QueuePulse> Backend::pulse()
{
    return std::make_unique<CountPulse>(inspector(), capabilities().workers);
}

Result<> checkOwner(Backend& backend, const QueueInfo& info)
{
    const auto permitted = info.note.isEmpty() ? Result<>() : backend.permitted(info.name);
    // Ignore missing permissions: the call that needs them will report the error.
    return permitted || permitted.error().code != ErrorCode::Refused ? Result<>() : permitted;
}

} // namespace dueline
