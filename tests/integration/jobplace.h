// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/readplace.h"
#include "tests/support/nodepeer.h"

namespace dueline {

/// Server with queues filled by Bull or BullMQ.
class JobPlace : public ReadPlace
{
public:
    JobPlace(const QString& module, const QString& layout)
        : ReadPlace(layout, "mail")
        , module(module)
    { }

    QByteArrayList add(const QStringList& jobs)
    {
        return NodePeer::run(server, module, queue, QStringList{QStringLiteral("add")} + jobs);
    }
    /// Runs `count` jobs to completion and returns their ids in the order they ended.
    QByteArrayList work(int count)
    {
        return NodePeer::ranIn(NodePeer::run(server, module, queue, {QStringLiteral("work"), QString::number(count)}));
    }
    QByteArray call(const QString& method, const QString& arguments = {})
    {
        return NodePeer::run(server, module, queue, {QStringLiteral("call"), method, arguments}).value(0);
    }

    QString module;
};

} // namespace dueline
