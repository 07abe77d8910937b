// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLoggingCategory>

namespace dueline {

Q_DECLARE_LOGGING_CATEGORY(logRedis)
Q_DECLARE_LOGGING_CATEGORY(logLayouts)
Q_DECLARE_LOGGING_CATEGORY(logEngine)
Q_DECLARE_LOGGING_CATEGORY(logConsole)

} // namespace dueline
