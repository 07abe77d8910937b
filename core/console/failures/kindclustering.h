// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/errors/errortemplate.h"
#include "core/queue/errors/placeholdervalues.h"

#include <QHash>
#include <QString>

#include <optional>

namespace dueline {

/// Clustering of error messages into kinds. If messages differ only in one or two words, a varying word becomes a
/// placeholder once it has `valuesToVary` different values. At least half of the words stay fixed. The result doesn't
/// depend on the messages' order, but does depend on earlier kinds: once a word has become a placeholder, it stays one.
class KindClustering
{
public:
    static constexpr int valuesToVary = 8;
    /// Messages with more words than this aren't considered for pairs of varying words.
    static constexpr int mostWordsForPairs = 16;

    /// Clusters messages. `texts`: results of errorText(), or an earlier clustering's kinds. `earlier`: the previous
    /// count's kinds(); any that cover one of the messages are kept.
    explicit KindClustering(const QByteArrayList& texts, const QByteArrayList& earlier = {});

    /// Returns the kinds in order of precedence: an error belongs to the first kind that covers its message.
    const std::vector<ErrorTemplate>& kinds() const { return m_kinds; }
    /// Returns the index of a message's kind; nullopt if there is none.
    std::optional<std::size_t> kindOf(QByteArrayView errorText) const;
    /// Returns a filter that matches exactly a kind's errors, such as `kind:"user <**> not found"`. Excludes kinds with
    /// higher precedence that may cover the same errors.
    QString filterOf(std::size_t kind) const;
    /// Records the values that a message has for its kind's placeholders.
    void note(QByteArrayView errorText, const PlaceholderValues& values);
    /// Returns a kind as displayed: a placeholder with only one recorded value is replaced with that value. kindText()
    /// restores the kind.
    QByteArray nameOf(std::size_t kind) const;

private:
    std::vector<ErrorTemplate> m_kinds; ///< kinds with placeholders first, starting with the most general ones
    std::size_t m_general = 0; ///< number of kinds with placeholders
    QHash<QByteArray, std::size_t> m_exact;
    /// Recorded values, by kind; nullopt if none are recorded.
    std::vector<std::optional<PlaceholderValues>> m_values;
};

} // namespace dueline
