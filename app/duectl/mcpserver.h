// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QJsonArray>
#include <QJsonObject>

#include <functional>

namespace dueline::duectl {

/// Result of a tool call: text, usually a JSON document, or a sentence describing an error.
struct ToolAnswer
{
    QByteArray text;
    bool isError = false;
};

/// Session of the Model Context Protocol: JSON-RPC 2.0, with one message per line. It does not depend on particular
/// tools or streams; it only accepts and returns lines.
class McpServer
{
public:
    static constexpr qsizetype longestLine = 1024 * 1024;
    static constexpr qsizetype longestAnswer = 256 * 1024; ///< maximum size of a tool's answer in bytes

    /// Function that calls a tool by name. Returns nullopt if there is no such tool.
    using Call = std::function<std::optional<ToolAnswer>(const QByteArray& name, const QJsonObject& arguments)>;

    /// Creates a server. `tools`: tools for tools/list. `instructions`: text for the model that uses the tools.
    McpServer(QJsonArray tools, QByteArray instructions, Call call);

    /// Returns the reply to a line, with a line feed at the end; empty for a notification or a response.
    QByteArray answer(const QByteArray& line);
    /// Returns the reply to a line that is longer than longestLine.
    static QByteArray tooLong();
    /// Returns the id of the request that a line cancels, as JSON; empty if there is none.
    static QByteArray cancelledBy(const QByteArray& line);
    /// Returns the id of the request in a line, as JSON; empty if there is none.
    static QByteArray idOf(const QByteArray& line);

private:
    QJsonObject result(const QByteArray& method, const QJsonObject& parameters, QJsonObject& error);
    QJsonObject initialize(const QJsonObject& parameters);
    QJsonObject callTool(const QJsonObject& parameters, QJsonObject& error);

    QJsonArray m_tools;
    QByteArray m_instructions;
    Call m_call;
    bool m_initialized = false;
};

} // namespace dueline::duectl
