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

/// Alerts based on the notification rules in the settings. Conditions are checked once per second, using only data that
/// the window already has. A condition is reported again only after it has ended, and at most once per minute.
class Alerts : public QObject
{
    Q_OBJECT

public:
    struct Alert
    {
        QString key; ///< key that identifies the connection, rule and queue
        QString title; ///< title; like `text`, it is plain text
        QString text;
        SidebarPlace place; ///< queue or connection that the alert is about
        QByteArray event; ///< permanent English name of the event for use by programs
    };

    explicit Alerts(ViewedPlace& view, WindowEvents& events, QObject* parent = nullptr);

    void setRules(const NotificationRules& rules);
    /// Sets whether the window is active. If it is, the end of operations isn't reported.
    void setWatched(bool watched) { m_watched = watched; }
    void setQuietFor(Millis quiet) { m_quietFor = quiet; }
    /// Checks the conditions. Also called by a timer.
    void look();

Q_SIGNALS:
    void raised(const dueline::Alerts::Alert& alert);
    /// Emitted when the condition with this key ends.
    void over(const QString& key);

private:
    void follow(OperationJob* job);
    void follow(UndoJob* job);
    void tellEnd(const SidebarPlace& place, const QString& title, const QString& text = {});
    /// Reports that an action on these queues, or its undo, has ended.
    void tellEnd(const QString& connection, const std::vector<QueueName>& queues, const QString& title,
        const std::optional<Error>& error);
    void lookAt(Connection& connection, std::vector<Alert>& found, QSet<QString>& kept);

    ViewedPlace& m_view;
    WindowEvents& m_events;
    NotificationRules m_rules;
    QTimer m_timer;
    Millis m_quietFor{60'000};
    bool m_watched = false;
    QSet<QString> m_wereOnline; ///< ids of connections that have been online
    QSet<QString> m_told; ///< keys of reported conditions that still hold
    QHash<QString, QDeadlineTimer> m_quiet; ///< conditions reported less than a minute ago, by key
    QHash<QObject*, std::vector<QueueName>> m_undone; ///< queues of all parts of each running undo
    QSet<const QObject*> m_followed; ///< running actions that are followed; each is an OperationParts
    int m_operations = 0;
};

} // namespace dueline
