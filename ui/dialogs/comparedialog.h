// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"
#include "ui/models/comparisonmodel.h"

class QPlainTextEdit;

namespace dueline {

class PanelTable;

/// What two tasks of a queue, or two attempts, differ in: side by side, the row under the cursor whole below.
class CompareDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// What is compared, in words of ours: an id, an attempt.
    struct Names
    {
        QString a;
        QString b;
        QString command; ///< duectl's, which tells the same
    };

    CompareDialog(const Theme& theme, const Formatting& formatting, const Comparison& comparison, const Names& names,
        const QString& where, Environment environment, QWidget* parent);

    /// All of it, as it is copied.
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
