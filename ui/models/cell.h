// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

#include <QFontMetrics>
#include <QGuiApplication>
#include <QMetaType>

namespace dueline {

/// Data roles that tell CellDelegate how to paint a cell, in addition to its text (Qt::DisplayRole). Without them, a
/// cell is plain text.
struct Cell
{
    enum Role {
        Key = Qt::UserRole + 1, ///< QByteArray: identity of the row, which refreshes don't change
        Look, ///< Tone: tone of the text
        Tile, ///< TaskState as int: tile drawn before the text
        Sign, ///< Mark: dot or warning sign drawn before the text
        Tail, ///< QString: text drawn after the cell's text in a gray monospaced font
        Note, ///< QString: text drawn after the cell's text in gray, instead of a tail
        Share, ///< double, 0 to 1: length of a bar drawn before the text
        ShareOf, ///< TaskState as int: state whose color the bars use; default: the accent color
        /// QString: text to measure instead of the cell's text, so that a ticking clock doesn't resize the column.
        Steady,
        /// QList<QPoint>: parts of the text drawn in the third shade of gray, each as position and length.
        Faded,
        Bars, ///< QList<int>: heights of bars drawn instead of text; the tallest bar is as tall as the row
        FailedBars, ///< QList<int>: part of each bar to draw in the color of failed tasks
        BarsFrom, ///< int: index of the first bar with known data; the baseline before it is dotted
        Meter, ///< double, 0 to 1: length of a pale bar left of a number, in ShareOf's color, if there is room
        Loading, ///< bool: true to draw a placeholder, because the value hasn't been read yet
        Head, ///< bool: true if the row is the head of a group of rows, with a sunken ground
        Icon, ///< QString: name of an icon drawn before the text
        Stage, ///< Environment as int: its color is drawn at the left edge of the row, and its tag after the text
        Legend, ///< QStringList, header data: legends for the completed and failed parts of the bars
    };
    /// Tone of the text. Absent, used for zeros and unknown values, is paler than Faint.
    enum class Tone : quint8 { Plain, Strong, Quiet, Faint, Mono, Failure, Warning, Good, Absent };
    /// Mark in front of a row. Notice is a gray warning sign for problems that can wait.
    enum class Mark : quint8 { None, Filled, Hollow, Warning, Notice };

    /// Returns whether a string is wider than another in the application's font. Comparing lengths isn't enough: a
    /// Chinese character is as wide as two Latin letters.
    static bool isWider(const QString& text, const QString& than)
    {
        const QFontMetrics metrics(QGuiApplication::font());
        return metrics.horizontalAdvance(text) > metrics.horizontalAdvance(than);
    }
};

} // namespace dueline

Q_DECLARE_METATYPE(dueline::Cell::Tone)
Q_DECLARE_METATYPE(dueline::Cell::Mark)
