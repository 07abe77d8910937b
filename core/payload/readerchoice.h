// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

#include <map>
#include <vector>

namespace dueline {

/// One layer of what a payload is written in.
enum class PayloadLayer : quint8 { Base64, Gzip, Zlib, Zstd, MessagePack, Protobuf, Php, Pickle, Json };

inline constexpr PayloadLayer allLayers[]{PayloadLayer::Base64, PayloadLayer::Gzip, PayloadLayer::Zlib,
    PayloadLayer::Zstd, PayloadLayer::MessagePack, PayloadLayer::Protobuf, PayloadLayer::Php, PayloadLayer::Pickle,
    PayloadLayer::Json};

/// `base64`, `msgpack`, `protobuf`: in options and files.
QString layerName(PayloadLayer layer);
/// `base64`, `MessagePack`, `Protocol Buffers`: for people.
QString layerText(PayloadLayer layer);

/// How somebody wants the payloads of a type read.
struct ReaderChoice
{
    static constexpr std::size_t mostLayers = 8;

    enum class Kind : quint8 {
        Auto, ///< what the bytes say by themselves
        None, ///< as they are
        Layers, ///< these, from the outside in
    };

    Kind kind = Kind::Auto;
    std::vector<PayloadLayer> layers; ///< what makes text of a value is the last one
    QString message; ///< Protobuf: its full name
    QString schema; ///< Protobuf: a .proto or a descriptor set, a whole path

    /// `auto`, `none`, or layers with commas between: `base64,zlib,json`,
    /// `gzip,protobuf:shop.Order@/home/ann/shop.proto`. Errors: Usage.
    static Result<ReaderChoice> parse(const QString& text);
    /// As parse() reads it.
    QString text() const;

    bool operator==(const ReaderChoice&) const = default;
};

/// What was chosen, by queue and type, as text that ReaderChoice reads; `*` is every type without a choice of its own.
using ReaderChoices = std::map<QString, std::map<QString, QString>>;

/// The choice for a type of a queue; Auto where there is none.
ReaderChoice choiceOf(const ReaderChoices& choices, QByteArrayView queue, QByteArrayView type);

} // namespace dueline
