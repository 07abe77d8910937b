// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/errors/errorkind.h"
#include "core/queue/errors/foldedvalues.h"

#include <QHash>
#include <QString>

#include <optional>

namespace dueline {

/// Makes kinds of error texts: of texts that are the same but for one word that may vary (or two), that word is any
/// word once it has `valuesToVary` values, as long as at least as many words stay as vary. The answer depends on the
/// set of texts alone, not on their order, and on the kinds that were made before: a word that varied once goes on
/// varying.
class KindClustering
{
public:
    static constexpr int valuesToVary = 8;
    /// Pairs of words are tried in texts of at most so many words.
    static constexpr int mostWordsForPairs = 16;

    /// `texts`: errorText()s, or kinds that were made of such; `earlier`: kinds() of a count before, of which those
    /// stay that cover one of the texts.
    explicit KindClustering(const QByteArrayList& texts, const QByteArrayList& earlier = {});

    /// Each kind takes what it covers and none before it does.
    const std::vector<ErrorKind>& kinds() const { return m_kinds; }
    /// Which of them an error is of; nullopt: of none.
    std::optional<std::size_t> kindOf(QByteArrayView errorText) const;
    /// `kind:"user <**> not found"`: exactly the errors of that kind. Where it shares some with a kind before it, that
    /// one is left out by a term of its own.
    QString filterOf(std::size_t kind) const;
    /// What stands at the folded places of errors of a text that kindOf() knows.
    void note(QByteArrayView errorText, const FoldedValues& values);
    /// The kind as it is told: where all errors that were noted have the same value, that stands in it. kindText()
    /// makes the kind of it again.
    QByteArray nameOf(std::size_t kind) const;

private:
    std::vector<ErrorKind> m_kinds; ///< those with any words first, the most general of all first
    std::size_t m_general = 0; ///< so many have
    QHash<QByteArray, std::size_t> m_exact;
    std::vector<std::optional<FoldedValues>> m_values; ///< of each kind, once one was noted
};

} // namespace dueline
