// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

#include <vector>

namespace dueline {

/// Returns untrusted bytes as one line of plain text that is safe in terminals and logs. Truncates it to
/// `maxCharacters` with an ellipsis. Invalid UTF-8 becomes \xHH; control, BiDi, and other invisible characters become
/// \u{HEX}.
QString printable(QByteArrayView bytes, qsizetype maxCharacters = 256);

/// Returns the first three names, as in `a, b, c, …`, each like printable() with at most 60 characters.
QString firstNames(const std::vector<QByteArray>& names);

/// Like printable(), but keeps line feeds and tabs.
QString printableText(QByteArrayView bytes, qsizetype maxCharacters);

/// Replaces full-width characters, which East Asian input methods produce, with ASCII (`２０２６：` becomes `2026:`),
/// and white-space characters with spaces.
QString halfWidth(QStringView text);

/// Removes blanks and a byte order mark from both ends of a text. A byte order mark is invisible, and often gets copied
/// along with text from a file.
QString withoutMark(const QString& typed);

/// Formats a byte count: `0 B`, `1.5 KiB`, `10 MiB`.
QString formatBytes(qint64 bytes);

} // namespace dueline
