// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QPointer>

#include <type_traits>

class QThread;

namespace dueline {

/// One lane: owns a backend and the thread it lives on; the only place where an event loop meets blocking code. Made,
/// used and destroyed on one thread, which has an event loop; the answers come there.
class BackendThread
{
public:
    /// The backend is opened on its thread when the first work asks for it, and again with later work after that
    /// failed.
    explicit BackendThread(BackendFactory make, const QString& name = QStringLiteral("backend"));
    /// As leave(), and waits for what runs. The backend dies on its thread.
    ~BackendThread();
    BackendThread(const BackendThread&) = delete;
    BackendThread& operator=(const BackendThread&) = delete;

    /// Calls work(Backend&), which returns a Result, on the lane's thread, then answer(Result) here: always later, in
    /// order of the calls, and not at all once `context` is gone. When the backend cannot be opened, or the work was
    /// not begun before `deadline`, the answer is that error (Cancelled: nothing was sent) and the work is not called.
    template <typename Work, typename Answer>
    void run(
        QObject* context, Work work, Answer answer, QDeadlineTimer deadline = QDeadlineTimer(QDeadlineTimer::Forever))
    {
        enqueue(std::make_unique<WorkOf<Work, Answer>>(context, deadline, std::move(work), std::move(answer)));
    }

    /// Returns at once: work that has not begun is dropped, and so is every answer; what runs has a moment to hear a
    /// server that answers, and is then interrupted (Interruption), whatever the server does.
    void leave();

    /// Work that is queued or runs.
    int pending() const;

private:
    class Lane;

    /// An answer on its way; lives until it was given or dropped.
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
        /// On the lane's thread. Null: do not work, answer `error`.
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
