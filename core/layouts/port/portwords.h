// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// English strings shared by several layouts.
namespace dueline::portwords {

/// Returns an error about a `--layout` text. `fault`: second part of the message, in the form "is not a …: use …."
QString wrongLayout(const QString& layout, const QString& fault);
QString noQueue(const QString& queue);
QString noTask(const QString& id, const QString& queue);
QString noOperation(const QString& operation);
QString operationHasEnded(const QString& operation);

QString stepIsTooLong();
QString dueTimesAreMissing();
QString cursorIsForeign();
QString laterCallArrived();
QString unexpectedReplyTo(const char* command);
QString unexpectedReplyOf(const char* script);

} // namespace dueline::portwords
