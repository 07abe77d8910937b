// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backendthread.h"
#include "core/console/connect/reconnectpace.h"
#include "core/console/connect/timeslice.h"
#include "core/console/profiles/profile.h"

#include <QElapsedTimer>
#include <QTimer>

#include <deque>

namespace dueline {

/// State of a session's connection.
struct ConnectionState
{
    enum class Kind : quint8 { Closed, Connecting, Online, Offline };

    Kind kind = Kind::Closed;
    Error error; ///< for Offline: why the session is offline
    // When this state began, by this machine's clock. For Offline, the displayed data hasn't been updated since then.
    TimePoint since{};
    Millis retryIn{}; ///< for Offline: delay before the next attempt

    /// Returns which credential was refused. The session doesn't send it again until the user asks it to.
    LoginRefusal refusal() const { return isLost() ? error.login : LoginRefusal::None; }
    /// Returns whether the connection is lost or was never opened. Stays true during the next attempt, so that views
    /// don't flicker.
    bool isLost() const { return kind == Kind::Offline || (kind == Kind::Connecting && !error.message.isEmpty()); }

    bool operator==(const ConnectionState&) const = default;
};

/// Open profile, with its connections and what is known about the server. Work runs on two lanes. Each lane has a
/// thread and a connection and runs its work in order, so an action waits for earlier work on its lane. The interactive
/// lane is for short work. Long work is divided into turns of length laneTurn, so that other work can run in between.
/// Work that can't be divided and doesn't need the session's backend gets its own thread (BackgroundTask). Every
/// run()'s result updates the connection state. While offline, the session tries to reconnect at the pace of
/// ReconnectPace. After a refused login (ConnectionState::refusal()), it waits for reconnect(), because only the user
/// can fix the login.
class Session : public QObject
{
    Q_OBJECT

public:
    enum class Lane : quint8 {
        /// Work that the user is waiting for, such as a page, a task's details, an edit, or an action on few tasks.
        Interactive,
        Background, ///< work on many tasks or queues, or work that the user didn't request
    };
    /// Maximum number of tasks for an action on the interactive lane.
    static constexpr qint64 shortUpTo = 100;
    /// Returns the lane for an action on this many tasks.
    static Lane laneFor(qint64 tasks) { return tasks <= shortUpTo ? Lane::Interactive : Lane::Background; }
    /// Returns the backend factory for an access level. Called on the session's thread, but the factory is called on
    /// the lanes' threads.
    using FactoryFor = std::function<BackendFactory(Access)>;

    Session(Profile profile, FactoryFor factoryFor, QObject* parent = nullptr);
    ~Session() override;
    /// Sets a separate connection for open(), reconnect(), and measure(). Its timeouts are short, so that a lost server
    /// is detected quickly even while the lanes are busy. Without it, these functions use the interactive lane. Call
    /// this before open().
    void setPulse(BackendFactory pulse) { m_pulseFactory = std::move(pulse); }

    const Profile& profile() const { return m_profile; }
    /// Changes the profile's name, which is only used for display.
    void rename(const QString& name) { m_profile.name = name; }
    const ConnectionState& connection() const { return m_connection; }
    bool isOnline() const { return m_connection.kind == ConnectionState::Kind::Online; }
    /// Returns the last connection's capabilities; all false if the session has never been online.
    const Capabilities& capabilities() const { return m_capabilities.all; }
    /// Returns a queue's capabilities. They differ between queues if the connection has several layouts.
    const Capabilities& capabilities(const QueueName& queue) const { return m_capabilities.of(queue); }
    const QueueCapabilities& queueCapabilities() const { return m_capabilities; }
    /// Replaces the capabilities. Call this when they change, for example because another layout has been found.
    void noteCapabilities(const QueueCapabilities& capabilities);
    /// Returns the access level, which determines whether the lanes' backends have an editor and a broker.
    Access access() const { return m_access; }
    /// Returns how far the server's clock is ahead of this machine's clock.
    Millis clockOffset() const { return m_clockOffset; }
    TimePoint serverNow() const;
    /// Returns the time until the next reconnection attempt; zero if none is planned.
    Millis nextTryIn() const { return m_retry.isActive() ? m_retry.remainingTimeAsDuration() : Millis(0); }
    /// Returns the server's version, such as `7.0.15`; empty if unknown or if the session has never been online.
    const QByteArray& serverVersion() const { return m_serverVersion; }
    /// Returns the median of the latest round-trip times; nullopt if none have been measured on this connection.
    std::optional<std::chrono::microseconds> roundTrip() const;
    /// Returns `user@host`, which is recorded as an operation's author.
    static QByteArray identity();

