// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/attemptspane.h"

#include "ui/inspector/attemptsbar.h"
#include "ui/inspector/attemptsview.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace dueline {

namespace {

constexpr int roomForText = 16; ///< extra height in pixels for the text shown when there are no attempts

} // namespace

AttemptsPane::AttemptsPane(const Theme& theme, const Formatting& formatting, const Actions& actions)
    : Pane(theme, Ground::Surface)
    , m_bar(new AttemptsBar(theme, formatting))
    , m_view(new AttemptsView(theme, formatting))
    , m_note(PlainLabel::quiet(theme, {}))
    , m_compare(new QAction(theme.icon(QStringLiteral("columns")), {}, this))
    , m_button(new QPushButton)
    , m_key(actions["task.compare"]->shortcut())
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 14, 0);
    head->addStretch(1);
    m_button->setProperty("variant", QStringLiteral("link"));
    head->addWidget(m_button);
    column->addLayout(head);
    column->addWidget(m_bar);
    column->addWidget(m_view, 1);
    m_note->setObjectName(QStringLiteral("attemptsKept"));
    m_note->setWordWrap(true);
    m_note->setContentsMargins(16, 2, 14, 8);
    m_note->hide();
    column->addWidget(m_note);
    m_view->addAction(m_compare);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_view->installEventFilter(this);
    connect(m_compare, &QAction::triggered, this, &AttemptsPane::compare);
    connect(m_button, &QPushButton::clicked, this, &AttemptsPane::compare);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &AttemptsPane::enable);
    connect(m_view->model(), &QAbstractItemModel::modelReset, this, &AttemptsPane::enable);
    connect(m_view->model(), &QAbstractItemModel::modelReset, this, &AttemptsPane::fitHeight);
    connect(m_view->model(), &QAbstractItemModel::rowsInserted, this, &AttemptsPane::fitHeight);
    fitHeight();
    onLanguageChange(this, [this] {
        m_compare->setText(tr("&Compare the two attempts…"));
        m_button->setText(tr("Compare…"));
        m_button->setAccessibleName(tr("Compare the two attempts"));
        enable();
    });
}

void AttemptsPane::show(const Task& task, const std::vector<Attempt>& attempts, TimePoint now)
{
    m_bar->show(task, attempts, now);
    m_view->setAttempts(attempts, now);
}

void AttemptsPane::setNote(const QString& text)
{
    m_note->setText(text);
    m_note->setHidden(text.isEmpty());
    keepNote();
}

/// Reserves the note's height, because a splitter ignores height-for-width.
void AttemptsPane::keepNote() { m_note->setMinimumHeight(m_note->isHidden() ? 0 : m_note->heightForWidth(width())); }

void AttemptsPane::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    keepNote();
}

/// Makes the list tall enough to show all attempts without scrolling, or to show why there are none.
void AttemptsPane::fitHeight()
{
    const int rows = m_view->model()->rowCount();
    m_view->setFixedHeight(
        std::max(rows, 1) * AttemptsView::rowHeight + (rows == 0 ? roomForText : 0) + 2 * m_view->frameWidth());
}

void AttemptsPane::enable()
{
    const bool two = m_view->chosenAttempts().size() == 2;
    m_button->setVisible(m_view->model()->rowCount() > 1); // comparing requires at least two attempts
    m_button->setEnabled(two);
    m_compare->setEnabled(two);
    const QString tip = two ? tr("Show the differences between the two attempts")
                            : tr("To compare attempts, select exactly two: Ctrl+click, or Shift with an arrow key");
    m_button->setToolTip(QStringLiteral("%1 (%2)").arg(tip, m_key.toString(QKeySequence::NativeText)));
}

void AttemptsPane::compare()
{
    const auto chosen = m_view->chosenAttempts();
    if (chosen.size() == 2)
        Q_EMIT compareRequested(chosen.front(), chosen.back());
}

/// Handles the window's compare shortcut while the list has the focus.
bool AttemptsPane::eventFilter(QObject* watched, QEvent* event)
{
    const bool ours = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (ours && QKeySequence(static_cast<QKeyEvent*>(event)->keyCombination()) == m_key) {
        if (event->type() == QEvent::KeyPress)
            compare();
        event->accept();
        return true;
    }
    return Pane::eventFilter(watched, event);
}

} // namespace dueline
