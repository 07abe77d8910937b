// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"

#include <QFont>
#include <QHash>
#include <QIcon>
#include <QObject>

class QApplication;

namespace dueline {

enum class ThemeChoice : quint8 { System, Light, Dark, HighContrast };

/// Current theme: colors, fonts and icons. There is one theme per program, created by the composition root and passed
/// to all widgets that paint. Switching themes first applies the palette, the style sheet and the icons, then emits
/// changed().
class Theme : public QObject
{
    Q_OBJECT

public:
    explicit Theme(QApplication& application, ThemeChoice choice = ThemeChoice::System);

    /// Switches the theme. Does nothing if the colors wouldn't change, because applying a style sheet to all widgets
    /// takes a third of a second.
    void choose(ThemeChoice choice);
    ThemeChoice choice() const { return m_choice; }
    /// Sets the desktop's preference, which some choices depend on. Until the first call, they depend on the desktop's
    /// palette.
    void followDesktop(bool dark);
    /// Requests a new layout after text has changed.
    void measureAgain() { Q_EMIT changed(); }
    const Tokens& tokens() const { return m_tokens; }
    /// Returns the colors for data that is no longer current.
    const Tokens& staleTokens() const { return m_staleTokens; }

    /// Returns the font at a size relative to the default: -2 for axis labels, -1 for headers and ids, 0 for normal
    /// text, 1 for pane titles, 3 for dialog titles, and 9 for headlines.
    QFont font(int step = 0, QFont::Weight weight = QFont::Normal) const;
    QFont mono(int step = -1) const;

    /// Returns an icon from resources/icons in the theme's colors: text2 in Normal mode, faint in Disabled mode, and
    /// the accent color in the On state.
    QIcon icon(const QString& name) const;
    /// Renders an icon in `color` at `size` logical pixels for a screen with this pixel ratio.
    QPixmap pixmap(const QString& name, const QColor& color, int size, qreal ratio) const;
    /// Returns the name of a state's icon, such as `state-failed`.
    static QString stateIcon(TaskState state);

Q_SIGNALS:
    void changed();
    /// Emitted when the user has chosen a theme, even if the colors are the same.
    void chosen();

private:
    ThemeKind kind() const;
    void apply();

    QApplication& m_application;
    ThemeChoice m_choice = ThemeChoice::System;
    bool m_desktopIsDark = false;
    Tokens m_tokens;
    Tokens m_staleTokens;
    QStringList m_families;
    QStringList m_monoFamilies;
    int m_basePixels = 13;
    mutable QHash<QString, QPixmap> m_pixmaps;
};

} // namespace dueline
