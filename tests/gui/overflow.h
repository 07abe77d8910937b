// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/docktabs.h"
#include "ui/widgets/plainlabel.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QStyleOptionFrame>
#include <QTabBar>
#include <QToolButton>

namespace dueline {

/// Finds content that does not fit: clipped text, and controls that overlap or extend beyond the window. Users' text
/// and payloads may be elided; the program's own text may not.
class Overflow
{
public:
    /// Length of the names in the test. `Long` accepts elided text that has a tooltip, because names can have any
    /// length.
    enum class Names : quint8 { Usual, Long };

    /// Returns one line for each problem found.
    static QStringList in(const QWidget& root, Names names = Names::Usual)
    {
        QStringList found;
        for (const QWidget* widget : root.findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->window() != root.window())
                continue;
            const QString what = complaint(*widget, names);
            if (!what.isEmpty())
                found << what;
        }
        return found;
    }

private:
    static QString named(const QWidget& widget, const QString& text)
    {
        QStringList path;
        for (const QWidget* at = widget.parentWidget(); at && path.size() < 2; at = at->parentWidget())
            path.prepend(QString::fromLatin1(at->metaObject()->className()));
        path << QString::fromLatin1(widget.metaObject()->className());
        return QStringLiteral("%1 \"%2\"").arg(path.join(u'/'), text.left(80));
    }

