// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/reply.h"

#include <map>

namespace dueline {

/// Returns the fields of an INFO reply, by name.
std::map<QByteArray, QByteArray> infoFields(const QByteArray& text);

/// Returns the time in a TIME reply; nullopt if the reply has another form.
std::optional<TimePoint> serverTimeIn(const Reply& reply);

} // namespace dueline
