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

/// The look in force: colours, fonts and icons. One per program, made by the composition root and handed to every
/// widget that paints. A switch takes effect at once: palette, style sheet, icons, then changed().
class Theme : public QObject
{
    Q_OBJECT

public:
    explicit Theme(QApplication& application, ThemeChoice choice = ThemeChoice::System);

    /// Does nothing where the colours stay: a style sheet is applied to every widget there is, a third of a second.
    void choose(ThemeChoice choice);
    ThemeChoice choice() const { return m_choice; }
    /// What the desktop requests, for the choices that follow it; at first its palette tells.
    void followDesktop(bool dark);
    /// Words have changed: what has taken room for them measures again.
    void measureAgain() { Q_EMIT changed(); }
    const Tokens& tokens() const { return m_tokens; }
    /// The same for what is stale.
    const Tokens& staleTokens() const { return m_staleTokens; }

    /// Sizes relative to the base: -2 axis labels, -1 headers and ids, 0 default, 1 pane title, 3 dialog title, 9
    /// headline.
    QFont font(int step = 0, QFont::Weight weight = QFont::Normal) const;
    QFont mono(int step = -1) const;

    /// An icon of resources/icons in the theme's colours: Normal text2, Disabled faint, On accent.
    QIcon icon(const QString& name) const;
    /// One rendering in `color` at `size` logical pixels for a screen of `ratio`.
    QPixmap pixmap(const QString& name, const QColor& color, int size, qreal ratio) const;
    /// The glyph name of a state's icon, `state-failed`.
    static QString stateIcon(TaskState state);

Q_SIGNALS:
    void changed();
    /// Another choice, whether the colours changed with it or not.
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
