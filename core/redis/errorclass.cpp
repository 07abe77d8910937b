// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/errorclass.h"

#include "core/base/text.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

struct Known
{
    QByteArrayView word;
    ErrorClass kind;
    ErrorCode code;
    const char* message; ///< `%1` is replaced by the server's text
};

constexpr std::array known{
    Known{"TRYAGAIN", ErrorClass::RetryHere, ErrorCode::Busy,
        "Redis Cluster is moving this queue to another node; try again in a moment."},
    Known{"BUSY", ErrorClass::RetryHere, ErrorCode::Busy,
        "Redis is busy running a script; wait, or end the script with SCRIPT KILL."},
    Known{"LOADING", ErrorClass::RetryHere, ErrorCode::Busy,
        "Redis is still loading its data after starting; try again in a moment."},
    Known{"CLUSTERDOWN", ErrorClass::RetryHere, ErrorCode::Busy,
        "The Redis Cluster is down: a node is missing. Try again when the node is available."},
    Known{"MASTERDOWN", ErrorClass::RetryHere, ErrorCode::Busy,
        "This replica has lost its master and rejects commands; connect to the master."},
    Known{"OOM", ErrorClass::RetryLater, ErrorCode::Full,
        "Redis is full (maxmemory is reached): delete tasks to free memory, or raise maxmemory."},
    Known{"NOREPLICAS", ErrorClass::RetryLater, ErrorCode::Busy,
        "Redis rejects writes because too few replicas are connected (min-replicas-to-write)."},
    Known{"MISCONF", ErrorClass::RetryLater, ErrorCode::Busy,
        "Redis rejects writes because it cannot save to disk; check its log and its disk."},
    Known{"READONLY", ErrorClass::Reconnect, ErrorCode::ReadOnlyServer,
        "This Redis is a read-only replica; connect to its master."},
    Known{"UNBLOCKED", ErrorClass::Reconnect, ErrorCode::ReadOnlyServer,
        "Redis has become a replica; connect to the new master."},
    Known{"MOVED", ErrorClass::Reconnect, ErrorCode::ReadOnlyServer,
        "This queue is on another node of the Redis Cluster; connect with redis-cluster://."},
    Known{"NOSCRIPT", ErrorClass::OneStepFix, ErrorCode::Server, "Redis no longer has a required script: %1."},
    Known{"ASK", ErrorClass::OneStepFix, ErrorCode::ReadOnlyServer,
        "This queue is on another node of the Redis Cluster; connect with redis-cluster://."},
    Known{"NOAUTH", ErrorClass::OneStepFix, ErrorCode::Authentication,
        "Redis requires a password; set it in REDISCLI_AUTH or in the URL."},
    Known{"NOPERM", ErrorClass::StopAndTell, ErrorCode::Permission,
        "This Redis user lacks a permission: %1. Ask for it, or use another user."},
    Known{"WRONGPASS", ErrorClass::StopAndTell, ErrorCode::Authentication,
        "Redis rejected the username or password; check both."},
    Known{"WRONGTYPE", ErrorClass::StopAndTell, ErrorCode::WrongType,
        "A key of this queue has the wrong type; check it with TYPE, then rename it or use another prefix."},
    Known{"CROSSSLOT", ErrorClass::StopAndTell, ErrorCode::Server,
        "Keys of one queue are in different cluster slots: %1."},
    Known{"DENIED", ErrorClass::StopAndTell, ErrorCode::Permission,
        "Redis is in protected mode and refuses this address; set a password or bind address on the server."},
};

QByteArrayView firstWord(QByteArrayView text)
{
    const qsizetype space = text.indexOf(' ');
    return space < 0 ? text : text.first(space);
}

bool isKnown(QByteArrayView word)
{
    return std::any_of(known.begin(), known.end(), [word](const Known& entry) { return entry.word == word; });
}

/// Returns the server's text without the script's hash and line, which are only useful to the script's author. If a
/// command in a script failed, returns that command's error.
QByteArray withoutScript(QByteArrayView errorReply)
{
    if (!errorReply.contains("script"))
        return errorReply.toByteArray();
    static const QRegularExpression places(
        QStringLiteral("Error (?:running|compiling) script \\((?:call to f_[0-9a-f]{40}|new function)\\): ?"
                       "|@?(?:user_script|user_function|enable_strict_lua): ?[0-9]+: ?"
                       "|,? ?script: (?:[0-9a-f]{40}|on_fcall|[^ ,]{1,80}), on @?[a-z_]+: ?[0-9]+\\.?"));
    static const QRegularExpression hashes(QStringLiteral("\\b(?:f_)?[0-9a-f]{40}\\b"));
    QString text = QString::fromLatin1(errorReply); // Latin-1 preserves all bytes
    text.remove(places).replace(hashes, QStringLiteral("(a script)"));
    QByteArray words = text.simplified().toLatin1();
    if (words.startsWith("ERR -"))
        words.remove(0, 5);
    else if (words.startsWith("ERR ERR ")
        || (words.startsWith("ERR ") && isKnown(firstWord(QByteArrayView(words).sliced(4)))))
        words.remove(0, 4);
    constexpr QByteArrayView since72 = "ERR ACL failure in script: ";
    if (words.startsWith("ERR The user executing the script can't")) // as worded by Redis 7.0
        words.replace(0, 3, "NOPERM");
    else if (words.startsWith(since72)) // as worded by Redis 7.2 and later, and by Valkey
        words.replace(0, since72.size(), "NOPERM ");
    return words;
}

