// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QByteArray>

namespace dueline {

/// One of the designs that people write by hand, with its parameters. The queue's name is its key.
struct HandmadeSpec
{
    enum class Design : quint8 {
        Cron, ///< ZSET of `COMMAND_<unix s>`, scored by time
        Zset, ///< ZSET of ids scored by time; with a lock key per task, or polled and removed after success
        Pubsub, ///< `SET id time` and `PUBLISH channel id`
        List, ///< LIST, LPUSH and RPOP, results published
        Resend, ///< LIST of JSON with a time stamp and a retry count
    };

    Design design = Design::Zset;
    QByteArray key; ///< of the ZSET or LIST; Pubsub: the channel
    QByteArray type; ///< names the handler of all tasks; never empty; unused by Cron, whose commands name theirs
    bool milliseconds = false; ///< Zset: scores are epoch milliseconds, not seconds
    QByteArray lock; ///< Zset: pattern of the lock keys, `%1` stands for the id; empty: no locks
    Millis lockFor{60'000}; ///< Zset: as long as their workers lock
    QByteArray results; ///< List: the channel of the results, may be empty
    QByteArray keys; ///< Pubsub: pattern of the keys that are tasks (as SCAN's MATCH)
    int max = 3; ///< Resend: how often a message is sent again

    bool locks() const { return !lock.isEmpty(); }
    /// The key that locks a task.
    QByteArray lockKey(QByteArrayView id) const;
    /// A key of ours beside theirs, in the same slot of a cluster: `{KEY}:dueline:<role>`, or `KEY:dueline:<role>`
    /// where the key has a hash tag of its own.
    QByteArray twin(QByteArrayView role) const;
    /// Whether all of its keys are in one slot of a cluster: not with locks or a key per task, nor where braces in the
    /// key's name are no hash tag.
    bool fitsOneSlot() const;
    /// How it is written: parseHandmade() reads it back.
    QString text() const;

    bool operator==(const HandmadeSpec&) const = default;
};

/// The name of a design in `--layout`: `cron zset pubsub list resend`.
const char* designName(HandmadeSpec::Design design);

/// Reads `cron:KEY`, `zset:KEY?unit=s|ms&lock=lock_%1&lockfor=60s`, `pubsub:CHANNEL?keys=PATTERN`,
/// `list:KEY?results=CHANNEL`, `resend:KEY?max=3`, each but cron with `type=NAME`. `%XX` stands for a byte, so that a
/// key may hold `?` (`%3F`), `&` or `%`; in a lock pattern `%1` is the id. Errors: Usage, saying what is wrong.
Result<HandmadeSpec> parseHandmade(const QString& text);

} // namespace dueline
