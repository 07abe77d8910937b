// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>

#include <optional>

namespace dueline::duectl {

/// The tools as tools/list answers them: name, description, what they take as a JSON schema, and whether they only
/// read. Without `actions` those that change something are left out.
QJsonArray mcpToolSchemas(bool actions);

/// What is wrong with the arguments of a call by these schemas, as a sentence; empty text: there is no tool of that
/// name; nullopt: nothing.
std::optional<QByteArray> checkMcpArguments(
    const QJsonArray& tools, const QByteArray& name, const QJsonObject& arguments);

} // namespace dueline::duectl
