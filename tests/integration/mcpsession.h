// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/duectlprogram.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace dueline {

/// A running `duectl mcp` that reads and writes one message per line.
class McpSession
{
public:
    McpSession(const Duectl& duectl, const QStringList& options)
        : m_process(duectl.start(QStringList(QStringLiteral("mcp")) + options))
    { }
    ~McpSession()
    {
        m_process->closeWriteChannel();
        if (!m_process->waitForFinished(5'000))
            m_process->kill();
        m_process->waitForFinished();
    }

    QProcess& process() { return *m_process; }
    void write(const QByteArray& line) { m_process->write(line + '\n'); }
    /// Returns the next message, or an empty object if none arrives within 20 s.
    QJsonObject next()
    {
        QElapsedTimer timer;
        timer.start();
        while (!m_process->canReadLine() && timer.elapsed() < 20'000)
            m_process->waitForReadyRead(1'000);
        return QJsonDocument::fromJson(m_process->readLine()).object();
    }
    QJsonObject ask(const QByteArray& method, const QJsonObject& parameters = {})
    {
        write(QJsonDocument(
            QJsonObject{{QStringLiteral("jsonrpc"), QStringLiteral("2.0")}, {QStringLiteral("id"), ++m_id},
                {QStringLiteral("method"), QString::fromUtf8(method)}, {QStringLiteral("params"), parameters}})
                  .toJson(QJsonDocument::Compact));
        const QJsonObject answer = next();
        return answer[QStringLiteral("id")].toInt() == m_id ? answer : QJsonObject();
    }
    QJsonObject begin(const QString& version = QStringLiteral("2025-06-18"))
    {
        const QJsonObject answer = ask("initialize",
            {{QStringLiteral("protocolVersion"), version}, {QStringLiteral("capabilities"), QJsonObject()},
                {QStringLiteral("clientInfo"),
                    QJsonObject{{QStringLiteral("name"), QStringLiteral("t")},
                        {QStringLiteral("version"), QStringLiteral("1")}}}});
        write(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        return answer[QStringLiteral("result")].toObject();
    }
    /// Returns the text of a tool's answer, prefixed with `!` if it is an error.
    QByteArray call(const QString& tool, const QJsonObject& arguments = {})
    {
        const QJsonObject answer
            = ask("tools/call", {{QStringLiteral("name"), tool}, {QStringLiteral("arguments"), arguments}});
        const QJsonObject result = answer[QStringLiteral("result")].toObject();
        const QByteArray text = result[QStringLiteral("content")][0][QStringLiteral("text")].toString().toUtf8();
        return result.isEmpty() ? QJsonDocument(answer).toJson()
                                : (result[QStringLiteral("isError")].toBool() ? "!" : "") + text;
    }
    QJsonObject object(const QString& tool, const QJsonObject& arguments = {})
    {
        return QJsonDocument::fromJson(call(tool, arguments)).object();
    }
    QJsonArray array(const QString& tool, const QJsonObject& arguments = {})
    {
        return QJsonDocument::fromJson(call(tool, arguments)).array();
    }

private:
    std::unique_ptr<QProcess> m_process;
    int m_id = 0;
};

} // namespace dueline
