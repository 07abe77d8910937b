// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backendthread.h"
#include "core/console/connect/laneturn.h"
#include "core/console/connect/reconnectpace.h"
#include "core/console/profiles/profile.h"

#include <QElapsedTimer>
#include <QTimer>

#include <deque>

namespace dueline {

/// How an open profile stands with its server.
struct ConnectionState
{
    enum class Kind : quint8 { Closed, Connecting, Online, Offline };

    Kind kind = Kind::Closed;
    Error error; ///< Offline: why
    TimePoint since{}; ///< this machine's clock; Offline: what is on screen is stale since then
    Millis retryIn{}; ///< Offline: the next attempt comes after this

    /// What of us was refused: it is not tried again until somebody asks for it.
    LoginRefusal refusal() const { return isLost() ? error.login : LoginRefusal::None; }
    /// Whether it was there, or sought, and is not: also while it is tried again, since nothing must flicker meanwhile.
    bool isLost() const { return kind == Kind::Offline || (kind == Kind::Connecting && !error.message.isEmpty()); }

    bool operator==(const ConnectionState&) const = default;
};

/// One open profile: two lanes, each a thread with a connection, and what is known about the server. A lane does what
/// it is given in order, so an action waits for what was given to its lane before it: the interactive lane is for what
/// is short, and what is long goes in turns of laneTurn, so that others have theirs between. What cannot be divided,
/// and needs no backend of the session, has a thread of its own (BackgroundTask). Offline, it tries again as
/// ReconnectPace says, but where the server refused us (ConnectionState::refusal()), which only somebody can mend: then
/// reconnect() tries once more. Online, whatever runs through run() tells whether it still is.
class Session : public QObject
{
    Q_OBJECT

public:
    enum class Lane : quint8 {
        Interactive, ///< what somebody waits for: pages, bars, a detail, an edit, an action on few tasks
        Background, ///< what goes over many tasks or queues, or is looked at without being asked for
    };
    /// An action on up to so many tasks is short.
    static constexpr qint64 shortUpTo = 100;
    /// Of an action on so many tasks.
    static Lane laneFor(qint64 tasks) { return tasks <= shortUpTo ? Lane::Interactive : Lane::Background; }
    /// Makes the factory of the backends for what is allowed. Called on the session's thread, the factory on the
    /// lanes'.
    using FactoryFor = std::function<BackendFactory(Access)>;

    Session(Profile profile, FactoryFor factoryFor, QObject* parent = nullptr);
    ~Session() override;
    /// A connection of its own for open(), reconnect() and measure(), with deadlines so short that a lost server is
    /// told at once, and not behind what the lanes do. Without it they ask on the interactive lane. Call before open().
    void setPulse(BackendFactory pulse) { m_pulseFactory = std::move(pulse); }

    const Profile& profile() const { return m_profile; }
    /// Another name for people; nothing else of the profile changes.
    void rename(const QString& name) { m_profile.name = name; }
    const ConnectionState& connection() const { return m_connection; }
    bool isOnline() const { return m_connection.kind == ConnectionState::Kind::Online; }
    /// Of the last time it was online; all false before.
    const Capabilities& capabilities() const { return m_capabilities.all; }
    /// Of one queue: less where the connection has several layouts.
    const Capabilities& capabilities(const QueueName& queue) const { return m_capabilities.of(queue); }
    const QueueCapabilities& queueCapabilities() const { return m_capabilities; }
    /// That they are others now: more layouts were found.
    void noteCapabilities(const QueueCapabilities& capabilities);
    /// What the session may do now; the lanes' backends have no editor, or no broker, beyond it.
    Access access() const { return m_access; }
    /// The server's clock minus this machine's.
    Millis clockOffset() const { return m_clockOffset; }
    TimePoint serverNow() const;
    /// Offline: until it tries again by itself; zero otherwise, and where it does not.
    Millis nextTryIn() const { return m_retry.isActive() ? m_retry.remainingTimeAsDuration() : Millis(0); }
    /// What the server calls its version, `7.0.15`; empty before it was online, and where it does not say.
    const QByteArray& serverVersion() const { return m_serverVersion; }
    /// How long a small question takes there and back: the median of the last few; nullopt while none was answered
    /// since it came online.
    std::optional<std::chrono::microseconds> roundTrip() const;
    /// How this console names itself in records: `user@host`.
    static QByteArray identity();

    /// Online: since when nothing was answered although it was asked, for at least silentAfter; nullopt: it answers.
    /// What the server does not say within the lanes' deadlines ends the connection; this is told before.
    std::optional<TimePoint> silentSince() const;
    static constexpr Millis silentAfter{2'000};

    /// Runs work on a lane, as BackendThread::run() does, and notes what its result says about the connection. Asserts
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

    /// run() of work that may be done again: where the lanes open anew before it was answered (unlock()), which drops
    /// the answer, it is done once more on the new ones. So an answer comes as long as the session is open.
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

    /// Runs a long work in turns, and whatever else waits for the lane between them. `work` is moved to the lane and
    /// back and has `Result<bool> step(Backend&)`, true: complete, of some milliseconds each. `answer(Result<Work>)`
    /// comes once, unless the lanes open anew meanwhile, or `goesOn(const Work&)`, asked here after each turn, says no.
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
                const Result<bool> complete = takeTurn([&] { return work.step(backend); });
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

    /// Allows or forbids more for this session, as openAccess() rules; open lanes open anew, once the calls that run on
    /// them have ended, at their deadlines at the latest. Errors: Refused.
    Result<> unlock(bool writes, bool worker);
    /// The first wait before it tries again, doubled up to the longest, which is the same from the beginning.
    void setRetryDelays(Millis first, Millis longest) { m_pace = {first, longest, m_pace.soonFor, longest}; }
    /// Counts the lanes; answers of earlier ones never come.
    int generation() const { return m_generation; }

public slots:
    /// Connects; connectionChanged() tells how it went.
    void open();
    /// Closes both lanes, once the calls that run on them have ended, at their deadlines at the latest; answers on
    /// their way are dropped.
    void close();
    /// Before it is destroyed, and several others with it: what runs in its lanes ends as BackendThread::leave() says,
    /// in all of them at once. No answer comes any more.
    void leave();
    /// Tries again now instead of at the next attempt.
    void reconnect();
    /// Online: asks for the server's clock again, and takes the time; measured() tells. Never twice at once.
    void measure();
signals:
    void connectionChanged(const dueline::ConnectionState& connection);
    void capabilitiesChanged(const dueline::Capabilities& capabilities);
    void accessChanged(dueline::Access access);
    /// The clock's offset and the round trip are new.
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
    std::deque<std::chrono::microseconds> m_roundTrips; ///< the last few
    ReconnectPace m_pace;
    Millis m_retryAfter{}; ///< the limit of the last wait
    QElapsedTimer m_lost; ///< since the connection is
    QTimer m_retry;
    int m_generation = 0; ///< of the lanes; answers of earlier ones say nothing about these
    bool m_probing = false;
    bool m_measuring = false;
    bool m_unanswered = false; ///< the last question of the pulse has no answer, or none in time
    QElapsedTimer m_answered; ///< since the last answer
    TimePoint m_answeredAt{}; ///< this machine's clock
    BackendFactory m_pulseFactory;
    std::unique_ptr<BackendThread> m_pulse; ///< null: the interactive lane does it
    std::unique_ptr<BackendThread> m_interactive;
    std::unique_ptr<BackendThread> m_background;
};

} // namespace dueline
