// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace dueline {

/// Letters that focus a field or press a button when typed with Alt.
struct Mnemonics
{
    /// Assigns a unique letter to each button and field label of a dialog. A label in Latin script uses one of its own
    /// letters; for other labels, the letter is appended, as in `取消(C)`. Letters are kept when labels change, and
    /// explicit mnemonics (`&`) are respected.
    static void assign(QWidget& dialog);
    /// Returns the text without its mnemonic.
    static QString without(QString text);
    /// Returns the mnemonic of a label as a capital; null: none.
    static QChar of(const QString& text);
    /// Sets the mnemonic of a widget whose text has none, unless the letter is already in use.
    static void prefer(QWidget& widget, QChar letter);
};

} // namespace dueline
