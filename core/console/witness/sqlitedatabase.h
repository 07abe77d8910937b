// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <variant>

struct sqlite3;
struct sqlite3_stmt;

namespace dueline {

/// Statement parameter: NULL, an integer or UTF-8 text.
class SqliteValue
{
public:
    SqliteValue() = default;
    SqliteValue(qint64 number)
        : m_value(number)
    { }
    SqliteValue(int number)
        : m_value(qint64(number))
    { }
    SqliteValue(std::optional<qint64> number)
    {
        if (number)
            m_value = *number;
    }
    SqliteValue(const QByteArray& text)
        : m_value(text)
    { }

    const std::variant<std::monostate, qint64, QByteArray>& variant() const { return m_value; }

private:
    std::variant<std::monostate, qint64, QByteArray> m_value;
};

/// Current row of a query. Valid only until `visit` returns.
class SqliteRow
{
public:
    explicit SqliteRow(sqlite3_stmt* statement)
        : m_statement(statement)
    { }

    qint64 number(int column) const;
    /// Returns the number in a column; nullopt for NULL.
    std::optional<qint64> numberOrNull(int column) const;
    QByteArray text(int column) const;

private:
    sqlite3_stmt* m_statement;
};

/// SQLite file connection, for use on one thread. The file is untrusted, so direct schema changes, functions in the
/// schema, and attached databases are disabled. Any call can fail with Io; the message is a sentence that names the
/// file.
class SqliteDatabase
{
public:
    enum class Mode : quint8 {
        Write, ///< creates the file if it doesn't exist
        Read,
        /// Read-only; works even in a read-only folder. No other program may be writing to the file.
        ReadUnchanging,
    };

    static Result<std::unique_ptr<SqliteDatabase>> open(const QString& path, Mode mode);
    ~SqliteDatabase();
    SqliteDatabase(const SqliteDatabase&) = delete;
    SqliteDatabase& operator=(const SqliteDatabase&) = delete;

    /// Runs a statement and ignores its rows. `sql` must be a literal: prepared statements are cached by its address.
    Result<> run(const char* sql, const std::vector<SqliteValue>& values = {});
    /// Calls `visit` for each row of a query, until it returns false. `sql`: see run().
    Result<> read(
        const char* sql, const std::vector<SqliteValue>& values, const std::function<bool(const SqliteRow&)>& visit);
    /// Returns the first column of a query's first row; nullopt if there is no row or the column is NULL.
    Result<std::optional<qint64>> number(const char* sql, const std::vector<SqliteValue>& values = {});
    /// Returns the id of the last inserted row.
    qint64 lastId() const;
    /// Returns whether a transaction is open.
    bool isInTransaction() const;
    /// Returns whether the last call failed because another program had locked the file.
    bool isLocked() const;

private:
    SqliteDatabase(sqlite3* handle, const QString& path)
        : m_handle(handle)
        , m_path(path)
    { }
    Result<sqlite3_stmt*> statement(const char* sql, const std::vector<SqliteValue>& values);
    Error failure() const;

    sqlite3* m_handle;
    QString m_path;
    std::map<const char*, sqlite3_stmt*> m_statements;
};

} // namespace dueline
