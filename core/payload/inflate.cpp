// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/payload/inflate.h"

#include <algorithm>

#include <zlib.h>

namespace dueline {

namespace {

constexpr qsizetype scratchSize = 64 * 1024;

/// Single-pass decompression.
class Inflation
{
public:
    explicit Inflation(const QByteArray& compressed)
        : m_isReady(inflateInit(&m_stream) == Z_OK)
    {
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.constData()));
        m_stream.avail_in = uInt(compressed.size());
    }
    ~Inflation()
    {
        if (m_isReady)
            inflateEnd(&m_stream);
    }
    Inflation(const Inflation&) = delete;
    Inflation& operator=(const Inflation&) = delete;

    /// Decompresses up to `size` bytes into `into`. Returns the number of bytes written; fewer than `size` only at the
    /// end.
    qsizetype read(char* into, qsizetype size)
    {
        m_stream.next_out = reinterpret_cast<Bytef*>(into);
        m_stream.avail_out = uInt(size);
        while (m_isReady && m_status == Z_OK && m_stream.avail_out > 0) {
            const uInt before = m_stream.avail_out;
            m_status = inflate(&m_stream, Z_NO_FLUSH);
            // No progress: the input ended before the compressed stream did.
            if (m_status == Z_OK && m_stream.avail_out == before)
                m_status = Z_DATA_ERROR;
        }
        return size - qsizetype(m_stream.avail_out);
    }
    /// Returns whether the stream has been read completely.
    bool isWhole() const { return m_isReady && m_status == Z_STREAM_END; }

private:
    z_stream m_stream{};
    bool m_isReady = false;
    int m_status = Z_OK;
};

} // namespace

namespace {

enum class Beyond : quint8 { Cut, Drop }; ///< what to do with output that exceeds the limit

/// Decompresses long data twice, the first time only to measure it, so that no memory is needed beyond the output
/// itself.
std::optional<QByteArray> inflateUpTo(const QByteArray& compressed, qsizetype most, Beyond beyond, bool& isLonger)
{
    isLonger = false;
    if (compressed.isEmpty())
        return std::nullopt;
    QByteArray scratch(scratchSize, Qt::Uninitialized);
    Inflation measured(compressed);
    qsizetype size = measured.read(scratch.data(), scratchSize);
    if (measured.isWhole() && size <= most && size < scratchSize)
        return QByteArray(scratch.constData(), size);
    for (qsizetype more = size; more > 0 && size <= most; size += more)
        more = measured.read(scratch.data(), scratchSize);
    isLonger = size > most;
    if (isLonger ? beyond == Beyond::Drop : !measured.isWhole())
        return std::nullopt;
    QByteArray out(std::min(size, most), Qt::Uninitialized);
    Inflation read(compressed);
    return read.read(out.data(), out.size()) == out.size() ? std::optional(out) : std::nullopt;
}

} // namespace

std::optional<QByteArray> inflated(const QByteArray& compressed, qsizetype most, bool* isCut)
{
    bool isLonger = false;
    auto out = inflateUpTo(compressed, most, Beyond::Cut, isLonger);
    if (isCut)
        *isCut = isLonger;
    return out;
}

std::optional<QByteArray> inflatedWhole(const QByteArray& compressed, qsizetype most, bool& isLonger)
{
    return inflateUpTo(compressed, most, Beyond::Drop, isLonger);
}

} // namespace dueline
