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

/// State of the connection of an open profile.
struct ConnectionState
{
    enum class Kind : quint8 { Closed, Connecting, Online, Offline };

    Kind kind = Kind::Closed;
    Error error; ///< for Offline: reason why the session is offline
    // start of this state, by this machine's clock; for Offline, the time since which the data on screen has been stale
    TimePoint since{};
    Millis retryIn{}; ///< for Offline: time until the next attempt

    /// Returns the refused credential, which is not sent again until the user requests it.
    LoginRefusal refusal() const { return isLost() ? error.login : LoginRefusal::None; }
    /// Returns whether the connection was lost or never opened. Remains true during a new attempt, so that views do not
    /// flicker.
    bool isLost() const { return kind == Kind::Offline || (kind == Kind::Connecting && !error.message.isEmpty()); }

    bool operator==(const ConnectionState&) const = default;
};

/// Open profile: two lanes, each a thread with a connection, and the known state of the server. A lane runs its work
/// items in order, so an action waits for earlier work on its lane. Use the interactive lane for short work. Long work
/// is divided into turns of length laneTurn, so that other work can run in between. Work that cannot be divided, and
/// does not need a backend of the session, runs on its own thread (BackgroundTask). While offline, the session tries to
/// reconnect at the pace of ReconnectPace. After a refused login (ConnectionState::refusal()), it waits for
/// reconnect(), because only the user can correct the login. While online, the result of every run() call updates the
/// connection state.
class Session : public QObject
{
    Q_OBJECT

public:
    enum class Lane : quint8 {
        /// work for which the user is waiting, such as a page, a task's details, an edit, or an action on few tasks
        Interactive,
        Background, ///< work on many tasks or queues, or work that the user did not request
    };
    /// Maximum number of tasks in a short action.
    static constexpr qint64 shortUpTo = 100;
    /// Returns the lane for an action on this many tasks.
    static Lane laneFor(qint64 tasks) { return tasks <= shortUpTo ? Lane::Interactive : Lane::Background; }
    /// Creates a backend factory for an access level. Called on the session's thread; the factory itself is called on
    /// the lanes' threads.
    using FactoryFor = std::function<BackendFactory(Access)>;

    Session(Profile profile, FactoryFor factoryFor, QObject* parent = nullptr);
    ~Session() override;
    /// Sets a separate connection for open(), reconnect() and measure(). Its short deadlines reveal a lost server
    /// quickly, even while the lanes are busy. Without it, these calls use the interactive lane. Call this before
    /// open().
    void setPulse(BackendFactory pulse) { m_pulseFactory = std::move(pulse); }

    const Profile& profile() const { return m_profile; }
    /// Changes only the displayed name.
    void rename(const QString& name) { m_profile.name = name; }
    const ConnectionState& connection() const { return m_connection; }
    bool isOnline() const { return m_connection.kind == ConnectionState::Kind::Online; }
    /// Returns the capabilities recorded when the session was last online; all false if it never was.
    const Capabilities& capabilities() const { return m_capabilities.all; }
    /// Returns the capabilities of one queue: only those of its layout if the connection has several.
    const Capabilities& capabilities(const QueueName& queue) const { return m_capabilities.of(queue); }
    const QueueCapabilities& queueCapabilities() const { return m_capabilities; }
    /// Updates the capabilities after more layouts have been found.
    void noteCapabilities(const QueueCapabilities& capabilities);
    /// Returns the session's current access level. The lanes' backends have only the ports (editor,
    /// broker) that this level allows.
    Access access() const { return m_access; }
    /// Returns the server's clock minus this machine's clock.
    Millis clockOffset() const { return m_clockOffset; }
    TimePoint serverNow() const;
    /// Returns the time until the next automatic reconnect attempt; zero if none is planned.
    Millis nextTryIn() const { return m_retry.isActive() ? m_retry.remainingTimeAsDuration() : Millis(0); }
    /// Returns the server's version, such as `7.0.15`; empty if it is unknown or the session was never online.
    const QByteArray& serverVersion() const { return m_serverVersion; }
    /// Returns the median of the last round-trip times; nullopt if none was measured since the session went online.
    std::optional<std::chrono::microseconds> roundTrip() const;
    /// Returns this console's name for records: `user@host`.
    static QByteArray identity();

