// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutfacts.h"

#include <map>

namespace dueline {

/// Placeholder for a task's id in a pattern of `--layout`: `lock_%1`.
inline constexpr QByteArrayView idPlaceholder = "%1";

/// Decodes `%XX` to bytes. Other text remains unchanged, including the id placeholder if the text is a `pattern`.
QByteArray decodedPart(QByteArrayView text, bool pattern = false);
/// Encodes bytes as a part of `--layout`; the inverse of decodedPart().
QString encodedPart(QByteArrayView bytes, bool pattern = false);

/// Values of a form's fields, by parameter.
using LayoutValues = std::map<QByteArray, QByteArray>;
/// Reads the values from the text of a layout. A key that has a default but may be empty is set only if the text has a
/// colon: `laravel` uses the default key, and `laravel:` an empty one.
LayoutValues layoutValues(const QString& text, const LayoutForm& form);
/// Builds the text of the layout `name` from these values. Omits the colon if there is no key; parseLayout() reports
/// any fault in the text.
QString layoutText(const QByteArray& name, const LayoutForm& form, const LayoutValues& values);

} // namespace dueline
