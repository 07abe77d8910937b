// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>

#include <optional>

namespace dueline::duectl {

/// Returns the result of tools/list: each tool's name, description, JSON schema for the arguments, and whether it is
/// read-only. Without `actions`, omits tools that change data.
QJsonArray mcpToolSchemas(bool actions);

/// Validates a call's arguments against the tool's schema. Returns nullopt if they are valid; otherwise an error
/// message, or an empty string if there is no such tool.
std::optional<QByteArray> checkMcpArguments(
    const QJsonArray& tools, const QByteArray& name, const QJsonObject& arguments);

} // namespace dueline::duectl
