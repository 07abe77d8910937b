// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace dueline {

/// Appends `bytes` as a JSON string. Bytes that are not UTF-8 become the text `\xFF`; control characters are escaped.
void appendJsonString(QByteArray& json, QByteArrayView bytes);

} // namespace dueline
