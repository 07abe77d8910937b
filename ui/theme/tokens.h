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
    QColor edge; ///< 1 px border of the fill, in the same hue, with a contrast of at least 4.3:1 on surface
    QColor glyph; ///< symbol drawn on the fill
    QColor text; ///< text in the state's color
};

/// All of the window's colors, named by purpose. The contrast of text on window, surface, sunken and tint is at least
/// 4.5:1, or 7:1 in high contrast, as verified by tst_theme.
struct Tokens
{
    QColor window; ///< menu, toolbar, sidebar and status bar
    QColor surface; ///< content: timeline, table, inspector, dock, dialogs and fields
    QColor sunken; ///< message bar, dialog footers and the row under the pointer
    QColor hover; ///< buttons under the pointer, and the track of progress bars
    QColor past; ///< part of the timeline before the current time
    QColor line; ///< hairlines and grid lines
    QColor lineStrong; ///< baseline, midnight line and button borders
    QColor control; ///< border of fields and check boxes, with a contrast of at least 3:1 on surface
    QColor text;
    QColor text2;
    QColor text3;
    QColor faint; ///< icons of disabled controls, with a contrast of at least 3:1 on window, surface and sunken
    QColor accent; ///< selected or enabled controls; never used for a state
    QColor onAccent;
    QColor tint; ///< selected row of a table
    QColor tint2; ///< selected row of the sidebar, and selected text
    QColor ok;
    QColor production;
    QColor staging;
    QColor development;
    QColor jsonKey;
    QColor jsonString;
    QColor jsonNumber;
    std::array<StateColors, allStates.size()> states;
    /// Colors of bars that represent types, failure groups or queues rather than states. Color-blind users can tell
    /// them apart, and none is the color of failures.
    std::array<StateColors, 6> groups;
    StateColors otherGroups; ///< all other groups combined
    StateColors late; ///< lateness; differs from all state and group colors
    bool dark = false;
    bool highContrast = false;

    const StateColors& of(TaskState state) const { return states[std::size_t(state)]; }

    static Tokens make(ThemeKind kind);
    /// Returns the colors for data read before the connection was lost. Primary text is as pale as secondary text, but
    /// its contrast is still at least 4.5:1 on any row background. In high contrast, the colors don't fade.
    Tokens stale() const;
    /// Returns the opacity of graphics, such as tiles and bars, that show data that is no longer current.
    double staleOpacity() const { return highContrast ? 1 : 0.55; }
};

/// Returns an opaque mix of two colors. `share`: proportion of `over`, from 0 to 1.
QColor mixed(const QColor& over, const QColor& under, double share);
/// Returns the WCAG 2 contrast ratio, from 1 to 21.
double contrast(const QColor& a, const QColor& b);

} // namespace dueline
