// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/desktop/alerts.h"

#include "core/base/text.h"
#include "ui/presenters/operationparts.h"
#include "ui/presenters/silencefeed.h"
#include "ui/presenters/undobatch.h"
#include "ui/text/formatting.h"
#include "ui/text/operationwords.h"
#include "ui/text/silencewords.h"
#include "ui/text/undowords.h"
#include "ui/workbench/windowevents.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::chrono::seconds alertsLookEvery{1};

QString alertKey(const Connection& connection, const char* rule, const QueueName& queue = {})
{
    return connection.id() + u'\n' + QLatin1String(rule) + u'\n' + QString::fromUtf8(queue);
}

/// Returns the text on one line, without characters that the desktop could interpret as markup.
QString told(const QByteArray& text, int longest = 60) { return printable(text, longest); }

} // namespace

Alerts::Alerts(ViewedPlace& view, WindowEvents& events, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_events(events)
{
    m_timer.setInterval(alertsLookEvery);
    connect(&m_timer, &QTimer::timeout, this, &Alerts::look);
    connect(&m_events, &WindowEvents::operationStarted, this, qOverload<OperationJob*>(&Alerts::follow));
    connect(&m_events, &WindowEvents::undoStarted, this, qOverload<UndoJob*>(&Alerts::follow));
    connect(&m_events, &WindowEvents::workEnded, this,
        [this](const SidebarPlace& place, const QString& words) { tellEnd(place, words); });
}

void Alerts::setRules(const NotificationRules& rules)
{
    m_rules = rules;
    NotificationRules watching = rules;
    watching.operationDone = false;
    if (watching == NotificationRules())
        m_timer.stop();
    else if (!m_timer.isActive())
        m_timer.start();
}

void Alerts::look()
{
    std::vector<Alert> found;
    QSet<QString> kept; // keys of conditions on lost connections, kept until the connections can be checked again
    for (const auto& connection : m_view.connections().all())
        lookAt(*connection, found, kept);
    QSet<QString> now;
    for (const Alert& alert : found)
        now.insert(alert.key);
    const QSet<QString> told = m_told; // copied because the loop changes the set
    for (const QString& key : told) {
        if (now.contains(key) || kept.contains(key))
            continue;
        m_told.remove(key);
        Q_EMIT over(key);
    }
    for (const Alert& alert : found) {
        if (m_told.contains(alert.key) || !m_quiet.value(alert.key, QDeadlineTimer(0)).hasExpired())
            continue;
        m_told.insert(alert.key);
        m_quiet.insert(alert.key, QDeadlineTimer(m_quietFor));
        Q_EMIT raised(alert);
    }
}

void Alerts::lookAt(Connection& connection, std::vector<Alert>& found, QSet<QString>& kept)
{
    const QString name = told(connection.profile().name.toUtf8());
    const bool online = connection.session().isOnline();
    if (online)
        m_wereOnline.insert(connection.id());
    const ConnectionState& state = connection.session().connection();
    if (m_rules.connectionLost && state.kind == ConnectionState::Kind::Offline
        && m_wereOnline.contains(connection.id())) {
        found.push_back({alertKey(connection, "lost"), tr("The connection to %1 was lost").arg(name),
            told(state.error.message.toUtf8(), 300), {connection.id(), {}, {}}, "connection_lost"});
    } else if (!online && m_told.contains(alertKey(connection, "lost"))) {
        // Keep the key of the alert until the connection is restored.
        kept.insert(alertKey(connection, "lost"));
    }
    // Data that hasn't been refreshed recently doesn't reflect the current state.
    const bool fresh
        = online && SystemClock().now() - connection.refreshedAt() <= 2 * connection.refreshPeriod() + alertsLookEvery;
    for (const QueueInfo& queue : connection.queues()) {
        const QString failedKey = alertKey(connection, "failed", queue.name);
        const QString overdueKey = alertKey(connection, "overdue", queue.name);
        const QString silentKey = alertKey(connection, "silent", queue.name);
        if (!fresh) {
            kept << failedKey << overdueKey << silentKey;
            continue;
        }
        const SilenceFeed::Event* silence = m_rules.silent ? connection.silence().of(queue.name) : nullptr;
        // If a queue falls silent again after a short interruption, the silence has already been reported.
        if (silence && silence->stillness.kind == Stillness::Kind::Silent && !silence->isReturned)
            found.push_back({silentKey,
                tr("No task in %1 has been claimed for %2")
                    .arg(told(queue.name),
                        Formatting::duration(std::chrono::floor<std::chrono::seconds>(silence->stillness.length()))),
                Formatting::sentences(
                    {tr("%Ln task(s) are due on %1.", nullptr, Formatting::plural(silence->stillness.due)).arg(name),
                        SilenceWords::hints(silence->stillness)}),
                {connection.id(), queue.name, TaskState::Due}, "queue_silent"});
        const qint64 failed = queue.counts[TaskState::Failed];
        if (m_rules.failedAbove && failed > *m_rules.failedAbove)
            found.push_back(
                {failedKey, tr("%Ln failed task(s) in %1", nullptr, Formatting::plural(failed)).arg(told(queue.name)),
                    tr("on %1").arg(name), {connection.id(), queue.name, TaskState::Failed}, "failed_tasks"});
        if (!m_rules.overdueBy || queue.paused || !queue.oldestDue)
            continue;
        const Millis late = std::chrono::duration_cast<Millis>(connection.session().serverNow() - *queue.oldestDue);
        if (late > *m_rules.overdueBy)
            found.push_back({overdueKey,
                tr("A task in %1 has been waiting for %2").arg(told(queue.name), Formatting::duration(late)),
                tr("on %1; the task is due, but no worker has claimed it").arg(name),
                {connection.id(), queue.name,
                    queue.counts[TaskState::Due] > 0 ? std::optional(TaskState::Due) : std::nullopt},
                "late_tasks"});
    }
}

/// Reports the end of an action once, no matter how many parts the action has.
void Alerts::follow(OperationJob* job)
{
    const OperationParts* parts = OperationParts::of(*job);
    if (!parts || m_followed.contains(parts))
        return;
    m_followed.insert(parts);
    connect(parts, &OperationParts::ended, this, [this, parts] {
        m_followed.remove(parts);
        tellEnd(parts->connection(), parts->queues(), doneWords(parts->kind(), parts->progress().done), parts->error());
    });
}

void Alerts::follow(UndoJob* job)
{
    auto* batch = qobject_cast<UndoBatch*>(job->parent());
    const QString connection = job->connection() ? job->connection()->id() : QString();
    if (!batch) { // a resumed undo has no batch
        const std::vector<QueueName> queues{job->record().queue};
        connect(job, &UndoJob::finished, this,
            [this, job, connection, queues] { tellEnd(connection, queues, undoneWords(job->undone()), {}); });
        connect(job, &UndoJob::failed, this,
            [this, connection, queues](const Error& error) { tellEnd(connection, queues, {}, error); });
        return;
    }
    const bool isFirst = !m_undone.contains(batch);
    std::vector<QueueName>& queues = m_undone[batch];
    if (std::find(queues.begin(), queues.end(), job->record().queue) == queues.end())
        queues.push_back(job->record().queue);
    if (!isFirst)
        return;
    connect(batch, &UndoBatch::ended, this,
        [this, batch, connection](const UndoProgress& all, const std::optional<Error>& error) {
            tellEnd(connection, m_undone.take(batch), undoneWords(all), error);
        });
    connect(batch, &QObject::destroyed, this, [this, batch] { m_undone.remove(batch); });
}

void Alerts::tellEnd(const QString& connection, const std::vector<QueueName>& queues, const QString& title,
    const std::optional<Error>& error)
{
    if (queues.size() == 1)
        return tellEnd({connection, queues.front(), {}}, error ? tr("An operation ended early") : title,
            error ? told(error->message.toUtf8(), 300) : QString());
    const Connection* of = m_view.connections().find(connection);
    if (!of)
        return;
    tellEnd({connection, {}, {}}, error ? tr("An operation ended early") : title,
        error ? told(error->message.toUtf8(), 300)
              : tr("%Ln queue(s) on %1", nullptr, Formatting::plural(qint64(queues.size())))
                    .arg(told(of->profile().name.toUtf8())));
}

void Alerts::tellEnd(const SidebarPlace& place, const QString& title, const QString& text)
{
    const Connection* connection = m_view.connections().find(place.connection);
    if (!m_rules.operationDone || m_watched || !connection)
        return;
    const QString name = told(connection->profile().name.toUtf8());
    Q_EMIT raised({alertKey(*connection, "operation", QByteArray::number(++m_operations)), title,
        text.isEmpty() ? tr("%1 on %2", "queue, connection").arg(told(place.queue), name) : text, place,
        "operation_ended"});
}

} // namespace dueline
