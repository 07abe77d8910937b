// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/theme/theme.h"

#include <QSize>
#include <QStringList>

#include <vector>

namespace dueline {

/// What the command line asks for. Parsed before there is any application object, so that --help and --version need no
/// display.
struct LaunchOptions
{
    /// One rendering of the window.
    struct Picture
    {
        QString file;
        QString theme; ///< as in `theme`; empty: as it is

        bool operator==(const Picture&) const = default;
    };

    bool help = false;
    bool version = false;
    bool sandbox = false;
    bool readOnly = false;
    bool link = false; ///< `url` was handed over by the desktop, and may be anybody's
    bool summary = false; ///< print counts and what the worker ran, once the window is loaded, and exit
    QString url;
    QString layout; ///< of `url`, as a profile has it; empty: auto
    QString profile;
    QString queue;
    QString filter; ///< of the task table
    QString language; ///< en or zh_CN; empty: as the settings say
    QString theme; ///< light, dark, high-contrast or system
    QSize size; ///< of the window, in pixels; empty: as the settings say
    /// To render the window to once it is loaded, each in the theme named before it.
    std::vector<Picture> pictures;

    /// The program renders or prints and ends by itself.
    bool isUnattended() const { return summary || !pictures.empty(); }

    /// Nothing is asked for but a window, or a link in one: the window that is open can do that as well.
    bool canBeHandedOver() const;

    /// Errors: Usage.
    static Result<LaunchOptions> parse(const QStringList& arguments);
    /// What the window starts with: the first picture's, the command line's, else the saved one.
    ThemeChoice firstTheme(ThemeChoice saved) const;
    /// `name`: light, dark, high-contrast or system.
    static ThemeChoice themeChoice(const QString& name);
    static QString helpText();
    /// What `dueline __complete WORDS...` prints: options, or values of one, for the last word, as completionLines()
    /// writes them.
    static QString completions(const QStringList& words);

    bool operator==(const LaunchOptions&) const = default;
};

} // namespace dueline
