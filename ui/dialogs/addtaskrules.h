// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/layoutregistry.h"

#include <QCoreApplication>

namespace dueline {

/// What a task of a layout can be given when it is added; what it cannot, the dialog does not ask for.
struct AddTaskRules
{
    Q_DECLARE_TR_FUNCTIONS(AddTaskRules)

public:
    static AddTaskRules of(const LayoutSpec& layout);
    /// Why the id that was entered will not do; empty: it will.
    QString problemOf(const QString& id, bool hasPayload, int copies) const;

    QByteArray type; ///< the only one there is; empty: asked for
    bool times = true;
    bool ids = true;
    bool needsId = false;
    bool payload = true;
    bool options = true; ///< attempts, backoff, lease
    bool copies = true;
    bool payloadIsName = false; ///< a payload becomes the task's id
    QByteArray pattern; ///< that ids have to match, as SCAN's MATCH; empty: any
    QString firstPayload = QStringLiteral("{}");
    QString payloadHint; ///< what becomes of it, a sentence
    QString hint; ///< instead of the time, a sentence
};

} // namespace dueline
