// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/pane.h"

class QHBoxLayout;
class QToolButton;

namespace dueline {

class PlainLabel;

/// Titled part of a page, with a body and a header that holds the title, a summary and controls. A collapsible
/// section's header is a button: a click, Space, Return, and the left and right arrow keys fold and unfold the body.
class Section : public Pane
{
    Q_OBJECT

public:
    static constexpr int headHeight = 34;

    Section(const Theme& theme, QWidget* body, bool folds, Qt::Edges lines = Qt::TopEdge, QWidget* parent = nullptr);

    QWidget& body() const { return *m_body; }
    void setTitle(const QString& title);
    /// Sets the text after the title, such as the number of items.
    void setSummary(const QString& summary);
    QString summary() const;
    /// Adds a control on the right side of the header. The control is hidden while the section is folded.
    void addControl(QWidget* control);
    bool isOpen() const { return m_isOpen; }
    void setOpen(bool open);

Q_SIGNALS:
    /// Emitted when the user folds or unfolds the section.
    void toggled(bool open);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyTheme();
    void follow();

    QWidget* m_body;
    QHBoxLayout* m_head;
    QToolButton* m_button = nullptr; ///< title of a collapsible section; null otherwise
    PlainLabel* m_title = nullptr; ///< title of a section that isn't collapsible; null otherwise
    PlainLabel* m_summary;
    std::vector<QWidget*> m_controls;
    bool m_isOpen = true;
};

} // namespace dueline
