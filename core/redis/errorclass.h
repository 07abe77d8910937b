// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArrayView>

namespace dueline {

/// What a client does about an error reply (design: none of them fails a task).
enum class ErrorClass {
    RetryHere, ///< TRYAGAIN BUSY LOADING CLUSTERDOWN MASTERDOWN: the same connection, soon
    RetryLater, ///< OOM NOREPLICAS MISCONF: the same connection, slowly; somebody has to act first
    Reconnect, ///< READONLY UNBLOCKED MOVED: another server, or this one anew
    OneStepFix, ///< NOSCRIPT ASK NOAUTH
    StopAndTell, ///< NOPERM WRONGPASS WRONGTYPE CROSSSLOT and whatever is unknown
};

/// The class of an error reply by its first word.
ErrorClass errorClass(QByteArrayView errorReply);

/// An error reply as an Error whose message tells an operator what to do; the reply itself, escaped and cut at 512
/// bytes, is the detail, and part of the message where the server's words help. `DAMAGED <key>`, our scripts' word,
/// becomes WrongType. Where in which script it came up is in the detail alone.
Error errorFromReply(QByteArrayView reply);

/// What a server that is waited for does, as a clause: `it is busy running a script (BUSY)`. For an error reply that is
/// not waited for: its first word.
QString reasonToWait(QByteArrayView errorReply);

/// Protocol: a reply whose parts are not what our script or command answers with.
Error unexpectedReply();

} // namespace dueline
