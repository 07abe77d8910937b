// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordrows.h"
#include "core/console/witness/sqlitedatabase.h"

#include <QString>

#include <map>
#include <vector>

namespace dueline {

/// Returns when a silence or a hold ended, given its event; nullopt if it has not ended.
std::optional<TimePoint> endOfStillness(const RecordEvent& event);

/// Recording of a server in an SQLite file, in WAL mode, so that the file remains consistent if its writer is killed.
/// Only one program can write a file at a time. A file is checked completely before it is used, because it may come
/// from an untrusted source.
class RecordFile
{
public:
    static constexpr int applicationId = 0x44574954;
    static constexpr int version = 1;

    /// Server that was recorded, and the recording program. A file contains the figures of only one server.
    struct Source
    {
        QByteArray server; ///< URL of the server, without a password
        QByteArray layouts;
        QByteArray program; ///< recording program, such as `duectl`
    };

    /// Opens a file for writing, or creates it for this user only. A span that was left open is closed as `killed`.
    /// Errors: Refused (another program is writing the file, the file records a different server, is not a recording,
    /// or was written by a newer version); Io.
    static Result<std::unique_ptr<RecordFile>> write(const QString& path, const Source& source);
    /// Opens a file for reading, even while another program writes it. Errors: NotFound, Refused, Io.
    static Result<std::unique_ptr<RecordFile>> read(const QString& path);
    ~RecordFile();
    RecordFile(const RecordFile&) = delete;
    RecordFile& operator=(const RecordFile&) = delete;

    const QString& path() const { return m_path; }
    /// Creates the tables for ids and complete tasks, if they do not exist. Errors: Io.
    Result<> keepIds();
    /// Returns whether the file contains the tables for ids. Errors: Io.
    Result<bool> keepsIds() const;

    /// Calls `read` in one transaction, so that everything it reads is from the same state even while a recorder is
    /// writing. Errors: those of `read`; Io.
    template <typename Read> auto readTogether(const Read& read) -> decltype(read())
    {
        if (const auto begun = m_database->run("BEGIN"); !begun)
            return begun.error();
        auto result = read();
        rollback();
        return result;
    }

    // Functions for reading. Errors: Io.
    Result<QByteArray> meta(const QByteArray& key) const;
    /// Returns all spans, oldest first.
    Result<std::vector<RecordSpan>> spans() const;
    /// Returns the events in [from, to], oldest first.
    Result<std::vector<RecordEvent>> events(TimePoint from, TimePoint to) const;
    /// Returns the last event of a queue about a silence or held tasks; nullopt if there is none.
    Result<std::optional<RecordEvent>> lastStillness(qint64 queue) const;
    Result<std::vector<RecordQueue>> queues() const;
    /// Returns the last row of a tier that ends at or before `until`; nullopt if there is none.
    Result<std::optional<RecordSample>> lastSample(RecordTier tier, qint64 queue, TimePoint until) const;
    /// Returns the rows of a queue in [from, to), oldest first.
    Result<std::vector<RecordSample>> samples(RecordTier tier, qint64 queue, TimePoint from, TimePoint to) const;
    Result<std::optional<ServerSample>> lastServer(RecordTier tier, TimePoint until) const;
    Result<std::vector<ServerSample>> servers(RecordTier tier, TimePoint from, TimePoint to) const;

    // Functions for writing. A call outside a transaction runs in its own transaction. Errors: Io.
    Result<> begin();
    Result<> commit();
    void rollback();
    Result<> setMeta(const QByteArray& key, const QByteArray& value);
    Result<qint64> beginSpan(const RecordSpan& span);
    Result<> touchSpan(qint64 id, TimePoint seen);
    Result<> endSpan(qint64 id, const QByteArray& ended);
    /// Returns the id of a queue. Adds the queue if it is new.
    Result<qint64> queueId(const RecordQueue& queue);
    Result<> write(RecordTier tier, const RecordSample& sample);
    Result<> write(RecordTier tier, const ServerSample& sample);
    /// Adds `took` and `added` to the row of a minute, if the row exists.
    Result<> setRates(qint64 queue, TimePoint minute, qint64 took, qint64 added);
    /// Writes an event and returns its id.
    Result<qint64> write(const RecordEvent& event);
    /// Replaces the text and detail of an event.
    Result<> rewrite(const RecordEvent& event);

    /// Returns the size of the file in bytes, without unused pages. Errors: Io.
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
    int m_lock; ///< descriptor that holds the writer's lock; -1 if the file is open for reading
    std::unique_ptr<SqliteDatabase> m_database;
};

} // namespace dueline
