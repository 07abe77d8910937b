// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

namespace dueline {

/// Bytes as text with every line hard-wrapped after `columns` characters: one unbroken line of a megabyte would stop a
/// text widget for seconds. Invisible characters are shown as escapes.
QString wrappedText(QByteArrayView bytes, int columns = 110);

/// `00000000  7b 22 74 6f 22 3a …  {"to":`: sixteen bytes a line, offsets from `firstOffset`.
QString hexDump(QByteArrayView bytes, qint64 firstOffset = 0);

} // namespace dueline
