// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

namespace dueline {

/// What a user can notice of one version, as CHANGELOG.md has it.
struct VersionChanges
{
    struct Section
    {
        QString title; ///< Added, Fixed …
        QStringList items; ///< one each, in a line; `code` still stands between backticks
    };

    QString version; ///< `0.2.0`, or Unreleased
    QString date; ///< `2026-11-22`; empty: none yet
    std::vector<Section> sections;
};

/// Reads a changelog after Keep a Changelog, newest first. What stands before the first version is left out.
std::vector<VersionChanges> parseChangelog(const QString& markdown);
/// The one that is compiled in.
std::vector<VersionChanges> compiledChangelog();

} // namespace dueline
