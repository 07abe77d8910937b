// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/worker/workerheader.h"

#include "core/base/duration.h"
#include "core/base/timewords.h"
#include "ui/actions/actions.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr int firstLine = 36;
constexpr int secondLine = 34;
constexpr Millis leastLease{1000}; // minimum lease in the window; core allows shorter leases

QString workerStateWord(EmbeddedWorker::State state)
{
    switch (state) {
    case EmbeddedWorker::State::Idle:
        return WorkerHeader::tr("Not running");
    case EmbeddedWorker::State::Starting:
        return WorkerHeader::tr("Starting");
    case EmbeddedWorker::State::Running:
        return WorkerHeader::tr("Running");
    case EmbeddedWorker::State::Draining:
        return WorkerHeader::tr("Draining");
    case EmbeddedWorker::State::Stopping:
        return WorkerHeader::tr("Stopping");
    }
    return {};
}

QString sentenceOf(WorkerHeader::Facts::Lock lock)
{
    using Lock = WorkerHeader::Facts::Lock;
    switch (lock) {
    case Lock::Open:
        return {};
    case Lock::NoPlace:
        return WorkerHeader::tr("Choose a queue.");
    case Lock::NotConnected:
        return WorkerHeader::tr("Not connected: no queues yet.");
    case Lock::ReadOnly:
        return WorkerHeader::tr("Read-only: the saved connection does not allow running tasks.");
    case Lock::NoLeases:
        return WorkerHeader::tr("This layout has no leases, so workers cannot share its tasks.");
    case Lock::WritesLocked:
        return WorkerHeader::tr("Allow changes first, then unlock the worker.");
    case Lock::WorkerLocked:
        return WorkerHeader::tr("The local worker is locked.");
    }
    return {};
}

} // namespace

/// Row of statistics. Items that don't fit are hidden, starting on the right. Numbers are never elided.
class WorkerHeader::Figures : public QWidget
{
public:
    explicit Figures(const Theme& theme)
        : m_theme(theme)
    { }

    void set(const QStringList& parts)
    {
        if (parts == m_parts)
            return;
        m_parts = parts;
        setAccessibleName(Formatting::commas(parts));
        setToolTip(plainTextToolTip(accessibleName()));
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter p(this);
        p.setFont(m_theme.font(-1));
        p.setPen(m_theme.tokens().text2);
        int x = 16;
        for (const QString& part : m_parts) {
            const int wide = p.fontMetrics().horizontalAdvance(part);
            if (x + wide > width() - 8)
                break;
            p.drawText(QRect(x, 0, wide + 1, height()), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, part);
            x += wide + 16;
        }
    }

private:
    const Theme& m_theme;
    QStringList m_parts;
};

WorkerHeader::WorkerHeader(const Theme& theme, const Actions& actions, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_icon(new PlainLabel)
    , m_state(new PlainLabel)
    , m_busy(new PlainLabel)
    , m_place(new PlainLabel)
    , m_start(new QPushButton)
    , m_drain(new QToolButton)
    , m_stop(new QToolButton)
    , m_relock(new QToolButton)
    , m_second(new QStackedWidget)
    , m_figures(new Figures(theme))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* line = new QWidget;
    line->setFixedHeight(firstLine);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(16, 0, 8, 0);
    row->setSpacing(8);
    m_state->setFont(theme.font(0, QFont::DemiBold));
    m_place->setFont(theme.font(-1));
    m_place->setEliding(true);
    row->addWidget(m_icon);
    row->addWidget(m_state);
    row->addWidget(m_busy);
    row->addWidget(m_place, 1);
    m_relock->setIcon(theme.icon(QStringLiteral("lock")));
    connect(m_relock, &QToolButton::clicked, this, [this] { Q_EMIT unlockRequested(false); });
    row->addWidget(m_relock);
    m_start->setIcon(theme.icon(QStringLiteral("play")));
    QAction* start = actions["worker.start"];
    connect(m_start, &QPushButton::clicked, start, &QAction::trigger);
    const auto follow = [this, start] {
        m_start->setEnabled(start->isEnabled());
        m_start->setToolTip(start->toolTip());
    };
    connect(start, &QAction::changed, m_start, follow);
    follow();
    row->addWidget(m_start);
    m_drain->setDefaultAction(actions["worker.drain"]);
    m_stop->setDefaultAction(actions["worker.stop"]);
    for (QToolButton* button : {m_relock, m_drain, m_stop}) {
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setIconSize({16, 16});
        button->setFixedSize(28, 26);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    }
    column->addWidget(line);
    m_second->setFixedHeight(secondLine);
    m_second->addWidget(makeFields());
    m_second->addWidget(m_figures);
    m_second->addWidget(makeLocked());
    column->addWidget(m_second);
    onLanguageChange(this, [this] { reword(); });
}

