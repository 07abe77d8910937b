// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/bull/jobtexts.h"

#include "core/queue/task.h"

namespace dueline {

namespace {

constexpr qint64 bytesTogether = 2 * 1024 * 1024;

/// Reads the values of `field` that are within the size limit.
Result<> readTexts(
    RedisClient& client, const std::vector<QByteArray>& hashes, const char* field, std::vector<JobText>& jobs)
{
    for (std::size_t at = 0; at < jobs.size();) {
        std::vector<Command> pipeline;
        std::vector<JobText*> asked;
        for (qint64 bytes = 0; at < jobs.size() && bytes < bytesTogether; ++at) {
            JobText& job = jobs[at];
            if (job.size > Task::previewedPayload)
                continue;
            job.text = QByteArray();
            if (job.size <= 0)
                continue;
            pipeline.push_back({"HGET", hashes[at], field});
            asked.push_back(&job);
            bytes += job.size;
        }
        if (asked.empty())
            continue;
        auto replies = client.pipeline(pipeline);
        if (!replies)
            return replies.error();
        for (std::size_t i = 0; i < asked.size(); ++i)
            asked[i]->text = std::move((*replies)[i].bytes);
    }
    return {};
}

} // namespace

Result<std::vector<JobText>> JobText::read(
    RedisClient& client, const std::vector<QByteArray>& hashes, const char* field)
{
    std::vector<JobText> jobs(hashes.size());
    if (jobs.empty())
        return jobs;
    std::vector<Command> pipeline;
    for (const QByteArray& hash : hashes) {
        pipeline.push_back({"HMGET", hash, "name", "timestamp"});
        if (field)
            pipeline.push_back({"HSTRLEN", hash, field});
    }
    auto replies = client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    const std::size_t perJob = field ? 2 : 1;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        JobText& job = jobs[i];
        job.hash = std::move((*replies)[i * perJob]);
        if (job.hash.items.size() == 2) {
            job.isThere = job.hash.items[0].isBytes() || job.hash.items[1].isBytes();
            job.name = job.hash.items[0].bytes;
        }
        if (field)
            job.size = (*replies)[i * perJob + 1].integer;
    }
    if (field) {
        if (const auto read = readTexts(client, hashes, field, jobs); !read)
            return read.error();
    }
    return jobs;
}

} // namespace dueline
