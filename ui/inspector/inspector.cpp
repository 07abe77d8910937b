// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector.h"

#include "core/base/text.h"
#include "ui/actions/actions.h"
#include "ui/inspector/attemptsview.h"
#include "ui/inspector/payloadview.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/statetile.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace dueline {

/// Keys and values in two columns, painted; its height follows the number of rows.
class Inspector::Facts : public QWidget
{
public:
    struct Fact
    {
        QString key;
        QString value;
        QString aside; ///< in text2 behind the value
        int made = -1; ///< with pips: attempts made of `of`
        int of = 0;
        TaskState state = TaskState::Scheduled;
    };

    explicit Facts(const Theme& theme)
        : m_theme(theme)
    { }

    void set(std::vector<Fact> facts)
    {
        m_facts = std::move(facts);
        setFixedHeight(int(m_facts.size()) * rowHeight);
        QStringList words;
        for (const Fact& fact : m_facts)
            words << fact.key + u' ' + fact.value + u' ' + fact.aside;
        setAccessibleName(words.join(QStringLiteral(", ")));
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter p(this);
        const Tokens& t = m_theme.tokens();
        int y = 0;
        for (const Fact& fact : m_facts) {
            p.setFont(m_theme.font(-1));
            p.setPen(t.text2);
            p.drawText(QRect(0, y, keyWidth, rowHeight), Qt::AlignVCenter | Qt::AlignLeft, fact.key);
            const QRect area(keyWidth, y, width() - keyWidth, rowHeight);
            if (fact.made >= 0) {
                paintAttemptPips(p, m_theme, area, fact.made, fact.of, fact.state);
            } else {
                p.setFont(m_theme.font());
                p.setPen(t.text);
                const QString shown = p.fontMetrics().elidedText(fact.value, Qt::ElideRight, area.width());
                p.drawText(area, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, shown);
                const int used = p.fontMetrics().horizontalAdvance(shown) + 8;
                p.setPen(t.text2);
                if (used < area.width())
                    p.drawText(area.adjusted(used, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                        fact.aside);
            }
            y += rowHeight;
        }
    }

private:
    static constexpr int rowHeight = 22;
    static constexpr int keyWidth = 84;
    const Theme& m_theme;
    std::vector<Fact> m_facts;
};

Inspector::Inspector(const Theme& theme, const Formatting& formatting, const Actions& actions, QWidget* parent)
    : Pane(theme, Ground::Surface, Qt::LeftEdge, parent)
    , m_formatting(formatting)
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyState(theme))
    , m_tile(new PlainLabel)
    , m_state(new PlainLabel)
    , m_type(new PlainLabel)
    , m_id(new PlainLabel)
    , m_error(new PlainLabel)
    , m_facts(new Facts(theme))
    , m_payload(new PayloadView(theme))
    , m_attempts(new AttemptsView(theme, formatting))
{
    setAccessibleName(tr("Inspector"));
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);
    m_stack->addWidget(m_empty);
    m_empty->tell({}, tr("No task selected"), tr("Select a row to see its payload and attempts."));

    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(16, 8, 8, 10);
    head->setSpacing(6);
    auto* stateRow = new QHBoxLayout;
    stateRow->setSpacing(8);
    m_state->setFont(theme.font(1, QFont::DemiBold));
    stateRow->addWidget(m_tile);
    stateRow->addWidget(m_state);
    stateRow->addStretch();
    auto* close = new QToolButton;
    close->setIcon(theme.icon(QStringLiteral("close")));
    close->setIconSize({16, 16});
    close->setToolTip(tr("Close the inspector"));
    close->setAccessibleName(tr("Close the inspector"));
    connect(close, &QToolButton::clicked, this, &Inspector::closeRequested);
    stateRow->addWidget(close);
    head->addLayout(stateRow);
    auto* typeRow = new QHBoxLayout;
    typeRow->setSpacing(8);
    m_type->setFont(theme.font(3, QFont::DemiBold));
    m_id->setFont(theme.mono());
    m_id->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_id->setEliding(true);
    typeRow->addWidget(m_type);
    typeRow->addWidget(m_id, 1);
    auto* copy = new QToolButton;
    copy->setIcon(theme.icon(QStringLiteral("copy")));
    copy->setIconSize({16, 16});
    copy->setToolTip(tr("Copy the id"));
    copy->setAccessibleName(tr("Copy the id"));
    connect(copy, &QToolButton::clicked, this,
        [this] { QApplication::clipboard()->setText(QString::fromUtf8(m_detail.task.id)); });
    typeRow->addWidget(copy);
    head->addLayout(typeRow);
    m_error->setWordWrap(true);
    m_error->setMaximumHeight(QFontMetrics(theme.font()).lineSpacing() * 2 + 4);
    head->addWidget(m_error);
    head->addWidget(m_facts);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    for (const char* id : {"task.retry", "task.reschedule", "task.discard", "task.restore", "task.release"}) {
        QAction* action = actions[id];
        auto* button = new QPushButton(action->text().remove(u'&'));
        const auto follow = [button, action] {
            button->setVisible(action->isVisible() && action->isEnabled());
            button->setToolTip(action->toolTip());
        };
        connect(action, &QAction::changed, button, follow);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        follow();
        buttons->addWidget(button);
    }
    buttons->addStretch();
    head->addLayout(buttons);
    column->addLayout(head);

    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    auto* payloadPane = new Pane(theme, Ground::Surface, Qt::TopEdge);
    auto* payloadColumn = new QVBoxLayout(payloadPane);
    payloadColumn->setContentsMargins(0, 1, 0, 0);
    payloadColumn->addWidget(m_payload);
    auto* attemptsPane = new Pane(theme, Ground::Surface, Qt::TopEdge);
    auto* attemptsColumn = new QVBoxLayout(attemptsPane);
    attemptsColumn->setContentsMargins(0, 1, 0, 0);
    attemptsColumn->setSpacing(0);
    auto* attemptsTitle = new PlainLabel(tr("Attempts"));
    attemptsTitle->setFont(theme.font(0, QFont::DemiBold));
    attemptsTitle->setContentsMargins(16, 8, 8, 6);
    attemptsColumn->addWidget(attemptsTitle);
    attemptsColumn->addWidget(m_attempts, 1);
    splitter->addWidget(payloadPane);
    splitter->addWidget(attemptsPane);
    splitter->setSizes({260, 200});
    column->addWidget(splitter, 1);
    m_stack->addWidget(page);
    connect(&theme, &Theme::changed, this, &Inspector::fill);
    setMinimumWidth(280);
}

