// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/conformance/conformance.h"

namespace dueline {

/// Conformance test with helpers that run searches to completion.
class SearchingTest : public ConformanceTest
{
protected:
    struct SearchResult
    {
        std::vector<Task> matches;
        qint64 examined = 0;
        int steps = 0;
    };

    SearchResult walk(SearchRequest request)
    {
        SearchResult walk;
        for (; walk.steps < 5000; ++walk.steps) {
            const SearchStep step = must(inspector().search(request));
            walk.matches.insert(walk.matches.end(), step.matches.begin(), step.matches.end());
            walk.examined += step.examined;
            request.cursor = step.cursor;
            if (request.cursor.isEmpty())
                return walk;
        }
        QTest::qFail("The search does not end.", __FILE__, __LINE__);
        return walk;
    }

    SearchRequest asking(const QString& filter, int examine = 100)
    {
        SearchRequest request;
        request.queue = queue;
        request.filter = must(TaskFilter::parse(filter));
        request.examine = examine;
        return request;
    }
};

} // namespace dueline
