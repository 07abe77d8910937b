// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/reply.h"

#include <map>

namespace dueline {

/// Returns the fields in a reply to INFO, by name.
std::map<QByteArray, QByteArray> infoFields(const QByteArray& text);

/// Returns the instant in a reply to TIME; nullopt if the reply has another form.
std::optional<TimePoint> serverTimeIn(const Reply& reply);

} // namespace dueline
