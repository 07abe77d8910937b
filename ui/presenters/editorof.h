// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <QCoreApplication>

namespace dueline {

/// Returns the editor of a backend. Errors: Refused (read-only connection).
inline Result<QueueEditor*> editorOf(Backend& backend)
{
    if (QueueEditor* editor = backend.editor())
        return editor;
    return Error{
        ErrorCode::Refused, QCoreApplication::translate("dueline::Workbench", "This connection is read-only.")};
}

} // namespace dueline