void WorkerHeader::reword()
{
    m_start->setText(tr("Start"));
    m_relock->setToolTip(tr("Lock the worker again"));
    m_relock->setAccessibleName(tr("Lock the worker again"));
    for (QToolButton* button : {m_drain, m_stop})
        button->setAccessibleName(button->defaultAction()->text().remove(u'&'));
    m_queues->setAccessibleName(tr("Queues"));
    // Set the description too: the accessible name is the selected item's text.
    m_queues->setAccessibleDescription(tr("Queues"));
    m_slots->setAccessibleName(tr("Slots"));
    m_slots->setToolTip(tr("Number of tasks that run at the same time.").toHtmlEscaped());
    m_slotsLabel->setText(tr("Slots"));
    m_lease->setAccessibleName(tr("Lease"));
    m_lease->setToolTip(
        tr("How long a worker holds a task before others may claim it; renewed while the task runs. At least 1 s.")
            .toHtmlEscaped());
    m_leaseLabel->setText(tr("Lease"));
    m_unlock->setText(tr("Unlock the worker"));
    if (m_queues->count() == 0)
        return;
    if (m_queue.isEmpty())
        m_queues->setItemText(0, tr("The current queue"));
    m_queues->setItemText(1, tr("All queues"));
    m_queues->setToolTip(plainTextToolTip(m_queues->currentText()));
}

QWidget* WorkerHeader::makeFields()
{
    auto* fields = new QWidget;
    auto* row = new QHBoxLayout(fields);
    constexpr int below = 4;
    row->setContentsMargins(16, 0, 8, below);
    row->setSpacing(8);
    m_queues = new QComboBox;
    m_queues->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_queues->setMinimumContentsLength(8);
    m_slots = new QSpinBox;
    m_slots->setRange(1, WorkerSettings::mostSlots);
    m_slots->setGroupSeparatorShown(true);
    m_slots->setMaximumHeight(secondLine - below); // in Qt 6.8, the field would be 3 pixels taller than its neighbors
    m_lease = new QLineEdit;
    m_lease->setFixedWidth(QFontMetrics(theme().font()).horizontalAdvance(QStringLiteral("10m 30s")) + 22);
    row->addWidget(m_queues, 1);
    const auto label = [this, row] {
        auto* words = new PlainLabel;
        words->setFont(theme().font(-1));
        row->addWidget(words);
        return words;
    };
    m_slotsLabel = label();
    row->addWidget(m_slots);
    m_leaseLabel = label();
    row->addWidget(m_lease);
    const auto tell = [this] {
        if (!m_setting)
            Q_EMIT edited();
    };
    connect(m_queues, &QComboBox::currentIndexChanged, this, tell);
    connect(m_slots, &QSpinBox::valueChanged, this, tell);
    connect(m_lease, &QLineEdit::textEdited, this, tell);
    return fields;
}

QWidget* WorkerHeader::makeLocked()
{
    auto* locked = new QWidget;
    auto* row = new QHBoxLayout(locked);
    row->setContentsMargins(16, 0, 8, 4);
    row->setSpacing(8);
    m_locked = new PlainLabel;
    m_locked->setFont(theme().font(-1));
    m_locked->setEliding(true);
    m_unlock = new QPushButton;
    m_unlock->setIcon(theme().icon(QStringLiteral("unlock")));
    connect(m_unlock, &QPushButton::clicked, this, [this] { Q_EMIT unlockRequested(true); });
    row->addWidget(m_locked, 1);
    row->addWidget(m_unlock);
    return locked;
}

