// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <QCoreApplication>

namespace dueline {

/// Returns the editor of a backend. Errors: Refused, if the connection is read-only.
inline Result<QueueEditor*> editorOf(Backend& backend)
{
    if (QueueEditor* editor = backend.editor())
        return editor;
    return Error{
        ErrorCode::Refused, QCoreApplication::translate("dueline::Workbench", "This connection is read-only.")};
}

} // namespace dueline
