// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QPointer>

#include <type_traits>

class QThread;

namespace dueline {

/// Backend on its own thread (a "lane"), which runs one piece of work after another. Threads with an event loop may
/// call blocking code only through this class. Create, use, and destroy a lane on one thread with an event loop. The
/// answers arrive on that thread.
class BackendThread
{
public:
    /// Creates a lane. The first work opens the backend on the lane's thread. If that fails, later work tries again.
    explicit BackendThread(BackendFactory make, const QString& name = QStringLiteral("backend"));
    /// Calls leave(), and waits for the running work to end. The backend is destroyed on the lane's thread.
    ~BackendThread();
    BackendThread(const BackendThread&) = delete;
    BackendThread& operator=(const BackendThread&) = delete;

    /// Calls work(Backend&), which returns a Result, on the lane's thread, then answer(Result) on the caller's thread.
    /// Answers are delivered asynchronously in the order of the calls, and never after `context` has been destroyed. If
    /// the backend can't be opened, or if the work hasn't begun by `deadline`, the work is skipped and the answer is an
    /// error (Cancelled if the deadline has passed).
    template <typename Work, typename Answer>
    void run(
        QObject* context, Work work, Answer answer, QDeadlineTimer deadline = QDeadlineTimer(QDeadlineTimer::Forever))
    {
        enqueue(std::make_unique<WorkOf<Work, Answer>>(context, deadline, std::move(work), std::move(answer)));
    }

    /// Drops queued work and all answers without waiting. Running work gets 200 ms to receive its reply, and is then
    /// interrupted (Interruption).
    void leave();

    /// Returns how many run() calls are queued or running.
    int pending() const;

private:
    class Lane;

    /// Undelivered answer.
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
        /// Runs the work on the lane's thread and returns its answer. If `backend` is null, skips the work and returns
        /// `error` as the answer.
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
