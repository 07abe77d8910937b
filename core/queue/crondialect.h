// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace dueline {

/// Explains, in one or two sentences, an expression that CronSchedule refuses. The text names the dialect that accepts
/// the expression (Quartz, Spring, Jenkins, crontab files) or the probable intention, and suggests an equivalent
/// expression if there is one. CronSchedule accepts every suggested expression. Empty if the expression is not
/// recognized.
QString otherCronDialect(const QByteArray& expression);

} // namespace dueline
