// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

/// English texts of the Bull layout. LayoutWords translates the texts of type `const char*`.
namespace dueline::bullwords {

// Texts about the layout
const char* formTitle();
const char* stampedLabel();
const char* stampedName();
const char* stampedNo();
const char* stampedYes();
const char* priorityHint();
const char* usage();
const char* stampedUsage();
QString noEvents();

// Texts about queues
QByteArray counterIsMissing(const QByteArray& base, const QByteArray& layout);

// Texts about actions
QString tooManyForPriority();
QString counterIsLost(const QString& prefix);
QString schedulesAreFixed();
QString scheduleHasAdvanced(const QString& name);
QString noSchedule(const QString& name, const QString& queue);

// Reasons why a `--layout` is invalid, inserted into texts of portwords::wrongLayout()
QString isOtherLayout();
QString prefixIsEmpty();
QString hasUnknownParameter();

} // namespace dueline::bullwords
