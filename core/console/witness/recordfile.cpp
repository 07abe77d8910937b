// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/recordfile.h"

#include "core/base/plainfile.h"
#include "core/base/text.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

/// Table in a recording. `sql`: its definition, exactly as SQLite stores it in the schema.
struct RecordTable
{
    const char* name;
    const char* sql;
};

constexpr RecordTable recordTables[]{
    {"meta", "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) STRICT, WITHOUT ROWID"},
    {"span",
        "CREATE TABLE span(id INTEGER PRIMARY KEY, began INTEGER NOT NULL, seen INTEGER NOT NULL, run TEXT, role TEXT, "
        "clock_offset INTEGER, ended TEXT) STRICT"},
    {"queue",
        "CREATE TABLE queue(id INTEGER PRIMARY KEY, name TEXT NOT NULL, layout TEXT, version TEXT, facts TEXT) STRICT"},
    {"sample",
        "CREATE TABLE sample(tier INTEGER, queue INTEGER, at INTEGER, scheduled INTEGER, due INTEGER, retrying "
        "INTEGER, leased INTEGER, failed INTEGER, done INTEGER, oldest INTEGER, took INTEGER, added INTEGER, workers "
        "INTEGER, slots INTEGER, used INTEGER, flags INTEGER, PRIMARY KEY(tier, queue, at)) STRICT, WITHOUT ROWID"},
    {"server",
        "CREATE TABLE server(tier INTEGER, at INTEGER, memory INTEGER, maximum INTEGER, keys INTEGER, evicted INTEGER, "
        "expired INTEGER, flushes INTEGER, uptime INTEGER, clients INTEGER, PRIMARY KEY(tier, at)) STRICT, WITHOUT "
        "ROWID"},
    {"event",
        "CREATE TABLE event(id INTEGER PRIMARY KEY, at INTEGER NOT NULL, queue INTEGER, kind TEXT NOT NULL, text TEXT "
        "NOT NULL, detail TEXT) STRICT"},
};

/// Additional tables in a recording with task ids.
constexpr RecordTable idTables[]{
    {"waiting",
        "CREATE TABLE waiting(queue INTEGER, id TEXT, token INTEGER, state INTEGER NOT NULL, due INTEGER, first "
        "INTEGER NOT NULL, body TEXT, PRIMARY KEY(queue, id)) STRICT, WITHOUT ROWID"},
    {"vanished",
        "CREATE TABLE vanished(event INTEGER, queue INTEGER, id TEXT, token INTEGER, state INTEGER NOT NULL, due "
        "INTEGER, first INTEGER NOT NULL, how TEXT NOT NULL, body TEXT, PRIMARY KEY(event, queue, id)) STRICT, "
        "WITHOUT ROWID"},
};

/// Returns the table with this name; null if recordings have no such table.
const RecordTable* knownTable(const QByteArray& name)
{
    for (const auto& table : recordTables) {
        if (name == table.name)
            return &table;
    }
    for (const auto& table : idTables) {
        if (name == table.name)
            return &table;
    }
    return nullptr;
}

QString shownRecording(const QString& path) { return printable(path.toUtf8(), 200); }

Error noRecording(const QString& path, const QString& why)
{
    return {ErrorCode::Refused, u"%1 is not a Dueline recording: %2."_s.arg(shownRecording(path), why)};
}

RecordSample sampleOfRow(const SqliteRow& row)
{
    RecordSample sample;
    sample.queue = row.number(0);
    sample.at = fromMs(row.number(1));
    for (std::size_t i = 0; i < RecordSample::figures; ++i)
        sample.values[i] = row.numberOrNull(int(i) + 2);
    sample.flags = row.number(int(RecordSample::figures) + 2);
    return sample;
}

ServerSample serverOfRow(const SqliteRow& row)
{
    ServerSample sample;
    sample.at = fromMs(row.number(0));
    for (std::size_t i = 0; i < ServerSample::figures; ++i)
        sample.values[i] = row.numberOrNull(int(i) + 1);
    return sample;
}

template <typename Row>
Result<std::vector<Row>> rowsOf(
    SqliteDatabase& database, const char* sql, const std::vector<SqliteValue>& values, Row (*convert)(const SqliteRow&))
{
    std::vector<Row> rows;
    const auto done = database.read(sql, values, [&](const SqliteRow& row) {
        rows.push_back(convert(row));
        return true;
    });
    return done ? Result<std::vector<Row>>(std::move(rows)) : done.error();
}

