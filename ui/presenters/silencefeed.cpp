// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/silencefeed.h"

#include "ui/presenters/connection.h"

namespace dueline {

SilenceFeed::SilenceFeed(Connection& connection)
    : QObject(&connection)
    , m_connection(connection)
{
    forget();
    connect(&connection.refresher(), &Refresher::refreshed, this, [this](Refresher::Subject subject) {
        if (subject == Refresher::Subject::Queues)
            look();
    });
    // Forget the observations: the lane may have a new backend.
    connect(&connection.session(), &Session::accessChanged, this, &SilenceFeed::forget);
    connect(&connection.session(), &Session::connectionChanged, this, [this] {
        if (!m_connection.session().isOnline())
            forget();
    });
}

const SilenceFeed::Event* SilenceFeed::of(const QueueName& queue) const
{
    const auto muted = m_muted.find(queue);
    const auto still = m_still.find(queue);
    return still == m_still.end() || (muted != m_muted.end() && !muted->second.hasExpired()) ? nullptr : &still->second;
}

void SilenceFeed::mute(const QueueName& queue)
{
    m_muted[queue] = QDeadlineTimer(muteFor);
    Q_EMIT changed();
}

void SilenceFeed::look()
{
    Session& session = m_connection.session();
    if (m_isAsked || !session.isOnline())
        return;
    m_isAsked = true;
    const TimePoint now = session.serverNow();
    std::vector<QueueInfo> queues = m_connection.queues();
    for (QueueInfo& info : queues)
        info.serverNow = now;
    session.run(
        Session::Lane::Background, this,
        [watch = m_watch, queues = std::move(queues), now](
            Backend& backend) { return watch->look(backend, queues, now); },
        [this, watch = m_watch](const Result<std::vector<Stillness>>& judged) {
            if (watch != m_watch)
                return;
            m_isAsked = false;
            if (judged)
                take(*judged);
        });
}

void SilenceFeed::take(const std::vector<Stillness>& judged)
{
    const bool hadAny = !m_still.empty();
    std::map<QueueName, Event> still;
    for (const Stillness& each : judged) {
        SilenceEvents& events = m_events[each.queue];
        const SilenceEvents::Change change = events.note(each);
        if (events.kind() == Stillness::Kind::Moving)
            continue;
        const auto known = m_still.find(each.queue);
        Event event{
            each, change == SilenceEvents::Change::Returned || (known != m_still.end() && known->second.isReturned)};
        event.stillness.kind = events.kind();
        still.emplace(each.queue, std::move(event));
    }
    m_still = std::move(still);
    if (hadAny || !m_still.empty())
        Q_EMIT changed();
}

void SilenceFeed::forget()
{
    m_watch = std::make_shared<SilenceWatch>(longestPause);
    m_isAsked = false;
    const bool hadAny = !m_still.empty();
    m_still.clear();
    if (hadAny)
        Q_EMIT changed();
}

} // namespace dueline
