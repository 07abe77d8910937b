// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/kindclustering.h"

#include "core/queue/errors/errorpattern.h"
#include "core/queue/taskfilter.h"

#include <QSet>

#include <algorithm>

namespace dueline {

namespace {

/// Error message or kind to cluster, split into tokens.
struct ClusterText
{
    QByteArray text;
    std::vector<QByteArrayView> tokens; ///< views into `text`
    std::vector<std::size_t> words; ///< indexes of tokens that may become placeholders
    int all = 0; ///< number of words and placeholders
    int any = 0;

    explicit ClusterText(const QByteArray& whole)
        : text(whole)
        , tokens(ErrorTokens::of(text))
    {
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            all += ErrorTokens::isWord(tokens[i]) || ErrorTokens::mayVary(tokens[i]);
            any += tokens[i] == ErrorTokens::anyWord;
            if (tokens[i] != ErrorTokens::anyWord && ErrorTokens::mayVary(tokens[i]))
                words.push_back(i);
        }
    }

    /// Returns whether at least half of the words would still be fixed if `more` words became placeholders. Existing
    /// placeholders count as varying words.
    bool mayGeneralise(int more) const
    {
        const int varied = int(std::count(tokens.begin(), tokens.end(), ErrorTokens::folded)) + any + more;
        return all - varied >= any + more && all > varied;
    }

    QByteArray with(std::size_t first, std::size_t second) const
    {
        QByteArray general;
        general.reserve(text.size() + 8);
        for (std::size_t i = 0; i < tokens.size(); ++i)
            general += i == first || i == second ? ErrorTokens::anyWord : tokens[i];
        return general;
    }
};

/// Distinct words that the messages have at one or two potential placeholders.
struct Values
{
    QSet<QByteArrayView> first;
    QSet<QByteArrayView> second;
};

/// Returns more general forms of the messages: one word, or two if `pairs` is set, becomes a placeholder if it has
/// enough different values.
QByteArrayList generalised(const std::vector<ClusterText>& texts, bool pairs)
{
    QHash<QByteArray, Values> found;
    for (const ClusterText& text : texts) {
        if (!text.mayGeneralise(pairs ? 2 : 1) || (pairs && text.words.size() > KindClustering::mostWordsForPairs))
            continue;
        for (std::size_t i = 0; i < text.words.size(); ++i) {
            for (std::size_t j = pairs ? i + 1 : i; j < (pairs ? text.words.size() : i + 1); ++j) {
                Values& values = found[text.with(text.words[i], text.words[j])];
                values.first.insert(text.tokens[text.words[i]]);
                values.second.insert(text.tokens[text.words[j]]);
            }
        }
    }
    QByteArrayList general;
    for (auto one = found.cbegin(); one != found.cend(); ++one) {
        if (std::min(one->first.size(), one->second.size()) >= KindClustering::valuesToVary)
            general.append(one.key());
    }
    return general;
}

} // namespace

/// Replaces messages with the earlier kinds that cover them.
static void putEarlier(std::vector<ClusterText>& left, const QByteArrayList& earlier)
{
    std::vector<ErrorTemplate> kinds;
    for (const QByteArray& text : earlier) {
        ErrorTemplate kind(text);
        if (kind.anyWords() > 0)
            kinds.push_back(std::move(kind));
    }
    std::vector<char> covers(kinds.size(), 0);
    std::erase_if(left, [&](const ClusterText& text) {
        const auto found = std::find_if(
            kinds.begin(), kinds.end(), [&text](const ErrorTemplate& kind) { return kind.covers(text.text); });
        if (found == kinds.end())
            return false;
        covers[std::size_t(found - kinds.begin())] = 1;
        return true;
    });
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (covers[i])
            left.emplace_back(kinds[i].text());
    }
}

KindClustering::KindClustering(const QByteArrayList& texts, const QByteArrayList& earlier)
{
    std::vector<ClusterText> left;
    left.reserve(std::size_t(texts.size()));
    const QSet<QByteArray> distinct(texts.begin(), texts.end());
    for (const QByteArray& text : distinct)
        left.emplace_back(text);
    putEarlier(left, earlier);
    // Repeatedly replace messages with more general forms that cover them, first with one placeholder, then with two.
    for (bool pairs = false;;) {
        std::vector<ErrorTemplate> general;
        const QByteArrayList more = generalised(left, pairs);
        for (const QByteArray& text : more)
            general.emplace_back(text);
        if (general.empty()) {
            if (pairs)
                break;
            pairs = true;
            continue;
        }
        pairs = false;
        std::erase_if(left, [&general](const ClusterText& text) {
            return std::any_of(
                general.begin(), general.end(), [&text](const ErrorTemplate& kind) { return kind.covers(text.text); });
        });
        for (const QByteArray& text : more)
            left.emplace_back(text);
    }
    QByteArrayList all;
    for (const ClusterText& text : left)
        all.append(text.text);
    for (const QByteArray& text : all)
        m_kinds.emplace_back(text);
    std::sort(m_kinds.begin(), m_kinds.end(), [](const ErrorTemplate& a, const ErrorTemplate& b) {
        return std::forward_as_tuple(b.anyWords(), a.text()) < std::forward_as_tuple(a.anyWords(), b.text());
    });
    for (std::size_t i = 0; i < m_kinds.size(); ++i) {
        if (m_kinds[i].anyWords() > 0)
            m_general = i + 1;
        m_exact.insert(m_kinds[i].text(), i);
    }
    m_values.resize(m_kinds.size());
}

void KindClustering::note(QByteArrayView errorText, const PlaceholderValues& values)
{
    const auto kind = kindOf(errorText);
    if (!kind)
        return;
    const PlaceholderValues here = values.under(m_kinds[*kind].text(), errorText);
    if (std::optional<PlaceholderValues>& had = m_values[*kind])
        had->join(here);
    else
        had = here;
}

QByteArray KindClustering::nameOf(std::size_t kind) const
{
    const QByteArray& text = m_kinds[kind].text();
    const QByteArray name = m_values[kind] ? m_values[kind]->writtenInto(text) : text;
    return name == text || kindText(name) == text ? name : text;
}

std::optional<std::size_t> KindClustering::kindOf(QByteArrayView errorText) const
{
    for (std::size_t i = 0; i < m_general; ++i) {
        if (m_kinds[i].covers(errorText))
            return i;
    }
    const auto exact = m_exact.constFind(errorText.toByteArray());
    return exact == m_exact.constEnd() ? std::nullopt : std::optional(*exact);
}

QString KindClustering::filterOf(std::size_t kind) const
{
    const auto term = [this](std::size_t i) {
        return QStringLiteral("kind:") + quotedForFilter(QString::fromUtf8(m_kinds[i].text()));
    };
    QString filter = term(kind);
    for (std::size_t i = 0; i < std::min(kind, m_general); ++i) {
        if (m_kinds[i].meets(m_kinds[kind]))
            filter += QStringLiteral(" -") + term(i);
    }
    return filter;
}

} // namespace dueline
