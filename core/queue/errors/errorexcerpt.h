// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace dueline {

/// Returns up to `limit` bytes of an error without splitting a UTF-8 sequence. If there are several lines, keeps the
/// first and last ones, with `…` in between: some languages write the message before the stack trace, others after it.
QByteArray errorExcerpt(QByteArrayView error, qsizetype limit);

} // namespace dueline
