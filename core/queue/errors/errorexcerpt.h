// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace dueline {

/// Returns at most `limit` bytes of an error, without splitting a UTF-8 sequence. If the error has several lines, the
/// first and the last ones are kept, with `…` in between: some languages write the message before the stack trace,
/// others after it.
QByteArray errorExcerpt(QByteArrayView error, qsizetype limit);

} // namespace dueline
