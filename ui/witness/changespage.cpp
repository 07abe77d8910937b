// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/witness/changespage.h"

#include "core/base/text.h"
#include "core/base/wholeseconds.h"
#include "core/console/witness/changesreport.h"
#include "ui/presenters/connection.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/languagechange.h"
#include "ui/text/layoutwords.h"
#include "ui/text/losswords.h"
#include "ui/theme/theme.h"
#include "ui/timeline/model/timelinemark.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/section.h"
#include "ui/widgets/steadyscroll.h"
#include "ui/witness/changesrows.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>

namespace dueline {

namespace {

/// Maximum number of events in the table; the newest ones are listed.
constexpr std::size_t mostEventRows = 1'000;
constexpr int lossRowsShown = 6;
constexpr int eventRowsShown = 10;
constexpr int queueRowsShown = 20;
constexpr int startLength = 46; ///< width of the list of events, in characters
constexpr int longestSubject = 80;
// One of the timestamps with the widest text, used to size the column: 28 November, 20:58:58.
constexpr TimePoint widestTime{std::chrono::milliseconds(1'795'899'538'000)};

/// Makes a table as tall as its rows. With more than `most` rows, the table scrolls.
void fitRows(PanelTable& table, int most)
{
    table.setFixedHeight(CellDelegate::rowHeight * (1 + std::min(most, table.model()->rowCount())));
}

PanelTable::Column seen(const QString& widest, int hides) { return PanelTable::asSeen({widest, 0, hides}); }

} // namespace

ChangesPage::ChangesPage(const Theme& theme, const Formatting& formatting, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_formatting(formatting)
    , m_feed(this)
    , m_lossRows(
          [] {
              return QStringList{
                  tr("Queue"), tr("Lost"), tr("Known by ID"), tr("With payload"), tr("May have run"), tr("Time")};
          },
          {1, 2, 3, 4}, this)
    , m_eventRows(
          [] {
              return QStringList{tr("Time"), tr("Event"), tr("Queue"), tr("Details")};
          },
          {}, this)
    , m_queueRows(
          [] {
              QStringList titles{tr("Queue")};
              for (const TaskState state :
                  {TaskState::Scheduled, TaskState::Due, TaskState::Retrying, TaskState::Leased, TaskState::Failed})
                  titles << Formatting::stateWord(state);
              return titles << tr("Added/min") << tr("Claimed/min") << tr("Note");
          },
          {1, 2, 3, 4, 5, 6, 7}, this)
    , m_head(new PanelHeader(theme))
    , m_copy(m_head->addButton(QStringLiteral("copy"),
          []() -> PanelHeader::Words {
              return {tr("Copy report"), tr("Copy this report as plain text.")};
          }))
    , m_all(m_head->addButton(QStringLiteral("queue"),
          []() -> PanelHeader::Words {
              return {tr("All queues"), tr("Show the changes in all queues.")};
          }))
    , m_own(m_head->addButton(QStringLiteral("back"),
          []() -> PanelHeader::Words {
              return {tr("Window's recording"), tr("Close the file and show the window's own recording.")};
          }))
    , m_startLabel(PlainLabel::quiet(theme, {}))
    , m_start(new QComboBox)
    , m_period(PlainLabel::quiet(theme, {}))
    , m_lost(new PlainLabel)
    , m_server(new PlainLabel)
    , m_unknown(PlainLabel::quiet(theme, {}))
    , m_lossTable(new PanelTable(theme, m_lossRows,
          [this]() -> PanelTable::Words {
              const QString count = QStringLiteral("1,000,000");
              return {tr("Lost tasks"),
                  {{QStringLiteral("notification-mail"), 0, 0, true}, seen(count, 0), seen(count, 0), seen(count, 1),
                      seen(count, 0), seen(m_formatting.instant(widestTime, widestTime + std::chrono::days(1)), 2)}};
          }))
    , m_eventTable(new PanelTable(theme, m_eventRows,
          [this]() -> PanelTable::Words {
              return {tr("Events"),
                  {seen(m_formatting.instant(widestTime, widestTime + std::chrono::days(1)), 0),
                      seen(QStringLiteral("A different server has been responding since then"), 0),
                      seen(QStringLiteral("notification-mail"), 1), {}}};
          }))
    , m_queueTable(new PanelTable(theme, m_queueRows,
          []() -> PanelTable::Words {
              const QString change = tr("%1 to %2", "numbers").arg(QStringLiteral("1,000,000"), QStringLiteral("0"));
              return {tr("Queues"),
                  {{QStringLiteral("notification-mail"), 0, 0, true}, seen(change, 4), seen(change, 0), seen(change, 5),
                      seen(change, 6), seen(change, 1), seen(change, 2), seen(change, 2),
                      seen(QStringLiteral("no longer exists"), 3)}};
          }))
    , m_putBack(new QPushButton)
    , m_copyIds(new QPushButton)
    , m_export(new QPushButton)
    , m_command(new QPushButton)
    , m_empty(new EmptyState(theme))
    , m_stack(new QStackedWidget)
{
    build();
    connect(&m_feed, &ChangesFeed::changed, this, &ChangesPage::tell);
    connect(&m_feed, &ChangesFeed::failed, this, [this](const Error& error) {
        updateButtons();
        Q_EMIT noticed(QStringLiteral("warning"), error.message, true);
    });
    connect(&m_feed, &ChangesFeed::copied, this, [this](const QByteArrayList& ids) {
        updateButtons();
        QApplication::clipboard()->setText(QString::fromUtf8(ids.join('\n')));
        Q_EMIT noticed(QStringLiteral("copy"), tr("%Ln ID(s) copied", nullptr, Formatting::plural(ids.size())), false);
    });
    connect(&m_feed, &ChangesFeed::exported, this, [this](qint64 tasks, const QString& file) {
        updateButtons();
        Q_EMIT noticed(QStringLiteral("export"),
            tr("%Ln task(s) written to %1", nullptr, Formatting::plural(tasks)).arg(printable(file.toUtf8(), 80)),
            false);
    });
    connect(m_start, &QComboBox::activated, this, [this](int index) {
        if (index >= 0 && index < int(m_starts.size()))
            m_feed.setStart(m_starts[std::size_t(index)]);
    });
    connect(m_lossTable, &PanelTable::chosen, this, &ChangesPage::updateButtons);
    connect(m_queueTable, &PanelTable::activatedRow, this, [this](int row) {
        if (const ChangesRow* chosen = m_queueRows.rowAt(row); chosen && m_feed.file().isEmpty())
            Q_EMIT queueRequested(QueueName(chosen->id));
    });
    connect(&theme, &Theme::changed, this, &ChangesPage::tell);
    onLanguageChange(this, [this] { reword(); });
}

ChangesPage::~ChangesPage() = default;

void ChangesPage::build()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    connect(m_copy, &QToolButton::clicked, this, [this] {
        QApplication::clipboard()->setText(text());
        Q_EMIT noticed(QStringLiteral("copy"), tr("Report copied"), false);
    });
    connect(m_all, &QToolButton::clicked, this, [this] { m_feed.setQueue({}); });
    connect(m_own, &QToolButton::clicked, this, [this] { m_feed.setFile({}); });
    QToolButton* open = m_head->addButton(QStringLiteral("import"), []() -> PanelHeader::Words {
        return {tr("Open recording…"), tr("Show the changes from a file written by duectl record.")};
    });
    connect(open, &QToolButton::clicked, this, &ChangesPage::chooseFile);
    QToolButton* close = m_head->addButton(QStringLiteral("close"), []() -> PanelHeader::Words {
        return {tr("Close"), tr("Go back to the previous page (Escape).")};
    });
    connect(close, &QToolButton::clicked, this, &ChangesPage::closeRequested);
    m_stack->addWidget(buildBody());
    m_stack->addWidget(m_empty);
    column->addWidget(m_stack, 1);
    setEntry(m_start, m_empty);
}

QWidget* ChangesPage::buildSummary()
{
    auto* summary = new QWidget;
    auto* lines = new QVBoxLayout(summary);
    lines->setContentsMargins(16, 8, 16, 12);
    lines->setSpacing(6);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_startLabel);
    m_start->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_start->setMinimumContentsLength(startLength);
    m_startLabel->setBuddy(m_start);
    row->addWidget(m_start);
    m_period->setShrinking(Qt::ElideRight);
    row->addWidget(m_period);
    row->addStretch(1);
    lines->addLayout(row);
    m_lost->setFont(theme().font(0, QFont::DemiBold));
    for (PlainLabel* label : {m_lost, m_server, m_unknown}) {
        label->setWordWrap(true);
        lines->addWidget(label);
    }
    return summary;
}

