// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/steppedcheckup.h"

namespace dueline {

Result<bool> SteppedCheckup::step()
{
    if (m_look >= m_looks.size())
        return false;
    const auto again = m_looks[m_look]();
    if (!again)
        return again;
    if (!*again) {
        ++m_look;
        m_offset = 0;
    }
    return m_look < m_looks.size();
}

} // namespace dueline
