// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/layoutspec.h"

#include <QCoreApplication>

namespace dueline {

/// What a task of a layout can be given when it is added; what it cannot, the dialog does not ask for.
struct AddTaskRules : AddingFacts
{
    Q_DECLARE_TR_FUNCTIONS(AddTaskRules)

public:
    static AddTaskRules of(const LayoutSpec& layout);
    /// Why the id that was entered will not do; empty: it will.
    QString problemOf(const QString& id, bool hasPayload, int copies) const;
};

} // namespace dueline
