// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativedescription.h"
#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinspector.h"

namespace dueline {

/// Performs one step of a search through the sets in which a filter may match. Each set is read in the order of score
/// and id. A search for errors reads failed tasks first, and skips tasks that never ran. The cursor stores the score
/// and id of a task rather than its rank, because ranks shift while workers run. Redis excludes tasks that cannot
/// match, and TaskFilter checks the rest, so that all layouts return the same matches.
class NativeSearch
{
public:
    NativeSearch(NativeScripts& scripts, const SearchRequest& request);

    /// Performs the step. Errors: those of QueueInspector::search; Usage for an invalid cursor.
    Result<SearchStep> step();

private:
    /// Position of the scan: a set, and the last member read from it.
    struct Position
    {
        std::size_t set = 0; ///< index in m_sets
        QByteArray score;
        TaskId id;
    };

    bool readCursor();
    void planWalk();
    Result<bool> look(SearchStep& step); ///< Examines the next members. Returns false at the end of the set.
    Result<> judge(const NativeDescription& described, int defaultAttempts, TimePoint now, SearchStep& step);
    Result<QByteArray> lookIntoBig(const Task& task) const;
    QByteArray payloadWith(const QByteArray& found) const;
    bool isBrief() const;
    bool readsMembers() const;
    void collectTerms();
    void addEscapes(QByteArrayView text);
    std::pair<QByteArray, QByteArray> bounds(const QByteArray& role) const;

    NativeScripts& m_scripts;
    const SearchRequest& m_request;
    NativeKeys m_keys;
    StateSet m_states;
    TaskFilter m_bare; ///< filter of the request, without its settings for decoding payloads
    std::vector<QByteArray> m_sets; ///< roles of the sets to scan, in order
    Position m_place;
    std::vector<QByteArray> m_terms; ///< terms in the format that search.lua expects
    std::vector<QByteArray> m_texts; ///< lower-case strings that the terms search for in payloads
    bool m_large = false; ///< true if the last call stopped at a large payload
    // server time, if the bounds of the scan depend on it
    std::optional<TimePoint> m_now;
};

} // namespace dueline
