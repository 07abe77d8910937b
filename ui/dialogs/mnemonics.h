// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace dueline {

/// The letters that lead to a field, or press a button, with Alt.
struct Mnemonics
{
    /// Gives every button, and every label of a field, a letter that nothing else in this dialog has: of its own words
    /// where these are in Latin letters, else behind them, as `取消(C)`. What has a letter keeps it while its words
    /// change, and a letter that the words name by themselves (`&`) is respected.
    static void assign(QWidget& dialog);
    /// The words alone.
    static QString without(QString text);
    /// Of these words, in capitals; null: they have none.
    static QChar of(const QString& text);
    /// A letter that this widget gets where its words have none and nothing else has it.
    static void prefer(QWidget& widget, QChar letter);
};

} // namespace dueline
