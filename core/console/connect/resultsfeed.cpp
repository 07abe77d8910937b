// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/resultsfeed.h"

#include "core/base/interruption.h"

#include <QDeadlineTimer>
#include <QThread>

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace dueline {

namespace {

constexpr Millis lookAtRequests{100};
constexpr Millis reopenAfter{500};
constexpr Millis reopenAtLatest{10'000};
// Maximum number of messages to read before checking for a new request.
constexpr int readBeforeLooking = 256;
constexpr int drainedAtMost = 10'000;
// Maximum delay between a message's arrivals on two connections.
constexpr Millis lateAtMost{100};
constexpr Millis twiceWithin{2'000}; ///< period after the subscriptions change during which duplicates are expected

} // namespace

/// State shared by the feed's thread and its owner's thread, guarded by one mutex.
class ResultsFeed::Shared
{
public:
    explicit Shared(ResultsFeed* feed)
        : m_feed(feed)
    { }

    void request(const std::vector<QueueName>& queues)
    {
        const std::lock_guard lock(m_mutex);
        if (queues == m_queues)
            return;
        m_queues = queues;
        ++m_request;
        m_changed.notify_all();
    }
    void again()
    {
        const std::lock_guard lock(m_mutex);
        if (m_listening || m_queues.empty())
            return;
        ++m_request;
        m_changed.notify_all();
    }
    void end()
    {
        interruption.request();
        const std::lock_guard lock(m_mutex);
        m_ended = true;
        m_changed.notify_all();
    }
    bool ended() const
    {
        const std::lock_guard lock(m_mutex);
        return m_ended;
    }
    std::pair<int, std::vector<QueueName>> requested() const
    {
        const std::lock_guard lock(m_mutex);
        return {m_request, m_queues};
    }
    bool isStillAsked(int request) const
    {
        const std::lock_guard lock(m_mutex);
        return !m_ended && m_request == request;
    }
    /// Waits up to `atMost` (nullopt: no limit) for a request other than `request`.
    void wait(int request, std::optional<Millis> atMost)
    {
        std::unique_lock lock(m_mutex);
        const auto another = [&] { return m_ended || m_request != request; };
        if (atMost)
            m_changed.wait_for(lock, *atMost, another);
        else
            m_changed.wait(lock, another);
    }

    void push(std::vector<ResultEntry> entries)
    {
        const std::lock_guard lock(m_mutex);
        const bool wake = m_entries.empty() && m_skipped.count == 0;
        for (ResultEntry& entry : entries) {
            m_heard += entry.kind == ResultEntry::Kind::Ended;
            m_entries.push_back(std::move(entry));
        }
        while (m_entries.size() >= heldAtMost) { // take() adds one entry, for the skipped ones
            const ResultEntry& oldest = m_entries.front();
            if (m_skipped.count == 0)
                m_skipped.at = oldest.at;
            m_skipped.until = oldest.at;
            m_skipped.count += oldest.kind == ResultEntry::Kind::Skipped ? oldest.count : 1;
            m_entries.pop_front();
        }
        if (wake && !m_entries.empty())
            QMetaObject::invokeMethod(m_feed, &ResultsFeed::arrived, Qt::QueuedConnection);
    }
    std::deque<ResultEntry> take()
    {
        const std::lock_guard lock(m_mutex);
        std::deque<ResultEntry> taken = std::exchange(m_entries, {});
        if (m_skipped.count > 0)
            taken.push_front(std::exchange(m_skipped, {ResultEntry::Kind::Skipped, {}, {}, {}, {}, 0, {}}));
        return taken;
    }
    void setListening(bool listening, const Error& trouble)
    {
        const std::lock_guard lock(m_mutex);
        if (m_listening == listening && m_trouble == trouble)
            return;
        m_listening = listening;
        m_trouble = trouble;
        QMetaObject::invokeMethod(m_feed, &ResultsFeed::listeningChanged, Qt::QueuedConnection);
    }
    bool isListening() const
    {
        const std::lock_guard lock(m_mutex);
        return m_listening;
    }
    Error trouble() const
    {
        const std::lock_guard lock(m_mutex);
        return m_trouble;
    }
    qint64 heard() const
    {
        const std::lock_guard lock(m_mutex);
        return m_heard;
    }

    Interruption interruption; ///< ends waits on the feed's thread

private:
    ResultsFeed* m_feed;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<QueueName> m_queues;
    int m_request = 0;
    bool m_ended = false;
    bool m_listening = false;
    Error m_trouble;
    qint64 m_heard = 0;
    std::deque<ResultEntry> m_entries;
    ResultEntry m_skipped{ResultEntry::Kind::Skipped, {}, {}, {}, {}, 0, {}};
};

/// Main object of the feed's thread.
class ResultsFeed::Listener
{
public:
    Listener(BackendFactory make, std::shared_ptr<Shared> shared)
        : m_make(std::move(make))
        , m_shared(std::move(shared))
    { }

    void run()
    {
        const InterruptionScope interruptible(m_shared->interruption);
        Millis pause = reopenAfter;
        while (!m_shared->ended()) {
            const auto [request, queues] = m_shared->requested();
            if (queues.empty()) {
                m_source.reset();
                m_deafSince.reset();
                m_shared->setListening(false, {});
                m_shared->wait(request, std::nullopt);
                continue;
            }
            if (const auto opened = open(queues); !opened) {
                noteDeaf(opened.error());
                const bool forGood = isRefusal(opened.error().code);
                if (opened.error().refusesLogin())
                    // Wait for again(), which is called after the password has changed, for example.
                    m_shared->wait(request, std::nullopt);
                else
                    m_shared->wait(request, forGood ? reopenAtLatest : pause);
                pause = std::min(pause * 2, reopenAtLatest);
                continue;
            }
            pause = reopenAfter;
            listen(request);
        }
        m_source.reset(); // must be destroyed before its backend
    }

private:
    Result<> open(const std::vector<QueueName>& queues)
    {
        if (!m_backend) {
            auto made = m_make();
            if (!made)
                return made.error();
            m_backend = std::move(*made);
        }
        auto fresh = m_backend->events(queues, false, true);
        if (!fresh)
            return fresh.error();
        if (auto opened = (*fresh)->open(); !opened)
            return opened;
        // Now that the new source is open, read what is left in the old one, so that no message is lost. Messages that
        // both sources receive are counted once.
        if (m_source) {
            std::deque<QueueEvent> last;
            // The old source may still receive messages that were published before the new one was open.
            const QDeadlineTimer grace(lateAtMost);
            for (int i = 0; i < drainedAtMost; ++i) {
                auto event = m_source->next(Millis(grace.remainingTime()));
                if (!event || !*event)
                    break;
                if (wasHeard(**event))
                    continue;
                last.push_back(**event);
                hear(**event);
            }
            m_heardTwice = std::move(last);
        }
        m_twiceUntil = QDeadlineTimer(twiceWithin);
        m_source = std::move(*fresh);
        m_shared->push(std::exchange(m_batch, {}));
        if (m_deafSince) {
            ResultEntry gap{ResultEntry::Kind::Offline, *m_deafSince, SystemClock().now(), {}, {}, 0, {}};
            m_deafSince.reset();
            m_shared->push({std::move(gap)});
        }
        m_shared->setListening(true, {});
        return {};
    }

    void listen(int request)
    {
        while (m_shared->isStillAsked(request)) {
            // Wait for the first message, then read all others that have already arrived.
            for (int i = 0; i < readBeforeLooking; ++i) {
                auto event = m_source->next(i == 0 ? lookAtRequests : Millis(0));
                if (!event) {
                    m_shared->push(std::exchange(m_batch, {}));
                    m_source.reset();
                    noteDeaf(event.error());
                    m_shared->wait(request, reopenAfter);
                    return;
                }
                if (!*event)
                    break;
                if (!wasHeard(**event))
                    hear(**event);
            }
            m_shared->push(std::exchange(m_batch, {}));
        }
    }

    /// Returns whether the old source has already received this event.
    bool wasHeard(const QueueEvent& event)
    {
        if (m_heardTwice.empty())
            return false;
        if (m_twiceUntil.hasExpired()) {
            m_heardTwice.clear();
            return false;
        }
        const auto twice = std::find(m_heardTwice.begin(), m_heardTwice.end(), event);
        if (twice == m_heardTwice.end())
            return false;
        // All subscribers receive messages in the same order, so the new source won't receive any earlier ones.
        m_heardTwice.erase(m_heardTwice.begin(), twice + 1);
        return true;
    }

    void hear(const QueueEvent& event)
    {
        if (event.kind != QueueEvent::Kind::Results)
            return;
        const TimePoint now = SystemClock().now();
        auto outcomes = decodeOutcomes(event.data);
        if (!outcomes) {
            m_batch.push_back({ResultEntry::Kind::Unreadable, now, now, event.queue, {}, 0, outcomes.error().message});
            return;
        }
        for (Outcome& outcome : *outcomes)
            m_batch.push_back({ResultEntry::Kind::Ended, now, now, event.queue, std::move(outcome), 0, {}});
    }

    void noteDeaf(const Error& error)
    {
        m_source.reset();
        if (!m_deafSince)
            m_deafSince = SystemClock().now();
        m_shared->setListening(false, error);
    }

    BackendFactory m_make;
    std::shared_ptr<Shared> m_shared;
    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<EventSource> m_source;
    std::deque<QueueEvent> m_heardTwice;
    QDeadlineTimer m_twiceUntil;
    std::vector<ResultEntry> m_batch;
    std::optional<TimePoint> m_deafSince;
};

ResultsFeed::ResultsFeed(BackendFactory make, QObject* parent)
    : QObject(parent)
    , m_shared(std::make_shared<Shared>(this))
{
    m_thread.reset(QThread::create([listener = std::make_shared<Listener>(std::move(make), m_shared)]() mutable {
        listener->run();
        listener.reset(); // destroys the backend on its own thread
    }));
    m_thread->setObjectName(QStringLiteral("results"));
    m_thread->start();
}

ResultsFeed::~ResultsFeed()
{
    m_shared->end();
    m_thread->wait();
}

void ResultsFeed::follow(const std::vector<QueueName>& queues) { m_shared->request(queues); }

void ResultsFeed::again() { m_shared->again(); }

std::deque<ResultEntry> ResultsFeed::take() { return m_shared->take(); }

qint64 ResultsFeed::heard() const { return m_shared->heard(); }

bool ResultsFeed::isListening() const { return m_shared->isListening(); }

Error ResultsFeed::trouble() const { return m_shared->trouble(); }

} // namespace dueline
