// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisconnection.h"

#include "core/base/text.h"
#include "core/redis/commandobserver.h"
#include "core/redis/errorclass.h"
#include "core/redis/loginguard.h"
#include "core/redis/passwordcommand.h"
#include "core/redis/redisurl.h"
#include "core/redis/replyshape.h"
#include "core/redis/waiting.h"

#include <QByteArrayList>
#include <QScopeGuard>
#include <QVersionNumber>

#include <algorithm>

namespace dueline {

namespace {

/// Number of bytes to write before reading replies. Otherwise, both sides could block while sending a long pipeline.
constexpr qsizetype writeAtMost = 256 * 1024;
constexpr Millis lookForMoves{200}; ///< interval between checks for a new master while waiting for a reply

Error closedError() { return {ErrorCode::Disconnected, QStringLiteral("The connection to Redis is closed.")}; }

Error movedError()
{
    return {ErrorCode::Disconnected,
        QStringLiteral("The sentinels report a different master, so the connection to the old one was closed.")};
}

QDeadlineTimer earlier(const QDeadlineTimer& total, Millis progress)
{
    const QDeadlineTimer step(progress);
    return step < total ? step : total;
}

/// Returns a client name that Redis accepts, without spaces, line breaks or special characters.
QByteArray printableName(const QString& name)
{
    QByteArray bytes = name.toUtf8();
    for (char& c : bytes) {
        if (c < '!' || c > '~')
            c = '-';
    }
    return bytes;
}

/// Returns the error for a refused login, or for a database that the server doesn't have.
Error refusedGreeting(const Command& command, QByteArrayView reply)
{
    Error error = errorFromReply(reply);
    if (command.front() == "SELECT")
        error = databaseError(std::move(error), command.at(1));
    if (error.code == ErrorCode::Authentication)
        error.login = LoginRefusal::Password;
    else if (error.code == ErrorCode::Permission)
        error.login = LoginRefusal::Rights;
    return error;
}

/// Returns the error for a sentinel's address. A sentinel is a Redis server without most commands. `masters`: the
/// sentinel's reply to SENTINEL MASTERS.
Error isSentinelError(const QString& where, const RedisConfig& config, const Reply& masters)
{
    QByteArrayList names;
    for (const Reply& master : masters.items) {
        if (master.items.size() > 1)
            names << master.items[1].bytes;
    }
    const QString database = config.database > 0 ? u'/' + QString::number(config.database) : QString();
    return {ErrorCode::Unreachable,
        QStringLiteral(
            "The server at %1 is a sentinel, which stores no tasks. To reach its master, connect to redis-sentinel://%1/%2%3%4.")
            .arg(where, names.size() == 1 ? printable(names.front(), 80) : QStringLiteral("MASTER"), database,
                names.size() > 1 ? QStringLiteral(" (it monitors %1)").arg(printable(names.join(", "), 200))
                                 : QString())};
}

QByteArray infoField(const QByteArray& info, const QByteArray& name)
{
    const qsizetype at = info.indexOf("\n" + name + ":");
    if (at < 0)
        return {};
    const qsizetype from = at + name.size() + 2;
    const qsizetype end = info.indexOf('\r', from);
    return info.mid(from, (end < 0 ? info.size() : end) - from);
}

/// Returns whether this server version supports CLIENT NO-TOUCH. Valkey reports 7.2.4 as its Redis version.
bool hasNoTouch(const QByteArray& version)
{
    return QVersionNumber::fromString(QString::fromLatin1(version)) >= QVersionNumber(7, 2);
}

} // namespace

RedisConnection::RedisConnection(RedisConfig config, ReplyLimits limits)
    : m_config(std::move(config))
    , m_limits(limits)
    , m_choice(m_config)
{ }

RedisConnection::RedisConnection(RedisConfig config, std::unique_ptr<Transport> transport, ReplyLimits limits)
    : m_config(std::move(config))
    , m_limits(limits)
    , m_choice(m_config)
    , m_transport(std::move(transport))
{ }

RedisConnection::~RedisConnection() = default;

bool RedisConnection::isOpen() const { return m_reader && m_transport && m_transport->isOpen(); }

void RedisConnection::close()
{
    m_reader.reset();
    if (m_transport)
        m_transport->close();
}

QString RedisConnection::where() const
{
    if (!m_config.socketPath.isEmpty())
        return QStringLiteral("unix:") + printable(m_config.socketPath.toUtf8());
    if (m_choice.chosen())
        return displayEndpoint(*m_choice.chosen());
    return m_config.hosts.empty() ? QStringLiteral("the server") : displayEndpoint(m_config.hosts.front());
}

QString RedisConnection::whom() const
{
    if (m_config.topology == Topology::Sentinel && !m_choice.chosen())
        return QStringLiteral("the sentinels of %1").arg(printable(m_config.masterName.toUtf8()));
    return QStringLiteral("Redis at %1").arg(where());
}

Result<> RedisConnection::open(QDeadlineTimer deadline)
{
    const Waiting waiting([this] { return whom(); });
    close();
    // Add the password command's time limit, so that the command doesn't use up the server's time.
    deadline = earlier(
        deadline, m_config.timeouts.connect + (passwordCommandOf(m_config) ? PasswordCommand::patience : Millis(0)));
    const auto openOne = [this](const Endpoint& host, QDeadlineTimer by) { return openHost(host, by); };
    switch (m_config.topology) {
    case Topology::Sentinel:
        return m_choice.openMaster(
            openOne, [this](QDeadlineTimer by) { return isMaster(by); }, deadline);
    case Topology::Cluster:
        return m_choice.openFirst(openOne, deadline);
    case Topology::Standalone:
        break;
    }
    if (!m_transport) {
        Result<std::unique_ptr<Transport>> transport = makeTransport(m_config);
        if (!transport)
            return transport.error();
        m_transport = std::move(*transport);
    }
    return openTransport(deadline);
}

/// Returns whether the server is a master. Closes the connection if it is not.
bool RedisConnection::isMaster(QDeadlineTimer deadline)
{
    QByteArray role = m_identity.role;
    if (role.isEmpty()) { // the user isn't allowed to run INFO, so query the role separately
        const auto told = pipeline({{"ROLE"}}, deadline);
        if (told && told->front().isArray() && !told->front().items.empty())
            role = told->front().items.front().bytes;
    }
    if (role.isEmpty() || role == "master")
        return true;
    close();
    return false;
}

/// Connects to `host`, which is one of several.
Result<> RedisConnection::openHost(const Endpoint& host, QDeadlineTimer deadline)
{
    Result<std::unique_ptr<Transport>> transport = makeTransport(m_config, host);
    if (!transport)
        return transport.error();
    m_transport = std::move(*transport);
    return openTransport(deadline);
}

Result<> RedisConnection::openTransport(QDeadlineTimer deadline)
{
    LoginGuard guard(m_config, where());
    if (auto allowed = guard.standing(); !allowed)
        return allowed;
    if (auto opened = m_transport->open(earlier(deadline, m_config.timeouts.connect)); !opened) {
        guard.note(opened);
        return opened;
    }
    Waiting::because([] { return QStringLiteral("it accepted the connection but does not respond"); });
    Result<> greeted = guard.enter(deadline);
    if (greeted) {
        greeted = signIn(deadline);
        guard.note(greeted);
    }
    if (greeted)
        return {};
    close();
    Error error = greeted.error();
    if (error.code == ErrorCode::Protocol) {
        error.detail = error.message;
        error.message
            = QStringLiteral("The server at %1 does not use the Redis protocol. Is the port right?").arg(where());
    } else if (error.code == ErrorCode::Timeout) {
        error.message = QStringLiteral(
            "%1 accepts connections but does not respond. It may not be Redis, it may be hung, or it may expect TLS.")
                            .arg(where());
    } else if (error.code == ErrorCode::Disconnected) {
        error.message = QStringLiteral(
            "%1 accepted the connection and closed it immediately. It may not be Redis, or it may expect TLS.")
                            .arg(where());
    }
    return error;
}

Result<> RedisConnection::signIn(QDeadlineTimer deadline)
{
    if (const auto command = passwordCommandOf(m_config))
        return signInByCommand(*command, deadline);
    return greet(passwordOf(m_config), deadline);
}

/// Logs in with the password from the command. After a refusal, the password may have expired, so this runs the command
/// again and offers the new password if it is different.
Result<> RedisConnection::signInByCommand(PasswordCommand& command, QDeadlineTimer deadline)
{
    const auto first = command.password(deadline);
    if (!first)
        return first.error();
    Result<> greeted = greet(*first, earlier(deadline, m_config.timeouts.connect));
    if (greeted || greeted.error().login != LoginRefusal::Password)
        return greeted;
    command.refused(*first);
    const auto second = command.password(deadline);
    if (!second)
        return second.error();
    if (*second == *first)
        return greeted;
    // Reconnect: some servers close the connection after a refusal, and replies to the first greeting may still arrive.
    m_transport->close();
    if (const auto opened = m_transport->open(earlier(deadline, m_config.timeouts.connect)); !opened)
        return opened;
    greeted = greet(*second, earlier(deadline, m_config.timeouts.connect));
    if (!greeted && greeted.error().login == LoginRefusal::Password)
        command.refused(*second);
    return greeted;
}

/// Sends AUTH, SELECT, CLIENT SETNAME and INFO in one round trip.
Result<> RedisConnection::greet(const Secret& password, QDeadlineTimer deadline)
{
    m_reader = std::make_unique<ReplyReader>(m_limits);
    std::vector<Command> greeting;
    if (!m_config.user.isEmpty())
        greeting.push_back({"AUTH", m_config.user.toUtf8(), password.bytes()});
    else if (!password.isEmpty())
        greeting.push_back({"AUTH", password.bytes()});
    // Send SELECT even for database 0: its reply shows whether a password is missing.
    if (m_config.database != RedisConfig::noDatabase)
        greeting.push_back({"SELECT", QByteArray::number(m_config.database)});
    const std::size_t mustSucceed = greeting.size();
    // Setting the client name and reading the server's identity may fail: an ACL may deny these commands.
    greeting.push_back({"CLIENT", "SETNAME", printableName(m_config.clientName)});
    greeting.push_back({"INFO", "server"});
    greeting.push_back({"INFO", "replication"});
    const CommandWatch watch(m_config.observer);
    QByteArray wire;
    for (const Command& command : greeting)
        appendCommand(wire, command);
    if (auto written = m_transport->write(wire, deadline); !written)
        return written;
    std::vector<Reply> replies;
    const auto told = qScopeGuard([&] {
        watch.tell(greeting, replies.size() == greeting.size() ? Result(replies) : Error{ErrorCode::Server, {}});
    });
    std::optional<Error> refused;
    for (std::size_t i = 0; i < greeting.size(); ++i) {
        m_reader->expect(mostReplyBytes(greeting[i]));
        Result<Reply> reply = readReply(deadline, m_config.timeouts.connect);
        if (!reply)
            // Some servers close the connection after a refusal. Return the refusal rather than the lost connection.
            return refused ? *refused : reply.error();
        // A user who isn't allowed to run SELECT can still use database 0.
        const bool tolerated = i >= mustSucceed
            || (greeting[i].front() == "SELECT" && m_config.database == 0 && reply->bytes.startsWith("NOPERM"));
        // A general ERR may come from a sentinel, so read the other replies before returning the error.
        if (reply->isError() && !tolerated && !refused) {
            refused = refusedGreeting(greeting[i], reply->bytes);
            if (!reply->bytes.startsWith("ERR "))
                return *refused;
        }
        if (!refused && !reply->isError() && i < mustSucceed && !reply->isStatus())
            return Error{ErrorCode::Protocol,
                QStringLiteral("The server did not reply to %1 with OK.")
                    .arg(QString::fromLatin1(greeting[i].front()))};
        replies.push_back(std::move(*reply));
    }
    const Reply& server = replies[replies.size() - 2];
    // Skip this check for connections to a sentinel, which has no databases.
    if (m_config.database != RedisConfig::noDatabase && server.isBytes()
        && infoField(server.bytes, "redis_mode") == "sentinel")
        return sentinelInstead(deadline);
    if (refused)
        return *refused;
    const Reply& replication = replies.back();
    m_identity = {};
    if (server.isBytes()) {
        m_identity.version = infoField(server.bytes, "redis_version");
        m_identity.runId = infoField(server.bytes, "run_id");
        m_identity.isDragonfly = !infoField(server.bytes, "dragonfly_version").isEmpty();
        const qint64 nowUs = infoField(server.bytes, "server_time_usec").toLongLong();
        if (nowUs > 0) // Redis 5 and later report this field
            m_identity.startedAt
                = fromMs(nowUs / 1000 - infoField(server.bytes, "uptime_in_seconds").toLongLong() * 1000);
    }
    if (replication.isBytes())
        m_identity.role = infoField(replication.bytes, "role");
    const bool isAlone = server.isBytes()
        && (infoField(server.bytes, "redis_mode") == "standalone"
            || infoField(server.bytes, "server_mode") == "standalone"); // Valkey's name for this field
    if (m_config.keepsAccessTimes && isAlone && hasNoTouch(m_identity.version))
        return sendNoTouch(deadline);
    return {};
}

/// Keeps reads on this connection from counting as use of a key. Ignores a refusal by an ACL or a proxy.
Result<> RedisConnection::sendNoTouch(QDeadlineTimer deadline)
{
    const Command command{"CLIENT", "NO-TOUCH", "ON"};
    const CommandWatch watch(m_config.observer);
    if (auto written = m_transport->write(encodeCommand(command), deadline); !written)
        return written;
    m_reader->expect(mostReplyBytes(command));
    const Result<Reply> reply = readReply(deadline, m_config.timeouts.connect);
    watch.tell({command}, reply ? Result(std::vector<Reply>{*reply}) : reply.error());
    return reply ? Result<>() : reply.error();
}

Error RedisConnection::sentinelInstead(QDeadlineTimer deadline)
{
    Reply masters;
    QByteArray wire;
    appendCommand(wire, {"SENTINEL", "MASTERS"});
    if (m_transport->write(wire, deadline)) {
        if (auto told = readReply(deadline, m_config.timeouts.connect))
            masters = std::move(*told);
    }
    return isSentinelError(where(), m_config, masters);
}

Result<Reply> RedisConnection::readReply(QDeadlineTimer total, Millis progress)
{
    while (true) {
        Result<std::optional<Reply>> next = m_reader->next();
        if (!next)
            return next.error();
        if (*next)
            return std::move(**next);
        // Limit the step by the total time too: a server that keeps sending bytes must not extend the deadline.
        const QDeadlineTimer step = earlier(total, progress);
        Result<QByteArray> bytes = Error{ErrorCode::Timeout, {}};
        while (!total.hasExpired()) {
            bytes = m_transport->read(m_choice.isWatching() ? earlier(step, lookForMoves) : step);
            if (bytes || bytes.error().code != ErrorCode::Timeout || step.hasExpired())
                break;
            if (m_choice.masterHasMoved()) {
                bytes = Error{ErrorCode::Disconnected, {}};
                break;
            }
        }
        if (!bytes) {
            Error error = bytes.error();
            if (error.code == ErrorCode::Timeout) {
                error.message
                    = QStringLiteral("Redis at %1 did not respond in time; the command may have run.").arg(where());
            } else if (error.code == ErrorCode::Cancelled) {
                error.message = QStringLiteral("Interrupted while waiting for Redis at %1.").arg(where());
            } else if (error.code == ErrorCode::Disconnected) {
                error.message
                    = QStringLiteral("The connection to Redis at %1 closed before the reply; the command may have run.")
                          .arg(where());
            }
            return error;
        }
        m_reader->feed(bytes->constData(), bytes->size());
    }
}

/// Checks that no bytes have arrived since the last reply; they would be mistaken for the next command's reply.
Result<> RedisConnection::checkSilence()
{
    Result<QByteArray> bytes = m_transport->read(QDeadlineTimer(0));
    if (!bytes && bytes.error().code == ErrorCode::Timeout && !m_reader->hasPartialReply())
        return {};
    if (!bytes && bytes.error().code != ErrorCode::Timeout) {
        close();
        return bytes.error();
    }
    // The bytes may be a message from the server about why it is disconnecting the client.
    if (bytes)
        m_reader->feed(bytes->constData(), bytes->size());
    const Result<std::optional<Reply>> said = m_reader->next();
    const QString detail = said && *said ? printable((*said)->bytes) : QString();
    close();
    return Error{ErrorCode::Protocol,
        QStringLiteral("Redis at %1 sent an unexpected reply, so the connection was closed.").arg(where()), detail};
}

Result<std::vector<Reply>> RedisConnection::pipeline(const std::vector<Command>& commands, QDeadlineTimer total)
{
    const CommandWatch watch(m_config.observer);
    Result<std::vector<Reply>> replies = exchange(commands, total);
    watch.tell(commands, replies);
    return replies;
}

Result<std::vector<Reply>> RedisConnection::exchange(const std::vector<Command>& commands, QDeadlineTimer total)
{
    if (!isOpen()) {
        close();
        return closedError();
    }
    if (m_choice.masterHasMoved()) {
        close();
        return movedError();
    }
    if (auto silent = checkSilence(); !silent)
        return silent.error();
    m_reader->beginRequest();
    std::vector<Reply> replies;
    replies.reserve(commands.size());
    std::size_t sent = 0;
    while (replies.size() < commands.size()) {
        // Send one piece and read its replies before sending the next one, so that the server never buffers more than
        // one piece's replies.
        QByteArray wire;
        std::size_t upTo = sent;
        while (upTo < commands.size() && (wire.isEmpty() || wire.size() < writeAtMost))
            appendCommand(wire, commands[upTo++]);
        if (auto written = m_transport->write(wire, total); !written) {
            close();
            return written.error();
        }
        sent = upTo;
        while (replies.size() < sent) {
            m_reader->expect(mostReplyBytes(commands[replies.size()]));
            Result<Reply> reply = readReply(total, m_config.timeouts.progress);
            if (!reply) {
                const Error& error = reply.error();
                close();
                return error;
            }
            replies.push_back(std::move(*reply));
        }
    }
    if (m_reader->hasPartialReply()) {
        close();
        return Error{ErrorCode::Protocol,
            QStringLiteral("Redis at %1 sent more replies than expected, so the connection was closed.").arg(where())};
    }
    return replies;
}

Result<Reply> RedisConnection::call(const Command& command)
{
    Result<std::vector<Reply>> replies = pipeline({command});
    if (!replies)
        return replies.error();
    Reply reply = std::move(replies->front());
    if (reply.isError())
        return errorFromReply(reply.bytes);
    return reply;
}

Result<> RedisConnection::send(const Command& command)
{
    if (!isOpen())
        return closedError();
    const CommandWatch watch(m_config.observer);
    auto written = m_transport->write(encodeCommand(command), QDeadlineTimer(m_config.timeouts.reply));
    watch.tell({command}, Error{ErrorCode::Server, {}}); // the replies arrive later, through receive()
    if (!written)
        close();
    return written;
}

Result<std::optional<Reply>> RedisConnection::receive(Millis timeout)
{
    if (!isOpen())
        return closedError();
    m_reader->beginRequest();
    const QDeadlineTimer deadline(timeout);
    std::optional<QDeadlineTimer> begun; // deadline for the rest of a reply that has started to arrive
    while (true) {
        Result<std::optional<Reply>> next = m_reader->next();
        if (!next || *next) {
            if (!next)
                close();
            return next;
        }
        if (!begun && m_reader->hasPartialReply())
            begun = QDeadlineTimer(m_config.timeouts.reply);
        if (begun && begun->hasExpired()) {
            close();
            return Error{
                ErrorCode::Timeout, QStringLiteral("Redis at %1 did not finish a reply in time.").arg(where())};
        }
        if (!begun && m_choice.masterHasMoved()) {
            close();
            return movedError();
        }
        Result<QByteArray> bytes = m_transport->read(begun ? earlier(*begun, m_config.timeouts.progress)
                : m_choice.isWatching()                    ? earlier(deadline, lookForMoves)
                                                           : deadline);
        if (!bytes) {
            if (bytes.error().code == ErrorCode::Timeout && !begun) {
                if (m_choice.isWatching() && !deadline.hasExpired())
                    continue;
                return std::optional<Reply>();
            }
            const Error& error = bytes.error();
            close();
            return error;
        }
        m_reader->feed(bytes->constData(), bytes->size());
    }
}

} // namespace dueline
