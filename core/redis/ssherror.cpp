// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/ssherror.h"

#include "core/base/text.h"
#include "core/redis/redisurl.h"

#include <array>

namespace dueline {

namespace {

struct Complaint
{
    QByteArrayView words; ///< text in OpenSSH's output
    ErrorCode code;
    const char* message; ///< `%1` is replaced by the SSH host
};

/// Error messages from ssh, in the order they are checked.
constexpr std::array complaints{
    Complaint{"REMOTE HOST IDENTIFICATION HAS CHANGED", ErrorCode::Unreachable,
        "The SSH host %1 presented a different key from the one in known_hosts: someone may be intercepting the "
        "connection. If the host was reinstalled, remove the old key with \"ssh-keygen -R\"."},
    Complaint{"Host key verification failed", ErrorCode::Unreachable,
        "The key of the SSH host %1 is not in known_hosts: connect once with \"ssh %1\" and check the key."},
    Complaint{"Permission denied", ErrorCode::Authentication,
        "The SSH host %1 accepts none of your keys: load a key with ssh-add, or specify it in ~/.ssh/config "
        "(Dueline does not prompt for an SSH password)."},
    Complaint{"Too many authentication failures", ErrorCode::Authentication,
        "The SSH host %1 was offered too many keys: specify the right one in ~/.ssh/config, with IdentitiesOnly yes."},
    Complaint{"Could not resolve hostname", ErrorCode::Unreachable,
        "The SSH host %1 has no address: check its spelling, or your ~/.ssh/config."},
    Complaint{"Connection refused", ErrorCode::Unreachable,
        "The SSH host %1 refuses connections: check its address and port, and whether its SSH server is running."},
    Complaint{"timed out", ErrorCode::Timeout,
        "The SSH host %1 did not respond in time: check its address and the firewall."},
    Complaint{"No route to host", ErrorCode::Unreachable, "There is no route to the SSH host %1."},
    Complaint{"Network is unreachable", ErrorCode::Unreachable, "There is no route to the SSH host %1."},
    Complaint{
        "not responding", ErrorCode::Disconnected, "The SSH tunnel through %1 stopped responding and was closed."},
    Complaint{"Bad configuration option", ErrorCode::Usage,
        "Your ~/.ssh/config contains an option that ssh does not recognize; \"ssh %1\" shows which."},
};

/// Returns the last non-empty line.
QByteArray lastLine(QByteArrayView said)
{
    QByteArray last;
    for (const QByteArray& line : said.toByteArray().split('\n')) {
        if (!line.trimmed().isEmpty())
            last = line.trimmed();
    }
    return last;
}

QString nameOf(const SshDestination& through) { return printable(through.host.toUtf8(), 80); }

} // namespace

Error sshError(QByteArrayView said, const SshDestination& through, const Endpoint&)
{
    const QString detail = printable(said.last(std::min<qsizetype>(said.size(), 1000)));
    for (const Complaint& entry : complaints) {
        if (said.contains(entry.words))
            return {entry.code, QString::fromLatin1(entry.message).replace(QLatin1String("%1"), nameOf(through)),
                detail, entry.code == ErrorCode::Authentication ? LoginRefusal::Key : LoginRefusal::None};
    }
    QString words = printable(lastLine(said), 200);
    while (words.endsWith(u'.'))
        words.chop(1);
    return {ErrorCode::Unreachable,
        words.isEmpty()
            ? QStringLiteral("The SSH tunnel through %1 ended without giving a reason.").arg(nameOf(through))
            : QStringLiteral("The SSH tunnel through %1 ended: %2.").arg(nameOf(through), words),
        detail};
}

std::optional<Error> sshRefusal(QByteArrayView said, const SshDestination& through, const Endpoint& target)
{
    // Find a line such as `channel 2: open failed: connect failed: Connection refused`.
    const QByteArrayView mark = "open failed: ";
    const qsizetype at = said.lastIndexOf(mark);
    if (at < 0)
        return std::nullopt;
    QByteArray why = said.sliced(at + mark.size()).toByteArray();
    why = why.left(why.indexOf('\n') < 0 ? why.size() : why.indexOf('\n')).trimmed();
    const QString where = displayEndpoint(target);
    if (why.startsWith("administratively prohibited"))
        return Error{ErrorCode::Permission,
            QStringLiteral("The SSH host %1 does not allow forwarding to %2: ask for AllowTcpForwarding or PermitOpen.")
                .arg(nameOf(through), where),
            printable(why)};
    return Error{ErrorCode::Unreachable,
        QStringLiteral("The SSH host %1 cannot reach Redis at %2: %3.")
            .arg(nameOf(through), where,
                printable(why.mid(why.lastIndexOf(": ") < 0 ? 0 : why.lastIndexOf(": ") + 2), 120)),
        printable(why)};
}

} // namespace dueline
