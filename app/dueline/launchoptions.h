// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/theme/theme.h"

#include <QSize>
#include <QStringList>

#include <vector>

namespace dueline {

/// Command-line options. They are parsed before any application object exists, so that --help and --version need no
/// display.
struct LaunchOptions
{
    /// Image file to which the window is rendered.
    struct Picture
    {
        QString file;
        QString theme; ///< theme, as in LaunchOptions::theme; if empty, the current theme

        bool operator==(const Picture&) const = default;
    };

    bool help = false;
    bool version = false;
    bool sandbox = false;
    bool readOnly = false;
    bool link = false; ///< true if `url` was passed by the desktop and is therefore untrusted
    bool summary = false; ///< true to print counts and the worker's results once the window has loaded, then exit
    QString url;
    QString layout; ///< layout of `url`, in the form used in profiles; if empty, auto
    QString profile;
    QString queue;
    QString filter; ///< filter for the task table
    QString language; ///< en or zh_CN; if empty, as in the settings
    QString theme; ///< light, dark, high-contrast or system
    QSize size; ///< size of the window in pixels; if empty, as in the settings
    /// Image files to which the window is rendered once it has loaded, each with a theme.
    std::vector<Picture> pictures;

    /// Returns whether the program only renders or prints, and then exits.
    bool isUnattended() const { return summary || !pictures.empty(); }

    /// Returns whether the command line requests only a window, or a link to open in one. In that case, an instance
    /// that is already running can handle the request.
    bool canBeHandedOver() const;

    /// Parses the arguments. Errors: Usage.
    static Result<LaunchOptions> parse(const QStringList& arguments);
    /// Returns the initial theme: the theme of the first screenshot, or else the theme from the command line, or else
    /// the saved theme.
    ThemeChoice firstTheme(ThemeChoice saved) const;
    /// Returns the choice with this name: light, dark, high-contrast or system.
    static ThemeChoice themeChoice(const QString& name);
    static QString helpText();
    /// Returns the output of `dueline __complete WORDS...`: the options, or the values of an option, that complete the
    /// last word, in the form of completionLines().
    static QString completions(const QStringList& words);

    bool operator==(const LaunchOptions&) const = default;
};

} // namespace dueline
