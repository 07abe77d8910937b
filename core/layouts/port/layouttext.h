// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutfacts.h"

#include <map>

namespace dueline {

/// Placeholder for a task's id in a pattern of `--layout`: `lock_%1`.
inline constexpr QByteArrayView idPlaceholder = "%1";

/// Decodes `%XX` to bytes. Other text stays, and so does the placeholder of the id if it is a `pattern`.
QByteArray decodedPart(QByteArrayView text, bool pattern = false);
/// Encodes bytes as a part of `--layout`; decodedPart() reads them back.
QString encodedPart(QByteArrayView bytes, bool pattern = false);

/// Values of a form's fields, by parameter.
using LayoutValues = std::map<QByteArray, QByteArray>;
/// Reads the values from a layout's text. A key that has a preset but may be empty is set only if the text has a colon:
/// `laravel` uses the default key, `laravel:` an empty one.
LayoutValues layoutValues(const QString& text, const LayoutForm& form);
/// Builds the text of layout `name` from these values. It writes no colon if there is no key; parseLayout() reports
/// what is wrong with the text.
QString layoutText(const QByteArray& name, const LayoutForm& form, const LayoutValues& values);

} // namespace dueline
