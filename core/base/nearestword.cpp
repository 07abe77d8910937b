// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearestword.h"

#include <algorithm>

namespace dueline {

namespace {

int editDistance(const QByteArray& a, const QByteArray& b)
{
    std::vector<int> row(std::size_t(b.size()) + 1);
    for (std::size_t j = 0; j < row.size(); ++j)
        row[j] = int(j);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        int diagonal = row[0];
        row[0] = int(i);
        for (std::size_t j = 1; j < row.size(); ++j) {
            const int above = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[qsizetype(j) - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row.back();
}

} // namespace

QByteArray nearestWord(const QByteArray& typed, const std::vector<QByteArray>& candidates)
{
    if (typed.size() > 64)
        return {};
    QByteArray best;
    int bestDistance = typed.size() <= 4 ? 2 : 3;
    for (const QByteArray& candidate : candidates) {
        if (typed.size() >= 3 && candidate.startsWith(typed))
            return candidate;
        if (const int d = editDistance(typed, candidate); d < bestDistance) {
            best = candidate;
            bestDistance = d;
        }
    }
    return best;
}

} // namespace dueline