QWidget* ChangesPage::buildBody()
{
    auto* contents = new Pane(theme(), Ground::Surface);
    auto* column = new QVBoxLayout(contents);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildSummary());
    m_lossTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_queueTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_lossSection = new Section(theme(), m_lossTable, false);
    m_eventSection = new Section(theme(), m_eventTable, false);
    m_queueSection = new Section(theme(), m_queueTable, false);
    for (QPushButton* button : {m_putBack, m_copyIds, m_export, m_command}) {
        button->setProperty("variant", QStringLiteral("link"));
        m_lossSection->addControl(button);
    }
    connect(m_putBack, &QPushButton::clicked, this, [this] {
        if (const LostTasks* loss = chosenLoss())
            m_feed.splitTasks(*loss->known);
        updateButtons();
    });
    connect(&m_feed, &ChangesFeed::split, this, &ChangesPage::choosePutBack);
    connect(m_copyIds, &QPushButton::clicked, this, [this] {
        if (const LostTasks* loss = chosenLoss())
            m_feed.copyIds(*loss->known);
        updateButtons();
    });
    connect(m_export, &QPushButton::clicked, this, [this] {
        const QString file = QFileDialog::getSaveFileName(
            this, tr("Export lost tasks"), QStringLiteral("lost.jsonl"), tr("JSON lines (*.jsonl)"));
        if (!file.isEmpty())
            exportTo(file);
    });
    connect(m_command, &QPushButton::clicked, this, &ChangesPage::copyCommand);
    for (Section* section : {m_lossSection, m_eventSection, m_queueSection})
        column->addWidget(section);
    column->addStretch(1);
    auto* scroll = new SteadyScroll;
    scroll->setWidget(contents);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    return scroll;
}

