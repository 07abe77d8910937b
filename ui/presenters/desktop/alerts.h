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
class Workbench;

/// Looks for what somebody wants to be told of, by the rules of the settings, once a second and in what the window
/// knows anyway. Each condition is told once until it is over, and not again within a minute.
class Alerts : public QObject
{
    Q_OBJECT

public:
    struct Alert
    {
        QString key; ///< connection, rule and queue
        QString title; ///< plain text, as is `text`
        QString text;
        SidebarPlace place; ///< what it is about
    };

    explicit Alerts(Workbench& bench, QObject* parent = nullptr);

    void setRules(const NotificationRules& rules);
    /// Whether somebody looks at the window; then the end of an operation is no news.
    void setWatched(bool watched) { m_watched = watched; }
    void setQuietFor(Millis quiet) { m_quietFor = quiet; }
    /// The same as the timer does.
    void look();

Q_SIGNALS:
    void raised(const dueline::Alerts::Alert& alert);
    /// It is no longer so.
    void over(const QString& key);

private:
    void follow(OperationJob* job);
    void follow(UndoJob* job);
    void tellEnd(const SidebarPlace& place, const QString& title, const QString& text = {});
    /// Of an action on these queues, or of its undo.
    void tellEnd(const QString& connection, const std::vector<QueueName>& queues, const QString& title,
        const std::optional<Error>& error);
    void lookAt(Connection& connection, std::vector<Alert>& found, QSet<QString>& kept);

    Workbench& m_bench;
    NotificationRules m_rules;
    QTimer m_timer;
    Millis m_quietFor{60'000};
    bool m_watched = false;
    QSet<QString> m_wereOnline; ///< connections; one that never was cannot be lost
    QSet<QString> m_told; ///< keys of what is so, and was told
    QHash<QString, QDeadlineTimer> m_quiet; ///< told a short while ago
    QHash<QObject*, std::vector<QueueName>> m_undone; ///< queues of an undo with all its parts, while it is carried out
    QSet<const QObject*> m_followed; ///< actions with all their parts, while they are carried out
    int m_operations = 0;
};

} // namespace dueline
