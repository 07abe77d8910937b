// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/compare/contentdiff.h"

#include <QHash>

#include <algorithm>

namespace dueline {

namespace {

using Lines = std::vector<QByteArrayView>;

Lines linesOf(const QByteArray& text)
{
    Lines lines;
    if (text.isEmpty())
        return lines;
    const QByteArrayView all(text);
    qsizetype from = 0;
    for (qsizetype end = all.indexOf('\n'); end >= 0; end = all.indexOf('\n', from)) {
        lines.push_back(all.sliced(from, end - from));
        from = end + 1;
    }
    // After a final line feed, this line is empty, so a missing final line feed counts as a difference.
    lines.push_back(all.sliced(from));
    return lines;
}

/// Range of differing lines on both sides. One side may be empty.
struct Block
{
    qsizetype fromA = 0;
    qsizetype countA = 0;
    qsizetype fromB = 0;
    qsizetype countB = 0;
};

/// Shortest edit script, computed with Myers' greedy algorithm, which stores the furthest points for each number of
/// edits. `maxEdits` limits its memory and time. If more edits would be needed, the script is empty.
class ShortestEdit
{
public:
    ShortestEdit(std::vector<int> a, std::vector<int> b)
        : m_a(std::move(a))
        , m_b(std::move(b))
    { }

    std::vector<Block> blocks(qsizetype offset)
    {
        const int edits = reach();
        if (edits < 0)
            return {};
        return walkBack(edits, offset);
    }

private:
    int sizeA() const { return int(m_a.size()); }
    int sizeB() const { return int(m_b.size()); }

    /// Finds the shortest script. Returns its number of edits; -1 if there are more than `maxEdits`.
    int reach()
    {
        const int most = std::min(ContentDiff::maxEdits, sizeA() + sizeB());
        // furthest[k + most + 1] is the furthest x on diagonal k.
        std::vector<int> furthest(std::size_t(2 * most + 3), 0);
        const int middle = most + 1;
        for (int d = 0; d <= most; ++d) {
            for (int k = -d; k <= d; k += 2) {
                const bool down = k == -d || (k != d && at(furthest, middle + k - 1) < at(furthest, middle + k + 1));
                int x = down ? at(furthest, middle + k + 1) : at(furthest, middle + k - 1) + 1;
                int y = x - k;
                while (x < sizeA() && y < sizeB() && m_a[std::size_t(x)] == m_b[std::size_t(y)]) {
                    ++x;
                    ++y;
                }
                furthest[std::size_t(middle + k)] = x;
                if (x >= sizeA() && y >= sizeB()) {
                    keep(furthest, middle, d);
                    return d;
                }
            }
            keep(furthest, middle, d);
        }
        return -1;
    }

    static int at(const std::vector<int>& points, int index) { return points[std::size_t(index)]; }
    void keep(const std::vector<int>& furthest, int middle, int d)
    {
        m_trace.emplace_back(furthest.begin() + (middle - d - 1), furthest.begin() + (middle + d + 2));
    }
    /// Returns the furthest x that d edits reach on diagonal k.
    int kept(int d, int k) const { return m_trace[std::size_t(d)][std::size_t(k + d + 1)]; }

    std::vector<Block> walkBack(int edits, qsizetype offset) const
    {
        std::vector<Block> blocks; // collected last to first
        int x = sizeA();
        int y = sizeB();
        for (int d = edits; d > 0; --d) {
            const int k = x - y;
            const bool down = k == -d || (k != d && kept(d - 1, k - 1) < kept(d - 1, k + 1));
            const int fromX = kept(d - 1, down ? k + 1 : k - 1);
            const int fromY = fromX - (down ? k + 1 : k - 1);
            // The edit starts at (fromX, fromY). Lines between the edit and (x, y) are equal.
            const Block edit{offset + fromX, down ? 0 : 1, offset + fromY, down ? 1 : 0};
            if (!blocks.empty() && edit.fromA + edit.countA == blocks.back().fromA
                && edit.fromB + edit.countB == blocks.back().fromB) {
                Block& block = blocks.back();
                block = {edit.fromA, block.countA + edit.countA, edit.fromB, block.countB + edit.countB};
            } else {
                blocks.push_back(edit);
            }
            x = fromX;
            y = fromY;
        }
        std::reverse(blocks.begin(), blocks.end());
        return blocks;
    }

