// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queuecheckup.h"

#include <functional>
#include <vector>

namespace dueline {

/// Base class of checkups that run their checks one after another, each in as many bounded steps as it needs.
class SteppedCheckup : public QueueCheckup
{
public:
    Result<bool> step() override;
    qint64 looked() const override { return m_looked; }
    std::vector<QueueFinding> findings() const override { return m_findings; }

protected:
    /// Step of a check. Returns true if the check needs another step.
    template <typename Self> using Look = Result<bool> (Self::*)();

    template <typename Self> void setLooks(Self* self, std::initializer_list<Look<Self>> looks)
    {
        for (const Look<Self> look : looks)
            m_looks.push_back([self, look] { return (self->*look)(); });
    }

    qint64 m_looked = 0; ///< number of entries checked
    qint64 m_offset = 0; ///< position in the current check
    std::vector<QueueFinding> m_findings;

private:
    std::vector<std::function<Result<bool>()>> m_looks;
    std::size_t m_look = 0;
};

} // namespace dueline
