// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskfilter.h"

#include <QLineEdit>

namespace dueline {

class Theme;

/// The filter as it is typed: `key:` parts in the accent colour, applied on Return, refused with the parser's sentence
/// and the place marked. Escape clears it.
class FilterLine : public QLineEdit
{
    Q_OBJECT

public:
    explicit FilterLine(const Theme& theme, QWidget* parent = nullptr);

    const TaskFilter& filter() const { return m_filter; }
    /// Sets and applies it; text that does not parse is shown with its error and changes nothing.
    void apply(const QString& text);

Q_SIGNALS:
    void filterChanged(const dueline::TaskFilter& filter);
    /// Empty: the text parses.
    void problemChanged(const QString& problem);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void colour();
    void submit();

    const Theme& m_theme;
    TaskFilter m_filter;
    qsizetype m_problemAt = -1;
    bool m_colouring = false;
};

} // namespace dueline
