// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QJsonArray>
#include <QJsonObject>

#include <functional>

namespace dueline::duectl {

/// Result of a tool call: text, usually a JSON document, or an error message.
struct ToolAnswer
{
    QByteArray text;
    bool isError = false;
};

/// Model Context Protocol (MCP) session: JSON-RPC 2.0, with one message per line. Doesn't depend on particular tools
/// or streams: it calls the tools through a function, and its owner passes in lines and sends the replies.
class McpServer
{
public:
    static constexpr qsizetype longestLine = 1024 * 1024;
    static constexpr qsizetype longestAnswer = 256 * 1024; ///< maximum number of bytes a tool may return

    /// Calls a tool by name. Returns nullopt if there is no such tool.
    using Call = std::function<std::optional<ToolAnswer>(const QByteArray& name, const QJsonObject& arguments)>;

    /// Creates a server. `tools`: result of tools/list. `instructions`: text for the model using the tools.
    McpServer(QJsonArray tools, QByteArray instructions, Call call);

    /// Returns the reply to a message, ending with a line feed; empty if the message is a notification or a response.
    QByteArray answer(const QByteArray& line);
    /// Returns the reply to a line longer than longestLine.
    static QByteArray tooLong();
    /// Returns the id of the request that a message cancels, as JSON; empty if the message isn't a cancellation.
    static QByteArray cancelledBy(const QByteArray& line);
    /// Returns the id of a request, as JSON; empty if the message has none.
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
