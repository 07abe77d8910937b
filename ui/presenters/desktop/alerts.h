// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/settings/preferences.h"
#include "ui/sidebar/model/sidebarmodel.h"

#include <QDeadlineTimer>
#include <QSet>
#include <QTimer>

namespace dueline {

class Connection;
class OperationJob;
class RunningJob;
class UndoJob;
class ViewedPlace;
class WindowEvents;

/// Alerts according to the rules in the settings. The conditions are checked once a second, using only data that the
/// window already has. A condition is not reported again until it has ended, and at most once a minute.
class Alerts : public QObject
{
    Q_OBJECT

public:
    struct Alert
    {
        QString key; ///< connection, rule and queue
        QString title; ///< plain text, like `text`
        QString text;
        SidebarPlace place; ///< affected place
    };

    explicit Alerts(ViewedPlace& view, WindowEvents& events, QObject* parent = nullptr);

    void setRules(const NotificationRules& rules);
    /// Sets whether the window is active. An active window does not report the end of operations.
    void setWatched(bool watched) { m_watched = watched; }
    void setQuietFor(Millis quiet) { m_quietFor = quiet; }
    /// Checks the conditions; also called by the timer.
    void look();

Q_SIGNALS:
    void raised(const dueline::Alerts::Alert& alert);
    /// Emitted when the condition of this key has ended.
    void over(const QString& key);

private:
    void follow(OperationJob* job);
    void follow(UndoJob* job);
    void tellEnd(const SidebarPlace& place, const QString& title, const QString& text = {});
    /// Reports the end of an action on these queues, or of its undo.
    void tellEnd(const QString& connection, const std::vector<QueueName>& queues, const QString& title,
        const std::optional<Error>& error);
    void lookAt(Connection& connection, std::vector<Alert>& found, QSet<QString>& kept);

    ViewedPlace& m_view;
    WindowEvents& m_events;
    NotificationRules m_rules;
    QTimer m_timer;
    Millis m_quietFor{60'000};
    bool m_watched = false;
    QSet<QString> m_wereOnline; ///< conditions that have been reported and still hold, by key
    QSet<QString> m_told; ///< keys of reported conditions that still hold
    QHash<QString, QDeadlineTimer> m_quiet; ///< conditions reported less than a minute ago
    QHash<QObject*, std::vector<QueueName>> m_undone; ///< queues of all parts of a running undo
    QSet<const QObject*> m_followed; ///< running actions, with all their parts
    int m_operations = 0;
};

} // namespace dueline
