// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/phppeer.h"

#include <QFile>
#include <QTest>

#include <map>

namespace dueline {

/// A server with queues of Laravel, as tests put them there by hand.
class LaravelServer : public RedisServer
{
public:
    static inline const QByteArray list = "laravel_database_queues:mail";

    /// As version 12 writes it; `further` fields begin with a comma.
    static QByteArray job(const QByteArray& uuid, const QByteArray& further = {}, int attempts = 0)
    {
        return R"({"uuid":")" + uuid
            + R"(","displayName":"App\\Jobs\\Mail","job":"Illuminate\\Queue\\CallQueuedHandler@call","maxTries":3,)"
              R"("backoff":"5,10","data":{"commandName":"App\\Jobs\\Mail","command":"O:13:\"App\\Jobs\\Mail\":2:{s:5:\"\u0000*\u0000to\";)"
              R"(s:5:\"caf\u00e9\";s:1:\"n\";d:1.10;}"},"createdAt":1795601606)"
            + further + R"(,"attempts":)" + QByteArray::number(attempts) + '}';
    }
    void push(const QByteArray& payload, const QByteArray& to = list)
    {
        call({"RPUSH", to, payload});
        call({"RPUSH", to + ":notify", "1"});
    }
    void put(const char* set, qint64 score, const QByteArray& payload)
    {
        call({"ZADD", list + ':' + set, QByteArray::number(score), payload});
    }
    /// What stands in the keys that are not ours, by key.
    std::map<QByteArray, QByteArrayList> theirs()
    {
        std::map<QByteArray, QByteArrayList> keys;
        for (const Reply& key : call({"KEYS", "*"}).items) {
            if (key.bytes.startsWith("dueline:"))
                continue;
            const QByteArray type = call({"TYPE", key.bytes}).bytes;
            QByteArrayList& words = keys[key.bytes];
            const Reply items = call(type == "zset" ? Command{"ZRANGE", key.bytes, "0", "-1", "WITHSCORES"}
                    : type == "list"                ? Command{"LRANGE", key.bytes, "0", "-1"}
                    : type == "set"                 ? Command{"SMEMBERS", key.bytes}
                    : type == "hash"                ? Command{"HGETALL", key.bytes}
                                                    : Command{"GET", key.bytes});
            for (const Reply& item : items.items)
                words << item.bytes;
            if (type == "hash") { // fields in the order of their names
                std::map<QByteArray, QByteArray> fields;
                for (qsizetype i = 0; i + 1 < words.size(); i += 2)
                    fields[words[i]] = words[i + 1];
                words.clear();
                for (const auto& [field, value] : fields)
                    words << field << value;
                words << (call({"PTTL", key.bytes}).integer > 0 ? "goes" : "stays");
            }
            if (type == "set")
                std::sort(words.begin(), words.end());
            words << type << items.bytes;
        }
        return keys;
    }
    /// Sends the commands of tests/peers/horizon.redis; its head says how they are written.
    void loadHorizon()
    {
        QFile file(QStringLiteral(DUELINE_SOURCE_DIR "/tests/peers/horizon.redis"));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("tests/peers/horizon.redis cannot be read");
        const qint64 now = call({"TIME"}).items.at(0).bytes.toLongLong();
        for (const QByteArray& line : file.readAll().split('\n')) {
            if (line.isEmpty() || line.startsWith('#'))
                continue;
            Command command;
            for (qsizetype at = 0; at < line.size(); ++at) {
                const bool isQuoted = line[at] == '\'';
                const qsizetype from = at + (isQuoted ? 1 : 0);
                qsizetype end = line.indexOf(isQuoted ? '\'' : ' ', from);
                end = end < 0 ? line.size() : end;
                const QByteArray word = line.mid(from, end - from);
                const qsizetype mark = word.indexOf('@');
                const bool isInstant = !isQuoted && mark >= 0 && mark <= 1;
                command.push_back(isInstant
                        ? word.left(mark) + QByteArray::number(now + word.mid(mark + 1).toLongLong()) + ".25"
                        : word);
                at = end + (isQuoted ? 1 : 0);
            }
            if (const Reply reply = call(command); reply.isError())
                qFatal("%s: %s", line.constData(), reply.bytes.constData());
        }
    }
};

} // namespace dueline