    static QString complaint(const QWidget& widget, Names names)
    {
        if (isSqueezed(widget) || hasLostLines(widget))
            return named(widget, widget.accessibleName())
                + QStringLiteral(" has not its height: %1 instead of %2")
                      .arg(widget.height())
                      .arg(widget.minimumSizeHint().height());
        if (const auto* label = qobject_cast<const PlainLabel*>(&widget))
            return ofLabel(*label, names);
        if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
            return ofButton(*button);
        if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
            const int needs = box->fontMetrics().horizontalAdvance(box->currentText());
            if (names == Names::Usual && !box->isEditable() && needs + 24 > box->width())
                return named(widget, box->currentText()) + QStringLiteral(" is cut");
        }
        if (const auto* edit = qobject_cast<const QLineEdit*>(&widget)) {
            if (edit->text().isEmpty() && needed(*edit, edit->placeholderText()) > edit->width())
                return named(widget, edit->placeholderText()) + QStringLiteral(": the placeholder is cut");
            const QWidget* of = edit->parentWidget();
            const bool isPart = qobject_cast<const QComboBox*>(of) || qobject_cast<const QAbstractSpinBox*>(of);
            // A clipped short value may look like a different value: "30s" may look like "0s".
            if (!isPart && edit->text().size() <= fewLetters && needed(*edit, edit->text()) > edit->width())
                return named(widget, edit->text()) + QStringLiteral(": what is entered is cut");
        }
        if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
            if (tabs->count() > 0 && tabs->tabRect(tabs->count() - 1).right() > tabs->width())
                return named(widget, tabs->tabText(tabs->count() - 1)) + QStringLiteral(": the last tab is cut");
            if (tabs->count() > 0 && tabs->tabRect(0).left() < 0)
                return named(widget, tabs->tabText(0)) + QStringLiteral(": the first tab is scrolled away");
        }
        return {};
    }

    static constexpr int fewLetters = 12;

    /// Returns the width needed to show all of the text, including the frame, and icons where QLineEdit places them.
    static int needed(const QLineEdit& edit, const QString& text)
    {
        constexpr int beside = 2; // margin that QLineEdit adds on both sides of the text
        constexpr int pictureWidth = 26;
        QStyleOptionFrame option;
        option.initFrom(&edit);
        const QRect contents = edit.style()->subElementRect(QStyle::SE_LineEditContents, &option, &edit);
        const QMargins margins = edit.textMargins();
        int needs = edit.fontMetrics().horizontalAdvance(text) + edit.width() - contents.width() + margins.left()
            + margins.right() + 2 * beside;
        for (const QAction* picture : edit.actions())
            needs += picture->isVisible() && !picture->icon().isNull() ? pictureWidth : 0;
        return needs;
    }

    /// Returns whether an input widget or button is too short to be drawn correctly. Skips the parts of composite
    /// widgets, which lay out their parts themselves.
    static bool isSqueezed(const QWidget& widget)
    {
        const bool entered = qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const QComboBox*>(&widget)
            || qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QPushButton*>(&widget);
        const QWidget* parent = widget.parentWidget();
        if (!entered || qobject_cast<const QComboBox*>(parent) || qobject_cast<const QAbstractSpinBox*>(parent))
            return false;
        return widget.height() < std::min(widget.minimumSizeHint().height(), widget.maximumHeight());
    }
    /// Returns whether lines are hidden because a text widget is shorter than its maximum height.
    static bool hasLostLines(const QWidget& widget)
    {
        const auto* text = qobject_cast<const QPlainTextEdit*>(&widget);
        return text && text->maximumHeight() < QWIDGETSIZE_MAX && text->height() < text->maximumHeight();
    }

    static QString ofLabel(const PlainLabel& label, Names names)
    {
        if (label.fullText().isEmpty())
            return {};
        if (label.isCut()) { // an elided label with a tooltip
            if (names == Names::Long)
                return label.toolTip().isEmpty()
                    ? named(label, label.fullText()) + QStringLiteral(" is cut, without a word")
                    : hidden(label, label.fullText());
            if (label.fullText().startsWith(u'#'))
                return {}; // an id can have any length
            const auto* details = label.parentWidget()->findChild<const QAbstractButton*>(QStringLiteral("details"));
            return details && details->isVisible() ? QString()
                                                   : named(label, label.fullText()) + QStringLiteral(" is cut");
        }
        const QSize room = label.contentsRect().size();
        if (label.wordWrap()) {
            if (label.heightForWidth(label.width()) > label.height() + 1)
                return named(label, label.fullText()) + QStringLiteral(" has not its lines");
        } else if (label.fontMetrics().horizontalAdvance(label.text().remove(u'&')) > room.width() + 1) {
            return named(label, label.fullText()) + QStringLiteral(" has not its width");
        }
        return hidden(label, label.fullText());
    }

    static QString ofButton(const QAbstractButton& button)
    {
        if (!button.text().isEmpty() && button.sizeHint().width() > button.width() + 1) {
            const auto* tool = qobject_cast<const QToolButton*>(&button);
            if (!tool)
                return named(button, button.text()) + QStringLiteral(" is too narrow");
            // The program sets a width that fits the icon, gap and text. With a style sheet, the size hint is larger.
            const bool words = tool->toolButtonStyle() != Qt::ToolButtonIconOnly;
            if (words && button.fontMetrics().horizontalAdvance(button.text()) + 8 > button.width())
                return named(button, button.text()) + QStringLiteral(" is too narrow");
        }
        return hidden(button, button.text().isEmpty() ? button.accessibleName() : button.text());
    }

    /// Returns the problem if a widget extends beyond the window or beyond the bottom edge of its parent.
    static QString hidden(const QWidget& widget, const QString& text)
    {
        for (const QWidget* at = widget.parentWidget(); at; at = at->parentWidget()) {
            const auto* scrolled = qobject_cast<const QAbstractScrollArea*>(at);
            if (!scrolled)
                continue;
            const bool sideways = scrolled->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff;
            const int left = widget.mapTo(scrolled->viewport(), QPoint(0, 0)).x();
            const bool inside = left >= 0 && left + widget.width() <= scrolled->viewport()->width() + 1;
            return sideways || inside ? QString() // The content can be scrolled into view.
                                      : named(widget, text) + QStringLiteral(" ends beside what can be scrolled to");
        }
        const QRect seen = widget.visibleRegion().boundingRect();
        if (seen.width() + 1 < widget.width() || seen.height() + 1 < widget.height())
            return named(widget, text)
                + QStringLiteral(" shows %1×%2 of %3×%4")
                      .arg(seen.width())
                      .arg(seen.height())
                      .arg(widget.width())
                      .arg(widget.height());
        return {};
    }
};

} // namespace dueline
