// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace dueline {

/// Appends `bytes` as a JSON string. Bytes that are not valid UTF-8 are written as text such as `\xFF`; control
/// characters are escaped.
void appendJsonString(QByteArray& json, QByteArrayView bytes);

} // namespace dueline
