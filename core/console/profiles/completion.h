// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace dueline {

/// Candidate for the word being typed. If it ends in `:`, `=` or `/`, more text is expected after it.
struct Completion
{
    QByteArray word;
    QString meaning = {}; ///< description for shells that show it; may be empty

    /// Returns a candidate that requests file names from the shell.
    static Completion files() { return {":files"}; }
};

/// Returns the possible values of an option. There is no connection, so queue names are unknown. `option`: name without
/// dashes; `kind`: kind of value as in the help, such as `URL`, `LAYOUT`, `FILE` or `skip|once`; `typed`: the part of
/// the value typed so far.
std::vector<Completion> valueCompletions(QByteArrayView option, const QByteArray& kind, const QByteArray& typed);

/// Returns the output of `__complete`: the completions that start with `typed`, one per line. Each line consists of
/// `before`, the completion, a tab and the description.
QByteArray completionLines(
    const std::vector<Completion>& completions, const QByteArray& typed, const QByteArray& before = {});

} // namespace dueline
