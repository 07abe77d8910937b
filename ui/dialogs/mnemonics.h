// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace dueline {

/// Letters that, together with Alt, focus a field or press a button.
struct Mnemonics
{
    /// Assigns a unique letter to each of a dialog's buttons and field labels. A label in Latin script uses one of its
    /// own letters; otherwise, the letter is appended, as in `取消(C)`. Letters don't change when other labels change,
    /// unless a widget would be left without one. Explicit mnemonics (`&`) are preserved.
    static void assign(QWidget& dialog);
    /// Returns the text without its mnemonic.
    static QString without(QString text);
    /// Returns a label's mnemonic in uppercase, or null.
    static QChar of(const QString& text);
    /// Sets the preferred mnemonic for a widget whose text has no explicit one. The letter is used unless it is already
    /// taken.
    static void prefer(QWidget& widget, QChar letter);
};

} // namespace dueline
