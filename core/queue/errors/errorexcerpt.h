// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace dueline {

/// An error of at most `limit` bytes, not cut within a UTF-8 sequence. Of several lines the first and the last ones are
/// kept, `…` between them: some languages write what went wrong before the stack, some behind it.
QByteArray errorExcerpt(QByteArrayView error, qsizetype limit);

} // namespace dueline
