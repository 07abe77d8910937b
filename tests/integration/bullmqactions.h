// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/actionplace.h"

#include <QTest>

namespace dueline {

using namespace Qt::StringLiterals;

/// Server with queues filled and processed by BullMQ. Version 5.0.0 doesn't stamp its queues, so specify the version
/// explicitly.
class BullmqActions : public ActionPlace
{
public:
    explicit BullmqActions(const QString& module)
        : ActionPlace(module, module == u"bullmq500" ? u"bullmq:bull?major=5"_s : u"bullmq"_s)
    { }

    /// Adds failed jobs with BullMQ's own data. One has a priority, and one was added as last in, first out.
    void addFailed()
    {
        add({uR"({"name":"fail a","data":{"n":1}})"_s, uR"({"name":"fail b","data":{"n":2},"opts":{"priority":7}})"_s,
            uR"({"name":"fail c","data":{"n":3},"opts":{"lifo":true}})"_s});
        work(3);
    }
    void addWaiting()
    {
        add({uR"({"name":"later","opts":{"delay":3600000}})"_s,
            uR"({"name":"later first","opts":{"delay":7200000,"priority":3}})"_s,
            uR"({"name":"waits","data":{"n":4}})"_s, uR"({"name":"waits","data":{"n":5}})"_s,
            uR"({"name":"waits","data":{"n":6}})"_s, uR"({"name":"first","opts":{"priority":2}})"_s});
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
    QByteArray key(const char* role) const { return "bull:" + queue + ':' + role; }
};

/// Returns this test run's BullMQ version, as its module's name in tests/peers.
inline QString module()
{
    QFETCH_GLOBAL(QString, module);
    return module;
}

/// Adds rows to initTestCase_data(), so that a test runs with each of these versions.
inline void addModules()
{
    QTest::addColumn<QString>("module");
    QTest::addRow("6") << u"bullmq"_s;
    QTest::addRow("5") << u"bullmq5"_s;
    QTest::addRow("5.0.0") << u"bullmq500"_s;
}

} // namespace dueline
