// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>

#include <optional>

namespace dueline::duectl {

/// Returns the result of tools/list: name, description, JSON schema of the arguments, and whether the tool is
/// read-only. Without `actions`, omits tools that change data.
QJsonArray mcpToolSchemas(bool actions);

/// Validates the arguments of a call against the tool's schema. Returns nullopt if they are valid, an error message if
/// not, or an empty string if there is no such tool.
std::optional<QByteArray> checkMcpArguments(
    const QJsonArray& tools, const QByteArray& name, const QJsonObject& arguments);

} // namespace dueline::duectl
