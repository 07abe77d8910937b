// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/redis/redisclient.h"

#include <QByteArrayList>

namespace dueline {

/// Reader of a list in the order in which its entries run, while workers claim entries and producers push others.
/// Claims move the rest of the list towards the running end, so each read first finds the entry that was read last.
/// Entries that are not claimed are not missed. They appear twice only if the last entries read were removed while
/// older ones stayed.
class RunOrder
{
public:
    /// Position between two reads.
    struct Place
    {
        static constexpr qsizetype mostLast = 8;

        qint64 read = 0; ///< number of entries from the running end that have been read
        qint64 left = -1; ///< number of entries that were in the list at the start and have not been read; -1: unknown
        QByteArrayList last; ///< digests of the entries read last, the newest at the end

        /// Converts the place to a word without spaces, without `read`.
        QByteArray word() const;
        /// Returns nullopt for an invalid word.
        static std::optional<Place> fromWord(const QByteArray& word, qint64 read);
    };

    RunOrder(RedisClient& client, const TaskSource& list)
        : m_client(client)
        , m_list(list)
    { }

    struct Page
    {
        std::vector<QByteArray> members; ///< the next to run first
        std::optional<Place> next; ///< nullopt: the list has been read
    };
    /// Reads up to `count` entries. Errors: as RedisClient::call().
    Result<Page> read(Place place, qint64 count);

private:
    Result<std::vector<QByteArray>> range(qint64 from, qint64 count);
    Result<qint64> findLast(const Place& place, qint64 count);

    RedisClient& m_client;
    const TaskSource& m_list;
};

} // namespace dueline