    std::vector<int> m_a;
    std::vector<int> m_b;
    std::vector<std::vector<int>> m_trace;
};

/// Replaces lines with numbers for fast comparison: two numbers are equal if their lines are equal.
std::vector<int> numbered(const Lines& lines, qsizetype from, qsizetype count, QHash<QByteArrayView, int>& known)
{
    std::vector<int> numbers;
    numbers.reserve(std::size_t(count));
    for (qsizetype i = from; i < from + count; ++i) {
        const QByteArrayView line = lines[std::size_t(i)];
        auto number = known.find(line);
        if (number == known.end())
            number = known.insert(line, int(known.size()));
        numbers.push_back(*number);
    }
    return numbers;
}

constexpr qsizetype around = 2; // number of context lines to show before and after a change

void addSame(ContentDiff& diff, const Lines& a, const Lines& b, qsizetype atA, qsizetype atB, qsizetype count)
{
    for (qsizetype i = 0; i < count; ++i) {
        DiffRow row;
        row.change = Change::Same;
        row.atA = atA + i + 1;
        row.atB = atB + i + 1;
        addDifference(diff, std::move(row), a[std::size_t(atA + i)], b[std::size_t(atB + i)]);
    }
}

/// Adds a block's lines in pairs. Lines left over on the longer side get rows without a counterpart.
void addBlock(ContentDiff& diff, const Lines& a, const Lines& b, const Block& block)
{
    for (qsizetype i = 0; i < std::max(block.countA, block.countB); ++i) {
        const bool inA = i < block.countA;
        const bool inB = i < block.countB;
        DiffRow row;
        row.change = inA && inB ? Change::Changed : inA ? Change::Removed : Change::Added;
        row.atA = inA ? block.fromA + i + 1 : -1;
        row.atB = inB ? block.fromB + i + 1 : -1;
        addDifference(diff, std::move(row), inA ? std::optional(a[std::size_t(block.fromA + i)]) : std::nullopt,
            inB ? std::optional(b[std::size_t(block.fromB + i)]) : std::nullopt);
    }
}

} // namespace

ContentDiff compareLines(const QByteArray& textA, const QByteArray& textB)
{
    ContentDiff diff;
    diff.mode = ContentDiff::Mode::Lines;
    diff.sizeA = textA.size();
    diff.sizeB = textB.size();
    if (textA == textB)
        return diff;
    diff.firstDifference = commonPrefix(textA, textB);
    const Lines a = linesOf(textA);
    const Lines b = linesOf(textB);
    const auto sizeA = qsizetype(a.size());
    const auto sizeB = qsizetype(b.size());
    qsizetype head = 0;
    while (head < std::min(sizeA, sizeB) && a[std::size_t(head)] == b[std::size_t(head)])
        ++head;
    qsizetype tail = 0;
    while (tail < std::min(sizeA, sizeB) - head && a[std::size_t(sizeA - tail - 1)] == b[std::size_t(sizeB - tail - 1)])
        ++tail;
    const Block middle{head, sizeA - head - tail, head, sizeB - head - tail};
    std::vector<Block> blocks;
    if (middle.countA > 0 && middle.countB > 0 && middle.countA + middle.countB <= ContentDiff::maxLines) {
        QHash<QByteArrayView, int> known;
        auto ofA = numbered(a, head, middle.countA, known);
        blocks = ShortestEdit(std::move(ofA), numbered(b, head, middle.countB, known)).blocks(head);
    }
    if (blocks.empty()) {
        diff.limit = middle.countA > 0 && middle.countB > 0 ? ContentDiff::Limit::ManyLines : ContentDiff::Limit::None;
        blocks = {middle};
    }
    qsizetype shownA = 0; // number of A's lines that already have rows
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const Block& block = blocks[i];
        const qsizetype before = std::min(around, block.fromA - shownA);
        addSame(diff, a, b, block.fromA - before, block.fromB - before, before);
        addBlock(diff, a, b, block);
        const qsizetype end = block.fromA + block.countA;
        const qsizetype next = i + 1 < blocks.size() ? blocks[i + 1].fromA : sizeA;
        const qsizetype after = std::min(around, next - end);
        addSame(diff, a, b, end, block.fromB + block.countB, after);
        shownA = end + after;
    }
    return diff;
}

} // namespace dueline
