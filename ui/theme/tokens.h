// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskstate.h"

#include <QColor>

#include <array>

namespace dueline {

enum class ThemeKind : quint8 { Light, Dark, HighContrastLight, HighContrastDark };

/// Colors of one task state.
struct StateColors
{
    QColor fill;
    QColor edge; ///< 1 px border of a fill: same hue, with a contrast of 4.3:1 or more on the surface
    QColor glyph; ///< symbol on the fill
    QColor text; ///< words in the state's color
};

/// All colors of the window, by purpose. Text has a contrast of at least 4.5:1 on window, surface, sunken and tint,
/// and 7:1 in high contrast (measured by tst_theme).
struct Tokens
{
    QColor window; ///< menu, toolbar, sidebar, status bar
    QColor surface; ///< content: timeline, table, inspector, dock, dialogs, fields
    QColor sunken; ///< message bar, dialog footer, row under the pointer
    QColor hover; ///< buttons under the pointer, progress track
    QColor past; ///< timeline before the current time
    QColor line; ///< hairlines, grid
    QColor lineStrong; ///< baseline, midnight line, button border
    QColor control; ///< border of fields and check boxes, with a contrast of 3:1 on surface
    QColor text;
    QColor text2;
    QColor text3;
    QColor faint; ///< icons of disabled controls, with a contrast of 3:1 on window, surface and sunken
    QColor accent; ///< selected or enabled controls, never a state
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
    /// Colors of bars that represent types, failure groups or queues instead of states. They can be distinguished by
    /// color-blind users, and none is the color used for failures.
    std::array<StateColors, 6> groups;
    StateColors otherGroups; ///< all other groups together
    StateColors late; ///< lateness; differs from the colors of states and groups
    bool dark = false;
    bool highContrast = false;

    const StateColors& of(TaskState state) const { return states[std::size_t(state)]; }

    static Tokens make(ThemeKind kind);
    /// Returns the colors for data from before the connection was lost. Primary text is as pale as secondary text, but
    /// its contrast is at least 4.5:1 on any background of a row. In high contrast, the colors do not fade.
    Tokens stale() const;
    /// Returns the opacity of outdated graphics, such as tiles and bars.
    double staleOpacity() const { return highContrast ? 1 : 0.55; }
};

/// Returns an opaque mix of `over` and `under`, with the proportion `share` (0 to 1) of `over`.
QColor mixed(const QColor& over, const QColor& under, double share);
/// Returns the WCAG 2 contrast ratio, 1 to 21.
double contrast(const QColor& a, const QColor& b);

} // namespace dueline
