// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativedescription.h"
#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinspector.h"

namespace dueline {

/// Performs one step of a search through the sets where a filter may match. Each set is read in order of score, then
/// id. A search for errors reads failed tasks first, and skips tasks that never ran. The cursor stores a task's score
/// and id rather than its rank, because ranks shift while workers run. Redis rules out tasks that can't match, and
/// TaskFilter checks the rest, so that all layouts return the same matches.
class NativeSearch
{
public:
    NativeSearch(NativeScripts& scripts, const SearchRequest& request);

    /// Performs the step. Errors: same as QueueInspector::search(), plus Usage for an invalid cursor.
    Result<SearchStep> step();

private:
    /// Scan position: a set, and the last member read from it.
    struct Position
    {
        std::size_t set = 0; ///< index in m_sets
        QByteArray score;
        TaskId id;
    };

    bool readCursor();
    void planWalk();
    Result<bool> look(SearchStep& step); ///< examines the next members; returns false at the end of the set
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
    TaskFilter m_bare; ///< the request's filter without its payload-decoding settings
    std::vector<QByteArray> m_sets; ///< roles of the sets to scan, in order
    Position m_place;
    std::vector<QByteArray> m_terms; ///< terms in search.lua's format
    std::vector<QByteArray> m_texts; ///< lowercase strings that the terms search for in payloads
    bool m_large = false; ///< true if the last call stopped at a large payload
    // server time, if the scan's bounds depend on it
    std::optional<TimePoint> m_now;
};

} // namespace dueline
