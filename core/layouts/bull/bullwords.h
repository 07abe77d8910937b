// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

/// English strings of the Bull layout. LayoutWords translates the strings of type `const char*`.
namespace dueline::bullwords {

// Strings that describe the layout
const char* formTitle();
const char* stampedLabel();
const char* stampedName();
const char* stampedNo();
const char* stampedYes();
const char* priorityHint();
const char* usage();
const char* stampedUsage();
QString noEvents();

// Strings about queues
QByteArray counterIsMissing(const QByteArray& base, const QByteArray& layout);

// Strings about actions
QString tooManyForPriority();
QString counterIsLost(const QString& prefix);
QString schedulesAreFixed();
QString scheduleHasAdvanced(const QString& name);
QString noSchedule(const QString& name, const QString& queue);

// Reasons why a `--layout` is invalid, inserted into portwords::wrongLayout()
QString isOtherLayout();
QString prefixIsEmpty();
QString hasUnknownParameter();

} // namespace dueline::bullwords
