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

/// Where what it means does not fit into the line, a link "Details" makes room for all of it; what happened takes a few
/// lines where it has to, and what is to be pressed a row below it where there is no room beside it. It never asks for
/// more width than what is to be pressed, nor for more height than some lines: what else there is, is cut and told by
/// the tooltip.
class MessageBar : public Pane
{
    Q_OBJECT

public:
    static constexpr int lineHeight = 36;

    explicit MessageBar(const Theme& theme, Qt::Edges lines, QWidget* parent = nullptr);

    void show(Notice notice);
    void clear();
    const Notice& notice() const { return m_notice; }
    /// What it means has changed, what happened has not: nothing is announced again.
    void setDetail(const QString& detail);
    void setClosable(bool closable);
    /// How a connection is named, by its id; empty: it need not be, since it is in view.
    using NameOf = std::function<QString(const QString& id)>;
    void setNames(NameOf nameOf) { m_nameOf = std::move(nameOf); }
    /// Another connection is in view, or one is called differently.
    void renew();
    /// Links that name this action can be pressed while it can.
    void follow(const QAction& action);

    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    /// Stands before the links, and stays while messages come and go.
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
    QHBoxLayout* m_layout; ///< what is said
    QWidget* m_tail; ///< what is to be pressed: at its end, or below
    QHBoxLayout* m_tailRow;
    PlainLabel* m_icon;
    PlainLabel* m_text;
    PlainLabel* m_detail;
    QPushButton* m_more; ///< unfolds and folds
    QWidget* m_links;
    std::vector<const QAction*> m_followed;
    QToolButton* m_close;
    bool m_unfolded = false;
    bool m_below = false; ///< the tail
    bool m_fitting = false;
};

} // namespace dueline
