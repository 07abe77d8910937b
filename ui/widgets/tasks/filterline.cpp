// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tasks/filterline.h"

#include "core/redis/redisurl.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QRegularExpression>
#include <QTextCharFormat>
#include <QToolButton>

#include <algorithm>

namespace dueline {

FilterLine::FilterLine(const Theme& theme, QWidget* parent)
    : QLineEdit(parent)
    , m_theme(theme)
{
    setMaxLength(4000);
    QAction* search = addAction(theme.icon(QStringLiteral("search")), LeadingPosition);
    QAction* wipe = addAction(theme.icon(QStringLiteral("close")), TrailingPosition);
    wipe->setVisible(false);
    onLanguageChange(this, [this, wipe] {
        fitPlaceholder();
        setAccessibleName(tr("Filter"));
        setToolTip(tr(
            "Searches the text as stored, the text with JSON escapes decoded (\\u0041 is A), and the contents of packed payloads."));
        wipe->setText(tr("Clear filter"));
        wipe->setToolTip(tr("Clear filter"));
        for (auto* button : findChildren<QAbstractButton*>()) {
            const auto* tool = qobject_cast<QToolButton*>(button);
            button->setAccessibleName(tool && tool->defaultAction() == wipe ? wipe->text() : tr("Filter"));
        }
    });
    connect(wipe, &QAction::triggered, this, &QLineEdit::clear);
    connect(this, &QLineEdit::textChanged, wipe, [wipe](const QString& text) { wipe->setVisible(!text.isEmpty()); });
    connect(&theme, &Theme::changed, this, [&theme, search, wipe] {
        search->setIcon(theme.icon(QStringLiteral("search")));
        wipe->setIcon(theme.icon(QStringLiteral("close")));
    });
    connect(this, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_problemAt = -1;
        colour();
        if (text.isEmpty())
            submit();
    });
    connect(this, &QLineEdit::returnPressed, this, &FilterLine::submit);
    connect(&theme, &Theme::changed, this, &FilterLine::colour);
}

/// Puts as many examples in the placeholder as fit.
void FilterLine::fitPlaceholder()
{
    constexpr int aroundText = 64; // width of the icons and padding in pixels
    const QStringList words{tr("Filter, e.g. state:failed type:mail.* error:timeout due<+1h …"),
        tr("Filter, e.g. state:failed type:mail.* …"), tr("Filter")};
    const auto fits
        = [this](const QString& text) { return fontMetrics().horizontalAdvance(text) + aroundText <= width(); };
    const auto found = std::find_if(words.begin(), words.end(), fits);
    setPlaceholderText(found == words.end() ? words.back() : *found);
}

void FilterLine::resizeEvent(QResizeEvent* event)
{
    QLineEdit::resizeEvent(event);
    fitPlaceholder();
}

void FilterLine::apply(const QString& text)
{
    setText(text);
    submit();
}

void FilterLine::submit()
{
    const auto parsed = TaskFilter::parseWithPosition(text(), m_clock ? m_clock() : FilterClock());
    if (const auto* problem = std::get_if<TaskFilter::ParseError>(&parsed)) {
        m_problemAt = problem->position;
        colour();
        Q_EMIT problemChanged(problem->message.endsWith(u'.') ? problem->message : problem->message + u'.');
        return;
    }
    m_problemAt = -1;
    m_applied = text();
    colour();
    Q_EMIT problemChanged({});
    const TaskFilter& filter = std::get<TaskFilter>(parsed);
    if (filter == m_filter)
        return;
    m_previous = m_filter.text();
    m_filter = filter;
    Q_EMIT filterChanged(m_filter);
}

void FilterLine::keyPressEvent(QKeyEvent* event)
{
    if (m_firstAsked && m_firstAsked(event->key()))
        return event->accept();
    if (event->key() == Qt::Key_Escape && text() != m_applied)
        apply(m_applied);
    if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Escape)
        return Q_EMIT leaveRequested();
    if (event->matches(QKeySequence::Paste)) {
        const QString url = pastedRedisUrl();
        if (!url.isEmpty())
            return Q_EMIT urlPasted(url);
    }
    QLineEdit::keyPressEvent(event);
}

QString pastedRedisUrl()
{
    const QString text = QApplication::clipboard()->text().trimmed();
    return looksLikeRedisUrl(text) && !text.contains(u'\n') ? text : QString();
}

void FilterLine::colour()
{
    if (m_colouring)
        return;
    m_colouring = true;
    QList<QInputMethodEvent::Attribute> attributes;
    const auto mark = [&](qsizetype from, qsizetype length, const QTextCharFormat& format) {
        attributes.append({QInputMethodEvent::TextFormat, int(from) - cursorPosition(), int(length), format});
    };
    QTextCharFormat key;
    key.setForeground(m_theme.tokens().accent);
    static const QRegularExpression keys(QStringLiteral("(?:^|\\s)(-?[a-z]+(?::|[<>]=?|=)|-?error~)"));
    for (auto match = keys.globalMatch(text()); match.hasNext();) {
        const auto found = match.next();
        mark(found.capturedStart(1), found.capturedLength(1), key);
    }
    if (m_problemAt >= 0) {
        QTextCharFormat wrong;
        wrong.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        wrong.setUnderlineColor(m_theme.tokens().of(TaskState::Failed).text);
        const qsizetype from = std::min(m_problemAt, std::max<qsizetype>(0, text().size() - 1));
        mark(from, std::max<qsizetype>(1, text().size() - from), wrong);
    }
    QInputMethodEvent event(QString(), attributes);
    inputMethodEvent(&event);
    m_colouring = false;
}

} // namespace dueline
