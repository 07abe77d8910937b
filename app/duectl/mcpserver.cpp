// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/mcpserver.h"

#include <QJsonDocument>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

// Error codes of JSON-RPC 2.0.
constexpr int parseError = -32700;
constexpr int invalidRequest = -32600;
constexpr int methodNotFound = -32601;
constexpr int invalidParams = -32602;

/// Supported protocol versions, newest first.
constexpr std::array versions{
    QLatin1StringView("2025-06-18"), QLatin1StringView("2025-03-26"), QLatin1StringView("2024-11-05")};

QJsonObject errorObject(int code, const QString& message) { return {{u"code"_s, code}, {u"message"_s, message}}; }

QByteArray wire(QJsonObject message)
{
    message.insert(u"jsonrpc"_s, u"2.0"_s);
    return QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n';
}

QByteArray refusal(const QJsonValue& id, int code, const QString& message)
{
    return wire({{u"id"_s, id}, {u"error"_s, errorObject(code, message)}});
}

bool isId(const QJsonValue& id) { return id.isString() || id.isDouble(); }

QByteArray asJson(const QJsonValue& id)
{
    return isId(id) ? QJsonDocument(QJsonArray{id}).toJson(QJsonDocument::Compact) : QByteArray();
}

} // namespace

McpServer::McpServer(QJsonArray tools, QByteArray instructions, Call call)
    : m_tools(std::move(tools))
    , m_instructions(std::move(instructions))
    , m_call(std::move(call))
{ }

QByteArray McpServer::tooLong()
{
    return refusal(QJsonValue::Null, invalidRequest, u"Messages over %1 bytes are not accepted."_s.arg(longestLine));
}

QByteArray McpServer::cancelledBy(const QByteArray& line)
{
    if (!line.contains("notifications/cancelled"))
        return {};
    const QJsonObject message = QJsonDocument::fromJson(line).object();
    return message[u"method"_s] == u"notifications/cancelled"_s
        ? asJson(message[u"params"_s].toObject()[u"requestId"_s])
        : QByteArray();
}

QByteArray McpServer::idOf(const QByteArray& line) { return asJson(QJsonDocument::fromJson(line).object()[u"id"_s]); }

QByteArray McpServer::answer(const QByteArray& line)
{
    if (line.trimmed().isEmpty())
        return {};
    QJsonParseError failure;
    const QJsonDocument document = QJsonDocument::fromJson(line, &failure);
    if (failure.error != QJsonParseError::NoError)
        return refusal(QJsonValue::Null, parseError, u"This line is not JSON: %1."_s.arg(failure.errorString()));
    if (!document.isObject())
        return refusal(
            QJsonValue::Null, invalidRequest, u"A message must be one JSON object; batches are not supported."_s);
    const QJsonObject message = document.object();
    const QJsonValue id = message.value(u"id"_s);
    if (!message.contains(u"method"_s) && (message.contains(u"result"_s) || message.contains(u"error"_s)))
        return {}; // a response, so there is no reply
    const bool hasId = message.contains(u"id"_s);
    if (message[u"jsonrpc"_s] != u"2.0"_s || !message[u"method"_s].isString() || (hasId && !isId(id))
        || (message.contains(u"params"_s) && !message[u"params"_s].isObject()))
        return refusal(isId(id) ? id : QJsonValue(QJsonValue::Null), invalidRequest,
            u"Not a JSON-RPC 2.0 request: it needs jsonrpc \"2.0\", a method, an id that is a string or a number, and params as an object."_s);
    if (!hasId)
        return {}; // a notification, so there is no reply
    QJsonObject error;
    const QJsonObject answer = result(message[u"method"_s].toString().toUtf8(), message[u"params"_s].toObject(), error);
    return wire({{u"id"_s, id},
        error.isEmpty() ? std::pair{u"result"_s, QJsonValue(answer)} : std::pair{u"error"_s, QJsonValue(error)}});
}

QJsonObject McpServer::result(const QByteArray& method, const QJsonObject& parameters, QJsonObject& error)
{
    if (method == "ping")
        return {};
    if (method == "initialize") {
        if (!parameters[u"protocolVersion"_s].isString()) {
            error = errorObject(invalidParams, u"initialize needs protocolVersion as a string."_s);
            return {};
        }
        return initialize(parameters);
    }
    const bool isKnown = method == "tools/list" || method == "tools/call";
    if (!isKnown)
        error = errorObject(methodNotFound, u"Unknown method \"%1\"."_s.arg(QString::fromUtf8(method.left(100))));
    else if (!m_initialized)
        error = errorObject(invalidRequest, u"Call initialize first."_s);
    else if (method == "tools/call")
        return callTool(parameters, error);
    return error.isEmpty() ? QJsonObject{{u"tools"_s, m_tools}} : QJsonObject();
}

QJsonObject McpServer::initialize(const QJsonObject& parameters)
{
    m_initialized = true;
    const QString asked = parameters[u"protocolVersion"_s].toString();
    const bool isKnown = std::find(versions.begin(), versions.end(), asked) != versions.end();
    return {{u"protocolVersion"_s, isKnown ? asked : QString(versions.front())},
        {u"capabilities"_s, QJsonObject{{u"tools"_s, QJsonObject{{u"listChanged"_s, false}}}}},
        {u"serverInfo"_s,
            QJsonObject{{u"name"_s, u"dueline"_s}, {u"title"_s, u"Dueline"_s},
                {u"version"_s, QStringLiteral(DUELINE_VERSION)}}},
        {u"instructions"_s, QString::fromUtf8(m_instructions)}};
}

QJsonObject McpServer::callTool(const QJsonObject& parameters, QJsonObject& error)
{
    const QJsonValue arguments = parameters[u"arguments"_s];
    if (!parameters[u"name"_s].isString() || !(arguments.isUndefined() || arguments.isObject())) {
        error = errorObject(invalidParams, u"tools/call needs a name, and arguments as an object."_s);
        return {};
    }
    const QByteArray name = parameters[u"name"_s].toString().toUtf8();
    auto answered = m_call(name, arguments.toObject());
    if (!answered) {
        error = errorObject(invalidParams, u"Unknown tool \"%1\"."_s.arg(QString::fromUtf8(name.left(100))));
        return {};
    }
    if (answered->text.size() > longestAnswer)
        *answered = {"The result exceeds 256 KiB: use a filter or a smaller limit.", true};
    return {
        {u"content"_s, QJsonArray{QJsonObject{{u"type"_s, u"text"_s}, {u"text"_s, QString::fromUtf8(answered->text)}}}},
        {u"isError"_s, answered->isError}};
}

} // namespace dueline::duectl
