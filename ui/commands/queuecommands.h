// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/text/notice.h"

#include <QObject>
#include <QPointer>

#include <functional>

class QWidget;

namespace dueline {

class Actions;
class Connection;
class QueueEditor;
class SharesDialog;
class Theme;
class ViewedPlace;
class WindowEvents;

/// Actions on the current queue: show values that most of its tasks have in common, change its settings, or delete it.
class QueueCommands : public QObject
{
    Q_OBJECT

public:
    QueueCommands(const Theme& theme, ViewedPlace& view, WindowEvents& events, Actions& actions, QWidget* window);

private:
    void changeSettings();
    void remove();
    void showShares();
    /// Runs `act` on the server, then shows the notice from `words` or the error. Calls `then` only on success.
    void edit(Connection& connection, std::function<Result<>(QueueEditor&)> act, std::function<Notice()> words,
        std::function<void()> then = {});

    const Theme& m_theme;
    ViewedPlace& m_view;
    WindowEvents& m_events;
    QWidget* m_window;
    QPointer<SharesDialog> m_shares;
};

} // namespace dueline
