// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/theme/theme.h"

#include <QSize>
#include <QStringList>

#include <vector>

namespace dueline {

/// Command-line options. They are parsed before an application object exists, because --help and --version must work
/// without a display.
struct LaunchOptions
{
    /// Image file to which the window is rendered.
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
    bool link = false; ///< true if the desktop may have passed `url`, which makes it untrusted
    /// true to print counts and the worker's results once the window has loaded, and then exit
    bool summary = false;
    QString url;
    QString layout; ///< layout of `url`, in the form used in profiles; empty: auto
    QString profile;
    QString queue;
    QString filter; ///< filter for the task table
    QString language; ///< en or zh_CN; empty: the saved language
    QString theme; ///< light, dark, high-contrast or system
    QSize size; ///< size of the window in pixels; empty: the saved size
    /// Image files to write once the window has loaded, each with its theme.
    std::vector<Picture> pictures;

    /// Returns whether the program exits without user input, after it has written images or printed the summary.
    bool isUnattended() const { return summary || !pictures.empty(); }

    /// Returns whether the command line only asks to open a window or a link, so that an instance that is already
    /// running can do it.
    bool canBeHandedOver() const;

    /// Parses the arguments. Errors: Usage.
    static Result<LaunchOptions> parse(const QStringList& arguments);
    /// Returns the theme to start with: that of the first screenshot, otherwise that of the command line, otherwise the
    /// saved one.
    ThemeChoice firstTheme(ThemeChoice saved) const;
    /// Returns the theme named light, dark, high-contrast or system.
    static ThemeChoice themeChoice(const QString& name);
    static QString helpText();
    /// Returns the output of `dueline __complete WORDS...`: candidates for the last word, which may be options or an
    /// option's values, in the format of completionLines().
    static QString completions(const QStringList& words);

    bool operator==(const LaunchOptions&) const = default;
};

} // namespace dueline
