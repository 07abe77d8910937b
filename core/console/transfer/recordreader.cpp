// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/recordreader.h"

#include "core/base/text.h"

#include <cstring>

namespace dueline {

/// Reads the next piece of the file into the buffer. Returns false at end of file.
Result<bool> RecordReader::fill()
{
    constexpr qint64 piece = 256 * 1024;
    m_buffer.resize(piece);
    m_at = 0;
    const qint64 got = m_device.read(m_buffer.data(), piece);
    m_buffer.resize(std::max<qint64>(got, 0));
    if (got < 0) {
        return Error{
            ErrorCode::Io, QStringLiteral("Cannot read it: %1.").arg(printable(m_device.errorString().toUtf8()))};
    }
    m_position += got;
    return got > 0;
}

Result<std::optional<RecordReader::Record>> RecordReader::next()
{
    Record record;
    record.line = m_line;
    bool inQuotes = false;
    bool any = false;
    for (;;) {
        if (m_at == m_buffer.size()) {
            const auto more = fill();
            if (!more)
                return more.error();
            if (!*more)
                return any ? std::optional(std::move(record)) : std::nullopt;
        }
        any = true;
        const char* const begin = m_buffer.constData() + m_at;
        const auto* end = static_cast<const char*>(std::memchr(begin, '\n', std::size_t(m_buffer.size() - m_at)));
        const qsizetype length = end ? end - begin : m_buffer.size() - m_at;
        if (m_quoted)
            inQuotes ^= QByteArrayView(begin, length).count('"') % 2 == 1;
        const bool goesOn = end && inQuotes; // line feeds inside quotes belong to the record
        const qsizetype taken = length + (goesOn ? 1 : 0);
        if (record.bytes.size() + taken > m_longest)
            record.tooLong = true;
        if (record.tooLong)
            record.bytes.clear();
        else
            record.bytes.append(begin, taken);
        m_at += length + (end ? 1 : 0);
        m_line += end ? 1 : 0;
        if (end && !inQuotes)
            return std::optional(std::move(record));
    }
}

} // namespace dueline