template <typename Row> Result<std::optional<Row>> firstOf(Result<std::vector<Row>> rows)
{
    if (!rows)
        return rows.error();
    return rows->empty() ? std::optional<Row>() : std::optional<Row>(std::move(rows->front()));
}

RecordSpan spanOfRow(const SqliteRow& row)
{
    return {row.number(0), fromMs(row.number(1)), fromMs(row.number(2)), row.text(3), row.text(4),
        Millis(row.number(5)), row.text(6)};
}

RecordEvent eventOfRow(const SqliteRow& row)
{
    return {row.number(0), fromMs(row.number(1)), row.numberOrNull(2), row.text(3), row.text(4), row.text(5)};
}

RecordQueue queueOfRow(const SqliteRow& row) { return {row.number(0), row.text(1), row.text(2), row.text(3)}; }

SqliteValue textOrNull(const QByteArray& text) { return text.isEmpty() ? SqliteValue() : SqliteValue(text); }

} // namespace

RecordFile::~RecordFile()
{
    // Close SQLite first: closing any other descriptor for the file would release SQLite's locks.
    m_database.reset();
    if (m_lock >= 0)
        ::close(m_lock);
}

Result<std::unique_ptr<RecordFile>> RecordFile::write(const QString& path, const Source& source)
{
    int descriptor = -1;
    if (const QString why = openPlain(descriptor, path, O_RDWR | O_CREAT, Links::Followed); !why.isEmpty())
        return Error{ErrorCode::Io, u"The recording %1 cannot be opened: %2."_s.arg(shownRecording(path), why)};
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        const int reason = errno;
        ::close(descriptor);
        if (reason != EWOULDBLOCK)
            return Error{ErrorCode::Io,
                u"The recording %1 cannot be locked: %2."_s.arg(shownRecording(path), qt_error_string(reason))};
        const auto other = read(path);
        const auto writer = other ? (*other)->meta("writer") : Result<QByteArray>(QByteArray());
        const QString who = writer && !writer->isEmpty() ? printable(*writer, 60) : u"another program"_s;
        return Error{ErrorCode::Refused, u"%1 is being written by %2."_s.arg(shownRecording(path), who)};
    }
    auto database = SqliteDatabase::open(path, SqliteDatabase::Mode::Write);
    if (!database) {
        ::close(descriptor);
        return database.error();
    }
    std::unique_ptr<RecordFile> file(new RecordFile(path, *std::move(database), descriptor));
    const auto ready = file->isUnused() ? file->create(source) : file->check();
    if (!ready)
        return ready.error();
    if (const auto claimed = file->claim(source); !claimed)
        return claimed.error();
    return file;
}

Result<std::unique_ptr<RecordFile>> RecordFile::read(const QString& path)
{
    if (!QFileInfo::exists(path))
        return Error{ErrorCode::NotFound, u"The file %1 does not exist."_s.arg(shownRecording(path))};
    int descriptor = -1;
    const QString why = openPlain(descriptor, path, O_RDONLY, Links::Followed);
    if (!why.isEmpty())
        return Error{ErrorCode::Io, u"The recording %1 cannot be read: %2."_s.arg(shownRecording(path), why)};
    ::close(descriptor);
    if (QFileInfo(path).size() == 0)
        return noRecording(path, u"it is empty"_s);
    std::optional<Error> failure;
    for (const auto mode : {SqliteDatabase::Mode::Read, SqliteDatabase::Mode::ReadUnchanging}) {
        // In a read-only folder, SQLite can read a recording only while no program is writing it, in which case there
        // is no -wal file.
        if (mode == SqliteDatabase::Mode::ReadUnchanging && QFileInfo::exists(path + u"-wal"_s))
            break;
        auto database = SqliteDatabase::open(path, mode);
        if (!database)
            return database.error();
        std::unique_ptr<RecordFile> file(new RecordFile(path, *std::move(database), -1));
        const auto checked = file->check();
        if (checked)
            return file;
        if (!failure)
            failure = checked.error();
        if (checked.error().code != ErrorCode::Io)
            break;
    }
    return *failure;
}

/// Returns whether the file has no tables because it is new or its first writer was killed before creating them.
bool RecordFile::isUnused() const
{
    const auto tables = m_database->number("SELECT count(*) FROM sqlite_schema");
    const auto id = m_database->number("PRAGMA application_id");
    return tables && id && tables->value_or(1) == 0 && id->value_or(1) == 0;
}

