// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QPointer>

#include <type_traits>

class QThread;

namespace dueline {

/// Lane: a backend with its own thread. Event-loop threads may use blocking code only through this class. Create, use
/// and destroy a lane on one thread with an event loop, which receives the answers.
class BackendThread
{
public:
    /// Creates a lane. The backend is opened on the lane's thread when it is first needed. If opening fails, the next
    /// work item tries again.
    explicit BackendThread(BackendFactory make, const QString& name = QStringLiteral("backend"));
    /// Calls leave() and waits for the running work. The backend is destroyed on its own thread.
    ~BackendThread();
    BackendThread(const BackendThread&) = delete;
    BackendThread& operator=(const BackendThread&) = delete;

    /// Calls work(Backend&), which returns a Result, on the lane's thread, and then answer(Result) on this thread.
    /// Answers are delivered asynchronously in the order of the calls, and never after `context` is destroyed. The work
    /// is skipped if the backend cannot be opened or if the work has not begun by `deadline`; the answer is then an
    /// error (Cancelled if nothing was sent).
    template <typename Work, typename Answer>
    void run(
        QObject* context, Work work, Answer answer, QDeadlineTimer deadline = QDeadlineTimer(QDeadlineTimer::Forever))
    {
        enqueue(std::make_unique<WorkOf<Work, Answer>>(context, deadline, std::move(work), std::move(answer)));
    }

    /// Drops queued work and all answers, and returns immediately. Running work gets a short time to receive its reply
    /// and is then interrupted (Interruption), even if the server does not respond.
    void leave();

    /// Returns the number of queued and running work items.
    int pending() const;

private:
    class Lane;

    /// Undelivered answer; destroyed when delivered or dropped.
    struct Letter
    {
        virtual ~Letter() = default;
        virtual void open() = 0;
    };

    struct Job
    {
        explicit Job(QDeadlineTimer by)
            : deadline(by)
        { }
        virtual ~Job() = default;
        /// Runs the work on the lane's thread. If the backend is null, returns `error` as the answer.
        virtual std::unique_ptr<Letter> run(Backend* backend, const Error& error) = 0;
        QDeadlineTimer deadline;
        qint64 number = 0;
    };

    template <typename Work, typename Answer> struct WorkOf final : Job
    {
        using Value = std::invoke_result_t<Work&, Backend&>;

        WorkOf(QObject* context, QDeadlineTimer by, Work work, Answer answer)
            : Job(by)
            , m_letter(std::make_unique<Reply>(context, std::move(answer)))
            , m_work(std::move(work))
        { }
        std::unique_ptr<Letter> run(Backend* backend, const Error& error) override
        {
            m_letter->value.emplace(backend ? m_work(*backend) : Value(error));
            return std::move(m_letter);
        }

        struct Reply final : Letter
        {
            Reply(QObject* to, Answer then)
                : context(to)
                , answer(std::move(then))
            { }
            void open() override
            {
                if (context)
                    answer(std::move(*value));
            }
            QPointer<QObject> context;
            Answer answer;
            std::optional<Value> value;
        };

        std::unique_ptr<Reply> m_letter;
        Work m_work;
    };

    void enqueue(std::unique_ptr<Job> job);

    std::unique_ptr<Lane> m_lane;
};

} // namespace dueline