void Inspector::setTask(const Task& task)
{
    if (task.id != m_detail.task.id) {
        m_detail = {};
        m_payload->clear();
    }
    m_detail.task = task;
    fill();
}

void Inspector::setDetail(const TaskDetail& detail)
{
    m_detail = detail;
    fill();
}

void Inspector::setPayload(const QByteArray& bytes, qint64 size) { m_payload->setPayload(bytes, size); }

void Inspector::setNow(TimePoint now)
{
    m_now = now;
    if (m_stack->currentIndex() == 1)
        fill();
}

void Inspector::clear()
{
    m_detail = {};
    m_payload->clear();
    m_stack->setCurrentIndex(0);
}

void Inspector::fill()
{
    const Task& task = m_detail.task;
    if (task.id.isEmpty())
        return;
    const Tokens& t = theme().tokens();
    QPixmap tile(QSize(20, 20) * devicePixelRatioF());
    tile.setDevicePixelRatio(devicePixelRatioF());
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    paintStateTile(painter, theme(), {0, 0}, 20, task.state);
    painter.end();
    m_tile->setPixmap(tile);
    m_state->setText(Formatting::stateWord(task.state));
    m_type->setText(printable(typeOf(task.id), 60));
    m_id->setText(printable(task.id.mid(typeOf(task.id).size()), 120));
    QPalette error = palette();
    error.setColor(QPalette::WindowText, t.of(TaskState::Failed).text);
    m_error->setPalette(error);
    m_error->setText(printable(task.error, 400));
    m_error->setToolTip(printable(task.error, 2000).toHtmlEscaped());
    m_error->setVisible(!task.error.isEmpty());

    std::vector<Facts::Fact> facts;
    const auto instant = [&](const QString& key, TimePoint at) {
        facts.push_back({key, m_formatting.instant(at, m_now), Formatting::relative(at, m_now), -1, 0, task.state});
    };
    if (task.state == TaskState::Leased)
        instant(tr("Lease until"), task.at);
    if (task.dueAt)
        instant(tr("Due at"), *task.dueAt);
    if (task.state == TaskState::Failed)
        instant(tr("Failed at"), task.at);
    if (task.state == TaskState::Done)
        instant(tr("Done at"), task.at);
    if (task.state == TaskState::Trash)
        instant(tr("Discarded"), task.at);
    facts.push_back({tr("Attempts"), {}, {}, task.attempt, task.maxAttempts, task.state});
    facts.push_back({tr("Size"), formatBytes(task.size), {}, -1, 0, task.state});
    if (!task.worker.isEmpty())
        facts.push_back({tr("Held by"), printable(task.worker, 60), {}, -1, 0, task.state});
    if (!m_detail.lastOperation.isEmpty())
        facts.push_back({tr("Last action"), printable(m_detail.lastOperation, 60), {}, -1, 0, task.state});
    m_facts->set(std::move(facts));
    m_attempts->setAttempts(m_detail.attempts, m_now);
    m_stack->setCurrentIndex(1);
}

} // namespace dueline