/// Checks that the file is a recording in a known format, contains nothing else, and isn't damaged.
Result<> RecordFile::check() const
{
    const auto id = m_database->number("PRAGMA application_id");
    if (!id && id.error().message.contains(u"damaged"_s))
        return noRecording(m_path, u"it is damaged or in another format"_s);
    if (!id)
        return id.error();
    if (id->value_or(0) != applicationId)
        return noRecording(m_path, u"it belongs to another program"_s);
    const auto format = m_database->number("PRAGMA user_version");
    if (!format)
        return format.error();
    if (format->value_or(0) > version)
        return Error{ErrorCode::Refused,
            u"%1 was written by a newer version of Dueline (format %2). This version reads format %3."_s
                .arg(shownRecording(m_path))
                .arg(**format)
                .arg(version)};
    QString fault;
    std::size_t found = 0;
    const auto listed = m_database->read("SELECT type, name, sql FROM sqlite_schema", {}, [&](const SqliteRow& row) {
        const QByteArray name = row.text(1);
        const RecordTable* known = knownTable(name);
        const bool isKnown = known && row.text(0) == "table" && row.text(2) == QByteArray(known->sql);
        if (!isKnown)
            fault = u"it contains \"%1\", which this version does not recognize"_s.arg(printable(name, 60));
        ++found;
        return isKnown;
    });
    if (!listed && listed.error().message.contains(u"damaged"_s))
        return noRecording(m_path, u"it is damaged"_s);
    if (!listed)
        return listed.error();
    if (fault.isEmpty() && found != std::size(recordTables) && found != std::size(recordTables) + std::size(idTables))
        fault = u"tables are missing"_s;
    if (!fault.isEmpty())
        return noRecording(m_path, fault);
    QByteArray verdict;
    const auto checked = m_database->read("PRAGMA quick_check(1)", {}, [&verdict](const SqliteRow& row) {
        verdict = row.text(0);
        return false;
    });
    if (!checked || verdict != "ok")
        return noRecording(m_path, u"it is damaged"_s);
    return {};
}

Result<> RecordFile::create(const Source& source)
{
    for (const char* pragma : {"PRAGMA page_size=4096", "PRAGMA auto_vacuum=INCREMENTAL", "PRAGMA journal_mode=WAL"}) {
        if (const auto set = m_database->run(pragma); !set)
            return set;
    }
    if (const auto begun = begin(); !begun)
        return begun;
    static_assert(applicationId == 1146571092 && version == 1);
    for (const char* pragma : {"PRAGMA application_id=1146571092", "PRAGMA user_version=1"}) {
        if (const auto set = m_database->run(pragma); !set)
            return set;
    }
    for (const RecordTable& table : recordTables) {
        if (const auto made = m_database->run(table.sql); !made)
            return made;
    }
    if (const auto set = setMeta("server", source.server); !set)
        return set;
    return commit();
}

Result<> RecordFile::keepIds()
{
    const auto keeps = keepsIds();
    if (!keeps)
        return keeps.error();
    // Make SQLite overwrite deleted ids and payloads.
    if (const auto set = m_database->run("PRAGMA secure_delete=ON"); !set || *keeps)
        return set;
    if (const auto begun = begin(); !begun)
        return begun;
    for (const RecordTable& table : idTables) {
        if (const auto made = m_database->run(table.sql); !made) {
            rollback();
            return made;
        }
    }
    return commit();
}

Result<bool> RecordFile::keepsIds() const
{
    const auto tables = m_database->number("SELECT count(*) FROM sqlite_schema WHERE name='waiting'");
    return tables ? Result<bool>(tables->value_or(0) > 0) : tables.error();
}

/// Records that this program is writing the file.
Result<> RecordFile::claim(const Source& source)
{
    const auto server = meta("server");
    if (!server)
        return server.error();
    if (*server != source.server)
        return Error{ErrorCode::Refused,
            u"%1 is a recording of %2. Use another file for %3."_s.arg(
                shownRecording(m_path), printable(*server, 200), printable(source.server, 200))};
    for (const char* pragma : {"PRAGMA journal_mode=WAL", "PRAGMA synchronous=NORMAL"}) {
        if (const auto set = m_database->run(pragma); !set)
            return set;
    }
    if (const auto begun = begin(); !begun)
        return begun;
    const auto layouts = meta("layouts");
    if (!layouts)
        return layouts.error();
    m_hasOtherLayouts = !layouts->isEmpty() && *layouts != source.layouts;
    const QByteArray writer = source.program + ", pid " + QByteArray::number(qint64(::getpid()));
    for (const auto& [key, value] : {std::pair<QByteArray, QByteArray>("writer", writer), {"version", DUELINE_VERSION},
             {"layouts", source.layouts}}) {
        if (const auto set = setMeta(key, value); !set)
            return set;
    }
    if (const auto ended = m_database->run("UPDATE span SET ended='killed' WHERE ended IS NULL"); !ended)
        return ended;
    return commit();
}

