// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/backendthread.h"

#include "core/base/interruption.h"

#include <QCoreApplication>
#include <QThread>

#include <condition_variable>
#include <deque>
#include <mutex>

namespace dueline {

namespace {

constexpr Millis hearToTheEnd{200}; ///< time that leave() gives running work to receive its reply

} // namespace

/// Thread with a work queue. Answers are delivered on the thread that created it.
class BackendThread::Lane
{
    /// Event posted for each answer. It has its own class because tests/tsan.supp mentions its name.
    struct LetterWaits : QEvent
    {
        LetterWaits()
            : QEvent(QEvent::User)
        { }
        ~LetterWaits() override { }
    };

    /// Receiver for the events, on the thread that created the lane.
    class Mailbox : public QObject
    {
    public:
        explicit Mailbox(Lane& lane)
            : m_lane(lane)
        { }

    protected:
        void customEvent(QEvent*) override { m_lane.deliver(); }

    private:
        Lane& m_lane;
    };

public:
    Lane(BackendFactory make, const QString& name)
        : m_make(std::move(make))
        , m_thread(QThread::create([this] { loop(); }))
    {
        m_thread->setObjectName(name);
        m_thread->start();
    }

    void leave()
    {
        m_interruption.request(hearToTheEnd);
        // Destroy dropped work here, on the creator's thread: its callbacks may hold objects that belong to this
        // thread.
        std::deque<std::unique_ptr<Job>> dropped;
        {
            const std::lock_guard lock(m_mutex);
            m_ending = true;
            dropped.swap(m_jobs);
        }
        m_wake.notify_one();
    }

    ~Lane()
    {
        leave();
        {
            std::unique_lock lock(m_mutex);
            m_left.wait(lock, [this] { return m_ended; });
        }
        m_thread->wait();
        // The members' destructors drop undelivered answers.
    }

    void enqueue(std::unique_ptr<Job> job)
    {
        {
            const std::lock_guard lock(m_mutex);
            job->number = ++m_lastNumber;
            m_jobs.push_back(std::move(job));
        }
        m_wake.notify_one();
    }

    int pending() const
    {
        const std::lock_guard lock(m_mutex);
        return int(m_jobs.size()) + (m_running ? 1 : 0);
    }

private:
    std::unique_ptr<Job> next()
    {
        std::unique_lock lock(m_mutex);
        m_running = false;
        m_wake.wait(lock, [this] { return m_ending || !m_jobs.empty(); });
        if (m_ending)
            return nullptr;
        std::unique_ptr<Job> job = std::move(m_jobs.front());
        m_jobs.pop_front();
        m_running = true;
        return job;
    }

    void loop()
    {
        const InterruptionScope interruptible(m_interruption);
        std::unique_ptr<Backend> backend;
        while (std::unique_ptr<Job> job = next()) {
            std::unique_ptr<Letter> letter = runOne(backend, *job);
            post(std::move(letter));
        }
        backend.reset();
        const std::lock_guard lock(m_mutex);
        m_ended = true;
        m_left.notify_one();
    }

    std::unique_ptr<Letter> runOne(std::unique_ptr<Backend>& backend, Job& job)
    {
        if (job.deadline.hasExpired()) {
            const Error late{ErrorCode::Cancelled,
                QStringLiteral(
                    "The connection was busy with earlier requests for too long; nothing was sent. Try again.")};
            return job.run(nullptr, late);
        }
        if (!backend) {
            // Work that was already queued when opening failed gets the same error, without another attempt.
            if (job.number <= m_failedUpTo)
                return job.run(nullptr, m_openError);
            auto opened = m_make();
            if (!opened) {
                m_openError = opened.error();
                const std::lock_guard lock(m_mutex);
                m_failedUpTo = m_lastNumber;
            } else {
                backend = *std::move(opened);
            }
        }
        return backend ? job.run(backend.get(), {}) : job.run(nullptr, m_openError);
    }

    void post(std::unique_ptr<Letter> letter)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_letters.push_back(std::move(letter));
        }
        QCoreApplication::postEvent(&m_mailbox, new LetterWaits);
    }

    /// Delivers the next answer. Its callback may destroy this object.
    void deliver()
    {
        std::unique_ptr<Letter> letter;
        {
            const std::lock_guard lock(m_mutex);
            letter = std::move(m_letters.front());
            m_letters.pop_front();
            if (m_ending)
                return;
        }
        letter->open();
    }

    const BackendFactory m_make;
    Interruption m_interruption; // declared before m_thread, which uses it
    mutable std::mutex m_mutex;
    std::condition_variable m_wake;
    std::condition_variable m_left;
    std::deque<std::unique_ptr<Job>> m_jobs;
    std::deque<std::unique_ptr<Letter>> m_letters;
    bool m_ending = false;
    bool m_running = false;
    bool m_ended = false;
    qint64 m_lastNumber = 0;
    // Number of the newest job in the queue when opening failed. Only used by the lane's thread.
    qint64 m_failedUpTo = 0;
    Error m_openError;
    Mailbox m_mailbox{*this};
    std::unique_ptr<QThread> m_thread;
};

BackendThread::BackendThread(BackendFactory make, const QString& name)
    : m_lane(std::make_unique<Lane>(std::move(make), name))
{ }

BackendThread::~BackendThread() = default;

void BackendThread::leave() { m_lane->leave(); }

void BackendThread::enqueue(std::unique_ptr<Job> job) { m_lane->enqueue(std::move(job)); }

int BackendThread::pending() const { return m_lane->pending(); }

} // namespace dueline
