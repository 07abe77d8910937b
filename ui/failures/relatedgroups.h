// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failuregroups.h"
#include "ui/failures/failuremodel.h"

namespace dueline {

class PanelTable;
class Theme;

/// Table of failure groups that may share a cause with the displayed group.
class RelatedGroups : public QObject
{
    Q_OBJECT

public:
    /// Creates the table. The table widget has no parent; the caller adds it to a layout. `parent`: owner of this
    /// object.
    RelatedGroups(const Theme& theme, const Formatting& formatting, QObject* parent = nullptr);

    FailureModel& model() { return m_model; }
    PanelTable& table() { return *m_table; }
    void show(const FailureGroup& group, const FailureGroups& all, TimePoint now);

Q_SIGNALS:
    /// Requests the group with this ErrorTemplate. Emitted when the user presses Return on a row or double-clicks it.
    void kindRequested(const QByteArray& kind);

private:
    FailureModel m_model;
    PanelTable* m_table;
};

} // namespace dueline
