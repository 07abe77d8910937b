// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace dueline {

/// Records every command that a server executes while this object exists, using MONITOR on a separate connection. The
/// recording includes commands called by scripts, but not refused commands. Also works for servers on a Unix socket.
class CommandMonitor
{
public:
    explicit CommandMonitor(RedisServer& server)
        : m_server(server)
        , m_socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        const QByteArray path = server.config().socketPath.toUtf8();
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(
            address.sun_path, path.constData(), std::min<std::size_t>(path.size(), sizeof address.sun_path - 1));
        if (::connect(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0
            || ::write(m_socket, "MONITOR\r\n", 9) != 9 || line() != "+OK")
            qFatal("the server does not take MONITOR");
    }
    ~CommandMonitor() { ::close(m_socket); }
    CommandMonitor(const CommandMonitor&) = delete;
    CommandMonitor& operator=(const CommandMonitor&) = delete;

    /// Returns the commands executed since the previous call or construction, split into words.
    std::vector<Command> taken()
    {
        constexpr const char* end = "the end of what is monitored";
        m_server.call({"ECHO", end});
        std::vector<Command> commands;
        for (;;) {
            Command command = wordsOf(line());
            if (command.size() == 2 && command[1] == end)
                return commands;
            commands.push_back(std::move(command));
        }
    }

private:
    QByteArray line()
    {
        qsizetype end = 0;
        while ((end = m_buffer.indexOf("\r\n")) < 0) {
            char bytes[65536];
            const ssize_t count = ::read(m_socket, bytes, sizeof bytes);
            if (count <= 0)
                qFatal("the monitored server went away");
            m_buffer.append(bytes, count);
        }
        const QByteArray line = m_buffer.left(end);
        m_buffer.remove(0, end + 2);
        return line;
    }
    /// Returns a line's words without quotes. Does not decode escape sequences.
    static Command wordsOf(const QByteArray& line)
    {
        Command words;
        QByteArray word;
        bool inside = false;
        for (qsizetype i = line.indexOf("] ") + 2; i < line.size(); ++i) {
            if (line[i] == '"') {
                if (inside)
                    words.push_back(word);
                word.clear();
                inside = !inside;
            } else if (inside) {
                word += line[i];
                if (line[i] == '\\' && i + 1 < line.size())
                    word += line[++i];
            }
        }
        return words;
    }

    RedisServer& m_server;
    int m_socket;
    QByteArray m_buffer;
};

/// Returns a digest of all permanent data on a server: names, types and values. Omits keys with an expiry, so adding or
/// removing an expiry changes the digest. Sorts hash fields and set members, because reading a large hash or set may
/// change their order.
inline std::map<QByteArray, QByteArray> keySpaceOf(RedisServer& server)
{
    std::map<QByteArray, QByteArray> keys;
    for (const Reply& key : server.call({"KEYS", "*"}).items) {
        if (server.call({"PTTL", key.bytes}).integer != -1)
            continue;
        const QByteArray type = server.call({"TYPE", key.bytes}).bytes;
        if (type != "hash" && type != "set") {
            keys[key.bytes] = server.call({"DUMP", key.bytes}).bytes;
            continue;
        }
        const auto items = server.call({type == "hash" ? "HGETALL" : "SMEMBERS", key.bytes}).items;
        QByteArrayList words{};
        for (std::size_t i = 0; i < items.size(); i += type == "hash" ? 2 : 1)
            words << items[i].bytes + (type == "hash" ? '\0' + items[i + 1].bytes : QByteArray());
        std::sort(words.begin(), words.end());
        keys[key.bytes] = type + ' ' + words.join('\0');
    }
    return keys;
}

} // namespace dueline
