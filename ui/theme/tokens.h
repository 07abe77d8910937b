// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskstate.h"

#include <QColor>

#include <array>

namespace dueline {

enum class ThemeKind : quint8 { Light, Dark, HighContrastLight, HighContrastDark };

/// The colours of one task state.
struct StateColors
{
    QColor fill;
    QColor edge; ///< 1 px border of a fill: same hue, 4.3:1 or more on the surface
    QColor glyph; ///< on the fill
    QColor text; ///< for the few words that carry the state's colour
};

/// Every colour of the window by what it is for. Texts reach 4.5:1 on window, surface, sunken and tint, in high
/// contrast 7:1 (tst_theme measures it).
struct Tokens
{
    QColor window; ///< menu, toolbar, sidebar, status bar
    QColor surface; ///< content: timeline, table, inspector, dock, dialogs, fields
    QColor sunken; ///< message bar, dialog footer, row under the pointer
    QColor hover; ///< buttons under the pointer, progress track
    QColor past; ///< timeline left of now
    QColor line; ///< hairlines, grid
    QColor lineStrong; ///< baseline, midnight line, button border
    QColor control; ///< border of fields and check boxes, 3:1 on surface
    QColor text;
    QColor text2;
    QColor text3;
    QColor faint; ///< picture of what cannot be pressed, 3:1 on window, surface and sunken
    QColor accent; ///< chosen by the user, or can be pressed; never a state
    QColor onAccent;
    QColor tint; ///< selected table row
    QColor tint2; ///< selected sidebar row, selected text
    QColor ok;
    QColor production;
    QColor staging;
    QColor development;
    QColor jsonKey;
    QColor jsonString;
    QColor jsonNumber;
    std::array<StateColors, allStates.size()> states;
    /// What bars are of instead of states (types, kinds of failure, queues), told apart by those who see few colours,
    /// too. None is that of failures.
    std::array<StateColors, 6> groups;
    StateColors otherGroups; ///< all others together
    StateColors late; ///< how late tasks are: no colour of a state or a group
    bool dark = false;
    bool highContrast = false;

    const StateColors& of(TaskState state) const { return states[std::size_t(state)]; }

    static Tokens make(ThemeKind kind);
    /// For what is from before the connection was lost: first words as quiet as second ones, none below 4.5:1 on any
    /// ground of a row. In high contrast these very colours: nothing fades there.
    Tokens stale() const;
    /// How much is left of the pictures of what is stale: tiles, bars.
    double staleOpacity() const { return highContrast ? 1 : 0.55; }
};

/// `share` (0 to 1) of `over` mixed into `under`, opaque.
QColor mixed(const QColor& over, const QColor& under, double share);
/// WCAG 2 contrast ratio, 1 to 21.
double contrast(const QColor& a, const QColor& b);

} // namespace dueline
