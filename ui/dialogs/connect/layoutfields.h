// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttext.h"
#include "ui/text/layoutwords.h"

#include <QWidget>

namespace dueline {

class Theme;

/// The key names and parameters of one layout, as it says that it has them.
class LayoutFields : public QWidget
{
    Q_OBJECT

public:
    explicit LayoutFields(const Theme& theme, QWidget* parent = nullptr);

    /// Which fields there are; what is in those that stay, stays.
    void setChoice(const LayoutChoice& choice);
    void setSpec(const LayoutSpec& spec);
    /// As entered; checked. Errors: as parseLayout().
    Result<LayoutSpec> spec() const;
    /// Whether nothing is asked for, or nothing was entered as the key.
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
    LayoutValues m_values; ///< of all choices that were shown, by the parameter's name
    std::vector<QWidget*> m_edits; ///< one per field of the form
    QWidget* m_rows = nullptr;
};

} // namespace dueline
