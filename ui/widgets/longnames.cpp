// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/longnames.h"

#include "ui/text/breakable.h"
#include "ui/text/plaintexttooltip.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QHelpEvent>
#include <QLineEdit>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QStyleOptionFrame>
#include <QStyledItemDelegate>
#include <QToolTip>

#include <algorithm>

namespace dueline {

namespace {

constexpr int usualName = 40; ///< item length in characters up to which a combo box becomes wider
constexpr int leastContents = 24; ///< minimum width, in characters, of a combo box with longer items

/// Delegate for rows as wide as the list, with text elided in the middle.
class NarrowRow : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QSize all = QStyledItemDelegate::sizeHint(option, index);
        return {std::min(all.width(), 60), all.height()};
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideMiddle;
    }
};

int widestOf(const QComboBox& box)
{
    int widest = 0;
    for (int i = 0; i < box.count(); ++i)
        widest = std::max(widest, box.fontMetrics().horizontalAdvance(box.itemText(i)));
    return widest;
}

/// Returns a field's text if it is clipped; empty if it is fully visible or secret.
QString cutText(const QLineEdit& edit)
{
    if (edit.echoMode() != QLineEdit::Normal)
        return {};
    QStyleOptionFrame option;
    option.initFrom(&edit);
    option.lineWidth = edit.hasFrame() ? edit.style()->pixelMetric(QStyle::PM_DefaultFrameWidth, &option, &edit) : 0;
    const QRect room = edit.style()->subElementRect(QStyle::SE_LineEditContents, &option, &edit);
    constexpr int beside = 4; // horizontal margins of the text in the field, in pixels
    return edit.fontMetrics().horizontalAdvance(edit.text()) > room.width() - beside ? edit.text() : QString();
}

QString cutText(const QComboBox& box)
{
    if (box.isEditable())
        return cutText(*box.lineEdit());
    QStyleOptionComboBox option;
    option.initFrom(&box);
    option.editable = false;
    const QRect room = box.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box);
    return box.fontMetrics().horizontalAdvance(box.currentText()) > room.width() ? box.currentText() : QString();
}

QString cutText(const QAbstractItemView& list, const QPoint& at)
{
    const QModelIndex index = list.indexAt(at);
    if (!index.isValid() || index.data(Qt::ToolTipRole).isValid())
        return {};
    const QString text = index.data().toString();
    constexpr int padding = 8;
    const int room = std::min(list.visualRect(index).width(), list.viewport()->width()) - padding;
    return list.fontMetrics().horizontalAdvance(text) > room ? text : QString();
}

} // namespace

LongNames::LongNames(QWidget& dialog)
    : QObject(&dialog)
{ }

void LongNames::keepIn(QWidget& dialog)
{
    auto* names = dialog.findChild<LongNames*>(QString(), Qt::FindDirectChildrenOnly);
    if (!names)
        names = new LongNames(dialog);
    for (auto* box : dialog.findChildren<QComboBox*>()) {
        if (box->window() == &dialog)
            names->bound(*box);
    }
    for (auto* edit : dialog.findChildren<QLineEdit*>()) {
        if (edit->window() == &dialog)
            names->watch(*edit);
    }
}

void LongNames::bound(QComboBox& box)
{
    if (box.sizeAdjustPolicy() != QComboBox::AdjustToMinimumContentsLengthWithIcon
        && widestOf(box) > usualName * box.fontMetrics().averageCharWidth()) {
        box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box.setMinimumContentsLength(leastContents);
    }
    box.view()->setTextElideMode(Qt::ElideMiddle);
    watch(box);
    watch(*box.view()->viewport());
}

void LongNames::watch(QLineEdit& edit)
{
    watch(static_cast<QObject&>(edit));
    QCompleter* completer = edit.completer();
    if (!completer || completer->completionMode() != QCompleter::PopupCompletion)
        return;
    QAbstractItemView* popup = completer->popup();
    if (!dynamic_cast<NarrowRow*>(popup->itemDelegate()))
        popup->setItemDelegate(new NarrowRow(popup));
    watch(*popup->viewport());
}

/// Installs the event filter. Calling this again is harmless: Qt just moves the existing filter to the front.
void LongNames::watch(QObject& watched) { watched.installEventFilter(this); }

bool LongNames::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QObject::eventFilter(watched, event);
    const auto& asked = *static_cast<QHelpEvent*>(event);
    auto* widget = static_cast<QWidget*>(watched);
    QString text;
    if (const auto* edit = qobject_cast<const QLineEdit*>(widget))
        text = cutText(*edit);
    else if (const auto* box = qobject_cast<const QComboBox*>(widget))
        text = cutText(*box);
    else if (const auto* list = qobject_cast<const QAbstractItemView*>(widget->parentWidget()))
        text = cutText(*list, asked.pos());
    if (text.isEmpty())
        return QObject::eventFilter(watched, event);
    // The text wraps at the width of a tooltip.
    QToolTip::showText(asked.globalPos(), plainTextToolTip(breakable(text)), widget);
    return true;
}

} // namespace dueline