void ChangesPage::reword()
{
    setAccessibleName(tr("What changed"));
    m_startLabel->setText(tr("Since", "an event"));
    m_start->setAccessibleName(tr("Start of the period"));
    m_lossSection->setTitle(tr("Lost tasks"));
    m_eventSection->setTitle(tr("Events"));
    m_queueSection->setTitle(tr("Queues"));
    m_putBack->setText(tr("Put back…"));
    m_copyIds->setText(tr("Copy IDs"));
    m_export->setText(tr("Export…"));
    m_command->setText(tr("Copy putback command"));
    m_start->clear();
    tell();
}

void ChangesPage::show(Connection* connection, const QueueName& queue, const ChangesStart& start)
{
    m_feed.show(connection, queue, start);
}

QString ChangesPage::text() const
{
    if (!m_feed.report())
        return {};
    return changesText(m_feed.report()->changes, [this](TimePoint at) {
        const QDateTime local = m_formatting.local(at);
        return local.toOffsetFromUtc(local.offsetFromUtc()).toString(Qt::ISODateWithMs);
    });
}

void ChangesPage::tell()
{
    const bool hasReport = m_feed.report() && !m_feed.path().isEmpty();
    tellHead();
    m_copy->setEnabled(hasReport);
    m_all->setVisible(!m_feed.queue().isEmpty());
    m_own->setVisible(!m_feed.file().isEmpty());
    m_stack->setCurrentIndex(hasReport ? 0 : 1);
    if (!hasReport)
        return tellEmpty();
    const Changes& changes = m_feed.report()->changes;
    tellStarts(*m_feed.report());
    tellSummary(changes);
    tellTables(changes);
    updateButtons();
}

