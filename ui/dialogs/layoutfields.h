// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/layoutwords.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLineEdit;
class QSpinBox;

namespace dueline {

class BytesEdit;
class Theme;

/// The key names and parameters of one design; a field that a design does not have is not shown.
class LayoutFields : public QWidget
{
    Q_OBJECT

public:
    explicit LayoutFields(const Theme& theme, QWidget* parent = nullptr);

    /// Which fields there are; what is in them stays.
    void setChoice(LayoutChoice choice);
    void setSpec(const HandmadeSpec& spec);
    /// As entered; checked. Native has none. Errors: as parseHandmade().
    Result<HandmadeSpec> spec() const;
    bool isEmpty() const;

Q_SIGNALS:
    void changed();

private:
    QWidget* addRow(const QString& label, QLayout* content);

    LayoutChoice m_choice = LayoutChoice::Native;
    QPalette m_quiet; ///< of the labels
    BytesEdit* m_key;
    QComboBox* m_unit;
    BytesEdit* m_lock;
    QLineEdit* m_lockFor;
    BytesEdit* m_results;
    QSpinBox* m_max;
    BytesEdit* m_keys;
    BytesEdit* m_type;
    QWidget* m_keyRow = nullptr;
    QWidget* m_lockRow = nullptr;
    QWidget* m_resultsRow = nullptr;
    QWidget* m_maxRow = nullptr;
    QWidget* m_keysRow = nullptr;
    QWidget* m_typeRow = nullptr;
};

} // namespace dueline
