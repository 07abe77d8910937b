// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

#include <map>
#include <vector>

namespace dueline {

/// One layer of a payload's encoding.
enum class PayloadLayer : quint8 { Base64, Gzip, Zlib, Zstd, MessagePack, Protobuf, Php, Pickle, Json };

inline constexpr PayloadLayer allLayers[]{PayloadLayer::Base64, PayloadLayer::Gzip, PayloadLayer::Zlib,
    PayloadLayer::Zstd, PayloadLayer::MessagePack, PayloadLayer::Protobuf, PayloadLayer::Php, PayloadLayer::Pickle,
    PayloadLayer::Json};

/// Returns the name used in options and files: `base64`, `msgpack`, `protobuf`.
QString layerName(PayloadLayer layer);
/// Returns the display name: `base64`, `MessagePack`, `Protocol Buffers`.
QString layerText(PayloadLayer layer);

/// Chosen decoding of a type's payloads.
struct ReaderChoice
{
    static constexpr std::size_t mostLayers = 8;

    enum class Kind : quint8 {
        Auto, ///< layers are detected from the bytes
        None, ///< the payload is not decoded
        Layers, ///< the listed layers, outermost first
    };

    Kind kind = Kind::Auto;
    std::vector<PayloadLayer> layers; ///< layers; only the last one produces text
    QString message; ///< for Protobuf: full name of the message
    QString schema; ///< for Protobuf: absolute path of a .proto file or a descriptor set

    /// Parses `auto`, `none`, or layers separated by commas: `base64,zlib,json`,
    /// `gzip,protobuf:shop.Order@/home/ann/shop.proto`. Errors: Usage.
    static Result<ReaderChoice> parse(const QString& text);
    /// Returns the choice in the format that parse() accepts.
    QString text() const;

    bool operator==(const ReaderChoice&) const = default;
};

/// Choices by queue and type, in the format of ReaderChoice::parse(); `*` applies to every type without a choice.
using ReaderChoices = std::map<QString, std::map<QString, QString>>;

/// Returns the choice for a type in a queue; Auto if there is none.
ReaderChoice choiceOf(const ReaderChoices& choices, QByteArrayView queue, QByteArrayView type);

} // namespace dueline
