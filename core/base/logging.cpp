// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/logging.h"

namespace dueline {

Q_LOGGING_CATEGORY(logRedis, "dueline.redis", QtWarningMsg)
Q_LOGGING_CATEGORY(logLayouts, "dueline.layouts", QtWarningMsg)
Q_LOGGING_CATEGORY(logEngine, "dueline.engine", QtWarningMsg)
Q_LOGGING_CATEGORY(logConsole, "dueline.console", QtWarningMsg)

} // namespace dueline
