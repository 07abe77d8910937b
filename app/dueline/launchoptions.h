// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/theme/theme.h"

#include <QSize>
#include <QStringList>

#include <vector>

namespace dueline {

/// Command-line options. They are parsed without an application object, because --help and --version must work without
/// a display.
struct LaunchOptions
{
    /// Image file to render the window to.
    struct Picture
    {
        QString file;
        QString theme; ///< value of --theme for this picture; empty: the current theme

        bool operator==(const Picture&) const = default;
    };

    bool help = false;
    bool version = false;
    bool sandbox = false;
    bool readOnly = false;
    bool link = false; ///< true if `url` may come from the desktop and must not be trusted
    /// true to print counts and the worker's results once the window has loaded, then exit
    bool summary = false;
    QString url;
    QString layout; ///< layout of `url`, in the form used in profiles; empty: auto
    QString profile;
    QString queue;
    QString filter;
    QString language; ///< en or zh_CN; empty: the saved language
    QString theme; ///< light, dark, high-contrast, or system
    QSize size; ///< window size in pixels; empty: the saved size
    /// Image files to write once the window has loaded, each with its theme.
    std::vector<Picture> pictures;

    /// Returns whether the program exits without user input, after writing images or printing the summary.
    bool isUnattended() const { return summary || !pictures.empty(); }

    /// Returns whether the command line only asks to open a window or a link, which an instance that is already running
    /// can do.
    bool canBeHandedOver() const;

    /// Parses the arguments. Errors: Usage.
    static Result<LaunchOptions> parse(const QStringList& arguments);
    /// Returns the initial theme: the first screenshot's, else the command line's, else the saved one.
    ThemeChoice firstTheme(ThemeChoice saved) const;
    /// Returns the theme named light, dark, high-contrast, or system.
    static ThemeChoice themeChoice(const QString& name);
    static QString helpText();
    /// Returns the output of `dueline __complete WORDS...`: candidates for the last word (options, or an option's
    /// values) in the format of completionLines().
    static QString completions(const QStringList& words);

    bool operator==(const LaunchOptions&) const = default;
};

} // namespace dueline