    /// Returns the start of the server's current silence if it has lasted at least silentAfter; otherwise nullopt. The
    /// connection remains open until the deadlines of the lanes.
    std::optional<TimePoint> silentSince() const;
    static constexpr Millis silentAfter{2'000};

    /// Runs work on a lane, as BackendThread::run() does, and updates the connection state with the result. Asserts
    /// that the session is open.
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

    /// Runs repeatable work. If the lanes reopen before the answer arrives (unlock()), the answer is dropped, and the
    /// work runs again on the new lanes. Therefore, an answer is guaranteed while the session is open.
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

    /// Runs long work in turns, so that other work on the lane can run in between. `work` is moved to the lane and
    /// back, and has `Result<bool> step(Backend&)`, which takes several milliseconds and returns true when complete.
    /// `answer(Result<Work>)` is called once at the end. It is not called if the lanes reopen or if `goesOn(const
    /// Work&)`, which is called on this thread after each turn, returns false.
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

    /// Changes the access level of this session, within the rules of openAccess(). Open lanes reopen when their running
    /// calls have ended, at the latest at their deadlines. Errors: Refused.
    Result<> unlock(bool writes, bool worker);
    /// Reopens the lanes when their running calls have ended, because the conditions for writes have changed.
    void reopen();
    /// Sets the first wait before a reconnect, which doubles up to `longest`. The first phase of
    /// ReconnectPace then has no separate limit.
    void setRetryDelays(Millis first, Millis longest) { m_pace = {first, longest, m_pace.soonFor, longest}; }
    /// Returns the generation of the lanes, which increases when they reopen. Answers from earlier generations are
    /// dropped.
    int generation() const { return m_generation; }

public slots:
    /// Connects to the server; connectionChanged() reports the result.
    void open();
    /// Closes both lanes when their running calls have ended, at the latest at their deadlines. Pending answers are
    /// dropped.
    void close();
    /// Calls BackendThread::leave() on all lanes, so that their work ends at the same time. No answers follow. To close
    /// several sessions, call this on all of them before destroying the first.
    void leave();
    /// Reconnects immediately instead of waiting for the next attempt.
    void reconnect();
    /// Measures the server's clock and the round-trip time while online, then emits measured(). At most one request is
    /// pending at a time.
    void measure();
signals:
    void connectionChanged(const dueline::ConnectionState& connection);
    void capabilitiesChanged(const dueline::Capabilities& capabilities);
    void accessChanged(dueline::Access access);
    /// Emitted after the clock offset and the round-trip time have been measured.
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
    std::deque<std::chrono::microseconds> m_roundTrips; ///< latest round-trip times
    ReconnectPace m_pace;
    Millis m_retryAfter{}; ///< upper limit of the previous wait
    QElapsedTimer m_lost; ///< time since the connection was lost
    QTimer m_retry;
    int m_generation = 0; ///< generation of the lanes; answers from earlier generations are ignored
    bool m_probing = false;
    bool m_measuring = false;
    /// true if the last request on the pulse connection has not been answered, or was answered late
    bool m_unanswered = false;
    QElapsedTimer m_answered; ///< time since the last reply
    TimePoint m_answeredAt{}; ///< time of the last reply, by this machine's clock
    BackendFactory m_pulseFactory;
    std::unique_ptr<BackendThread> m_pulse; ///< lane of the pulse connection; null: the interactive lane is used
    std::unique_ptr<BackendThread> m_interactive;
    std::unique_ptr<BackendThread> m_background;
};

} // namespace dueline
