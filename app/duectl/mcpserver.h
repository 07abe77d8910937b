// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QJsonArray>
#include <QJsonObject>

#include <functional>

namespace dueline::duectl {

/// What a tool answered: text, mostly a JSON document, or a sentence that says what went wrong.
struct ToolAnswer
{
    QByteArray text;
    bool isError = false;
};

/// The protocol of one session of the Model Context Protocol: JSON-RPC 2.0, one message a line. It knows no tools and
/// no streams: it is given lines and answers lines.
class McpServer
{
public:
    static constexpr qsizetype longestLine = 1024 * 1024;
    static constexpr qsizetype longestAnswer = 256 * 1024; ///< of a tool, bytes

    /// Calls a tool by its name; nullopt: there is none of that name.
    using Call = std::function<std::optional<ToolAnswer>(const QByteArray& name, const QJsonObject& arguments)>;

    /// `tools`: as tools/list answers them. `instructions`: for whoever reads them to a model.
    McpServer(QJsonArray tools, QByteArray instructions, Call call);

    /// What one line is answered with, a line feed at its end; empty: nothing (a notification, an answer).
    QByteArray answer(const QByteArray& line);
    /// What a line is answered with that was longer than longestLine.
    static QByteArray tooLong();
    /// The id of the request that a line cancels, as JSON; empty: it does not cancel any.
    static QByteArray cancelledBy(const QByteArray& line);
    /// The id of the request in a line, as JSON; empty: it has none.
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
