// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace dueline {

/// Appends `bytes` as a JSON string. Escapes control characters. Writes bytes that aren't valid UTF-8 as text such as
/// `\xFF`.
void appendJsonString(QByteArray& json, QByteArrayView bytes);

} // namespace dueline
