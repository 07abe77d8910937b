// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/errorkind.h"

#include <QHash>
#include <QString>

#include <optional>

namespace dueline {

/// Makes kinds of error texts: of texts that are the same but for one word that may vary (or two), that word is any word
/// once it has `valuesToVary` values, as long as at least as many words stay as vary. The answer depends on the set of
/// texts alone, not on their order.
class KindClustering
{
public:
    static constexpr int valuesToVary = 8;
    /// Pairs of words are tried in texts of at most so many words.
    static constexpr int mostWordsForPairs = 16;

    /// `texts`: errorText()s, or kinds that were made of such.
    explicit KindClustering(const QByteArrayList& texts);

    /// Each kind takes what it covers and none before it does.
    const std::vector<ErrorKind>& kinds() const { return m_kinds; }
    /// Which of them an error is of; nullopt: of none.
    std::optional<std::size_t> kindOf(QByteArrayView errorText) const;
    /// `kind:"user <**> not found"`: exactly the errors of that kind. Where it shares some with a kind before it, that
    /// one is left out by a term of its own.
    QString filterOf(std::size_t kind) const;

private:
    std::vector<ErrorKind> m_kinds; ///< those with any words first, the most general of all first
    std::size_t m_general = 0; ///< so many have
    QHash<QByteArray, std::size_t> m_exact;
};

} // namespace dueline
