// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backgroundtask.h"
#include "core/console/discover/layoutlook.h"
#include "core/layouts/port/keyguesses.h"

namespace dueline {

/// Looks at layouts and for layouts on threads of their own, so that who types a key's name waits for nothing. Of looks
/// only the last one asked for is heard. Destroying it does not wait.
class LayoutDetector : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    bool isLooking() const { return m_look.isRunning(); }
    bool isSearching() const { return m_search.isRunning(); }

public slots:
    /// lookAtLayout(), then looked() or failed().
    void look(const dueline::ConnectionSpec& connection);
    /// suggestLayouts(allLayouts(), ), then suggested() or failed().
    void search(const dueline::ConnectionSpec& connection);
    /// Nothing more is heard of the look.
    void leaveLook() { m_look.leave(); }
    /// Nothing more is heard of either.
    void leave();

signals:
    void looked(const dueline::LayoutLook& look);
    void suggested(const dueline::LayoutSuggestions& suggestions);
    void failed(const dueline::Error& error);

private:
    BackgroundTask m_look{*this};
    BackgroundTask m_search{*this};
};

} // namespace dueline
