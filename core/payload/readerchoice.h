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

/// Returns a layer's name in options and files: `base64`, `msgpack`, `protobuf`.
QString layerName(PayloadLayer layer);
/// Returns a layer's display name: `base64`, `MessagePack`, `Protocol Buffers`.
QString layerText(PayloadLayer layer);

/// Choice of how to decode a type's payloads.
struct ReaderChoice
{
    static constexpr std::size_t mostLayers = 8;

    enum class Kind : quint8 {
        Auto, ///< detect the layers from the bytes
        None, ///< don't decode the payload
        Layers, ///< use the given layers
    };

    Kind kind = Kind::Auto;
    std::vector<PayloadLayer> layers; ///< layers, outermost first; only the last one produces text
    QString message; ///< for Protobuf: full name of the message
    QString schema; ///< for Protobuf: absolute path of a .proto file or a descriptor set

    /// Parses `auto`, `none`, or comma-separated layers: `base64,zlib,json`,
    /// `gzip,protobuf:shop.Order@/home/ann/shop.proto`. Errors: Usage.
    static Result<ReaderChoice> parse(const QString& text);
    /// Returns the choice in parse()'s format.
    QString text() const;

    bool operator==(const ReaderChoice&) const = default;
};

/// Choices by queue and type, in ReaderChoice::parse()'s format; `*` applies to every type without its own choice.
using ReaderChoices = std::map<QString, std::map<QString, QString>>;

/// Returns the choice for a type in a queue, or Auto.
ReaderChoice choiceOf(const ReaderChoices& choices, QByteArrayView queue, QByteArrayView type);

} // namespace dueline
