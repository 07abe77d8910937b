// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArrayView>

namespace dueline {

/// Client's reaction to an error reply. None of these makes a task fail.
enum class ErrorClass {
    RetryHere, ///< TRYAGAIN BUSY LOADING CLUSTERDOWN MASTERDOWN: retry soon on the same connection
    RetryLater, ///< OOM NOREPLICAS MISCONF: retry slowly on the same connection; an administrator must act first
    Reconnect, ///< READONLY UNBLOCKED MOVED: reconnect, possibly to another server
    OneStepFix, ///< NOSCRIPT ASK NOAUTH: one more command fixes the problem
    StopAndTell, ///< NOPERM WRONGPASS WRONGTYPE CROSSSLOT and unknown errors
};

/// Returns an error reply's class, which depends on its first word.
ErrorClass errorClass(QByteArrayView errorReply);

/// Converts an error reply to an Error whose message tells the user what to do. The detail is the reply, escaped and
/// truncated to 512 bytes; the message includes the reply if it helps. `DAMAGED <key>`, returned by Dueline's scripts,
/// becomes WrongType. Only the detail says in which script and line an error occurred.
Error errorFromReply(QByteArrayView reply);

/// Turns the error of a refused SELECT into a specific error. A server without the database just replies with the
/// general code ERR.
Error databaseError(Error error, const QByteArray& database);

/// Returns why the client must wait, as a clause: `it is busy running a script (BUSY)`. For an unknown error reply,
/// returns its first word.
QString reasonToWait(QByteArrayView errorReply);

/// Returns a Protocol error for a reply that the script or command can't have sent.
Error unexpectedReply();

} // namespace dueline
