// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace dueline {

/// A word that may replace the one being typed. More is typed behind a word that ends in `:`, `=` or `/`.
struct Completion
{
    QByteArray word;
    QString meaning = {}; ///< for shells that show it; may be empty

    /// Asks the shell for names of files.
    static Completion files() { return {":files"}; }
};

/// Returns the values of an option. `option` has no dashes, `kind` is its value in help: `URL`, `LAYOUT`, `FILE`,
/// `skip|once`. `typed` is the beginning of the value. Without a connection, so that names of queues are unknown.
std::vector<Completion> valueCompletions(QByteArrayView option, const QByteArray& kind, const QByteArray& typed);

/// Returns what `__complete` prints: the completions that begin with `typed`, one per line, each `before` + word, and
/// behind a tab its meaning.
QByteArray completionLines(
    const std::vector<Completion>& completions, const QByteArray& typed, const QByteArray& before = {});

} // namespace dueline