Result<QByteArray> RecordFile::meta(const QByteArray& key) const
{
    QByteArray value;
    const auto done = m_database->read("SELECT value FROM meta WHERE key=?", {key}, [&value](const SqliteRow& row) {
        value = row.text(0);
        return false;
    });
    return done ? Result<QByteArray>(value) : done.error();
}

Result<std::vector<RecordSpan>> RecordFile::spans() const
{
    return rowsOf(
        *m_database, "SELECT id, began, seen, run, role, clock_offset, ended FROM span ORDER BY id", {}, spanOfRow);
}

Result<std::vector<RecordEvent>> RecordFile::events(TimePoint from, TimePoint to) const
{
    return rowsOf(*m_database,
        "SELECT id, at, queue, kind, text, detail FROM event WHERE at BETWEEN ? AND ? ORDER BY at, id",
        {toMs(from), toMs(to)}, eventOfRow);
}

std::optional<TimePoint> endOfStillness(const RecordEvent& event)
{
    const QJsonValue ended = QJsonDocument::fromJson(event.detail).object().value(u"ended_ms");
    return ended.isUndefined() ? std::nullopt : std::optional(fromMs(ended.toInteger()));
}

Result<std::optional<RecordEvent>> RecordFile::lastStillness(qint64 queue) const
{
    return firstOf(rowsOf(*m_database,
        "SELECT id, at, queue, kind, text, detail FROM event WHERE queue=? AND kind IN ('silent', 'held') "
        "ORDER BY id DESC LIMIT 1",
        {queue}, eventOfRow));
}

Result<std::vector<RecordQueue>> RecordFile::queues() const
{
    return rowsOf(*m_database, "SELECT id, name, layout, version FROM queue ORDER BY name", {}, queueOfRow);
}

Result<RecordQueue> RecordFile::queueNamed(const QByteArray& word) const
{
    const auto all = queues();
    if (!all)
        return all.error();
    std::vector<RecordQueue> found;
    for (const RecordQueue& queue : *all) {
        if (queue.name == word)
            return queue;
        if (isQueueNamed(queue.name, queue.layout, word))
            found.push_back(queue);
    }
    if (found.size() == 1)
        return found.front();
    const QString file = shownRecording(m_path);
    return found.empty()
        ? Error{ErrorCode::NotFound, u"The recording %1 contains no queue \"%2\"."_s.arg(file, printable(word, 60))}
        : Error{ErrorCode::Usage,
            u"The recording %1 contains several queues \"%2\": use %3 or %4."_s.arg(
                file, printable(word, 60), printable(found[0].name, 100), printable(found[1].name, 100))};
}

Result<std::optional<RecordSample>> RecordFile::lastSample(RecordTier tier, qint64 queue, TimePoint until) const
{
    return firstOf(rowsOf(*m_database,
        "SELECT queue, at, scheduled, due, retrying, leased, failed, done, oldest, took, added, workers, slots, used, "
        "flags FROM sample WHERE tier=? AND queue=? AND at<=? ORDER BY at DESC LIMIT 1",
        {int(tier), queue, toMs(until - lengthOf(tier))}, sampleOfRow));
}

Result<std::vector<RecordSample>> RecordFile::samples(RecordTier tier, qint64 queue, TimePoint from, TimePoint to) const
{
    return rowsOf(*m_database,
        "SELECT queue, at, scheduled, due, retrying, leased, failed, done, oldest, took, added, workers, slots, used, "
        "flags FROM sample WHERE tier=? AND queue=? AND at>=? AND at<? ORDER BY at",
        {int(tier), queue, toMs(from), toMs(to)}, sampleOfRow);
}

Result<std::optional<ServerSample>> RecordFile::lastServer(RecordTier tier, TimePoint until) const
{
    return firstOf(rowsOf(*m_database,
        "SELECT at, memory, maximum, keys, evicted, expired, flushes, uptime, clients FROM server WHERE tier=? AND "
        "at<=? ORDER BY at DESC LIMIT 1",
        {int(tier), toMs(until - lengthOf(tier))}, serverOfRow));
}

