// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/celeryplace.h"
#include "tests/integration/layoutacts.h"

namespace dueline {

/// Server with a Celery queue, for testing operations on its messages.
class CeleryActs : public LayoutActs<CeleryServer>
{
public:
    static inline const QueueName shared = "@celery";
    static inline const QByteArray eta = R"("2099-01-02T03:04:05.678901+00:00")";

    explicit CeleryActs(const QString& layout = QStringLiteral("celery"))
        : LayoutActs(layout)
    { }

    /// Adds two waiting messages, two messages with an eta (in the lists of two priorities), and one claimed message.
    void fill()
    {
        server.push(CeleryServer::message("q1"));
        server.push(CeleryServer::message("e1", eta));
        server.push(CeleryServer::message("q2"));
        server.push(CeleryServer::message("e2", eta), "mail", '6');
        server.push(CeleryServer::message("q6"), "mail", '6');
        server.take("t", CeleryServer::message("taken", eta));
    }
    QByteArrayList queued(char step = '0')
    {
        QByteArrayList members;
        for (const Reply& member : server.call({"LRANGE", CeleryServer::list("mail", step), "0", "-1"}).items)
            members.append(member.bytes);
        return members;
    }
    using LayoutActs::act;
    using LayoutActs::undo;
    ActDone act(ActionKind kind, const std::vector<TaskId>& ids, StateSet states = StateSet::all())
    {
        return act("mail", kind, ids, states);
    }
    UndoProgress undo(const OperationId& id) { return undo("mail", id); }
};

} // namespace dueline
