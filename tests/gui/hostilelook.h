// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/plainlabel.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTextDocumentFragment>
#include <QWidget>

#include <ctime>
#include <utility>

namespace dueline::test {

/// Application that measures each event's CPU time, and checks all text in a widget for anything that would be
/// interpreted as HTML, and for characters that are invisible or reorder others.
class HostileLook : public QApplication
{
public:
    enum class Models { All, None };

    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (m_depth > 0 || m_looking)
            return QApplication::notify(receiver, event);
        ++m_depth;
        m_looked = false;
        const int type = event->type();
        const QByteArray name = receiver->metaObject()->className();
        const double before = cpuMs();
        const bool taken = QApplication::notify(receiver, event);
        const double took = cpuMs() - before;
        --m_depth;
        if (took > m_slowestMs && !m_looked) {
            m_slowestMs = took;
            m_slowest = QStringLiteral("event %1 to %2").arg(type).arg(QString::fromLatin1(name));
        }
        return taken;
    }
    double slowestMs() const { return m_slowestMs; }
    const QString& slowest() const { return m_slowest; }

    /// Returns one line for each problem in the widget and its visible children, each starting with `where`. Inspects
    /// the first rows of models even if they are not visible.
    QStringList at(QWidget& root, const QString& where, Models models = Models::All)
    {
        const bool before = std::exchange(m_looking, true);
        m_looked = true;
        m_where = where;
        m_found.clear();
        QList<QWidget*> widgets = root.findChildren<QWidget*>();
        widgets.prepend(&root);
        for (QWidget* widget : widgets) {
            if (widget->isVisible())
                lookAt(*widget, models);
        }
        root.grab(); // paints the entire widget
        m_looking = before;
        m_found.removeDuplicates();
        return m_found;
    }

private:
    static constexpr int rowsLookedAt = 150;

    static double cpuMs()
    {
        timespec time{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return double(time.tv_sec) * 1000 + double(time.tv_nsec) / 1e6;
    }

    void complain(const QString& what, const QString& text)
    {
        m_found << QStringLiteral("%1: %2: %3").arg(m_where, what, QString(text.left(120)).toHtmlEscaped());
    }

    static bool isUnseen(QChar c)
    {
        const char16_t u = c.unicode();
        return (u < 0x20 && u != '\n' && u != '\t') || (u >= 0x7F && u < 0xA0) || (u >= 0x200B && u <= 0x200F)
            || (u >= 0x2028 && u <= 0x202E)
            || (u > 0x2060 && u <= 0x206F) /* Formatting::whole() inserts U+2060 */ || u == 0x061C || u == 0xFEFF
            || u == 0xFFFD;
    }

    void lookAtText(const QString& what, const QString& text)
    {
        for (qsizetype i = 0; i < text.size(); ++i) {
            const bool pair = text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
            if (isUnseen(text[i]) || (text[i].isSurrogate() && !pair))
                return complain(
                    what + QStringLiteral(" has U+%1").arg(text[i].unicode(), 4, 16, QLatin1Char('0')), text);
            i += pair ? 1 : 0;
        }
    }
    /// Checks a tooltip. Qt renders anything that looks like HTML, so the tooltip must be escaped to appear as plain
    /// text.
    void lookAtTip(const QString& what, const QString& tip)
    {
        if (tip.isEmpty())
            return;
        lookAtText(what, tip);
        if (!Qt::mightBeRichText(tip)) {
            if (tip.contains(QLatin1String("&quot;")) || tip.contains(QLatin1String("&amp;"))
                || tip.contains(QLatin1String("&gt;")))
                complain(what + QStringLiteral(" shows its escapes"), tip);
            return;
        }
        QString tags = tip;
        for (const char* ours : {"<qt>", "</qt>", "<br>", "<br/>", "<div style='white-space:pre'>", "</div>",
                 "<table width='360' cellspacing='0' cellpadding='0'><tr><td>", "</td></tr></table>"})
            tags.remove(QLatin1String(ours));
        if (tags.contains(u'<'))
            complain(what + QStringLiteral(" is laid out"), tip);
    }
    void lookAtPressable(const QString& what, const QString& text)
    {
        lookAtText(what, text);
        if (QString(text).remove(QLatin1String("&&")).contains(QLatin1String("&mnemonic")))
            complain(what + QStringLiteral(" has a key of its own"), text);
    }

    void lookAt(QWidget& widget, Models models)
    {
        const QString name = QString::fromLatin1(widget.metaObject()->className());
        lookAtTip(name + QStringLiteral(" tooltip"), widget.toolTip());
        lookAtText(name + QStringLiteral(" name"), widget.accessibleName());
        lookAtText(name + QStringLiteral(" description"), widget.accessibleDescription());
        lookAtText(name + QStringLiteral(" title"), widget.windowTitle());
        if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
            const auto* plain = qobject_cast<const PlainLabel*>(label);
            QString shown = label->text();
            if (plain && plain->wordWrap()) {
                lookAtText(name, plain->fullText());
                shown.remove(QChar(0x200B)); // inserted by breakable() to allow line breaks
            }
            lookAtText(name, shown);
            if (label->textFormat() != Qt::PlainText && Qt::mightBeRichText(label->text()))
                complain(name + QStringLiteral(" is laid out"), label->text());
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
            lookAtPressable(name, button->text());
        } else if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) {
            lookAtText(name, line->text());
            lookAtText(name, line->placeholderText());
        } else if (const auto* text = qobject_cast<const QPlainTextEdit*>(&widget)) {
            lookAtText(name, text->toPlainText());
        } else if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget); view && view->model()) {
            if (models == Models::All)
                lookAtModel(name, *view->model(), {});
        } else if (widget.inherits("QTextEdit") || widget.inherits("QTextBrowser")) {
            complain(name + QStringLiteral(" lays text out"), {});
        }
        for (const QAction* action : widget.actions()) {
            lookAtPressable(name + QStringLiteral(" action"), action->text());
            lookAtTip(name + QStringLiteral(" action"), action->toolTip());
        }
    }

    void lookAtModel(const QString& name, const QAbstractItemModel& model, const QModelIndex& parent)
    {
        for (int row = 0; row < std::min(rowsLookedAt, model.rowCount(parent)); ++row) {
            for (int column = 0; column < model.columnCount(parent); ++column) {
                const QModelIndex index = model.index(row, column, parent);
                for (const int role : {int(Qt::DisplayRole), int(Qt::AccessibleTextRole), int(Qt::StatusTipRole)})
                    lookAtText(name + QStringLiteral(" item"), index.data(role).toString());
                lookAtTip(name + QStringLiteral(" item"), index.data(Qt::ToolTipRole).toString());
            }
        }
    }

    int m_depth = 0;
    bool m_looking = false;
    bool m_looked = false;
    double m_slowestMs = 0;
    QString m_slowest;
    QString m_where;
    QStringList m_found;
};

} // namespace dueline::test
