// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowzone.h"

#include "core/base/zonename.h"
#include "ui/actions/actions.h"
#include "ui/workbench/viewedplace.h"

#include <utility>

namespace dueline {

WindowZone::WindowZone(ViewedPlace& view, Actions& actions, QObject* parent)
    : QObject(parent)
    , m_view(view)
{
    connect(&view, &ViewedPlace::placeChanged, this, &WindowZone::follow);
    actions.handle("view.zoneUtc", this, [this] { choose(QStringLiteral("UTC")); });
    actions.handle("view.zoneLocal", this, [this] { choose({}); });
}

QTimeZone WindowZone::named(const QString& name)
{
    const auto zone = timeZoneNamed(name.toUtf8());
    return zone ? *zone : QTimeZone::systemTimeZone();
}

QTimeZone WindowZone::zone() const { return named(m_ofProfile.isEmpty() ? m_choice : m_ofProfile); }

void WindowZone::choose(const QString& name)
{
    m_choice = name; // keep a zone that is unknown on this machine: other machines may share the settings
    m_ofProfile.clear();
    Q_EMIT changed();
}

void WindowZone::follow()
{
    const QString wanted = m_view.current() ? m_view.current()->profile().timeZone : QString();
    const QString known = timeZoneNamed(wanted.toUtf8()) ? wanted : QString();
    if (std::exchange(m_requested, known) == known)
        return;
    m_ofProfile = known;
    Q_EMIT changed();
}

} // namespace dueline
