// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <QCoreApplication>

namespace dueline {

/// What changes the queues of a backend. Errors: Refused, where nothing may be changed.
inline Result<QueueEditor*> editorOf(Backend& backend)
{
    if (QueueEditor* editor = backend.editor())
        return editor;
    return Error{
        ErrorCode::Refused, QCoreApplication::translate("dueline::Workbench", "This connection is read-only.")};
}

} // namespace dueline