void ChangesPage::tellHead()
{
    m_head->setTitle(m_feed.queue().isEmpty()
            ? tr("What changed")
            : tr("What changed in %1").arg(printable(m_feed.queue(), longestSubject)));
    QStringList parts;
    if (!m_feed.file().isEmpty())
        parts << printable(QFileInfo(m_feed.file()).fileName().toUtf8(), longestSubject);
    if (const ChangesReport* report = m_feed.report(); report && !m_feed.path().isEmpty()) {
        const Changes& changes = report->changes;
        if (!m_feed.file().isEmpty())
            parts << printable(changes.server, longestSubject);
        parts << tr("recorded since %1 by %2")
                     .arg(m_formatting.brief(changes.began, changes.seen), printable(changes.writer, longestSubject));
    }
    if (m_feed.report() && m_feed.error())
        parts << m_feed.error()->message;
    m_head->setNote(Formatting::commas(parts));
}

void ChangesPage::tellEmpty()
{
    const EmptyState::Choice open{tr("Open recording…"), [this] { chooseFile(); }};
    if (m_feed.path().isEmpty()) {
        if (m_feed.connection() && m_feed.connection()->isSandbox())
            return m_empty->tell({}, tr("Sandboxes are not recorded"), {}, {open});
        return m_empty->tell({}, tr("Recording is turned off"),
            tr("If recording is turned on, task counts and events from open connections are kept for 7 days."),
            {{tr("Settings…"), [this] { Q_EMIT settingsRequested(); }, true}, open});
    }
    if (!m_feed.error())
        return m_empty->tell({}, tr("Reading the recording"), {});
    if (m_feed.error()->code != ErrorCode::NotFound)
        return m_empty->tell(
            QStringLiteral("warning"), tr("The recording cannot be read"), m_feed.error()->message, {open});
    if (m_feed.queue().isEmpty())
        return m_empty->tell({}, tr("Nothing has been recorded yet"),
            tr("The recording starts as soon as the queues have been read."), {open});
    m_empty->tell({}, tr("Nothing has been recorded about %1").arg(printable(m_feed.queue(), longestSubject)), {},
        {{tr("Show all queues"), [this] { m_feed.setQueue({}); }, true}, open});
}

/// Fills the list of events that the period can start at.
void ChangesPage::tellStarts(const ChangesReport& report)
{
    if (m_start->view()->isVisible())
        return;
    using Kind = ChangesStart::Kind;
    const Changes& changes = report.changes;
    QStringList texts;
    std::vector<ChangesStart> starts;
    int current = -1;
    const auto add = [&](const QString& text, const ChangesStart& start, bool isCurrent) {
        if (isCurrent)
            current = int(starts.size());
        texts << text;
        starts.push_back(start);
    };
    for (const QueueEventRecord& each : report.starts) {
        const bool hasLoss
            = std::find(report.causes.begin(), report.causes.end(), each.event.id) != report.causes.end();
        const auto mark = TimelineMark::of(each, false);
        const QString title = hasLoss ? tr("%1, tasks were lost", "an event").arg(mark->title) : mark->title;
        add(tr("%1 (%2)", "event, time").arg(title, m_formatting.instant(each.event.at, changes.seen)),
            {Kind::Event, each.event.at}, changes.around && changes.around->id == each.event.id);
    }
    const ChangesStart& chosen = m_feed.start();
    if (chosen.kind == Kind::Event && !changes.around)
        add(m_formatting.instant(chosen.at, changes.seen), chosen, true);
    add(tr("1 hour ago"), {Kind::LastHour},
        chosen.kind == Kind::LastHour || (chosen.kind == Kind::Usual && !changes.around));
    add(tr("the start of the recording"), {Kind::Recording}, chosen.kind == Kind::Recording);
    if (starts != m_starts || m_start->count() == 0) {
        m_start->clear();
        m_start->addItems(texts);
        m_starts = std::move(starts);
    }
    m_start->setCurrentIndex(current);
}

