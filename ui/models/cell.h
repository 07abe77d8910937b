// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

#include <QFontMetrics>
#include <QGuiApplication>
#include <QMetaType>

namespace dueline {

/// What a model tells about the look of a cell beyond its text (Qt::DisplayRole); CellDelegate paints it, and what is
/// not told is drawn as plain text.
struct Cell
{
    enum Role {
        /// QList<QPoint>: parts of the text that are drawn in the third grey, each where it begins and how long it is.
        Key = Qt::UserRole + 1, ///< QByteArray: which thing the row is, the same after each refresh
        Look, ///< Tone
        Tile, ///< int of a TaskState: its tile stands before the text
        Sign, ///< Mark: a dot or the warning sign stands before the text
        Tail, ///< QString: behind the text, in mono and quiet
        Share, ///< double, 0 to 1: a bar before the text
        ShareOf, ///< int of a TaskState: its colour fills the bar or the bars; else the accent
        Steady, ///< QString: what the text is measured by instead, so that a column does not come and go with a clock
        Faded,
        Bars, ///< QList<int>: a bar for each instead of the text, the highest as high as the row
        FailedBars, ///< QList<int>: how much of each of them is in the colour of failed tasks
    };
    enum class Tone : quint8 { Plain, Strong, Quiet, Faint, Mono, Failure, Warning, Good };
    /// Notice: a Warning in grey, of what is wrong and can wait.
    enum class Mark : quint8 { None, Filled, Hollow, Warning, Notice };

    /// In the letters of the program: characters cannot be counted, a Chinese one is as wide as two others.
    static bool isWider(const QString& text, const QString& than)
    {
        const QFontMetrics metrics(QGuiApplication::font());
        return metrics.horizontalAdvance(text) > metrics.horizontalAdvance(than);
    }
};

} // namespace dueline

Q_DECLARE_METATYPE(dueline::Cell::Tone)
Q_DECLARE_METATYPE(dueline::Cell::Mark)
