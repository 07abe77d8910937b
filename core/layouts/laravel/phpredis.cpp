// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/phpredis.h"

#include "core/layouts/laravel/laravelwords.h"
#include "core/payload/unpack.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr std::array<const char*, 3> compressions{"zstd", "lz4", "lzf"};

/// Reads a big-endian integer of `size` bytes at position `at`.
qsizetype bigEndian(const QByteArray& bytes, qsizetype at, int size)
{
    qsizetype value = 0;
    for (int i = 0; i < size; ++i)
        value = value * 256 + uchar(bytes[at + i]);
    return value;
}

/// Returns the text after a header whose last bytes contain the text's length; nullopt if the length is wrong.
std::optional<QByteArray> textBehind(const QByteArray& bytes, qsizetype lengthAt, int lengthSize)
{
    const qsizetype from = lengthAt + lengthSize;
    if (bytes.size() < from || bigEndian(bytes, lengthAt, lengthSize) != bytes.size() - from)
        return std::nullopt;
    return bytes.mid(from);
}

/// Decodes a serialized PHP string, `s:LENGTH:"…";`.
std::optional<QByteArray> phpText(const QByteArray& bytes)
{
    const qsizetype quote = bytes.indexOf(":\"", 2);
    if (!bytes.startsWith("s:") || !bytes.endsWith("\";") || quote < 3)
        return std::nullopt;
    bool isNumber = false;
    const qsizetype length = bytes.mid(2, quote - 2).toLongLong(&isNumber);
    return isNumber && length == bytes.size() - quote - 4 ? std::optional(bytes.mid(quote + 2, length)) : std::nullopt;
}

/// Decodes an igbinary string: a four-byte header with version 1 or 2, a type byte, a length of one, two or four bytes,
/// and the text.
std::optional<QByteArray> igbinaryText(const QByteArray& bytes)
{
    const bool isIgbinary
        = bytes.size() > 5 && bytes.startsWith(QByteArrayView("\0\0\0", 3)) && bytes[3] > 0 && bytes[3] < 3;
    if (!isIgbinary || bytes[4] < 0x11 || bytes[4] > 0x13)
        return std::nullopt;
    return textBehind(bytes, 5, 1 << (bytes[4] - 0x11));
}

std::optional<QByteArray> messagePackText(const QByteArray& bytes)
{
    const int head = bytes.isEmpty() ? 0 : uchar(bytes[0]);
    return head < 0xd9 || head > 0xdb ? std::nullopt : textBehind(bytes, 1, 1 << (head - 0xd9));
}

std::optional<QByteArray> encodedText(const QByteArray& bytes)
{
    if (!bytes.startsWith("\"{"))
        return std::nullopt;
    const auto text = QJsonDocument::fromJson('[' + bytes + ']').array().at(0);
    return text.isString() ? std::optional(text.toString().toUtf8()) : std::nullopt;
}

/// Returns whether a job begins at `at`. This works even for compressed data, because its first bytes are stored
/// literally.
bool beginsAt(const QByteArray& bytes, qsizetype at)
{
    const QByteArrayView rest = QByteArrayView(bytes).sliced(std::min(at, bytes.size()));
    return rest.startsWith("{\"") || rest.startsWith("s:");
}

/// Detects LZ4: a checksum, the length in four bytes, and a block whose first byte is the number of literal bytes.
bool isLz4(const QByteArray& bytes)
{
    constexpr qsizetype head = 5;
    if (bytes.size() <= head + 1)
        return false;
    const int copied = uchar(bytes[head]) >> 4;
    return copied < 15 ? copied > 1 && beginsAt(bytes, head + 1)
                       : beginsAt(bytes, head + 2) || beginsAt(bytes, head + 3);
}

/// Detects LZF: the first byte is the number of literal bytes minus one.
bool isLzf(const QByteArray& bytes) { return bytes.size() > 2 && uchar(bytes[0]) < 32 && beginsAt(bytes, 1); }

} // namespace

std::optional<PhpredisWrap> PhpredisWrap::of(const QByteArray& member)
{
    if (member.startsWith("{\"")) // the format that Laravel's scripts require
        return std::nullopt;
    if (const auto text = phpText(member))
        return PhpredisWrap{"php", *text};
    if (const auto text = igbinaryText(member))
        return PhpredisWrap{"igbinary", *text};
    if (const auto text = messagePackText(member))
        return PhpredisWrap{"msgpack", *text};
    if (const auto text = encodedText(member))
        return PhpredisWrap{"json", *text};
    if (member.startsWith("\x28\xb5\x2f\xfd")) {
        const Unpacked unpacked = zstdUnpacked(member, mostUnpacked);
        if (unpacked.end != Unpacked::End::Whole)
            return PhpredisWrap{"zstd", {}};
        const auto serialized = of(unpacked.bytes);
        return PhpredisWrap{"zstd", serialized ? serialized->json : unpacked.bytes};
    }
    if (isLzf(member))
        return PhpredisWrap{"lzf", {}};
    if (isLz4(member))
        return PhpredisWrap{"lz4", {}};
    return std::nullopt;
}

QByteArray PhpredisWrap::cause(const QByteArray& what) const
{
    const bool isCompressed = std::any_of(compressions.begin(), compressions.end(),
        [this](const char* one) { return QByteArrayView(one) == QByteArrayView(by); });
    return laravelwords::wrapped(isCompressed, what, by);
}

} // namespace dueline
