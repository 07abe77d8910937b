// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/errors/errortemplate.h"
#include "core/queue/errors/placeholdervalues.h"

#include <QHash>
#include <QString>

#include <optional>

namespace dueline {

/// Clustering of error messages into kinds. If messages differ only in one or two words, such a word becomes a
/// placeholder once it has `valuesToVary` different values. At least half of the words must remain fixed. The result
/// does not depend on the order of the messages. It does depend on earlier kinds: a word that has varied once remains a
/// placeholder.
class KindClustering
{
public:
    static constexpr int valuesToVary = 8;
    /// Maximum number of words in an error message that is examined for pairs of varying words.
    static constexpr int mostWordsForPairs = 16;

    /// Creates a clustering. `texts`: results of errorText(), or kinds derived from them; `earlier`: kinds() of a
    /// previous count; each of these kinds is kept if it covers one of the messages.
    explicit KindClustering(const QByteArrayList& texts, const QByteArrayList& earlier = {});

    /// Returns the kinds in order of precedence: an error belongs to the first kind that covers it.
    const std::vector<ErrorTemplate>& kinds() const { return m_kinds; }
    /// Returns the index of the kind to which an error belongs; nullopt if there is none.
    std::optional<std::size_t> kindOf(QByteArrayView errorText) const;
    /// Returns a filter that matches exactly the errors of a kind: `kind:"user <**> not found"`. If an earlier kind
    /// overlaps, an additional term excludes it.
    QString filterOf(std::size_t kind) const;
    /// Records the placeholder values in an error message that belongs to one of the kinds.
    void note(QByteArrayView errorText, const PlaceholderValues& values);
    /// Returns the displayed form of a kind, in which a placeholder with a single recorded value is replaced by that
    /// value. kindText() converts this form back.
    QByteArray nameOf(std::size_t kind) const;

private:
    std::vector<ErrorTemplate> m_kinds; ///< kinds with placeholders first, starting with the most general one
    std::size_t m_general = 0; ///< number of kinds that have placeholders
    QHash<QByteArray, std::size_t> m_exact;
    /// placeholder values of each kind, once any have been recorded
    std::vector<std::optional<PlaceholderValues>> m_values;
};

} // namespace dueline
