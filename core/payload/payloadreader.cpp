// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/payload/payloadreader.h"

#include "core/base/jsontree.h"
#include "core/payload/messagepack.h"
#include "core/payload/phptext.h"
#include "core/payload/pickletext.h"
#include "core/payload/protoschema.h"
#include "core/payload/unpack.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qsizetype shortestBase64 = 16; ///< minimum length of text to decode as base64
// number of leading base64 bytes to decode and check before decoding the rest
constexpr qsizetype lookedAtBase64 = 1024;

/// Returns whether the text may be a JSON object or list.
bool beginsJson(QByteArrayView text)
{
    const auto first = std::find_if_not(
        text.begin(), text.end(), [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
    return first != text.end() && (*first == '{' || *first == '[');
}

/// Returns whether the text is a JSON object or list. Assumes so if the text is too large to parse.
bool isJson(const QByteArray& text)
{
    if (!beginsJson(text))
        return false;
    bool pastLimits = false;
    return JsonTree::parse(text, nullptr, {200'000, 200}, &pastLimits).has_value() || pastLimits;
}

Unpacked whole(std::optional<QByteArray> text)
{
    return text ? Unpacked{*std::move(text), Unpacked::End::Whole} : Unpacked{};
}

Unpacked unpack(PayloadLayer layer, QByteArrayView bytes)
{
    constexpr qsizetype most = PayloadReader::mostBytes;
    switch (layer) {
    case PayloadLayer::Base64:
        return base64Unpacked(bytes, most);
    case PayloadLayer::Gzip:
        return gunzipped(bytes, most);
    case PayloadLayer::Zlib:
        return zlibUnpacked(bytes, most);
    case PayloadLayer::Zstd:
        return zstdUnpacked(bytes, most);
    case PayloadLayer::MessagePack:
        return whole(MessagePack::read(bytes, most));
    case PayloadLayer::Php:
        return whole(PhpText::read(bytes.toByteArray()));
    case PayloadLayer::Pickle:
        return whole(PickleText::read(bytes));
    case PayloadLayer::Json:
    case PayloadLayer::Protobuf:
        break;
    }
    return {};
}

/// Returns whether the layer's output is text, which is never decoded further.
bool makesText(PayloadLayer layer)
{
    return layer != PayloadLayer::Base64 && layer != PayloadLayer::Gzip && layer != PayloadLayer::Zlib
        && layer != PayloadLayer::Zstd;
}

bool isBase64(QByteArrayView bytes)
{
    const QByteArrayView head = bytes.first(std::min(bytes.size(), lookedAtBase64));
    return bytes.size() >= shortestBase64 && std::all_of(head.begin(), head.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/'
            || c == '-' || c == '_' || c == '=' || c == '\n' || c == '\r';
    });
}

/// Returns the layer suggested by the first bytes; nullopt if they suggest none. `isWhole`: false if more bytes follow.
std::optional<PayloadLayer> likelyLayer(QByteArrayView bytes, bool isWhole = true)
{
    const auto byteAt = [bytes](qsizetype at) { return at < bytes.size() ? int(quint8(bytes[at])) : -1; };
    if (byteAt(0) == 0x1f && byteAt(1) == 0x8b && byteAt(2) == 8)
        return PayloadLayer::Gzip;
    if (byteAt(0) == 0x28 && byteAt(1) == 0xb5 && byteAt(2) == 0x2f && byteAt(3) == 0xfd)
        return PayloadLayer::Zstd;
    if (byteAt(0) == 0x78 && byteAt(1) >= 0 && (0x7800 + byteAt(1)) % 31 == 0 && (byteAt(1) & 0x20) == 0)
        return PayloadLayer::Zlib;
    if (byteAt(0) == 0x80 && byteAt(1) >= 2 && byteAt(1) <= 5 && (bytes.endsWith('.') || !isWhole))
        return PayloadLayer::Pickle;
    if (MessagePack::isLikely(bytes))
        return PayloadLayer::MessagePack;
    if (bytes.size() > 4 && (bytes[0] == 'a' || bytes[0] == 'O') && bytes[1] == ':')
        return PayloadLayer::Php;
    if (!isBase64(bytes))
        return std::nullopt;
    const QByteArray head = base64Unpacked(bytes.first(std::min(bytes.size(), lookedAtBase64)), lookedAtBase64).bytes;
    const bool mayBePickle = head.startsWith('\x80');
    return mayBePickle || beginsJson(head) || likelyLayer(head, isWhole) ? std::optional(PayloadLayer::Base64)
                                                                         : std::nullopt;
}

/// Decodes up to `most` detected layers. Accepts base64 only if it contains another layer.
PayloadReading readFound(QByteArrayView bytes, int most)
{
    const auto layer = most > 0 ? likelyLayer(bytes) : std::nullopt;
    if (!layer)
        return {};
    Unpacked unpacked = unpack(*layer, bytes);
    const bool hasMagic = *layer == PayloadLayer::Gzip || *layer == PayloadLayer::Zstd;
    if (unpacked.end == Unpacked::End::Damaged
        || (unpacked.end == Unpacked::End::Early && (!hasMagic || unpacked.bytes.isEmpty())))
        return {};
    PayloadReading reading;
    if (unpacked.end == Unpacked::End::Whole)
        reading = readFound(unpacked.bytes, most - 1);
    if (!reading.applies()) {
        if (unpacked.end == Unpacked::End::Whole && !makesText(*layer) && isJson(unpacked.bytes))
            reading.layers.push_back(PayloadLayer::Json);
        reading.text = std::move(unpacked.bytes);
        if (unpacked.end != Unpacked::End::Whole) {
            reading.end = unpacked.end == Unpacked::End::Cut ? PayloadReading::End::Cut : PayloadReading::End::Early;
            reading.stoppedAt = *layer;
        }
        if (*layer == PayloadLayer::Base64 && reading.layers.empty())
            return {};
    }
    reading.layers.insert(reading.layers.begin(), *layer);
    return reading;
}

} // namespace

QString PayloadReading::layerTexts() const
{
    QStringList texts;
    for (const PayloadLayer layer : layers)
        texts << layerText(layer);
    return texts.join(QStringLiteral(" → "));
}

QString PayloadReading::problem() const
{
    switch (end) {
    case End::Whole:
        return {};
    case End::Cut:
        return QStringLiteral("%1 decodes to more than 64 MiB; the rest is omitted.").arg(layerText(stoppedAt));
    case End::Early:
        return QStringLiteral("The %1 data is truncated. Only the intact part is shown.").arg(layerText(stoppedAt));
    case End::Failed:
        return QStringLiteral("The data is not valid %1 or is too large.").arg(layerText(stoppedAt));
    }
    Q_UNREACHABLE();
    return {};
}

Result<PayloadReader> PayloadReader::make(const ReaderChoice& choice)
{
    PayloadReader reader;
    reader.m_choice = choice;
    if (choice.schema.isEmpty())
        return reader;
    auto schema = ProtoSchema::load(choice.schema);
    if (!schema)
        return schema.error();
    if (!(*schema)->has(choice.message)) {
        return Error{ErrorCode::NotFound,
            QStringLiteral("The schema \"%1\" has no message \"%2\"; it has %3.")
                .arg(choice.schema, choice.message, (*schema)->messages().mid(0, 20).join(QStringLiteral(", ")))};
    }
    reader.m_schema = *std::move(schema);
    return reader;
}

bool PayloadReader::mayRead(QByteArrayView payload, bool isWhole) const
{
    return !payload.isEmpty() && m_choice.kind != ReaderChoice::Kind::None
        && (m_choice.kind != ReaderChoice::Kind::Auto || likelyLayer(payload, isWhole));
}

PayloadReading PayloadReader::read(QByteArrayView payload) const
{
    if (!mayRead(payload))
        return {};
    if (m_choice.kind == ReaderChoice::Kind::Auto)
        return readFound(payload, mostFound);
    PayloadReading reading;
    reading.text = payload.toByteArray();
    bool isText = false;
    for (const PayloadLayer layer : m_choice.layers) {
        isText = makesText(layer);
        Unpacked unpacked;
        if (layer == PayloadLayer::Json)
            unpacked = isJson(reading.text) ? whole(reading.text) : Unpacked{};
        else if (layer == PayloadLayer::Protobuf)
            unpacked = m_schema ? whole(m_schema->read(m_choice.message, reading.text, mostBytes)) : Unpacked{};
        else
            unpacked = unpack(layer, reading.text);
        if (unpacked.end != Unpacked::End::Whole)
            reading.stoppedAt = layer;
        if (unpacked.end == Unpacked::End::Damaged) {
            reading.end = PayloadReading::End::Failed;
            break;
        }
        reading.layers.push_back(layer);
        reading.text = std::move(unpacked.bytes);
        if (unpacked.end != Unpacked::End::Whole) {
            reading.end = unpacked.end == Unpacked::End::Cut ? PayloadReading::End::Cut : PayloadReading::End::Early;
            break;
        }
    }
    if (reading.end == PayloadReading::End::Whole && !isText && isJson(reading.text))
        reading.layers.push_back(PayloadLayer::Json);
    if (!reading.applies())
        reading.text.clear();
    return reading;
}

} // namespace dueline
