// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace dueline {

/// What an expression that CronSchedule refuses is elsewhere (Quartz, Spring, Jenkins, crontab files) or what it was
/// probably meant to be, and how that is written here, where it can be: one or two sentences. Empty: it is nothing that
/// is known. Whatever is proposed is an expression that CronSchedule takes.
QString otherCronDialect(const QByteArray& expression);

} // namespace dueline
