// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/compare/jsondiff.h"

#include "core/base/jsontree.h"

#include <QHash>

#include <algorithm>

namespace dueline {

namespace {

using JsonKind = JsonTree::Kind;

class JsonComparison
{
public:
    JsonComparison(ContentDiff& diff, const JsonTree& a, const JsonTree& b)
        : m_diff(diff)
        , m_a(a)
        , m_b(b)
    { }

    void compare(int a, int b, const QString& path)
    {
        if (equal(a, b))
            return;
        const JsonKind kind = m_a.node(a).kind;
        if (kind == m_b.node(b).kind && kind == JsonKind::Object)
            return compareObjects(a, b, path);
        if (kind == m_b.node(b).kind && kind == JsonKind::Array)
            return compareArrays(a, b, path);
        tell(path, a, b);
    }

private:
    /// Returns the children as pairs with equal keys, in A's order, followed by children that only B has. The index is
    /// -1 on the side that lacks a child.
    std::vector<std::pair<int, int>> matched(int a, int b) const
    {
        QHash<QByteArray, std::vector<int>> byKey;
        for (const int child : m_b.node(b).children)
            byKey[m_b.keyMeaning(child)].push_back(child);
        QHash<QByteArray, std::size_t> used;
        std::vector<std::pair<int, int>> pairs;
        for (const int child : m_a.node(a).children) {
            const QByteArray key = m_a.keyMeaning(child);
            const auto like = byKey.constFind(key);
            std::size_t& place = used[key];
            pairs.emplace_back(child, like != byKey.cend() && place < like->size() ? (*like)[place] : -1);
            ++place;
        }
        QHash<QByteArray, std::size_t> seen;
        for (const int child : m_b.node(b).children) {
            const QByteArray key = m_b.keyMeaning(child);
            if (seen[key]++ >= used.value(key, 0))
                pairs.emplace_back(-1, child);
        }
        return pairs;
    }

    bool equal(int a, int b) const
    {
        const JsonTree::Node& ofA = m_a.node(a);
        const JsonTree::Node& ofB = m_b.node(b);
        if (ofA.kind != ofB.kind)
            return false;
        if (m_a.rawView(a) == m_b.rawView(b))
            return true;
        switch (ofA.kind) {
        case JsonKind::String:
            return m_a.stringMeaning(a) == m_b.stringMeaning(b);
        case JsonKind::Array:
            return std::equal(ofA.children.begin(), ofA.children.end(), ofB.children.begin(), ofB.children.end(),
                [this](int one, int other) { return equal(one, other); });
        case JsonKind::Object: {
            if (ofA.children.size() != ofB.children.size())
                return false;
            const auto pairs = matched(a, b);
            return std::all_of(pairs.begin(), pairs.end(), [this](const auto& pair) {
                return pair.first >= 0 && pair.second >= 0 && equal(pair.first, pair.second);
            });
        }
        case JsonKind::Number: // compared as written
        case JsonKind::True:
        case JsonKind::False:
        case JsonKind::Null:
            break;
        }
        return false;
    }

    void compareObjects(int a, int b, const QString& path)
    {
        QHash<QByteArray, int> places;
        QHash<QByteArray, int> placesOfB;
        for (const auto& [ofA, ofB] : matched(a, b)) {
            if (ofA >= 0) {
                const QString below = path + member(m_a, ofA, ++places[m_a.keyMeaning(ofA)]);
                if (ofB >= 0)
                    compare(ofA, ofB, below);
                else
                    tell(below, ofA, -1);
                continue;
            }
            const QByteArray key = m_b.keyMeaning(ofB);
            const int place = places.value(key) + ++placesOfB[key];
            tell(path + member(m_b, ofB, place), -1, ofB);
        }
    }

    void compareArrays(int a, int b, const QString& path)
    {
        const auto& ofA = m_a.node(a).children;
        const auto& ofB = m_b.node(b).children;
        const std::size_t both = std::min(ofA.size(), ofB.size());
        std::size_t head = 0;
        while (head < both && equal(ofA[head], ofB[head]))
            ++head;
        std::size_t tail = 0;
        while (tail < both - head && equal(ofA[ofA.size() - tail - 1], ofB[ofB.size() - tail - 1]))
            ++tail;
        const std::size_t endA = ofA.size() - tail;
        const std::size_t endB = ofB.size() - tail;
        for (std::size_t i = head; i < std::max(endA, endB); ++i) {
            const QString below = path + QStringLiteral("[%1]").arg(i);
            if (i < endA && i < endB)
                compare(ofA[i], ofB[i], below);
            else
                tell(below, i < endA ? ofA[i] : -1, i < endB ? ofB[i] : -1);
        }
    }

    /// Returns the last part of a path: `.name`, `.name#2` for the second member with this name, or `["odd name"]`.
    static QString member(const JsonTree& tree, int index, int place)
    {
        const QString key = tree.key(index);
        const bool plain = !key.isEmpty() && std::all_of(key.begin(), key.end(), [](QChar c) {
            return c.isLetterOrNumber() || c == u'_' || c == u'-';
        });
        const QString name = plain ? u'.' + key : QStringLiteral("[\"%1\"]").arg(key);
        return place > 1 ? name + u'#' + QString::number(place) : name;
    }

    void tell(const QString& path, int a, int b)
    {
        DiffRow row;
        row.change = a < 0 ? Change::Added : b < 0 ? Change::Removed : Change::Changed;
        row.path = path;
        addDifference(m_diff, std::move(row), a < 0 ? std::nullopt : std::optional(m_a.rawView(a)),
            b < 0 ? std::nullopt : std::optional(m_b.rawView(b)));
    }

    ContentDiff& m_diff;
    const JsonTree& m_a;
    const JsonTree& m_b;
};

} // namespace

bool compareJson(ContentDiff& diff, const QByteArray& a, const QByteArray& b, bool& tooLarge)
{
    const auto treeOf = [&tooLarge](const QByteArray& bytes) {
        return JsonTree::parse(bytes, nullptr, JsonTree::Limits(), &tooLarge);
    };
    const auto first = treeOf(a);
    if (!first && !tooLarge)
        return false;
    const auto second = treeOf(b);
    if (!first || !second)
        return false;
    diff.mode = ContentDiff::Mode::Json;
    JsonComparison(diff, *first, *second).compare(0, 0, QStringLiteral("$"));
    return true;
}

} // namespace dueline
