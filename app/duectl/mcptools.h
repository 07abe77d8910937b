// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/context.h"
#include "app/duectl/mcpserver.h"
#include "core/console/operations/operationrun.h"

#include <QDeadlineTimer>

namespace dueline::duectl {

/// The tools of an assistant's session. Reading ones run the commands of this program and answer their --json; actions
/// are previewed and then confirmed by the preview's token, which holds just the tasks that were seen. No tool reaches
/// another queue than those it was given. Bound to one thread.
class McpTools
{
public:
    static constexpr Millis tokensLast{std::chrono::minutes(5)};

    /// `connection`: the options that say where Redis is, for every command. `queues`: as they are named to the tools.
    McpTools(std::vector<QByteArray> connection, Credentials credentials, std::vector<QByteArray> queues, bool actions);
    ~McpTools();

    /// For tools/list.
    QJsonArray list() const;
    std::optional<ToolAnswer> call(const QByteArray& name, const QJsonObject& arguments);
    /// Before what waits for a request: forgets previews whose time is over.
    void sweep();

private:
    struct Pending;

    Result<Context*> contextFor(const std::vector<QByteArray>& command);
    Result<QByteArray> run(const std::vector<QByteArray>& command);
    Result<QByteArray> queueOf(const QJsonObject& arguments);
    bool allows(const QByteArray& queue) const;
    bool meansAllowed(const QByteArray& queue);

    Result<QByteArray> queues();
    Result<QByteArray> list(const QByteArray& queue, const QJsonObject& arguments);
    Result<QByteArray> show(const QByteArray& queue, const QJsonObject& arguments);
    Result<QByteArray> failures(const QByteArray& queue, const QJsonObject& arguments);
    Result<QByteArray> timeline(const QByteArray& queue, const QJsonObject& arguments);
    Result<QByteArray> check(const QByteArray& queue, const QJsonObject& arguments);
    Result<QByteArray> doctor();
    Result<QByteArray> preview(const QByteArray& queue, const QJsonObject& arguments);
    Result<QByteArray> previewUndo(const QJsonObject& arguments);
    Result<QByteArray> confirm(const QJsonObject& arguments);

    std::vector<QByteArray> m_connection;
    Credentials m_credentials;
    std::vector<QByteArray> m_queues;
    bool m_actions;
    std::unique_ptr<Context> m_context; ///< of the call that runs
    std::map<QByteArray, std::unique_ptr<Pending>> m_pending; ///< by token
};

} // namespace dueline::duectl
