// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backgroundtask.h"
#include "core/console/discover/layoutlook.h"
#include "core/layouts/port/keyguesses.h"

namespace dueline {

/// Background thread that inspects layouts or searches for them, so that typing a key's name never blocks the window.
/// Only the latest inspection emits a result. The destructor doesn't wait.
class LayoutDetector : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    bool isLooking() const { return m_look.isRunning(); }
    bool isSearching() const { return m_search.isRunning(); }

public slots:
    /// Runs lookAtLayout(), then emits looked() or failed().
    void look(const dueline::ConnectionSpec& connection);
    /// Runs suggestLayouts() with allLayouts(), then emits suggested() or failed().
    void search(const dueline::ConnectionSpec& connection);
    /// Cancels the inspection and suppresses its signals.
    void leaveLook() { m_look.leave(); }
    /// Cancels the inspection and the search, and suppresses their signals.
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
