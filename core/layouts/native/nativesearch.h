// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativedescription.h"
#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinspector.h"

namespace dueline {

/// One step of a walk over the sets a filter may match in, each in the order of score and id; who looks for errors
/// meets those first that failed, and none that never ran. The cursor names a place, not a rank, so ranks may shift
/// under running workers. Redis leaves out what cannot match; TaskFilter decides about the rest, so that every layout
/// gives the same matches.
class NativeSearch
{
public:
    NativeSearch(NativeScripts& scripts, const SearchRequest& request);

    /// Errors: as QueueInspector::search; Usage for a cursor that is not ours.
    Result<SearchStep> step();

private:
    /// Where the walk stands: a set, and the last member seen there.
    struct Place
    {
        std::size_t set = 0; ///< of m_sets
        QByteArray score;
        TaskId id;
    };

    bool readCursor();
    void planWalk();
    Result<bool> look(SearchStep& step); ///< false: the set is at its end
    Result<> judge(const NativeDescription& described, int defaultAttempts, TimePoint now, SearchStep& step);
    Result<QByteArray> lookIntoBig(const Task& task) const;
    QByteArray payloadWith(const QByteArray& found) const;
    bool isBrief() const;
    void collectTerms();
    void addEscapes(QByteArrayView text);
    std::pair<QByteArray, QByteArray> bounds(const QByteArray& role) const;

    NativeScripts& m_scripts;
    const SearchRequest& m_request;
    NativeKeys m_keys;
    StateSet m_states;
    TaskFilter m_bare; ///< the request's, without what payloads are read with
    std::vector<QByteArray> m_sets; ///< roles of those to walk, in this order
    Place m_place;
    std::vector<QByteArray> m_terms; ///< as search.lua takes them
    std::vector<QByteArray> m_texts; ///< lower case, of the terms that look into payloads
    bool m_large = false; ///< the last call ended at something large
    std::optional<TimePoint> m_now; ///< asked for beforehand when the walk's bounds depend on it
};

} // namespace dueline
