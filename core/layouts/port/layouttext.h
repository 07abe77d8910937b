// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutfacts.h"

#include <map>

namespace dueline {

/// Placeholder for a task's id in a pattern in a `--layout` text, such as `lock_%1`.
inline constexpr QByteArrayView idPlaceholder = "%1";

/// Decodes `%XX` to bytes and leaves all other text unchanged. If the text is a `pattern`, the id placeholder also
/// remains unchanged.
QByteArray decodedPart(QByteArrayView text, bool pattern = false);
/// Encodes bytes as part of a `--layout` text; the inverse of decodedPart().
QString encodedPart(QByteArrayView bytes, bool pattern = false);

/// Values of a form's fields, by parameter name.
using LayoutValues = std::map<QByteArray, QByteArray>;
/// Parses the values in a layout's text. If a key has a default value but may be empty, it is set only if the text
/// contains a colon: `laravel` means the default key, and `laravel:` an empty key.
LayoutValues layoutValues(const QString& text, const LayoutForm& form);
/// Returns the text of the layout `name` with these values. Omits the colon if there is no key. The text may be
/// invalid; parseLayout() validates it.
QString layoutText(const QByteArray& name, const LayoutForm& form, const LayoutValues& values);

} // namespace dueline
