// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/errors/errortemplate.h"
#include "core/queue/errors/placeholdervalues.h"

#include <QHash>
#include <QString>

#include <optional>

namespace dueline {

/// Clustering of error messages into kinds. If messages differ only in one or two words, such a word becomes a
/// placeholder once it has `valuesToVary` different values. At least half of the words stay fixed. The result does not
/// depend on the order of the messages. It does depend on earlier kinds: a word that has become a placeholder stays
/// one.
class KindClustering
{
public:
    static constexpr int valuesToVary = 8;
    /// Maximum number of words in a message for which pairs of varying words are considered.
    static constexpr int mostWordsForPairs = 16;

    /// Clusters messages. `texts`: results of errorText(), or kinds of an earlier clustering. `earlier`: kinds() of the
    /// previous count; kinds that cover one of the messages are kept.
    explicit KindClustering(const QByteArrayList& texts, const QByteArrayList& earlier = {});

    /// Returns the kinds in order of precedence: an error belongs to the first kind that covers its message.
    const std::vector<ErrorTemplate>& kinds() const { return m_kinds; }
    /// Returns the index of the kind to which a message belongs; nullopt if there is none.
    std::optional<std::size_t> kindOf(QByteArrayView errorText) const;
    /// Returns a filter that matches exactly the errors of a kind, such as `kind:"user <**> not found"`. Excludes kinds
    /// with higher precedence that may cover the same errors.
    QString filterOf(std::size_t kind) const;
    /// Records which values a message's kind has for its placeholders.
    void note(QByteArrayView errorText, const PlaceholderValues& values);
    /// Returns the displayed form of a kind: a placeholder for which only one value is recorded is replaced by this
    /// value. kindText() restores the kind.
    QByteArray nameOf(std::size_t kind) const;

private:
    std::vector<ErrorTemplate> m_kinds; ///< kinds with placeholders first, the most general ones at the front
    std::size_t m_general = 0; ///< number of kinds with placeholders
    QHash<QByteArray, std::size_t> m_exact;
    /// Recorded values by kind; nullopt if none are recorded.
    std::vector<std::optional<PlaceholderValues>> m_values;
};

} // namespace dueline
