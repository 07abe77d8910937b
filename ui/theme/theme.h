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

/// Current theme: colors, fonts and icons. There is one theme per program. The composition root creates the theme and
/// passes it to all widgets that paint. A switch first applies the palette, the style sheet and the icons, and then
/// emits changed().
class Theme : public QObject
{
    Q_OBJECT

public:
    explicit Theme(QApplication& application, ThemeChoice choice = ThemeChoice::System);

    /// Switches the theme. Does nothing if the colors would not change, because applying a style sheet to all widgets
    /// takes a third of a second.
    void choose(ThemeChoice choice);
    ThemeChoice choice() const { return m_choice; }
    /// Sets the desktop's preference, on which some choices depend. Until the first call, these
    /// choices depend on the desktop's palette.
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

    /// Returns an icon from resources/icons in the theme's colors: text2 for the mode Normal, faint for Disabled, and
    /// the accent color for the state On.
    QIcon icon(const QString& name) const;
    /// Renders an icon in `color` at `size` logical pixels for a screen with this pixel ratio.
    QPixmap pixmap(const QString& name, const QColor& color, int size, qreal ratio) const;
    /// Returns the name of a state's icon, such as `state-failed`.
    static QString stateIcon(TaskState state);

Q_SIGNALS:
    void changed();
    /// Emitted after the user has chosen a theme, even if the colors are the same.
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
