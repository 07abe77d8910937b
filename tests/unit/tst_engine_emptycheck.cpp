// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/emptycheck.h"
#include "tests/support/memory/memorybackend.h"
#include "tests/unit/consolefakes.h"

#include <QTest>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

/// Tests that a worker that exits once its queue is empty doesn't miss any tasks.
class TestEmptyCheck : public QObject
{
    Q_OBJECT

    std::shared_ptr<MemoryStore> m_store;
    std::unique_ptr<MemoryBackend> m_backend;
    TypeSelection m_ours;

    void add(const QByteArray& type, int count, Millis in)
    {
        std::vector<NewTask> tasks;
        const TimePoint now = m_backend->serverTime().value();
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = makeTaskId(type, now);
            task.dueAt = now + in;
            tasks.push_back(task);
        }
        QVERIFY(m_backend->editor()->add("q", tasks).ok());
    }

private slots:
    void init()
    {
        m_store = std::make_shared<MemoryStore>();
        m_backend = std::make_unique<MemoryBackend>(m_store, "w", Access::OperateAndWork);
        m_ours = {};
        m_ours.exact = {"t"};
    }

    void onlyOursCount()
    {
        EmptyCheck check(m_backend->inspector(), m_ours);
        QVERIFY(*check.isEmpty("q")); // The queue doesn't exist yet.
        add("theirs", 250, 1h);
        QVERIFY(*check.isEmpty("q"));
        add("t", 1, 1h);
        QVERIFY(!*check.isEmpty("q"));
    }

    void oneThatGoesBackDuringTheWalkIsSeen()
    {
        add("theirs", 100, 1h); // as many tasks as one step reads
        add("t", 1, 0s);
        ClaimRequest request;
        request.queue = "q";
        request.types = m_ours;
        const auto claim = m_backend->broker()->claim(request);
        QVERIFY(claim && claim->leases.size() == 1);
        int steps = 0;
        Faults faults;
        faults.beforeSearch = [&](const SearchRequest& step) {
            ++steps;
            if (!step.cursor.isEmpty() && steps == 2) // the waiting tasks have been scanned, but not the leased ones
                QVERIFY(m_backend->broker()->release("q", claim->leases).ok());
        };
        FaultyInspector inspector(m_backend->inspector(), faults);
        EmptyCheck check(inspector, m_ours);
        QVERIFY(!*check.isEmpty("q"));
        // With fewer steps, the first scan would have found the task, and the test would prove nothing.
        QVERIFY(steps > 2);
    }
};

QTEST_APPLESS_MAIN(TestEmptyCheck)
#include "tst_engine_emptycheck.moc"