QString ChangesPage::serverText(const Changes& changes)
{
    if (!changes.serverAfter)
        return {};
    const ServerSample& after = *changes.serverAfter;
    const ServerSample& before = changes.serverBefore ? *changes.serverBefore : after;
    QStringList parts;
    const auto add = [&](const QString& text, ServerSample::Figure figure, QString (*word)(qint64)) {
        if (!after[figure])
            return;
        const QString now = word(*after[figure]);
        const QString then = before[figure] ? word(*before[figure]) : QStringLiteral("–");
        parts << text.arg(now == then ? now : tr("%1 to %2", "numbers").arg(then, now));
    };
    add(tr("keys: %1"), ServerSample::Keys, &Formatting::count);
    add(tr("memory: %1"), ServerSample::Memory, &formatBytes);
    add(tr("connections: %1"), ServerSample::Clients, &Formatting::count);
    return parts.isEmpty() ? QString() : tr("Server: %1", "figures").arg(Formatting::commas(parts));
}

/// Returns the report's period. A recording that has just begun or ended may contain only one reading.
QString ChangesPage::periodText(const Changes& changes) const
{
    const QString end = m_formatting.instant(changes.to, changes.to);
    if (changes.to == changes.from)
        return end;
    return tr("%1 to %2 (%3)", "time, time, duration")
        .arg(m_formatting.instant(changes.from, changes.to), end,
            Formatting::duration(wholeSeconds(changes.to - changes.from)));
}

void ChangesPage::tellSummary(const Changes& changes)
{
    m_period->setText(periodText(changes));
    const LossTotals totals = changes.lossTotals();
    QStringList told;
    if (!changes.losses.empty())
        told << tr("%Ln task(s) were lost.", nullptr, Formatting::plural(totals.tasks))
             << LossWords::mayHaveRun(totals.mayHaveRun);
    else if (changes.lostElsewhere > 0)
        told << tr("No tasks were lost from this queue.");
    else
        told << (changes.isEmpty() ? tr("Nothing changed.") : tr("No tasks were lost."));
    if (changes.lostElsewhere > 0)
        told << tr("%Ln task(s) were lost from other queues.", nullptr, Formatting::plural(changes.lostElsewhere));
    m_lost->setText(Formatting::sentences(told));
    QStringList unknown;
    const auto isKnown = [](const LostTasks& lost) { return lost.known.has_value(); };
    if (!changes.losses.empty() && std::none_of(changes.losses.begin(), changes.losses.end(), isKnown))
        unknown << tr("The recording contains only counts. To record tasks as well, change the connection settings.");
    for (const char* sentence : changes.unknown)
        unknown << LayoutWords::text(sentence);
    const auto say = [](PlainLabel* label, const QString& text) {
        label->setText(text);
        label->setVisible(!text.isEmpty());
    };
    say(m_server, serverText(changes));
    say(m_unknown, Formatting::sentences(unknown));
}

void ChangesPage::tellTables(const Changes& changes)
{
    std::vector<ChangesRow> events = ChangesRows::events(changes, m_formatting);
    const std::size_t all = events.size();
    if (all > mostEventRows)
        events.erase(events.begin(), events.end() - std::ptrdiff_t(mostEventRows));
    m_lossRows.set(ChangesRows::losses(changes, m_formatting));
    m_eventRows.set(std::move(events));
    m_queueTable->holdPlace();
    m_queueRows.set(ChangesRows::queues(changes));
    m_queueTable->restorePlace();
    m_eventSection->setSummary(all > mostEventRows
            ? tr("newest %1 of %2").arg(Formatting::count(m_eventRows.rowCount()), Formatting::count(qint64(all)))
            : QString());
    m_queueSection->setSummary(
        tr("Rates are averages over the 10 minutes before the period and over the period itself."));
    for (const auto& [section, table, most] : {std::tuple(m_lossSection, m_lossTable, lossRowsShown),
             {m_eventSection, m_eventTable, eventRowsShown}, {m_queueSection, m_queueTable, queueRowsShown}}) {
        section->setVisible(table->model()->rowCount() > 0);
        fitRows(*table, most);
    }
}

