// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>

#include <optional>

namespace dueline::duectl {

/// Returns the tools for tools/list: name, description, JSON schema of the arguments, and whether the tool is
/// read-only. Without `actions`, tools that change data are omitted.
QJsonArray mcpToolSchemas(bool actions);

/// Validates the arguments of a call against the tool's schema. Returns a sentence about the error, an empty string if
/// there is no such tool, or nullopt if the arguments are valid.
std::optional<QByteArray> checkMcpArguments(
    const QJsonArray& tools, const QByteArray& name, const QJsonObject& arguments);

} // namespace dueline::duectl
