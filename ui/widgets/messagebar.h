// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/notice.h"
#include "ui/widgets/pane.h"

class QHBoxLayout;
class QVBoxLayout;
class QPushButton;

namespace dueline {

class PlainLabel;
struct Tokens;

/// Returns the color of a notice's icon and stripe, in a bar or a toast.
QColor noticeColor(const Tokens& tokens, Notice::Kind kind);

/// Bar above the content with a message about it, a detail and links. If the detail doesn't fit, a "Details" link
/// expands it. The message may take up multiple lines. The links move to a row below if they don't fit next to the
/// message. The bar's minimum width is that of its links, and its height is limited to a few lines. Excess text is
/// elided and shown in the tooltip.
class MessageBar : public Pane
{
    Q_OBJECT

public:
    static constexpr int lineHeight = 36;

    explicit MessageBar(const Theme& theme, Qt::Edges lines, QWidget* parent = nullptr);

    void show(Notice notice);
    void clear();
    const Notice& notice() const { return m_notice; }
    /// Changes the current message's detail. Assistive technology doesn't announce the message again.
    void setDetail(const QString& detail);

    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    /// Adds a widget before the links. The widget remains when the message changes.
    void addPart(QWidget* part);

private:
    void rebuild();
    void reword();
    void setUnfolded(bool unfolded);
    void fit();
    int fitLines(int room);

    Notice m_notice;
    QVBoxLayout* m_rows;
    QHBoxLayout* m_layout; ///< layout of the message
    QWidget* m_tail; ///< container for the links, at the end of the line or in a row below
    QHBoxLayout* m_tailRow;
    PlainLabel* m_icon;
    PlainLabel* m_text;
    PlainLabel* m_detail;
    QPushButton* m_more; ///< link that expands and collapses the detail
    QWidget* m_links;
    bool m_unfolded = false;
    bool m_below = false; ///< true if the links are in a row below the message
    bool m_fitting = false;
};

} // namespace dueline
