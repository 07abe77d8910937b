// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/model/program.h"

#include <array>

namespace dueline {

namespace {

struct KindRow
{
    const char* name;
    double weight;
};

constexpr std::array<KindRow, Step::kinds> rows{{
    {"add", 10},
    {"claim", 12},
    {"ack", 6},
    {"nack", 7},
    {"release", 3},
    {"extend", 3},
    {"recover", 5},
    {"act", 16},
    {"undo", 5},
    {"cancel", 2},
    {"take the lease of", 2},
    {"prolong the lease of", 2},
    {"pause", 0.7},
    {"configure", 1},
    {"sweep", 2},
    {"remember", 3},
    {"edit", 6},
    {"remove the queue", 0.2},
}};

} // namespace

QString Step::text() const
{
    return QStringLiteral("%1. %2 (task %3, lease %4, variant %5)")
        .arg(number)
        .arg(QLatin1StringView(rows[std::size_t(kind)].name))
        .arg(task)
        .arg(lease)
        .arg(variant);
}

Program randomProgram(std::mt19937& random, int length)
{
    std::vector<double> weights;
    for (const KindRow& row : rows)
        weights.push_back(row.weight);
    std::discrete_distribution<int> kind(weights.begin(), weights.end());
    std::uniform_int_distribution<unsigned> any(0, 9999);
    Program program;
    for (int i = 0; i < length; ++i) {
        Step step;
        step.kind = Step::Kind(kind(random));
        step.number = i;
        step.task = any(random);
        step.lease = any(random);
        step.variant = any(random);
        program.push_back(step);
    }
    return program;
}

} // namespace dueline
