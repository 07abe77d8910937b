// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace dueline {

/// Explains in one or two sentences an expression that CronSchedule rejects. Names the dialect that accepts it (Quartz,
/// Spring, Jenkins, crontab files) or the probable intention, and suggests an equivalent expression, if any, that
/// CronSchedule accepts. Empty if the expression isn't recognized.
QString otherCronDialect(const QByteArray& expression);

} // namespace dueline