    /// Returns the time of the server's last reply if it hasn't responded for at least silentAfter; otherwise nullopt.
    /// The connection stays open until the lanes' deadlines.
    std::optional<TimePoint> silentSince() const;
    static constexpr Millis silentAfter{2'000};

    /// Runs work on a lane, like BackendThread::run(), and updates the connection state from the result. The session
    /// must be open.
    template <typename Work, typename Answer>
    void run(Lane lane, QObject* context, Work work, Answer answer,
        QDeadlineTimer deadline = QDeadlineTimer(QDeadlineTimer::Forever))
    {
        using Value = std::invoke_result_t<Work&, Backend&>;
        thread(lane).run(
            context, std::move(work),
            [self = QPointer(this), generation = m_generation, answer = std::move(answer)](Value value) mutable {
                if (self)
                    self->note(generation, value.ok() ? nullptr : &value.error());
                answer(std::move(value));
            },
            deadline);
    }

    /// Runs repeatable work. If the lanes reopen before the answer arrives (unlock()), the work runs again on the new
    /// lanes, so an answer always arrives while the session is open.
    template <typename Work, typename Answer> void runAgain(Lane lane, QObject* context, Work work, Answer answer)
    {
        auto renewed = std::make_shared<QMetaObject::Connection>();
        const auto ask = [this, lane, context = QPointer(context), work, answer, renewed] {
            if (!m_interactive)
                return;
            run(lane, context, work, [answer, renewed](auto value) mutable {
                QObject::disconnect(*renewed);
                answer(std::move(value));
            });
        };
        *renewed = connect(this, &Session::accessChanged, context, ask);
        ask();
    }

    /// Runs long work in turns, so that other work can run on the lane in between. `work` must have a `Result<bool>
    /// step(Backend&)` that takes several milliseconds and returns true at the end. `work` is moved to the lane and
    /// back.
    /// `answer(Result<Work>)` is called once at the end, on this thread. `goesOn(const Work&)` is called on this thread
    /// after each turn; if it returns false, or if the lanes reopen, the work ends without an answer.
    template <typename Work, typename Answer, typename GoesOn>
    void runInTurns(Lane lane, QObject* context, Work work, Answer answer, GoesOn goesOn)
    {
        struct Turn
        {
            Work work;
            bool complete = false;
        };
        run(
            lane, context,
            [work = std::move(work)](Backend& backend) mutable -> Result<Turn> {
                const Result<bool> complete = runForTimeSlice([&] { return work.step(backend); });
                if (!complete)
                    return complete.error();
                return Turn{std::move(work), *complete};
            },
            [self = QPointer(this), lane, context, answer = std::move(answer), goesOn = std::move(goesOn)](
                Result<Turn> turn) mutable {
                if (!turn)
                    return answer(Result<Work>(turn.error()));
                if (turn->complete)
                    return answer(Result<Work>(std::move(turn->work)));
                const bool on = goesOn(std::as_const(turn->work)) && self && self->m_interactive;
                if (on)
                    self->runInTurns(lane, context, std::move(turn->work), std::move(answer), std::move(goesOn));
            });
    }

    /// Changes the access level, if openAccess() permits it. Open lanes reopen once their running calls have ended, no
    /// later than the calls' deadlines. Errors: Refused.
    Result<> unlock(bool writes, bool worker);
    /// Reopens the lanes once their running calls have ended. Call this after allowing or forbidding writes.
    void reopen();
    /// Sets the limit of the first reconnection delay, which doubles up to `longest`, even in the first phase of
    /// ReconnectPace.
    void setRetryDelays(Millis first, Millis longest) { m_pace = {first, longest, m_pace.soonFor, longest}; }
    /// Returns a number that increases whenever the lanes reopen. Answers from earlier lanes are dropped.
    int generation() const { return m_generation; }

public slots:
    /// Connects to the server. connectionChanged() reports the result.
    void open();
    /// Closes the lanes once their running calls have ended, no later than the calls' deadlines. Drops pending answers.
    void close();
    /// Calls BackendThread::leave() on all lanes. No more answers arrive. To close several sessions quickly, call this
    /// on all of them first, so that their running calls end in parallel.
    void leave();
    /// Reconnects immediately instead of waiting for the next attempt.
    void reconnect();
    /// Measures the server's clock and the round-trip time, then emits measured(). Does nothing while offline or while
    /// a measurement is running.
    void measure();
signals:
    void connectionChanged(const dueline::ConnectionState& connection);
    void capabilitiesChanged(const dueline::Capabilities& capabilities);
    void accessChanged(dueline::Access access);
    /// Emitted after a measurement of the server's clock and the round-trip time.
    void measured();

private:
    struct Greeting
    {
        QueueCapabilities capabilities;
        TimePoint serverTime{};
        TimePoint halfWay{};
        std::chrono::microseconds roundTrip{};
        QByteArray version;
    };

    BackendThread& thread(Lane lane);
    BackendThread& pulse() { return m_pulse ? *m_pulse : *m_interactive; }
    void makePulse();
    void makeLanes();
    void leaveBoth();
    void probe();
    static Result<Greeting> greet(Backend& backend);
    void noteGreeting(const Greeting& greeting);
    void greeted(int generation, const Result<Greeting>& greeting);
    void note(int generation, const Error* error);
    void noteAnswer();
    void goOffline(const Error& error);
    void setConnection(ConnectionState connection);

    Profile m_profile;
    FactoryFor m_factoryFor;
    Access m_access;
    ConnectionState m_connection;
    QueueCapabilities m_capabilities;
    Millis m_clockOffset{};
    QByteArray m_serverVersion;
    std::deque<std::chrono::microseconds> m_roundTrips;
    ReconnectPace m_pace;
    Millis m_retryAfter{}; ///< limit of the previous reconnection delay
    QElapsedTimer m_lost; ///< started when the connection was lost
    QTimer m_retry;
    int m_generation = 0; ///< increases when the lanes reopen; answers from earlier lanes are ignored
    bool m_probing = false;
    bool m_measuring = false;
    /// True if the last measurement hasn't been answered yet or has failed.
    bool m_unanswered = false;
    QElapsedTimer m_answered; ///< restarted at each reply
    TimePoint m_answeredAt{}; ///< time the last reply arrived, by this machine's clock
    BackendFactory m_pulseFactory;
    std::unique_ptr<BackendThread> m_pulse; ///< null: the interactive lane is used instead
    std::unique_ptr<BackendThread> m_interactive;
    std::unique_ptr<BackendThread> m_background;
};

} // namespace dueline
