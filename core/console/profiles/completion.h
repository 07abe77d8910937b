// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace dueline {

/// Candidate for the word being typed. After a candidate that ends in `:`, `=` or `/`, more text follows.
struct Completion
{
    QByteArray word;
    QString meaning = {}; ///< description for shells that show it; may be empty

    /// Returns a request to the shell to complete file names.
    static Completion files() { return {":files"}; }
};

/// Returns the values of an option, without a connection, so that queue names are unknown. `option`: name without
/// dashes; `kind`: its value in the help, `URL`, `LAYOUT`, `FILE`, `skip|once`; `typed`: the beginning of the value.
std::vector<Completion> valueCompletions(QByteArrayView option, const QByteArray& kind, const QByteArray& typed);

/// Returns the output of `__complete`: the completions that begin with `typed`, one per line. Each line is `before` +
/// word, and after a tab its description.
QByteArray completionLines(
    const std::vector<Completion>& completions, const QByteArray& typed, const QByteArray& before = {});

} // namespace dueline
