// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/undobutton.h"

#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/toolbutton.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr int buttonWidth = 76;
constexpr int menuWidth = 28; ///< width in pixels of a 12 px icon with the usual button padding

} // namespace

UndoButton::UndoButton(const Theme& theme, QAction& undo, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_undo(undo)
    , m_button(new QToolButton)
    , m_more(new QToolButton)
    , m_menu(new QMenu(m_more))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_button->setDefaultAction(&undo);
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_button->setIconSize({18, 18});
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setIconSize({12, 12});
    m_more->setFixedWidth(menuWidth);
    m_more->setMenu(m_menu);
    for (QToolButton* button : {m_button, m_more}) {
        button->setMinimumHeight(28);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    }
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_more->installEventFilter(this);
    connect(m_menu, &QMenu::aboutToShow, this, &UndoButton::menuOpened);
    connect(m_menu, &QMenu::triggered, this, [this](const QAction* pressed) {
        const int index = pressed->data().toInt();
        if (index < 0)
            Q_EMIT activityRequested();
        else if (std::size_t(index) < m_choices.size())
            Q_EMIT undoRequested(std::vector<OperationRecord>(m_choices[std::size_t(index)].operations));
    });
    connect(&undo, &QAction::changed, this, [this] {
        setHidden(!m_undo.isVisible());
        fit();
    });
    connect(&theme, &Theme::changed, this, &UndoButton::paintIcon);
    paintIcon();
    onLanguageChange(this, [this] {
        m_menu->clear(); // the entries are added when the menu is shown
        m_note = nullptr;
        reword();
    });
}

void UndoButton::reword()
{
    m_button->setAccessibleName(m_name.isEmpty() ? m_undo.iconText() : m_name);
    fit();
    m_more->setAccessibleName(tr("Operations that can be undone"));
    m_more->setToolTip(tr("Operations that can be undone"));
}

void UndoButton::paintIcon()
{
    m_more->setIcon(QIcon(m_theme.pixmap(
        QStringLiteral("chevron-down"), m_theme.tokens().text2, m_more->iconSize().width(), devicePixelRatioF())));
}

void UndoButton::setName(const QString& name)
{
    if (std::exchange(m_name, name) != name)
        reword();
}

void UndoButton::setNarrow(bool narrow)
{
    m_narrow = narrow;
    m_button->setToolButtonStyle(narrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    fit();
}

void UndoButton::fit()
{
    m_button->setText(m_undo.iconText()); // not text(), which says what will be undone and can have any length
    fitToolButton(*m_button, m_theme);
    if (!m_narrow)
        m_button->setFixedWidth(std::max(buttonWidth, m_button->width()));
}

bool UndoButton::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_more && (event->type() == QEvent::Enter || event->type() == QEvent::FocusIn))
        Q_EMIT menuNeared();
    return QWidget::eventFilter(watched, event);
}

/// Updates an open menu without moving any entries under the pointer.
void UndoButton::updateOpen(const std::vector<Choice>& choices, const QString& note)
{
    if (m_note) {
        const bool isOneMissing = choices.size() > m_choices.size();
        m_note->setText(isOneMissing ? tr("The list has changed. Open this menu again.")
                : note.isEmpty()     ? m_note->text()
                                     : note);
    }
    const QList<QAction*> lines = m_menu->actions();
    for (std::size_t i = 0; i < m_choices.size() && qsizetype(i) < lines.size(); ++i) {
        const auto now = std::find_if(choices.begin(), choices.end(),
            [&](const Choice& choice) { return choice.operations.front().id == m_choices[i].operations.front().id; });
        QAction* line = lines[qsizetype(i)];
        if (now == choices.end()) {
            line->setEnabled(false);
            continue;
        }
        m_choices[i] = *now;
        line->setText(QString(now->text).replace(u'&', QStringLiteral("&&")));
        line->setEnabled(now->isEnabled);
    }
}

void UndoButton::showChoices(const std::vector<Choice>& choices, const QString& note)
{
    if (m_menu->isVisible())
        return updateOpen(choices, note);
    if (choices == m_choices && !m_menu->isEmpty() && note == (m_note ? m_note->text() : QString()))
        return;
    m_choices = choices;
    m_menu->clear();
    int index = 0;
    for (const Choice& choice : choices) {
        QAction* line = m_menu->addAction(QString(choice.text).replace(u'&', QStringLiteral("&&")));
        line->setEnabled(choice.isEnabled);
        line->setData(index++);
    }
    m_note = note.isEmpty() ? nullptr : m_menu->addAction(note);
    if (m_note) {
        m_note->setEnabled(false);
        m_note->setData(index);
    }
    m_menu->addSeparator();
    m_menu->addAction(tr("Show all in Activity"))->setData(-1);
}

} // namespace dueline
