// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/conformance/fixture.h"
#include "tests/model/program.h"

#include <map>

namespace dueline {

/// A layout that runs a program. Whatever can be told apart by looking at it is written down as text, instants left out
/// or rounded to what both layouts must agree on.
class Subject
{
public:
    explicit Subject(const QByteArray& layout);

    TimePoint now();
    void waitUntil(TimePoint at) { m_fixture->waitUntil(at); }
    /// Due times of a program lie hours around `base`, so that its own run time decides nothing.
    void begin(TimePoint base) { m_base = base; }

    /// Does the step; returns what was answered.
    QString run(const Step& step);
    /// Everything that can be read now.
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
    /// The instant as a distance from the base, in hours: leases and dues lie hours apart.
    QString roughly(TimePoint at) const;
    Backend& backend(unsigned worker) { return *m_backends[worker % m_backends.size()]; }
    QueueEditor& editor() { return *m_backends.front()->editor(); }
    QueueInspector& inspector() { return m_backends.front()->inspector(); }

    std::unique_ptr<Fixture> m_fixture;
    std::vector<std::unique_ptr<Backend>> m_backends;
    TimePoint m_base{};
    std::vector<Lease> m_leases; ///< ever given, the newest last
    std::vector<OperationId> m_operations;
    std::map<TaskId, TaskRef> m_remembered;
    std::map<TaskId, QByteArray> m_revisions; ///< of what is remembered
    bool m_paused = false;
};

} // namespace dueline
