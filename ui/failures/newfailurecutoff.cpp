// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/newfailurecutoff.h"

#include "ui/workbench/viewedplace.h"

namespace dueline {

NewFailureCutoff& NewFailureCutoff::of(ViewedPlace& view)
{
    if (auto* known = view.findChild<NewFailureCutoff*>(QString(), Qt::FindDirectChildrenOnly))
        return *known;
    return *new NewFailureCutoff(&view);
}

void NewFailureCutoff::choose(Choice choice)
{
    if (choice == m_choice)
        return;
    m_choice = choice;
    Q_EMIT chosen();
}

TimePoint NewFailureCutoff::since(TimePoint now, const QByteArray& place) const
{
    switch (m_choice) {
    case Choice::Hour:
        return now - std::chrono::hours(1);
    case Choice::Day:
        return now - std::chrono::hours(24);
    case Choice::LastLook:
        break;
    }
    return m_looks.value(place, now);
}

void NewFailureCutoff::noteLook(const QByteArray& place, TimePoint now)
{
    if (!place.isEmpty())
        m_looks.insert(place, now);
}

} // namespace dueline