Result<std::vector<ServerSample>> RecordFile::servers(RecordTier tier, TimePoint from, TimePoint to) const
{
    return rowsOf(*m_database,
        "SELECT at, memory, maximum, keys, evicted, expired, flushes, uptime, clients FROM server WHERE tier=? AND "
        "at>=? AND at<? ORDER BY at",
        {int(tier), toMs(from), toMs(to)}, serverOfRow);
}

Result<> RecordFile::begin() { return m_database->run("BEGIN IMMEDIATE"); }

Result<> RecordFile::commit() { return m_database->run("COMMIT"); }

void RecordFile::rollback()
{
    // After some errors, such as a full disk, SQLite has already rolled back the transaction.
    if (m_database->isInTransaction())
        (void)m_database->run("ROLLBACK");
}

Result<> RecordFile::setMeta(const QByteArray& key, const QByteArray& value)
{
    return m_database->run("INSERT OR REPLACE INTO meta VALUES(?, ?)", {key, value});
}

Result<qint64> RecordFile::beginSpan(const RecordSpan& span)
{
    const auto done = m_database->run("INSERT INTO span(began, seen, run, role, clock_offset) VALUES(?, ?, ?, ?, ?)",
        {toMs(span.began), toMs(span.seen), textOrNull(span.run), textOrNull(span.role),
            qint64(span.clockOffset.count())});
    return done ? Result<qint64>(m_database->lastId()) : done.error();
}

Result<> RecordFile::touchSpan(qint64 id, TimePoint seen)
{
    return m_database->run("UPDATE span SET seen=? WHERE id=?", {toMs(seen), id});
}

Result<> RecordFile::endSpan(qint64 id, const QByteArray& ended)
{
    return m_database->run("UPDATE span SET ended=? WHERE id=?", {ended, id});
}

Result<qint64> RecordFile::queueId(const RecordQueue& queue)
{
    const auto known = m_database->number("SELECT id FROM queue WHERE name=?", {queue.name});
    if (!known)
        return known.error();
    if (*known)
        return **known;
    const auto added = m_database->run("INSERT INTO queue(name, layout, version) VALUES(?, ?, ?)",
        {queue.name, textOrNull(queue.layout), textOrNull(queue.version)});
    return added ? Result<qint64>(m_database->lastId()) : added.error();
}

Result<> RecordFile::write(RecordTier tier, const RecordSample& sample)
{
    std::vector<SqliteValue> values{int(tier), sample.queue, toMs(sample.at)};
    values.insert(values.end(), sample.values.begin(), sample.values.end());
    values.emplace_back(sample.flags);
    return m_database->run(
        "INSERT OR REPLACE INTO sample VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values);
}

Result<> RecordFile::write(RecordTier tier, const ServerSample& sample)
{
    std::vector<SqliteValue> values{int(tier), toMs(sample.at)};
    values.insert(values.end(), sample.values.begin(), sample.values.end());
    return m_database->run("INSERT OR REPLACE INTO server VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values);
}

Result<> RecordFile::setRates(qint64 queue, TimePoint minute, qint64 took, qint64 added)
{
    return m_database->run(
        "UPDATE sample SET took=?, added=? WHERE tier=1 AND queue=? AND at=?", {took, added, queue, toMs(minute)});
}

Result<qint64> RecordFile::write(const RecordEvent& event)
{
    const auto done = m_database->run("INSERT INTO event(at, queue, kind, text, detail) VALUES(?, ?, ?, ?, ?)",
        {toMs(event.at), event.queue, event.kind, event.text, textOrNull(event.detail)});
    return done ? Result<qint64>(m_database->lastId()) : done.error();
}

Result<> RecordFile::rewrite(const RecordEvent& event)
{
    return m_database->run(
        "UPDATE event SET text=?, detail=? WHERE id=?", {event.text, textOrNull(event.detail), event.id});
}

Result<qint64> RecordFile::usedBytes() const
{
    const auto pages = m_database->number("PRAGMA page_count");
    const auto unused = m_database->number("PRAGMA freelist_count");
    const auto size = m_database->number("PRAGMA page_size");
    for (const auto* each : {&pages, &unused, &size}) {
        if (!*each)
            return each->error();
    }
    return (pages->value_or(0) - unused->value_or(0)) * size->value_or(0);
}

} // namespace dueline
