// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace dueline {

/// Letters that focus a field or press a button when typed together with Alt.
struct Mnemonics
{
    /// Assigns a unique letter to each button and field label of a dialog. A label in Latin script uses one of its own
    /// letters; otherwise, the letter is appended, as in `取消(C)`. Letters do not change when other labels change,
    /// unless a widget would have no letter. Explicit mnemonics (`&`) are preserved.
    static void assign(QWidget& dialog);
    /// Returns the text without its mnemonic.
    static QString without(QString text);
    /// Returns the mnemonic of a label in uppercase; null if the label has none.
    static QChar of(const QString& text);
    /// Sets the preferred mnemonic of a widget whose text has no explicit mnemonic. It is used unless the letter is
    /// already in use.
    static void prefer(QWidget& widget, QChar letter);
};

} // namespace dueline
