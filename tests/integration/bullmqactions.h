// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/actionplace.h"

#include <QTest>

namespace dueline {

using namespace Qt::StringLiterals;

/// Of BullMQ; version 5.0.0 does not stamp its queues, so somebody says which it is.
class BullmqActions : public ActionPlace
{
public:
    explicit BullmqActions(const QString& module)
        : ActionPlace(module, module == u"bullmq500" ? u"bullmq:bull?major=5"_s : u"bullmq"_s)
    { }

    /// Jobs that failed, with what BullMQ keeps of them: one with a priority, one that is taken last in first out.
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

/// The version of BullMQ that this run of the test is beside: its module in tests/peers.
inline QString module()
{
    QFETCH_GLOBAL(QString, module);
    return module;
}

/// Rows of initTestCase_data(): a test runs beside each of these versions.
inline void addModules()
{
    QTest::addColumn<QString>("module");
    QTest::addRow("6") << u"bullmq"_s;
    QTest::addRow("5") << u"bullmq5"_s;
    QTest::addRow("5.0.0") << u"bullmq500"_s;
}

} // namespace dueline
