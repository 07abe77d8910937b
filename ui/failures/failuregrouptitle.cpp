// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/failuregrouptitle.h"

#include "core/base/text.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/statetile.h"

#include <QAction>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr int titleLines = 2;
constexpr int titleTile = 20;
constexpr qsizetype longestTitle = 240; ///< maximum length of the title in characters

} // namespace

FailureGroupTitle::FailureGroupTitle(const Theme& theme, QWidget& page)
    : m_theme(theme)
    , m_tile(new PlainLabel)
    , m_name(new PlainLabel)
    , m_tasks(new PlainLabel)
    , m_times(PlainLabel::quiet(theme, {}))
    , m_count(PlainLabel::quiet(theme, {}))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 6, 8, 8);
    row->setSpacing(12);
    row->addWidget(m_tile, 0, Qt::AlignTop);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    m_name->setWordWrap(true);
    m_name->setMostLines(titleLines);
    m_times->setWordWrap(true);
    words->addWidget(m_name);
    auto* facts = new QHBoxLayout;
    facts->setSpacing(8);
    facts->addWidget(m_tasks, 0, Qt::AlignTop);
    facts->addWidget(m_times, 1);
    words->addLayout(facts);
    row->addLayout(words, 1);
    auto* steps = new QHBoxLayout;
    steps->setSpacing(4);
    steps->addWidget(m_count);
    m_previous = addStep(QStringLiteral("chevron-up"), Qt::Key_Up, -1, page);
    m_next = addStep(QStringLiteral("chevron-down"), Qt::Key_Down, 1, page);
    steps->addWidget(m_previous);
    steps->addWidget(m_next);
    row->addLayout(steps);
    row->setAlignment(steps, Qt::AlignTop);
    connect(&theme, &Theme::changed, this, &FailureGroupTitle::applyTheme);
    applyTheme();
    onLanguageChange(this, [this] {
        m_previous->setAccessibleName(tr("Previous failure group"));
        m_previous->setToolTip(tr("Show the next larger failure group (Alt+Up)"));
        m_next->setAccessibleName(tr("Next failure group"));
        m_next->setToolTip(tr("Show the next smaller failure group (Alt+Down)"));
        setPlace(m_place, m_groups);
    });
}

/// Adds a button that moves by `step` groups. Its shortcut works only within the page.
QToolButton* FailureGroupTitle::addStep(const QString& icon, Qt::Key key, int step, QWidget& page)
{
    auto* button = new QToolButton;
    button->setIcon(m_theme.icon(icon));
    button->setIconSize({16, 16});
    connect(button, &QToolButton::clicked, this, [this, step] { Q_EMIT placeRequested(m_place + step); });
    auto* action = new QAction(&page);
    onLanguageChange(button,
        [action, step] { action->setText(step < 0 ? tr("Previous failure group") : tr("Next failure group")); });
    action->setShortcut(QKeySequence(Qt::ALT | key));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, button, &QToolButton::click);
    page.addAction(action);
    return button;
}

void FailureGroupTitle::applyTheme()
{
    m_tile->setPixmap(stateTile(m_theme, titleTile, TaskState::Failed, devicePixelRatioF()));
    m_name->setFont(m_theme.font(3, QFont::DemiBold));
    m_tasks->setFont(m_theme.font(-1, QFont::DemiBold));
    QPalette red = palette();
    red.setColor(QPalette::WindowText, m_theme.tokens().of(TaskState::Failed).text);
    m_tasks->setPalette(red);
}

void FailureGroupTitle::setWords(const QByteArray& name, qint64 tasks, const QString& times)
{
    m_name->setText(nameOf(name));
    m_tasks->setText(tr("%Ln failed", "number of tasks", Formatting::plural(tasks)));
    m_times->setText(times);
}

QString FailureGroupTitle::nameOf(const QByteArray& name)
{
    QString words = printable(name, longestTitle);
    words.replace(QStringLiteral("<**>"), QStringLiteral("…")).replace(QStringLiteral("<*>"), QStringLiteral("…"));
    return words.isEmpty() ? tr("Failed without an error message") : words;
}

void FailureGroupTitle::setPlace(int place, int groups)
{
    m_place = place;
    m_groups = groups;
    const bool isKnown = place >= 0 && groups > 1;
    m_count->setText(isKnown
            ? tr("%1 of %2", "the place of a group").arg(Formatting::count(place + 1), Formatting::count(groups))
            : QString());
    m_previous->setVisible(isKnown);
    m_next->setVisible(isKnown);
    m_previous->setEnabled(place > 0);
    m_next->setEnabled(place >= 0 && place + 1 < groups);
}

} // namespace dueline
