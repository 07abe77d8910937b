// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// English strings shared by all custom layouts. LayoutWords translates the strings of type `const char*`.
namespace dueline::customwords {

// Labels and hints of the dialog
const char* keyLabel();
const char* keyHint();
const char* typeLabel();
const char* typeHint();
const char* typeUsage();

// Strings about data that an adoption loses
QString laterTasksLost();
const char* laterTasksLostInWindow();

// Strings about actions
QString clusterIsUnsupported(const QString& layout, const QString& reason);
QString keyHasBraces();
QString isOneQueue(const QString& layout, const QString& queue, const QString& other);
QString noExpiry(const QString& layout);
/// Returns the sentence for an unsupported option. `option`: one of the strings below.
QString optionIsUnsupported(const QString& layout, const QString& option);
const char* ownAttempts();
const char* ownBackoff();
const char* ownLease();
const char* ownExpiry();
const char* ownResult();
QString noUniqueKeys(const QString& layout);
QString typeIsFixed(const QString& queue, const QString& type, const QString& other);

// Reasons why a `--layout` is invalid, inserted into portwords::wrongLayout()
QString keyIsMissing(const QString& layout);
QString keyIsLong();
QString parameterIsEmpty(const QString& parameter);
QString parameterIsUnknown(const QString& parameter, const QString& known);

} // namespace dueline::customwords
