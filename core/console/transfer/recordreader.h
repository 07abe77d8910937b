// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QIODevice>

#include <optional>

namespace dueline {

/// Reader that splits a file or pipe into records, with bounded memory. Doesn't store the bytes of overlong
/// records.
class RecordReader
{
public:
    struct Record
    {
        QByteArray bytes;
        qint64 line = 0; ///< number of the record's first line, starting at 1
        bool tooLong = false;
    };

    /// Creates a reader. `device`: open for reading; owned by the caller. `longest`: maximum length of a record in
    /// bytes. `quoted`: whether line feeds between double quotes belong to the record, as in CSV.
    RecordReader(QIODevice& device, qint64 longest, bool quoted)
        : m_device(device)
        , m_longest(longest)
        , m_quoted(quoted)
    { }

    /// Returns the next record; nullopt at end of file. Errors: Io.
    Result<std::optional<Record>> next();
    /// Returns how many bytes have been read.
    qint64 position() const { return m_position; }

private:
    Result<bool> fill();

    QIODevice& m_device;
    qint64 m_longest;
    bool m_quoted;
    QByteArray m_buffer;
    qsizetype m_at = 0;
    qint64 m_line = 1;
    qint64 m_position = 0;
};

} // namespace dueline
