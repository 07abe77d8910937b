// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace dueline {

/// Candidate for the word that the user is typing. A candidate ending in `:`, `=`, or `/` is incomplete.
struct Completion
{
    QByteArray word;
    QString meaning = {}; ///< description shown by some shells; may be empty

    /// Returns a candidate that makes the shell complete file names.
    static Completion files() { return {":files"}; }
};

/// Returns candidates for an option's value. There is no connection, so queue names are unknown. `option`: name without
/// dashes. `kind`: placeholder in the help, such as `URL`, `LAYOUT`, `FILE`, or `skip|once`. `typed`: beginning of the
/// value.
std::vector<Completion> valueCompletions(QByteArrayView option, const QByteArray& kind, const QByteArray& typed);

/// Returns the output of `__complete`: the candidates that start with `typed`, one per line. Each line consists of
/// `before`, the candidate, a tab, and the description.
QByteArray completionLines(
    const std::vector<Completion>& completions, const QByteArray& typed, const QByteArray& before = {});

} // namespace dueline
