// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QIODevice>

#include <optional>

namespace dueline {

/// Reads a file or pipe line by line, in bounded memory: of a line that is too long nothing is kept.
class RecordReader
{
public:
    struct Record
    {
        QByteArray bytes; ///< without its line feed
        qint64 line = 0; ///< where it begins, from 1
        bool tooLong = false;
    };

    /// `quoted`: a line feed between double quotes ends no record, as in CSV. `device`: open, and stays the caller's.
    RecordReader(QIODevice& device, qint64 longest, bool quoted)
        : m_device(device)
        , m_longest(longest)
        , m_quoted(quoted)
    { }

    /// nullopt: the end. Errors: Io.
    Result<std::optional<Record>> next();
    /// Bytes read so far.
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
