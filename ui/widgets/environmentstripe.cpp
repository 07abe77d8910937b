// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/environmentstripe.h"

#include "core/base/text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/toolbutton.h"

#include <QFontMetrics>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace dueline {

namespace {

constexpr int leastOfSentence = 30; ///< minimum number of visible characters in the sentence next to a long name

QString shortTag(Environment environment)
{
    switch (environment) {
    case Environment::Production:
        return EnvironmentStripe::tr("PROD", "environment tag");
    case Environment::Staging:
        return EnvironmentStripe::tr("STAGE", "environment tag");
    case Environment::Development:
        return EnvironmentStripe::tr("DEV", "environment tag");
    }
    return {};
}

QFont tagFont(const Theme& theme) { return theme.font(-3, QFont::Bold); }

} // namespace

EnvironmentStripe::EnvironmentStripe(const Theme& theme, QWidget* parent)
    : Pane(theme, Ground::Surface, Qt::BottomEdge, parent)
    , m_tag(new PlainLabel)
    , m_name(new PlainLabel)
    , m_sentence(new PlainLabel)
    , m_change(new QToolButton)
{
    setFixedHeight(32);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 0, 12, 1);
    row->setSpacing(8);
    m_tag->setContentsMargins(9, 0, 9, 0);
    m_tag->setFixedHeight(20);
    m_name->setShrinking(Qt::ElideMiddle);
    m_sentence->setEliding(true);
    m_sentence->setMinimumWidth(QFontMetrics(theme.font()).averageCharWidth() * leastOfSentence);
    m_change->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_change->setIconSize({16, 16});
    m_change->setFocusPolicy(Qt::TabFocus);
    row->addWidget(m_tag);
    row->addWidget(m_name);
    row->addWidget(m_sentence, 1);
    row->addWidget(m_change);
    connect(m_change, &QToolButton::clicked, this, [this] {
        if (m_isAllowable)
            Q_EMIT filesRequested();
        else
            Q_EMIT writingRequested(!m_writable);
    });
    hide();
}

void EnvironmentStripe::show(const Profile& profile, Access access, const QString& refusal, bool isAllowable)
{
    if (profile.environment == Environment::Development && !profile.readOnly && refusal.isEmpty())
        return hide();
    const QColor color = environmentColor(theme(), profile.environment);
    m_writable = access != Access::ReadOnly;
    m_tag->setFont(theme().font(-2, QFont::Bold));
    const QString tag = tagOf(profile.environment);
    m_tag->setText(tag.isEmpty() ? tr("READ-ONLY") : tag);
    // Set the style sheet only if it has changed, because each call parses it again.
    const QString sheet = QStringLiteral("background: %1; color: #ffffff; border-radius: 3px;").arg(color.name());
    if (m_tag->styleSheet() != sheet)
        m_tag->setStyleSheet(sheet);
    m_name->setFont(theme().font(0, QFont::DemiBold));
    m_name->setText(printable(profile.name.toUtf8(), 200));
    m_sentence->setText(!refusal.isEmpty() ? refusal
            : profile.readOnly             ? tr("Read-only: the saved connection does not allow changes.")
            : m_writable                   ? tr("Changes allowed. For bulk changes, you must type the number of tasks.")
                                           : tr("Read-only for safety."));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme().tokens().text2);
    m_sentence->setPalette(quiet);
    m_isAllowable = isAllowable && !refusal.isEmpty();
    m_change->setVisible(!profile.readOnly && (refusal.isEmpty() || m_isAllowable));
    const QString change = m_isAllowable ? tr("Allow changes…") : m_writable ? tr("Lock") : tr("Allow changes");
    m_change->setAccessibleName(change);
    m_change->setText(change);
    m_change->setIcon(theme().icon(m_writable ? QStringLiteral("lock") : QStringLiteral("unlock")));
    fitToolButton(*m_change, theme());
    setStripe(color, 4);
    setWash(color, theme().tokens().dark ? 0.20 : 0.08);
    setVisible(true);
}

QString EnvironmentStripe::tagOf(Environment environment)
{
    return environment == Environment::Production ? tr("PRODUCTION")
        : environment == Environment::Staging     ? tr("STAGING")
                                                  : QString();
}

QColor environmentColor(const Theme& theme, Environment environment)
{
    switch (environment) {
    case Environment::Production:
        return theme.tokens().production;
    case Environment::Staging:
        return theme.tokens().staging;
    default:
        return theme.tokens().development;
    }
}

int environmentTagWidth(const Theme& theme, Environment environment)
{
    return QFontMetrics(tagFont(theme)).horizontalAdvance(shortTag(environment)) + 10;
}

void paintEnvironmentTag(QPainter& painter, const Theme& theme, QPoint middle, Environment environment)
{
    const QColor color = environmentColor(theme, environment);
    const QRectF box(middle.x() + 0.5, middle.y() - 7.5, environmentTagWidth(theme, environment) - 1, 15);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setFont(tagFont(theme));
    painter.setPen(QPen(color, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(theme.tokens().dark ? theme.tokens().text : color);
    painter.drawText(box, Qt::AlignCenter, shortTag(environment));
    painter.restore();
}

} // namespace dueline
