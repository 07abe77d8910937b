// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace google::protobuf {
class Descriptor;
}

namespace dueline {

/// Implements ProtoSchema::read() for a message type.
std::optional<QByteArray> protoText(const google::protobuf::Descriptor& type, QByteArrayView bytes, qsizetype most);

} // namespace dueline
