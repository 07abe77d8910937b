// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <QString>

namespace dueline::duectl {

/// The look on opening, where the connection opens what is there. Errors: those of QueueDiscovery.
Result<> discover(Backend& backend);

/// How far the server was looked through; empty: there is nothing to say.
QString lookedThrough(Backend& backend);

} // namespace dueline::duectl
