// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <utility>
#include <variant>

namespace dueline {

/// Kind of error. Determines duectl's exit code, and the window's icon and suggestion.
enum class ErrorCode {
    Usage, ///< a URL, time, filter, option, or name can't be parsed
    NotFound, ///< the queue, task, or operation doesn't exist
    Exists, ///< the id already belongs to a task with different content
    Refused, ///< forbidden by a rule: read-only, too large, leased without force, or a newer layout version
    NotSupported, ///< the layout doesn't support the request
    WrongType, ///< a key's Redis type, or its value's format, isn't the one the layout expects
    Cancelled, ///< the caller or the user requested a stop
    Unreachable, ///< no connection could be opened: unknown host, port, or path, or connection refused
    Timeout, ///< no complete reply arrived before the deadline; the outcome on the server is unknown
    Disconnected, ///< the connection ended before the reply arrived; the outcome on the server is unknown
    Protocol, ///< the reply is not RESP, or not a valid reply to the command
    Authentication, ///< NOAUTH, WRONGPASS
    Permission, ///< NOPERM: the ACL user lacks a command, key, or channel
    Tls, ///< a problem with the certificate, host name, TLS version, or handshake
    Full, ///< OOM: maxmemory reached
    Busy, ///< temporary refusal: LOADING, BUSY, TRYAGAIN, CLUSTERDOWN, MASTERDOWN, NOREPLICAS, MISCONF
    ReadOnlyServer, ///< the server is read-only or a replica; use another server
    Server, ///< any other error reply
    Io, ///< a file or child process error on this machine
};

/// Returns whether the server or this program definitely refused the request: nothing changed, and the same request
/// will fail until a key, a permission, or the program changes.
constexpr bool isRefusal(ErrorCode code)
{
    return code == ErrorCode::WrongType || code == ErrorCode::Permission || code == ErrorCode::Refused
        || code == ErrorCode::NotSupported || code == ErrorCode::Usage;
}

/// Returns whether the server may have executed the request despite this error.
constexpr bool mayHaveBeenDone(ErrorCode code)
{
    return code == ErrorCode::Timeout || code == ErrorCode::Disconnected || code == ErrorCode::Cancelled;
}

/// Returns whether an error affects the entire connection rather than just the request.
constexpr bool isConnectionError(ErrorCode code)
{
    return code == ErrorCode::Unreachable || code == ErrorCode::Timeout || code == ErrorCode::Disconnected
        || code == ErrorCode::Protocol || code == ErrorCode::Authentication || code == ErrorCode::Tls;
}

/// Returns whether a loop over many queues should stop at this error, because reading the next queue would fail too.
/// Other errors affect only one queue.
constexpr bool endsReading(ErrorCode code)
{
    return isConnectionError(code) || code == ErrorCode::Cancelled || code == ErrorCode::Busy;
}

/// Like endsReading(), but assumes that a protocol error affects only one queue. For requests whose reply may be too
/// large to read, such as a list with members longer than the reply limit.
constexpr bool endsReadingOfLongMembers(ErrorCode code) { return endsReading(code) && code != ErrorCode::Protocol; }

/// Kind of credential that the server or an intermediate host rejected. Retrying with the same credential would fail.
enum class LoginRefusal : quint8 {
    None, ///< no credential was rejected: the error has another cause
    Password, ///< the password or user name is wrong or missing
    Rights, ///< the user may not connect, or the server is in protected mode
    Certificate, ///< one side rejected the other's certificate
    Key, ///< the SSH host rejected the key
};

/// Error with a code for programs, a sentence for people, and details for the log.
struct Error
{
    ErrorCode code = ErrorCode::Server;
    // Complete sentence, optionally followed by a suggestion. Plain text with control characters escaped.
    QString message;
    QString detail = {}; ///< text for the log only, may be empty; never contains secrets
    LoginRefusal login = LoginRefusal::None;

    /// Returns whether retrying automatically would do harm: repeated logins could lock the account or raise alarms.
    bool refusesLogin() const { return login != LoginRefusal::None; }

    bool operator==(const Error&) const = default;
};

/// Either a value or an Error. Accessing the one that isn't set is a programming error and triggers an assertion.
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
