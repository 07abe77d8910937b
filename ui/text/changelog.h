// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

namespace dueline {

/// User-visible changes in a version, as listed in CHANGELOG.md.
struct VersionChanges
{
    struct Section
    {
        QString title; ///< heading, such as `Added` or `Fixed`
        QStringList items; ///< one line per item, with backticks around code
    };

    QString version; ///< version, such as `0.2.0`, or `Unreleased`
    QString date; ///< release date, such as `2026-11-22`; empty if unreleased
    std::vector<Section> sections;
};

/// Parses a changelog in the Keep a Changelog format, with the newest version first. Skips any text before the first
/// version.
std::vector<VersionChanges> parseChangelog(const QString& markdown);
/// Returns the changelog compiled into the program.
std::vector<VersionChanges> compiledChangelog();

} // namespace dueline
