// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinenumber.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dueline {

namespace {

/// Adjacent numbers without gaps between them.
struct Run
{
    std::size_t first = 0;
    std::size_t size = 1;
    double width = 0;
    double wanted = 0; ///< preferred left edge
    double left = 0;
};

std::vector<Run> runsOf(const std::vector<TimelineNumber>& numbers, double from, double to)
{
    std::vector<Run> runs;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        Run run{i, 1, numbers[i].width, numbers[i].middle - numbers[i].width / 2};
        const auto place = [&] { run.left = std::max(from, std::min(run.wanted, to - run.width)); };
        for (place(); !runs.empty() && runs.back().left + runs.back().width > run.left; place()) {
            const Run before = runs.back();
            runs.pop_back();
            const std::size_t size = before.size + run.size;
            const double wanted
                = (before.wanted * double(before.size) + (run.wanted - before.width) * double(run.size)) / double(size);
            run = {before.first, size, before.width + run.width, wanted};
        }
        runs.push_back(run);
    }
    return runs;
}

} // namespace

std::vector<TimelineNumber> TimelineNumber::placed(std::vector<TimelineNumber> numbers, double from, double to)
{
    for (;;) {
        const Run* tooWide = nullptr;
        const std::vector<Run> runs = runsOf(numbers, from, to);
        for (const Run& run : runs) {
            double left = run.left;
            for (std::size_t i = run.first; i < run.first + run.size; ++i) {
                numbers[i].left = std::exchange(left, left + numbers[i].width);
                if (run.size > 1
                    && std::abs(numbers[i].left + numbers[i].width / 2 - numbers[i].middle) > numbers[i].width)
                    tooWide = &run;
            }
        }
        if (!tooWide)
            return numbers;
        const auto first = numbers.begin() + std::ptrdiff_t(tooWide->first);
        numbers.erase(std::min_element(first, first + std::ptrdiff_t(tooWide->size),
            [](const TimelineNumber& a, const TimelineNumber& b) { return a.count < b.count; }));
    }
}

} // namespace dueline
