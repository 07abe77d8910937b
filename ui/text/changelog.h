// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

namespace dueline {

/// User-visible changes of one version, as in CHANGELOG.md.
struct VersionChanges
{
    struct Section
    {
        QString title; ///< `Added`, `Fixed` and so on
        QStringList items; ///< one line each, with backticks around code
    };

    QString version; ///< `0.2.0`, or Unreleased
    QString date; ///< `2026-11-22`; empty: unreleased
    std::vector<Section> sections;
};

/// Parses a changelog in the Keep a Changelog format, newest version first. Skips text before the first version.
std::vector<VersionChanges> parseChangelog(const QString& markdown);
/// Returns the changelog compiled into the program.
std::vector<VersionChanges> compiledChangelog();

} // namespace dueline
