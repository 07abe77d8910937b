// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace dueline {

/// Explains an expression that CronSchedule refuses, in one or two sentences. The text names the dialect that accepts
/// it (Quartz, Spring, Jenkins, crontab files) or the probable intention, and the equivalent here if there is one.
/// Returns an empty text if the expression is unknown. CronSchedule accepts every expression that the text suggests.
QString otherCronDialect(const QByteArray& expression);

} // namespace dueline
