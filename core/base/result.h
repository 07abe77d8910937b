// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <utility>
#include <variant>

namespace dueline {

/// What went wrong, for programs. duectl maps each to an exit code, the window to an icon and a way out.
enum class ErrorCode {
    Usage, ///< a URL, time, filter, option or name that does not parse
    NotFound, ///< the queue, task or operation is not there
    Exists, ///< an id is taken by a task with other content
    Refused, ///< the rules forbid it: read-only, too large, leased without force, a newer layout version
    NotSupported, ///< this layout cannot do it
    WrongType, ///< a key of the layout holds another Redis type, or bytes that are not ours
    Cancelled, ///< the caller asked to stop
    Unreachable, ///< no connection: name, port, path, refused
    Timeout, ///< no (complete) reply within the deadline; whether the server acted is unknown
    Disconnected, ///< the connection ended before the reply; whether the server acted is unknown
    Protocol, ///< the reply is not RESP, or not what the command can answer
    Authentication, ///< NOAUTH, WRONGPASS
    Permission, ///< NOPERM: the ACL user lacks a command, key or channel
    Tls, ///< certificate, name, version or handshake
    Full, ///< OOM: maxmemory reached
    Busy, ///< the server cannot now: LOADING, BUSY, TRYAGAIN, CLUSTERDOWN, MASTERDOWN, NOREPLICAS, MISCONF
    ReadOnlyServer, ///< READONLY or a replica: another server must be asked
    Server, ///< any other error reply
    Io, ///< a file or child process on this machine
};

/// Whether an error is the server's, or our own, definite no: nothing was done, and asking again would be answered the
/// same until somebody changes a key, a permission or the program.
constexpr bool isRefusal(ErrorCode code)
{
    return code == ErrorCode::WrongType || code == ErrorCode::Permission || code == ErrorCode::Refused
        || code == ErrorCode::NotSupported || code == ErrorCode::Usage;
}

/// Whether an error tells about the connection rather than about what was asked.
constexpr bool isConnectionError(ErrorCode code)
{
    return code == ErrorCode::Unreachable || code == ErrorCode::Timeout || code == ErrorCode::Disconnected
        || code == ErrorCode::Protocol || code == ErrorCode::Authentication || code == ErrorCode::Tls;
}

/// Whether a reading of many queues ends with it, since the next queue would be answered the same. Another error is of
/// the one that was read.
constexpr bool endsReading(ErrorCode code)
{
    return isConnectionError(code) || code == ErrorCode::Cancelled || code == ErrorCode::Busy;
}

/// As endsReading(), where one queue can have an answer of its own that cannot be read, such as a list whose members
/// are longer than a reply may be.
constexpr bool endsReadingOfLongMembers(ErrorCode code) { return endsReading(code) && code != ErrorCode::Protocol; }

/// What of us a server, or a host on the way, has refused: offered again, it would be refused again.
enum class LoginRefusal : quint8 {
    None, ///< something else went wrong
    Password, ///< or the user's name; or there was none
    Rights, ///< the user may not even connect, or the server takes no strangers
    Certificate, ///< of either side
    Key, ///< of the SSH host
};

/// A failure as a value: a code for programs, one sentence for people, details for the log.
struct Error
{
    ErrorCode code = ErrorCode::Server;
    QString
        message; ///< a whole sentence that says the way out where there is one; plain text, control characters escaped
    QString detail = {}; ///< for the log only, may be empty; never holds secrets
    LoginRefusal login = LoginRefusal::None;

    /// Whether trying again by itself would do nothing but harm: locked accounts and alarms.
    bool refusesLogin() const { return login != LoginRefusal::None; }

    bool operator==(const Error&) const = default;
};

/// Either a value or an Error. Asking for the one that is not there is our own mistake and asserts.
template <typename T = void> class [[nodiscard]] Result
{
public:
    Result(T value)
        : m_state(std::in_place_index<0>, std::move(value))
    { }
    Result(Error error)
        : m_state(std::in_place_index<1>, std::move(error))
    { }

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() &
    {
        Q_ASSERT(ok());
        return *std::get_if<0>(&m_state);
    }
    const T& value() const&
    {
        Q_ASSERT(ok());
        return *std::get_if<0>(&m_state);
    }
    T&& value() &&
    {
        Q_ASSERT(ok());
        return std::move(*std::get_if<0>(&m_state));
    }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const
    {
        Q_ASSERT(!ok());
        return *std::get_if<1>(&m_state);
    }

private:
    std::variant<T, Error> m_state;
};

template <> class [[nodiscard]] Result<void>
{
public:
    Result() = default;
    Result(Error error)
        : m_error(std::move(error))
        , m_ok(false)
    { }

    bool ok() const { return m_ok; }
    explicit operator bool() const { return m_ok; }
    const Error& error() const
    {
        Q_ASSERT(!m_ok);
        return m_error;
    }

private:
    Error m_error;
    bool m_ok = true;
};

} // namespace dueline
