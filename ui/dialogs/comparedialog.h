// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"
#include "ui/models/comparisonmodel.h"

class QPlainTextEdit;

namespace dueline {

class PanelTable;

/// Dialog that shows the differences between two tasks or attempts side by side, and the current row's full text below
/// the table.
class CompareDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// Display names of the compared items, such as an id or an attempt.
    struct Names
    {
        QString a;
        QString b;
        QString command; ///< equivalent duectl command
    };

    CompareDialog(const Theme& theme, const Formatting& formatting, const Comparison& comparison, const Names& names,
        const QString& where, Environment environment, QWidget* parent);

    /// Returns the whole comparison as text for copying.
    QString text() const;
    const ComparisonModel& model() const { return m_model; }

private:
    void showRow();
    void copyRows() const;
    QPlainTextEdit* addWhole(const QString& name);

    ComparisonModel m_model;
    Names m_names;
    PanelTable* m_table;
    QPlainTextEdit* m_wholeA;
    QPlainTextEdit* m_wholeB;
};

} // namespace dueline
