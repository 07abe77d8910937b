// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/conformance/fixture.h"
#include "tests/model/program.h"

#include <map>

namespace dueline {

/// A layout under test that executes a program of steps. Records all observable data as text. Omits instants, or rounds
/// them to the precision that both layouts must agree on.
class Subject
{
public:
    explicit Subject(const QByteArray& layout);

    TimePoint now();
    void waitUntil(TimePoint at) { m_fixture->waitUntil(at); }
    /// Starts a program. All due times are hours away from `base`, so the program's run time doesn't affect the
    /// results.
    void begin(TimePoint base) { m_base = base; }

    /// Executes the step and returns its result.
    QString run(const Step& step);
    /// Returns everything that can currently be read.
    QString observe();

private:
    QString add(const Step& step);
    QString claim(const Step& step);
    QString end(const Step& step);
    QString extend(const Step& step);
    QString act(const Step& step);
    QString edit(const Step& step);
    QString undo(const Step& step);
    QString operateOnLease(const Step& step);
    QString configure(const Step& step);
    QString describe(const TaskId& id);
    std::optional<TaskRef> refOf(const TaskId& id);
    /// Returns the distance from the base in hours. Leases and due times are hours apart, so this is precise enough.
    QString roughly(TimePoint at) const;
    Backend& backend(unsigned worker) { return *m_backends[worker % m_backends.size()]; }
    QueueEditor& editor() { return *m_backends.front()->editor(); }
    QueueInspector& inspector() { return m_backends.front()->inspector(); }

    std::unique_ptr<Fixture> m_fixture;
    std::vector<std::unique_ptr<Backend>> m_backends;
    TimePoint m_base{};
    std::vector<Lease> m_leases; ///< all leases so far, newest last
    std::vector<OperationId> m_operations;
    std::map<TaskId, TaskRef> m_remembered;
    std::map<TaskId, QByteArray> m_revisions; ///< revisions of remembered tasks
    bool m_paused = false;
};

} // namespace dueline
