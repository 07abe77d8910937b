// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttext.h"
#include "ui/text/layoutwords.h"

#include <QWidget>

namespace dueline {

class Theme;

/// Input fields for a layout's key names and parameters, as defined by the layout.
class LayoutFields : public QWidget
{
    Q_OBJECT

public:
    explicit LayoutFields(const Theme& theme, QWidget* parent = nullptr);

    /// Sets the fields. Fields shared with the previous layout keep their values.
    void setChoice(const LayoutChoice& choice);
    void setSpec(const LayoutSpec& spec);
    /// Returns the entered layout if it is valid. Errors: same as parseLayout().
    Result<LayoutSpec> spec() const;
    /// Returns whether there are no fields or the key is empty.
    bool isEmpty() const;

Q_SIGNALS:
    void changed();

private:
    void keep();
    void build();
    QWidget* makeField(const LayoutField& field);
    QByteArray valueOf(const LayoutField& field) const;

    const Theme& m_theme;
    LayoutChoice m_choice;
    LayoutValues m_values; ///< values of all fields shown so far, by parameter name
    std::vector<QWidget*> m_edits; ///< one editor per field in the form
    QWidget* m_rows = nullptr;
};

} // namespace dueline
