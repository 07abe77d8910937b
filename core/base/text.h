// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

namespace dueline {

/// Untrusted bytes as one line of plain text: invalid UTF-8 as \xHH, control, BiDi and other invisible characters as
/// \u{HEX}, cut after `maxCharacters` with an ellipsis. Never fails; what it returns is safe on a terminal and in a
/// log.
QString printable(QByteArrayView bytes, qsizetype maxCharacters = 256);

/// The same for a multi-line text: line feeds and tabs stay.
QString printableText(QByteArrayView bytes, qsizetype maxCharacters);

/// Full-width signs as the ordinary ones (`２０２６：` is `2026:`), as input methods of East Asia type them, and every
/// other blank as a space.
QString halfWidth(QStringView text);

/// Without the byte order mark and blanks at its ends: what was copied out of a file may begin with one, which nobody
/// sees.
QString withoutMark(const QString& typed);

/// A byte count for people: `0 B`, `1.5 KiB`, `10 MiB`.
QString formatBytes(qint64 bytes);

} // namespace dueline
