// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customspec.h"
#include "tests/conformance/fixture.h"
#include "tests/conformance/mappedbackend.h"

namespace dueline {

/// A design that people write by hand, on a private server which all tests of a program share. The suite names its
/// tasks itself; here such a name is what the design stores: the member of a
/// sorted set, a key, the item of a list. What the suite gives a task
/// besides name and time, the design has no place for, so it is left out; the tests that are about it ask holds().
class CustomFixture : public Fixture
{
public:
    /// `layout` as in Fixture::layouts(); nullptr: it is none of these.
    static std::unique_ptr<Fixture> make(const QByteArray& layout);
    static std::vector<QByteArray> layouts();

    /// `mixed`: with native queues in one connection.
    explicit CustomFixture(CustomSpecPtr spec, bool mixed = false);

    Result<std::unique_ptr<Backend>> open(const QByteArray& session, Access access) override;
    void waitUntil(TimePoint at) override;
    void damage(const QueueName& queue, const TaskId& id) override;
    bool holds(Feature feature) const override;
    QueueName queue() const override;

private:
    bool hasTimes() const;

    Result<std::unique_ptr<Backend>> openAs(const LayoutType& type, const QByteArray& session, Access access) const;

    CustomSpecPtr m_spec;
    bool m_isMixed;
    std::shared_ptr<SuiteIds> m_ids = std::make_shared<SuiteIds>(); ///< of designs that make their own
};

} // namespace dueline