const LostTasks* ChangesPage::chosenLoss() const
{
    if (!m_feed.report())
        return nullptr;
    const std::vector<LostTasks>& losses = m_feed.report()->changes.losses;
    const int row = m_lossTable->currentIndex().row();
    if (row >= 0 && row < int(losses.size()))
        return losses[std::size_t(row)].known ? &losses[std::size_t(row)] : nullptr;
    const auto known = std::find_if(losses.begin(), losses.end(), [](const LostTasks& lost) { return lost.known; });
    return known == losses.end() ? nullptr : &*known;
}

void ChangesPage::updateButtons()
{
    const LostTasks* loss = chosenLoss();
    const QString queue = loss ? printable(loss->queue, longestSubject) : QString();
    const Connection* connection = m_feed.connection();
    m_putBack->setEnabled(
        loss && loss->known->complete > 0 && connection && connection->mayWrite() && !m_feed.isExporting());
    m_copyIds->setEnabled(loss && loss->known->ids > 0 && !m_feed.isExporting());
    m_export->setEnabled(loss && loss->known->complete > 0 && !m_feed.isExporting());
    m_command->setEnabled(loss && loss->known->complete > 0);
    for (QPushButton* button : {m_putBack, m_copyIds, m_export, m_command})
        button->setAccessibleDescription(loss ? tr("Lost tasks from %1").arg(queue) : QString());
}

void ChangesPage::exportTo(const QString& file)
{
    if (const LostTasks* loss = chosenLoss())
        m_feed.exportTasks(*loss->known, file);
    updateButtons();
}

/// Requests that the tasks be put back. If they belong to more than one queue, shows a menu of queues.
void ChangesPage::choosePutBack(const std::vector<VanishedTasks>& queues)
{
    updateButtons();
    if (queues.size() == 1) {
        Q_EMIT putBackRequested(queues.front());
        return;
    }
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const VanishedTasks& tasks : queues) {
        menu->addAction(tr("%1 (%2)", "queue, number of tasks")
                            .arg(printable(tasks.own, longestSubject).replace(u'&', QStringLiteral("&&")),
                                Formatting::count(tasks.complete)),
            this, [this, tasks, path = m_feed.path()] {
                // Ignore the choice if a different recording has been opened since the menu was shown.
                if (path == m_feed.path())
                    Q_EMIT putBackRequested(tasks);
            });
    }
    menu->popup(m_putBack->mapToGlobal(QPoint(0, m_putBack->height())));
}

/// Copies the command that puts the lost tasks back.
void ChangesPage::copyCommand()
{
    const LostTasks* loss = chosenLoss();
    if (!loss)
        return;
    QApplication::clipboard()->setText(commandOn(QStringLiteral("duectl putback --event %1").arg(loss->loss.event),
        QFile::encodeName(m_feed.path()), {loss->queue}));
    Q_EMIT noticed(QStringLiteral("copy"), tr("Command copied"), false);
}

void ChangesPage::chooseFile()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open a recording"), {}, tr("Recordings (*.dwit)") + QStringLiteral(";;") + tr("All files (*)"));
    if (!path.isEmpty())
        openFile(path);
}

void ChangesPage::showEvent(QShowEvent* event)
{
    Pane::showEvent(event);
    m_feed.setActive(true);
}

void ChangesPage::hideEvent(QHideEvent* event)
{
    Pane::hideEvent(event);
    m_feed.setActive(false);
}

void ChangesPage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closeRequested();
    else
        Pane::keyPressEvent(event);
}

} // namespace dueline
