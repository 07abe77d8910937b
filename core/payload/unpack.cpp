// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/payload/unpack.h"

#include <algorithm>

#include <zlib.h>
#include <zstd.h>

namespace dueline {

namespace {

constexpr int gzipWindow = 15 + 16; ///< zlib's code for gzip with any window size
constexpr int zlibWindow = 15;
constexpr int largestZstdWindow = 26; ///< base-2 logarithm of the maximum window size
constexpr qsizetype firstRoom = 64 * 1024;

/// Makes room for more output at the end of `out`, up to a total size of `most` + 1 bytes; the extra byte shows that
/// the output exceeds the limit. Returns the number of bytes added.
qsizetype grow(QByteArray& out, qsizetype most)
{
    const qsizetype before = out.size();
    out.resize(std::min(most + 1, std::max(2 * before, firstRoom)));
    return out.size() - before;
}

Unpacked ended(QByteArray&& out, Unpacked::End end, qsizetype most)
{
    if (out.size() > most) {
        out.truncate(most);
        end = Unpacked::End::Cut;
    }
    return {std::move(out), end};
}

Unpacked inflateAll(QByteArrayView packed, qsizetype most, int window)
{
    z_stream stream{};
    if (packed.isEmpty() || inflateInit2(&stream, window) != Z_OK)
        return {};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = uInt(packed.size());
    QByteArray out;
    auto end = Unpacked::End::Whole;
    while (out.size() <= most) {
        const qsizetype before = out.size();
        const qsizetype room = grow(out, most);
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + before);
        stream.avail_out = uInt(room);
        const int status = inflate(&stream, Z_NO_FLUSH);
        out.resize(before + room - qsizetype(stream.avail_out));
        if (status == Z_STREAM_END) {
            if (window == gzipWindow) {
                if (stream.avail_in >= 2 && stream.next_in[0] == 0x1f && stream.next_in[1] == 0x8b) {
                    inflateReset(&stream);
                    continue;
                }
                while (stream.avail_in > 0 && *stream.next_in == 0) {
                    ++stream.next_in;
                    --stream.avail_in;
                }
            }
            end = stream.avail_in == 0 ? Unpacked::End::Whole : Unpacked::End::Damaged;
            break;
        }
        if (status == Z_OK && stream.avail_out == 0)
            continue;
        end = (status == Z_OK || status == Z_BUF_ERROR) && stream.avail_in == 0 ? Unpacked::End::Early
                                                                                : Unpacked::End::Damaged;
        break;
    }
    inflateEnd(&stream);
    return ended(std::move(out), end, most);
}

/// Returns whether a frame has a format from before zstd 0.8, rather than RFC 8878's. The library may accept old
/// formats too.
bool isLegacyZstd(QByteArrayView frame)
{
    return frame.size() >= 4 && !frame.startsWith("\x28\xb5\x2f\xfd")
        && !((uchar(frame[0]) & 0xf0) == 0x50 && frame.sliced(1).startsWith("\x2a\x4d\x18")); // skippable frame
}

} // namespace

Unpacked gunzipped(QByteArrayView packed, qsizetype most) { return inflateAll(packed, most, gzipWindow); }

Unpacked zlibUnpacked(QByteArrayView packed, qsizetype most) { return inflateAll(packed, most, zlibWindow); }

Unpacked zstdUnpacked(QByteArrayView packed, qsizetype most)
{
    ZSTD_DCtx* stream = packed.isEmpty() || isLegacyZstd(packed) ? nullptr : ZSTD_createDCtx();
    if (!stream)
        return {};
    ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, largestZstdWindow);
    ZSTD_inBuffer in{packed.data(), std::size_t(packed.size()), 0};
    QByteArray out;
    auto end = Unpacked::End::Whole;
    while (out.size() <= most) {
        const qsizetype before = out.size();
        const qsizetype room = grow(out, most);
        ZSTD_outBuffer to{out.data() + before, std::size_t(room), 0};
        const std::size_t left = ZSTD_decompressStream(stream, &to, &in);
        out.resize(before + qsizetype(to.pos));
        if (ZSTD_isError(left)) {
            end = Unpacked::End::Damaged;
            break;
        }
        const bool isRead = in.pos == in.size;
        if (left == 0 && isRead)
            break;
        if (left == 0 && isLegacyZstd(packed.sliced(qsizetype(in.pos)))) {
            end = Unpacked::End::Damaged;
            break;
        }
        if (left != 0 && isRead && qsizetype(to.pos) < room) {
            end = Unpacked::End::Early;
            break;
        }
    }
    ZSTD_freeDCtx(stream);
    return ended(std::move(out), end, most);
}

Unpacked base64Unpacked(QByteArrayView text, qsizetype most)
{
    constexpr auto isSpace = [](char c) { return c == '\n' || c == '\r' || c == ' ' || c == '\t'; };
    QByteArray out;
    out.reserve(std::min(most, text.size() / 4 * 3 + 3));
    quint32 bits = 0;
    int digits = 0;
    qsizetype at = 0;
    const auto digitOf = [](char c) {
        if (c >= 'A' && c <= 'Z')
            return c - 'A';
        if (c >= 'a' && c <= 'z')
            return c - 'a' + 26;
        if (c >= '0' && c <= '9')
            return c - '0' + 52;
        return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
    };
    for (; at < text.size() && out.size() <= most; ++at) {
        const int digit = digitOf(text[at]);
        if (digit < 0) {
            if (isSpace(text[at]))
                continue;
            break;
        }
        bits = bits << 6 | quint32(digit);
        if (++digits == 4) {
            out.append(char(bits >> 16)).append(char(bits >> 8)).append(char(bits));
            digits = 0;
        }
    }
    if (out.size() > most)
        return ended(std::move(out), Unpacked::End::Cut, most);
    int padding = 0;
    for (; at < text.size() && (text[at] == '=' || isSpace(text[at])); ++at)
        padding += text[at] == '=';
    auto end = Unpacked::End::Whole;
    if (at < text.size() || (padding > 0 && digits + padding != 4))
        end = Unpacked::End::Damaged;
    else if (digits == 1)
        end = Unpacked::End::Early;
    if (digits >= 2)
        out.append(char(bits >> (digits * 6 - 8)));
    if (digits == 3)
        out.append(char(bits >> 2));
    return ended(std::move(out), end, most);
}

} // namespace dueline
