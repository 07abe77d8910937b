// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/context.h"
#include "app/duectl/mcpserver.h"
#include "core/console/operations/operationrun.h"

#include <QDeadlineTimer>

namespace dueline::duectl {

/// Tools for an MCP session. Reading tools run this program's commands with --json. Actions are previewed first: the
/// preview returns a token for running the action on exactly the previewed tasks. Only the session's queues are
/// accessible. Use it on one thread only.
class McpTools
{
public:
    static constexpr Millis tokensLast{std::chrono::minutes(5)};

    /// Creates the tools. `connection`: options that select the server, added to every command. `queues`: the only
    /// queues that the tools may use. `actions`: whether to offer tools that change data.
    McpTools(std::vector<QByteArray> connection, Credentials credentials, std::vector<QByteArray> queues, bool actions);
    ~McpTools();

    /// Returns the result of tools/list.
    QJsonArray list() const;
    std::optional<ToolAnswer> call(const QByteArray& name, const QJsonObject& arguments);
    /// Deletes expired previews. Call it before waiting for a request.
    void sweep();

private:
    struct Pending;

    Result<Context*> contextFor(const std::vector<QByteArray>& command);
    Result<QByteArray> run(const std::vector<QByteArray>& command);
    Result<QByteArray> queueOf(const QJsonObject& arguments);
    bool allows(const QByteArray& queue) const;
    bool meansAllowed(const QByteArray& queue);
    Error outOfReach() const;
    Result<OperationId> operationOf(Context& context, const QByteArray& word) const;
    QJsonObject withoutOtherQueues(QJsonObject operation) const;

    Result<QByteArray> queues();
    Result<QByteArray> list(const QByteArray& queue, const QJsonObject& arguments);
    Result<QByteArray> show(const QByteArray& queue, const QJsonObject& arguments);
    Result<QByteArray> failures(const QByteArray& queue, const QJsonObject& arguments);
    Result<QByteArray> timeline(const QByteArray& queue, const QJsonObject& arguments);
    Result<QByteArray> check(const QByteArray& queue, const QJsonObject& arguments);
    Result<QByteArray> operations(const QByteArray& queue);
    Result<QByteArray> doctor();
    Result<QByteArray> preview(const QByteArray& queue, const QJsonObject& arguments);
    Result<QByteArray> previewUndo(const QJsonObject& arguments);
    Result<QByteArray> confirm(const QJsonObject& arguments);

    std::vector<QByteArray> m_connection;
    Credentials m_credentials;
    std::vector<QByteArray> m_queues;
    bool m_actions;
    std::unique_ptr<Context> m_context;
    std::map<QByteArray, std::unique_ptr<Pending>> m_pending; ///< previews, by token
};

} // namespace dueline::duectl
