// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace dueline {

/// Appends `bytes` as a string of JSON. Bytes that are no UTF-8 are written as the text `\xFF`, control characters
/// escaped.
void appendJsonString(QByteArray& json, QByteArrayView bytes);

} // namespace dueline
