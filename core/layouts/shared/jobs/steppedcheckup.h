// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queuecheckup.h"

#include <functional>
#include <vector>

namespace dueline {

/// A checkup that looks at one thing behind the other, at each in as many bounded steps as it takes.
class SteppedCheckup : public QueueCheckup
{
public:
    Result<bool> step() override;
    qint64 looked() const override { return m_looked; }
    std::vector<QueueFinding> findings() const override { return m_findings; }

protected:
    /// One step of a look; true: it needs another one.
    template <typename Self> using Look = Result<bool> (Self::*)();

    template <typename Self> void setLooks(Self* self, std::initializer_list<Look<Self>> looks)
    {
        for (const Look<Self> look : looks)
            m_looks.push_back([self, look] { return (self->*look)(); });
    }

    qint64 m_looked = 0; ///< entries
    qint64 m_offset = 0; ///< how far the look is; 0 when the next one begins
    std::vector<QueueFinding> m_findings;

private:
    std::vector<std::function<Result<bool>()>> m_looks;
    std::size_t m_look = 0;
};

} // namespace dueline
