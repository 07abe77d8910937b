// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QIODevice>

#include <optional>

namespace dueline {

/// Reader of a file or pipe, record by record and with bounded memory. Records that are too long
/// are discarded.
class RecordReader
{
public:
    struct Record
    {
        QByteArray bytes; ///< bytes without the line feed
        qint64 line = 0; ///< number of the first line, counted from 1
        bool tooLong = false;
    };

    /// Creates a reader. `quoted`: line feeds between double quotes do not end a record, as in CSV. `device`: open
    /// device, owned by the caller.
    RecordReader(QIODevice& device, qint64 longest, bool quoted)
        : m_device(device)
        , m_longest(longest)
        , m_quoted(quoted)
    { }

    /// Returns the next record; nullopt at the end. Errors: Io.
    Result<std::optional<Record>> next();
    /// Returns the number of bytes read so far.
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
