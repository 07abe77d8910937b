// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/actionplace.h"

namespace dueline {

/// Server with queues filled and processed by Bull. Tests may change the queues.
class BullActions : public ActionPlace
{
public:
    explicit BullActions(const QString& module, const QString& layout = QStringLiteral("bull"))
        : ActionPlace(module, layout)
    { }

    QByteArray key(const QByteArray& role) const { return "bull:" + queue + ':' + role; }
    QByteArray overlay(const QByteArray& role) const { return "dueline:overlay:bull:" + queue + ':' + role; }

    /// Adds three failed jobs with Bull's own data. One has a priority, and one was added as last in, first out.
    void addFailed()
    {
        add({QStringLiteral(R"({"name":"fail a","data":{"n":1}})"),
            QStringLiteral(R"({"name":"fail b","data":{"n":2},"opts":{"priority":7}})"),
            QStringLiteral(R"({"name":"fail c","data":{"n":3},"opts":{"lifo":true}})")});
        work(3);
    }
    /// Adds three scheduled jobs, two of them with a priority, and four waiting ones.
    void addWaiting()
    {
        add({QStringLiteral(R"({"name":"later","opts":{"delay":3600000}})"),
            QStringLiteral(R"({"name":"later first","opts":{"delay":7200000,"priority":3}})"),
            QStringLiteral(R"({"name":"later last","opts":{"delay":9200000,"priority":4}})"),
            QStringLiteral(R"({"name":"waits","data":{"n":4}})"), QStringLiteral(R"({"name":"waits","data":{"n":5}})"),
            QStringLiteral(R"({"name":"urgent","opts":{"priority":3}})"),
            QStringLiteral(R"({"name":"first","opts":{"priority":2}})")});
    }
    /// Fills the head of `wait` with ids of jobs that tests never read.
    void fillWait(int count)
    {
        for (int begin = 0; begin < count; begin += 10'000) {
            Command push{"LPUSH", key("wait")};
            for (int i = 0; i < 10'000; ++i)
                push.push_back("x" + QByteArray::number(begin + i));
            server.call(push);
        }
    }
    /// Returns a list's ids, starting at its head.
    QByteArrayList list(const char* role)
    {
        QByteArrayList ids;
        for (const Reply& id : server.call({"LRANGE", key(role), "0", "-1"}).items)
            ids << id.bytes;
        return ids;
    }
    OperationRecord recordOf(const QByteArray& unique) const
    {
        OperationRecord record;
        record.id = queue + '/' + unique;
        record.kind = "retry";
        record.queue = queue;
        record.undoable = true;
        return record;
    }
    ActionStep retryStep(const std::vector<TaskRef>& refs, const QByteArray& unique) const
    {
        ActionStep step;
        step.queue = queue;
        step.operation = queue + '/' + unique;
        step.action.kind = ActionKind::Retry;
        step.refs = refs;
        return step;
    }
};

/// Returns the Bull version that the test uses.
inline QString bullModule()
{
    QFETCH_GLOBAL(QString, module);
    return module;
}

inline void eachBull()
{
    QTest::addColumn<QString>("module");
    QTest::addRow("4") << QStringLiteral("bull");
    QTest::addRow("3.29") << QStringLiteral("bull3");
}

} // namespace dueline
