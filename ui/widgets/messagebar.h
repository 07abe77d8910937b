// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/notice.h"
#include "ui/widgets/pane.h"

#include <functional>

class QAction;
class QHBoxLayout;
class QVBoxLayout;
class QPushButton;
class QToolButton;

namespace dueline {

class PlainLabel;

/// Bar with a message, its detail and links. If the detail does not fit, a "Details" link expands it. The message may
/// take up multiple lines. The links move to a row below if they do not fit next to the message. The bar's minimum
/// width is that of its links, and its height is limited to a few lines. Excess text is elided and shown in the
/// tooltip.
class MessageBar : public Pane
{
    Q_OBJECT

public:
    static constexpr int lineHeight = 36;

    explicit MessageBar(const Theme& theme, Qt::Edges lines, QWidget* parent = nullptr);

    void show(Notice notice);
    void clear();
    const Notice& notice() const { return m_notice; }
    /// Changes the detail of the current message. Assistive technology does not announce the message again.
    void setDetail(const QString& detail);
    void setClosable(bool closable);
    /// Function that returns the name of a connection by id. Returns an empty string for the current connection, whose
    /// name is not displayed.
    using NameOf = std::function<QString(const QString& id)>;
    void setNames(NameOf nameOf) { m_nameOf = std::move(nameOf); }
    /// Updates the text after a different connection has become current or a connection has been renamed.
    void renew();
    /// Disables the links for this action while it is disabled.
    void follow(const QAction& action);

    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    /// Adds a widget before the links. The widget remains when the message changes.
    void addPart(QWidget* part);

private:
    void rebuild();
    void fitEdge();
    void reword();
    void setUnfolded(bool unfolded);
    void fit();
    int fitLines(int room);
    void allowLinks();
    QString headline() const;

    Notice m_notice;
    NameOf m_nameOf;
    QVBoxLayout* m_rows;
    QHBoxLayout* m_layout; ///< layout of the message
    QWidget* m_tail; ///< container of the links, at the end of the line or in a row below
    QHBoxLayout* m_tailRow;
    PlainLabel* m_icon;
    PlainLabel* m_text;
    PlainLabel* m_detail;
    QPushButton* m_more; ///< link that expands and collapses the detail
    QWidget* m_links;
    std::vector<const QAction*> m_followed;
    QToolButton* m_close;
    bool m_unfolded = false;
    bool m_below = false; ///< true if the links are in a row below the message
    bool m_fitting = false;
};

} // namespace dueline