/// Returns the command, in capitals, that a NOPERM reply refuses; empty if the reply doesn't name it.
QString refusedCommand(const QString& reply)
{
    const QString before = QStringLiteral("run the '");
    const qsizetype at = reply.indexOf(before);
    const qsizetype from = at + before.size();
    const qsizetype end = at < 0 ? -1 : reply.indexOf(u'\'', from);
    return end < 0 ? QString() : reply.sliced(from, end - from).toUpper().replace(u'|', u' ');
}

/// Returns the error for a reply whose script locations have been removed.
Error errorOfCommand(QByteArrayView errorReply)
{
    QString words = printable(errorReply, 512);
    while (words.endsWith(u'.'))
        words.chop(1);
    const QByteArrayView word = firstWord(errorReply);
    if (word == "DAMAGED") {
        const QString role = printable(errorReply.sliced(std::min<qsizetype>(8, errorReply.size())), 100);
        return {ErrorCode::WrongType,
            QStringLiteral("The queue's key for %1 has the wrong type; check it with TYPE, then rename it.").arg(role),
            words};
    }
    if (word == "NEWER") {
        return {ErrorCode::Refused,
            QStringLiteral(
                "This queue was written by a newer version of Dueline; update this program before you change the queue."),
            words};
    }
    // Errors with the general code ERR differ only in their text. A renamed or disabled command is treated like a
    // denied one: repeating it doesn't help.
    if (errorReply.startsWith("ERR unknown command") || errorReply.startsWith("ERR unknown subcommand")) {
        const qsizetype from = words.indexOf(u'\'') + 1;
        const qsizetype end = words.indexOf(u'\'', from);
        return {ErrorCode::Permission,
            QStringLiteral(
                "This Redis has no command %1: it was renamed or disabled, or the server is too old. Ask the server's administrator.")
                .arg(from > 0 && end > from ? words.sliced(from, end - from) : QStringLiteral("with that name")),
            words};
    }
    if (errorReply.startsWith("ERR invalid password"))
        return {ErrorCode::Authentication, QStringLiteral("Redis rejected the password; check it."), words};
    if (errorReply.startsWith("ERR max number of clients"))
        return {ErrorCode::Busy,
            QStringLiteral("Redis has reached its client limit; close some connections, or raise maxclients."), words};
    if (errorReply.startsWith("ERR AUTH <password> called without any password")
        || errorReply.startsWith("ERR Client sent AUTH, but no password"))
        return {ErrorCode::Authentication, QStringLiteral("This Redis has no password, but one was given; remove it."),
            words};
    if (const QString command = word == "NOPERM" ? refusedCommand(words) : QString(); !command.isEmpty()) {
        return {ErrorCode::Permission,
            QStringLiteral("This Redis user is not allowed to run %1. Ask for the permission, or use another user.")
                .arg(command),
            words};
    }
    for (const Known& entry : known) {
        if (word == entry.word) {
            QString rest = words.mid(entry.word.size()).trimmed();
            return {entry.code, QString::fromLatin1(entry.message).replace(QLatin1String("%1"), rest), words};
        }
    }
    return {ErrorCode::Server, QStringLiteral("Redis returned an error: %1.").arg(words), words};
}

} // namespace

ErrorClass errorClass(QByteArrayView errorReply)
{
    const QByteArray said = withoutScript(errorReply);
    const QByteArrayView word = firstWord(said);
    for (const Known& entry : known) {
        if (word == entry.word)
            return entry.kind;
    }
    return ErrorClass::StopAndTell;
}

Error errorFromReply(QByteArrayView reply)
{
    Error error = errorOfCommand(withoutScript(reply));
    error.detail = printable(reply, 512);
    while (error.detail.endsWith(u'.'))
        error.detail.chop(1);
    return error;
}

Error databaseError(Error error, const QByteArray& database)
{
    if (database != "0" && error.code == ErrorCode::Server && error.detail.startsWith(u"ERR ")) {
        error.code = ErrorCode::Usage;
        error.message
            = QStringLiteral("Redis rejected database %1: %2.").arg(QString::fromLatin1(database), error.detail.mid(4));
    }
    return error;
}

QString reasonToWait(QByteArrayView errorReply)
{
    static constexpr std::array clauses{
        std::pair<QByteArrayView, const char*>{"BUSY", "it is busy running a script (BUSY)"},
        std::pair<QByteArrayView, const char*>{"LOADING", "it is still loading its data (LOADING)"},
        std::pair<QByteArrayView, const char*>{"TRYAGAIN", "the cluster is moving a queue to another node (TRYAGAIN)"},
        std::pair<QByteArrayView, const char*>{"CLUSTERDOWN", "the cluster is down, a node is missing (CLUSTERDOWN)"},
        std::pair<QByteArrayView, const char*>{"MASTERDOWN", "it is a replica that has lost its master (MASTERDOWN)"},
        std::pair<QByteArrayView, const char*>{"READONLY", "it is a replica and accepts no changes (READONLY)"},
        std::pair<QByteArrayView, const char*>{"UNBLOCKED", "it has become a replica (UNBLOCKED)"},
    };
    const QByteArrayView word = firstWord(errorReply);
    for (const auto& [known, clause] : clauses) {
        if (word == known)
            return QString::fromLatin1(clause);
    }
    return QStringLiteral("it returns %1").arg(printable(word, 40));
}

Error unexpectedReply()
{
    return {ErrorCode::Protocol, QStringLiteral("The script returned an unexpected reply."), {}};
}

} // namespace dueline
