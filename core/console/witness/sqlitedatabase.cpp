// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/sqlitedatabase.h"

#include "core/base/text.h"

#include <QFile>
#include <QFileInfo>
#include <QUrl>

#include <sqlite3.h>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

constexpr int lockWaitMs = 2'000; ///< maximum wait, in ms, for a file locked by another program
constexpr int longestStoredValue = 1'000'000; ///< maximum size of a value or row, in bytes

/// Describes an SQLite error in words that complete a sentence.
QString sqliteReason(int code, const char* words)
{
    switch (code & 0xff) {
    case SQLITE_FULL:
        return u"there is no space left on the device"_s;
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return u"it is damaged or not a recording"_s;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return u"another program has locked it"_s;
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return u"this user is not allowed to write to it"_s;
    case SQLITE_CANTOPEN:
        return u"it cannot be opened"_s;
    default:
        return printable(words, 200);
    }
}

} // namespace

qint64 SqliteRow::number(int column) const { return sqlite3_column_int64(m_statement, column); }

std::optional<qint64> SqliteRow::numberOrNull(int column) const
{
    if (sqlite3_column_type(m_statement, column) == SQLITE_NULL)
        return std::nullopt;
    return number(column);
}

QByteArray SqliteRow::text(int column) const
{
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(m_statement, column));
    return {bytes, bytes ? sqlite3_column_bytes(m_statement, column) : 0};
}

Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::open(const QString& path, Mode mode)
{
    const bool isUnchanging = mode == Mode::ReadUnchanging;
    const QByteArray name = isUnchanging
        ? QUrl::fromLocalFile(QFileInfo(path).absoluteFilePath()).toEncoded() + "?immutable=1"
        : QFile::encodeName(QFileInfo(path).absoluteFilePath());
    const int flags = (mode == Mode::Write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY)
        | (isUnchanging ? SQLITE_OPEN_URI : 0) | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(name.constData(), &handle, flags, nullptr);
    std::unique_ptr<SqliteDatabase> database(new SqliteDatabase(handle, path));
    if (code != SQLITE_OK)
        return database->failure();
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_busy_timeout(handle, lockWaitMs);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longestStoredValue);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    if (const auto checked = database->run("PRAGMA cell_size_check=ON"); !checked)
        return checked.error();
    return database;
}

SqliteDatabase::~SqliteDatabase()
{
    for (const auto& [sql, statement] : m_statements)
        sqlite3_finalize(statement);
    sqlite3_close(m_handle);
}

bool SqliteDatabase::isLocked() const
{
    const int code = m_handle ? sqlite3_errcode(m_handle) & 0xff : SQLITE_OK;
    return code == SQLITE_BUSY || code == SQLITE_LOCKED;
}

Error SqliteDatabase::failure() const
{
    const int code = m_handle ? sqlite3_errcode(m_handle) : SQLITE_NOMEM;
    const char* words = m_handle ? sqlite3_errmsg(m_handle) : "out of memory";
    return {ErrorCode::Io,
        u"The recording %1 cannot be used: %2."_s.arg(printable(m_path.toUtf8(), 200), sqliteReason(code, words)),
        QString::fromUtf8(words)};
}

/// Returns the prepared statement for `sql`, with `values` bound to its parameters.
Result<sqlite3_stmt*> SqliteDatabase::statement(const char* sql, const std::vector<SqliteValue>& values)
{
    sqlite3_stmt*& statement = m_statements[sql];
    if (!statement
        && sqlite3_prepare_v3(m_handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr) != SQLITE_OK)
        return failure();
    int index = 0;
    for (const SqliteValue& value : values) {
        ++index;
        if (const auto* number = std::get_if<qint64>(&value.variant()))
            sqlite3_bind_int64(statement, index, *number);
        else if (const auto* text = std::get_if<QByteArray>(&value.variant()))
            sqlite3_bind_text(statement, index, text->constData(), int(text->size()), SQLITE_TRANSIENT);
        else
            sqlite3_bind_null(statement, index);
    }
    return statement;
}

Result<> SqliteDatabase::run(const char* sql, const std::vector<SqliteValue>& values)
{
    return read(sql, values, [](const SqliteRow&) { return true; });
}

Result<> SqliteDatabase::read(
    const char* sql, const std::vector<SqliteValue>& values, const std::function<bool(const SqliteRow&)>& visit)
{
    const auto prepared = statement(sql, values);
    if (!prepared)
        return prepared.error();
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(*prepared)) == SQLITE_ROW) {
        if (!visit(SqliteRow(*prepared)))
            break;
    }
    const Result<> result = code == SQLITE_ROW || code == SQLITE_DONE ? Result<>() : failure();
    sqlite3_reset(*prepared);
    sqlite3_clear_bindings(*prepared);
    return result;
}

Result<std::optional<qint64>> SqliteDatabase::number(const char* sql, const std::vector<SqliteValue>& values)
{
    std::optional<qint64> number;
    const auto done = read(sql, values, [&number](const SqliteRow& row) {
        number = row.numberOrNull(0);
        return false;
    });
    return done ? Result<std::optional<qint64>>(number) : done.error();
}

qint64 SqliteDatabase::lastId() const { return sqlite3_last_insert_rowid(m_handle); }

bool SqliteDatabase::isInTransaction() const { return sqlite3_get_autocommit(m_handle) == 0; }

} // namespace dueline
