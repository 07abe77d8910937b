// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

namespace dueline {

/// Returns bytes as text. Lines are hard-wrapped after `columns` characters, because an unbroken line of a megabyte
/// would block a text widget for seconds. Invisible characters are escaped.
QString wrappedText(QByteArrayView bytes, int columns = 110);

/// Returns a hex dump with sixteen bytes per line and offsets starting at `firstOffset`, such as `00000000  7b 22 74 6f
/// 22 3a …  {"to":`.
QString hexDump(QByteArrayView bytes, qint64 firstOffset = 0);

} // namespace dueline
