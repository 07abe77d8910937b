// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativekeys.h"

namespace dueline {

QByteArray NativeKeys::setOf(TaskState state) const
{
    switch (state) {
    case TaskState::Scheduled:
    case TaskState::Due:
        return pending();
    case TaskState::Retrying:
        return retry();
    case TaskState::Leased:
        return leased();
    case TaskState::Failed:
        return failed();
    case TaskState::Done:
        return done();
    case TaskState::Trash:
        return trash();
    }
    Q_UNREACHABLE();
    return {};
}

} // namespace dueline
