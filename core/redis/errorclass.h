// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArrayView>

namespace dueline {

/// Reaction of the client to an error reply. None of these reactions fails a task.
enum class ErrorClass {
    RetryHere, ///< TRYAGAIN BUSY LOADING CLUSTERDOWN MASTERDOWN: retry soon on the same connection
    RetryLater, ///< OOM NOREPLICAS MISCONF: retry slowly on the same connection; an operator must act first
    Reconnect, ///< READONLY UNBLOCKED MOVED: connect again, or to another server
    OneStepFix, ///< NOSCRIPT ASK NOAUTH
    StopAndTell, ///< NOPERM WRONGPASS WRONGTYPE CROSSSLOT and unknown errors
};

/// Returns the class of an error reply by its first word.
ErrorClass errorClass(QByteArrayView errorReply);

/// Converts an error reply to an Error whose message says what the operator should do. The detail is the reply, escaped
/// and cut at 512 bytes; the message includes it if the server's words help. `DAMAGED <key>`, which our scripts return,
/// becomes WrongType. The script and line of an error are in the detail only.
Error errorFromReply(QByteArrayView reply);

/// Returns the error of a refused SELECT. A server without this database returns ERR and no other code.
Error databaseError(Error error, const QByteArray& database);

/// Returns what the server is doing while the client waits, as a clause: `it is busy running a script (BUSY)`. For any
/// other error reply, returns its first word.
QString reasonToWait(QByteArrayView errorReply);

/// Returns a Protocol error for a reply whose structure is not what the script or command returns.
Error unexpectedReply();

} // namespace dueline
