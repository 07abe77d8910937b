// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

namespace dueline {

/// Returns bytes as text, with each line hard-wrapped after `columns` characters, because an unbroken line of a
/// megabyte would block a text widget for seconds. Invisible characters are escaped.
QString wrappedText(QByteArrayView bytes, int columns = 110);

/// Returns a hex dump, such as `00000000  7b 22 74 6f 22 3a …  {"to":`: sixteen bytes per line, with offsets from
/// `firstOffset`.
QString hexDump(QByteArrayView bytes, qint64 firstOffset = 0);

} // namespace dueline
