// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/failuregrouptitle.h"

#include "core/base/text.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/statetile.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr int titleLines = 2;
constexpr int titleTile = 20;
constexpr qsizetype longestTitle = 240; ///< maximum length of the title in characters

} // namespace

FailureGroupTitle::FailureGroupTitle(const Theme& theme)
    : m_theme(theme)
    , m_tile(new PlainLabel)
    , m_name(new PlainLabel)
    , m_tasks(new PlainLabel)
    , m_times(PlainLabel::quiet(theme, {}))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 6, 16, 8);
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
    connect(&theme, &Theme::changed, this, &FailureGroupTitle::applyTheme);
    applyTheme();
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

} // namespace dueline