void WorkerHeader::show(const Facts& facts)
{
    const bool idle = facts.state == EmbeddedWorker::State::Idle;
    showState(facts);
    const EngineFigures& done = facts.figures;
    const bool ran = done.processed + done.failed + done.retried > 0;
    m_busy->setText(facts.state == EmbeddedWorker::State::Starting || idle
            ? QString()
            : tr("%1 of %Ln slot(s)", nullptr, facts.slotCount).arg(facts.busySlots));
    // Reserve enough width for all slots being busy, so that neighboring widgets don't move.
    m_busy->setMinimumWidth(
        m_busy->fontMetrics().horizontalAdvance(tr("%1 of %Ln slot(s)", nullptr, facts.slotCount).arg(facts.slotCount))
        + 2);
    m_busy->setVisible(!m_busy->fullText().isEmpty());
    m_placeText = !idle || !ran
        ? facts.place
        : tr("last run: %1 done, %2 failed").arg(Formatting::count(done.processed), Formatting::count(done.failed));
    m_queuesText = idle ? QString() : facts.queues;
    m_start->setVisible(idle);
    m_relock->setVisible(idle && facts.canLock && facts.lock == Facts::Lock::Open);
    m_drain->setVisible(
        facts.state == EmbeddedWorker::State::Starting || facts.state == EmbeddedWorker::State::Running);
    m_stop->setVisible(!idle);
    m_stop->setEnabled(facts.state != EmbeddedWorker::State::Stopping);
    m_figures->set({tr("%1 per second").arg(QLocale().toString(done.perSecond, 'f', 1)),
        tr("%1 done").arg(Formatting::count(done.processed)), tr("%1 failed").arg(Formatting::count(done.failed)),
        tr("%1 to retry").arg(Formatting::count(done.retried)),
        tr("p95 delay %1").arg(Formatting::duration(Millis(qint64(done.latenessMs.p95))))});
    m_locked->setText(sentenceOf(facts.lock));
    m_unlock->setVisible(facts.lock == Facts::Lock::WorkerLocked);
    m_second->setCurrentIndex(!idle ? 1 : facts.lock == Facts::Lock::Open ? 0 : 2);
    fitPlace();
}

/// Shows only the queues, without the connection, if there isn't enough room. The connection is also visible in the
/// sidebar.
void WorkerHeader::fitPlace()
{
    const bool brief = !m_queuesText.isEmpty()
        && m_place->fontMetrics().horizontalAdvance(m_placeText) > m_place->contentsRect().width();
    m_place->setText(brief ? m_queuesText : m_placeText);
    if (brief)
        m_place->setToolTip(plainTextToolTip(m_placeText));
}

void WorkerHeader::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    fitPlace();
}

void WorkerHeader::showState(const Facts& facts)
{
    const Tokens& t = theme().tokens();
    const bool idle = facts.state == EmbeddedWorker::State::Idle;
    const bool locked = idle && facts.lock != Facts::Lock::Open && facts.lock != Facts::Lock::NoPlace
        && facts.lock != Facts::Lock::NotConnected;
    const bool cutOff = !facts.connected && facts.state == EmbeddedWorker::State::Running;
    const bool well
        = !cutOff && (facts.state == EmbeddedWorker::State::Running || facts.state == EmbeddedWorker::State::Starting);
    const QColor color = idle ? t.text2 : well ? t.ok : t.of(TaskState::Leased).text;
    m_icon->setPixmap(theme().pixmap(locked ? QStringLiteral("lock")
            : cutOff                        ? QStringLiteral("warning")
                                            : QStringLiteral("worker"),
        color, 18, devicePixelRatioF()));
    QPalette words = palette();
    words.setColor(QPalette::WindowText, idle ? t.text : color);
    m_state->setPalette(words);
    m_state->setText(cutOff ? tr("No connection") : workerStateWord(facts.state));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, t.text2);
    m_place->setPalette(quiet);
    m_locked->setPalette(quiet);
}

void WorkerHeader::setSettings(const WorkerSettings& settings, const QString& queue)
{
    m_setting = true;
    m_queue = queue;
    m_queues->clear();
    m_queues->addItem(queue.isEmpty() ? tr("The current queue") : queue);
    m_queues->addItem(tr("All queues"));
    m_queues->setCurrentIndex(settings.everyQueue ? 1 : 0);
    m_queues->setToolTip(plainTextToolTip(m_queues->currentText()));
    m_slots->setValue(settings.slotCount);
    m_lease->setText(formatDuration(settings.leaseFor));
    m_setting = false;
}

WorkerSettings WorkerHeader::settings(WorkerSettings base) const
{
    base.everyQueue = m_queues->currentIndex() == 1;
    base.slotCount = m_slots->value();
    if (const auto lease = parseTypedDuration(m_lease->text().trimmed()); lease && *lease >= leastLease)
        base.leaseFor = *lease;
    return base;
}

QString WorkerHeader::problem() const
{
    const auto lease = parseTypedDuration(m_lease->text().trimmed());
    if (!lease)
        return lease.error().message;
    return *lease >= leastLease ? QString() : tr("A lease must be at least 1 s.");
}

} // namespace dueline
