// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/jobplaces.h"

#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

namespace dueline {

namespace {

constexpr qint64 lookedThrough = 2000; ///< number of ids to search from each end of a list
constexpr std::size_t jobsTogether = 100;

using Kind = TaskSource::Kind;

/// State of the search for one job.
struct Search
{
    const JobPlaces::Job* job;
    std::optional<std::size_t> source;
    double score = 0;
    std::optional<Error> error;
    /// Trash that contains the id. Used only if no other source has the id, because a new job may have the same id.
    std::optional<std::size_t> trash;
    double trashScore = 0;

    bool isOver() const { return source || error; }
};

void askSets(std::vector<Command>& pipeline, const JobPlaces::Job& job)
{
    for (const TaskSource& source : job.sources) {
        if (source.kind == Kind::SortedSet)
            pipeline.push_back({"ZSCORE", source.key, job.id});
    }
}

void askLists(std::vector<Command>& pipeline, const JobPlaces::Job& job)
{
    pipeline.push_back({"EXISTS", job.hash});
    for (const TaskSource& source : job.sources) {
        if (source.kind != Kind::List)
            continue;
        for (const char* end : {"1", "-1"})
            pipeline.push_back({"LPOS", source.key, job.id, "RANK", end, "MAXLEN", QByteArray::number(lookedThrough)});
        pipeline.push_back({"LLEN", source.key});
    }
}

/// Records one reply for a source.
void note(Search& search, std::size_t source, const Reply& reply)
{
    // If the user isn't allowed to read the trash, treat it as empty.
    const bool isOurs = search.job->sources[source].state == TaskState::Trash;
    if (reply.isError() && !isOurs && !search.error) {
        if (Error error = errorFromReply(reply.bytes); error.code != ErrorCode::WrongType)
            search.error = std::move(error);
    }
    if (!reply.isInteger() && !reply.isBytes())
        return;
    if (isOurs) {
        search.trash = source;
        search.trashScore = reply.bytes.toDouble();
    } else if (!search.source) {
        search.source = source;
        search.score = reply.bytes.toDouble();
    }
}

const Reply* readSets(Search& search, const Reply* reply)
{
    for (std::size_t i = 0; i < search.job->sources.size(); ++i) {
        if (search.job->sources[i].kind == Kind::SortedSet)
            note(search, i, *reply++);
    }
    return reply;
}

const Reply* readLists(Search& search, const Reply* reply)
{
    const bool isThere = (reply++)->integer == 1;
    std::optional<std::size_t> longList;
    for (std::size_t i = 0; i < search.job->sources.size(); ++i) {
        if (search.job->sources[i].kind != Kind::List)
            continue;
        // If the job is in the trash and has no hash, ignore its list entry.
        for (int end = 0; end < 2; ++end, ++reply) {
            if (isThere || !search.trash)
                note(search, i, *reply);
        }
        if (isThere && !longList && reply->integer > 2 * lookedThrough)
            longList = i;
        ++reply;
    }
    if (!search.source && !search.error)
        search.source = longList;
    return reply;
}

JobPlaces::Place placeOf(const Search& search, TimePoint now)
{
    const bool isTrash = search.trash && (!search.source || search.job->isInTrash);
    if (const auto found = isTrash ? search.trash : search.source) {
        const TaskSource& source = search.job->sources[*found];
        const double score = isTrash ? search.trashScore : search.score;
        SourceEntry entry{*found, source.state, search.job->id, score, now};
        if (source.isDated())
            entry.at = source.instantOf(score);
        if (source.whenDue && entry.at <= now)
            entry.state = *source.whenDue;
        return std::optional(entry);
    }
    if (search.error)
        return *search.error;
    return std::optional<SourceEntry>();
}

/// Searches for at most `jobsTogether` jobs.
Result<> look(RedisClient& client, std::span<Search> jobs)
{
    const bool isOne = jobs.size() == 1;
    std::vector<Command> pipeline;
    for (const Search& search : jobs) {
        askSets(pipeline, *search.job);
        if (isOne)
            askLists(pipeline, *search.job);
    }
    auto replies = client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    const Reply* reply = replies->data();
    for (Search& search : jobs) {
        reply = readSets(search, reply);
        if (isOne)
            reply = readLists(search, reply);
    }
    if (isOne)
        return {};
    pipeline.clear();
    for (const Search& search : jobs) {
        if (!search.isOver())
            askLists(pipeline, *search.job);
    }
    if (pipeline.empty())
        return {};
    replies = client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    reply = replies->data();
    for (Search& search : jobs) {
        if (!search.isOver())
            reply = readLists(search, reply);
    }
    return {};
}

} // namespace

Result<std::vector<JobPlaces::Place>> JobPlaces::find(RedisClient& client, std::span<const Job> jobs, TimePoint now)
{
    std::vector<Search> searches;
    searches.reserve(jobs.size());
    for (const Job& job : jobs)
        searches.push_back({&job, {}, 0, {}, {}, 0});
    for (std::size_t from = 0; from < searches.size(); from += jobsTogether) {
        const std::size_t count = std::min(jobsTogether, searches.size() - from);
        if (const auto looked = look(client, std::span(searches).subspan(from, count)); !looked)
            return looked.error();
    }
    std::vector<Place> places;
    places.reserve(searches.size());
    for (const Search& search : searches)
        places.push_back(placeOf(search, now));
    return places;
}

} // namespace dueline
