// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordrows.h"
#include "core/console/witness/sqlitedatabase.h"

#include <QString>

#include <map>
#include <vector>

namespace dueline {

/// Returns when a silence or hold ended, according to its event; nullopt if it hasn't ended.
std::optional<TimePoint> endOfStillness(const RecordEvent& event);

/// Recording of a server in an SQLite file. The file is in WAL mode, so that it stays consistent if its writer is
/// killed. Only one program can write it at a time. The entire file is checked before use, because it may come from an
/// untrusted source.
class RecordFile
{
public:
    static constexpr int applicationId = 0x44574954;
    static constexpr int version = 1;

    /// Server being recorded, and the program that records it. A file contains a single server's figures.
    struct Source
    {
        QByteArray server; ///< server URL, without a password
        QByteArray layouts;
        QByteArray program; ///< recording program, such as `duectl`
    };

    /// Opens a file for writing, and creates it, readable only by this user, if it doesn't exist. Marks a span that an
    /// earlier writer didn't end as `killed`. Errors: Refused (another program is writing the file, or the file records
    /// another server, isn't a recording, or was written by a newer version); Io.
    static Result<std::unique_ptr<RecordFile>> write(const QString& path, const Source& source);
    /// Opens a file for reading, even if another program is writing it. Errors: NotFound, Refused, Io.
    static Result<std::unique_ptr<RecordFile>> read(const QString& path);
    ~RecordFile();
    RecordFile(const RecordFile&) = delete;
    RecordFile& operator=(const RecordFile&) = delete;

    const QString& path() const { return m_path; }
    /// Creates the tables for ids and complete tasks, if necessary. Errors: Io.
    Result<> keepIds();
    /// Returns whether the file has the tables for ids. Errors: Io.
    Result<bool> keepsIds() const;

    /// Calls `read` in a transaction, so that it reads a consistent state even while a recorder is writing. Errors:
    /// same as `read`; Io.
    template <typename Read> auto readTogether(const Read& read) -> decltype(read())
    {
        if (const auto begun = m_database->run("BEGIN"); !begun)
            return begun.error();
        auto result = read();
        rollback();
        return result;
    }

    // Read functions. Errors: Io.
    Result<QByteArray> meta(const QByteArray& key) const;
    /// Returns all spans, oldest first.
    Result<std::vector<RecordSpan>> spans() const;
    /// Returns the events in [from, to], oldest first.
    Result<std::vector<RecordEvent>> events(TimePoint from, TimePoint to) const;
    /// Returns a queue's last event about a silence or hold; nullopt if there is none.
    Result<std::optional<RecordEvent>> lastStillness(qint64 queue) const;
    Result<std::vector<RecordQueue>> queues() const;
    /// Returns the queue that a word names; see isQueueNamed(). Errors: NotFound; Usage (several layouts have such a
    /// queue); Io.
    Result<RecordQueue> queueNamed(const QByteArray& word) const;
    /// Returns whether the file's last writer read other layouts than this one.
    bool hasOtherLayouts() const { return m_hasOtherLayouts; }
    /// Returns the last row of a tier whose period ends at or before `until`; nullopt if there is none.
    Result<std::optional<RecordSample>> lastSample(RecordTier tier, qint64 queue, TimePoint until) const;
    /// Returns a queue's rows in [from, to), oldest first.
    Result<std::vector<RecordSample>> samples(RecordTier tier, qint64 queue, TimePoint from, TimePoint to) const;
    Result<std::optional<ServerSample>> lastServer(RecordTier tier, TimePoint until) const;
    Result<std::vector<ServerSample>> servers(RecordTier tier, TimePoint from, TimePoint to) const;

    // Write functions. Outside a transaction, each call runs in its own. Errors: Io.
    Result<> begin();
    Result<> commit();
    void rollback();
    Result<> setMeta(const QByteArray& key, const QByteArray& value);
    Result<qint64> beginSpan(const RecordSpan& span);
    Result<> touchSpan(qint64 id, TimePoint seen);
    Result<> endSpan(qint64 id, const QByteArray& ended);
    /// Returns a queue's id. Adds the queue to the file if it is new.
    Result<qint64> queueId(const RecordQueue& queue);
    Result<> write(RecordTier tier, const RecordSample& sample);
    Result<> write(RecordTier tier, const ServerSample& sample);
    /// Sets `took` and `added` in a minute's row. Does nothing if there is no such row.
    Result<> setRates(qint64 queue, TimePoint minute, qint64 took, qint64 added);
    /// Adds an event and returns its id.
    Result<qint64> write(const RecordEvent& event);
    /// Replaces an event's text and detail.
    Result<> rewrite(const RecordEvent& event);

    /// Returns how many bytes of the file are in use. Errors: Io.
    Result<qint64> usedBytes() const;

    SqliteDatabase& database() { return *m_database; }

private:
    RecordFile(QString path, std::unique_ptr<SqliteDatabase> database, int lock)
        : m_path(std::move(path))
        , m_lock(lock)
        , m_database(std::move(database))
    { }
    bool isUnused() const;
    Result<> check() const;
    Result<> create(const Source& source);
    Result<> claim(const Source& source);

    QString m_path;
    int m_lock; ///< descriptor holding the writer's lock; -1 if the file is open for reading
    bool m_hasOtherLayouts = false;
    std::unique_ptr<SqliteDatabase> m_database;
};

} // namespace dueline
