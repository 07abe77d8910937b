// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutfacts.h"

#include <map>

namespace dueline {

/// The place of a task's id in a pattern, as `--layout` writes it: `lock_%1`.
inline constexpr QByteArrayView idPlaceholder = "%1";

/// `%XX` to bytes; anything else, and the place of the id where it is a `pattern`, stays.
QByteArray decodedPart(QByteArrayView text, bool pattern = false);
/// Bytes as a part of `--layout`: decodedPart() reads them back.
QString encodedPart(QByteArrayView bytes, bool pattern = false);

/// What stands in the fields of a form, by their parameters.
using LayoutValues = std::map<QByteArray, QByteArray>;
/// Of a layout that is written as `text`. A key with a preset that may be left out is among them only where it is
/// written, empty or not: `laravel` has the usual one, `laravel:` an empty one.
LayoutValues layoutValues(const QString& text, const LayoutForm& form);
/// The layout `name` with these values, without a colon where it names none; parseLayout() says what is wrong with it.
QString layoutText(const QByteArray& name, const LayoutForm& form, const LayoutValues& values);

} // namespace dueline
