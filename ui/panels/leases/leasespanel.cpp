// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/leases/leasespanel.h"

#include "core/base/duration.h"
#include "core/base/text.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/workbench/operationnotice.h"
#include "ui/workbench/windowevents.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace dueline {

namespace {

QPushButton* makeLink()
{
    auto* link = new QPushButton;
    link->setProperty("variant", QStringLiteral("link"));
    link->hide();
    return link;
}

} // namespace

LeasesPanel::LeasesPanel(const Theme& theme, const Formatting& formatting, ViewedPlace& view, WindowEvents& events,
    LeaseEdits& leases, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_view(view)
    , m_events(events)
    , m_leases(leases)
    , m_leaseModel(formatting)
    , m_workerHead(new PanelHeader(theme))
    , m_workerTable(new PanelTable(theme, m_workerModel,
          []() -> PanelTable::Words {
              return {tr("Workers"),
                  {{tr("Running"), 20, 0}, {QStringLiteral("0000000000000000"), 0, 0},
                      {QStringLiteral("production-host/000000"), 0, 3},
                      {QStringLiteral("emails, billing, exports"), 0, 4}, {QStringLiteral("00/00"), 0, 2},
                      {tr("%1 ago").arg(QStringLiteral("59 min 59 s")), 0, 1}}};
          }))
    , m_noWorkers(new EmptyState(theme))
    , m_workerStack(new QStackedWidget)
    , m_leaseHead(new PanelHeader(theme))
    , m_leaseTable(new PanelTable(theme, m_leaseModel,
          []() -> PanelTable::Words {
              return {tr("Leases"),
                  {{QStringLiteral("notification.send #000000"), 20, 0, true}, {QStringLiteral("notifications"), 0, 2},
                      {QStringLiteral("0000000000000000"), 0, 1},
                      {tr("%1 left").arg(QStringLiteral("59 min 59 s")), 64, 0}, {QStringLiteral("12:59:58"), 0, 0},
                      {QStringLiteral("10/10"), 0, 3}}};
          }))
    , m_noLeases(new EmptyState(theme))
    , m_leaseStack(new QStackedWidget)
    , m_all(makeLink())
    , m_more(makeLink())
    , m_extend(m_leaseHead->addButton(QStringLiteral("extend"),
          []() -> PanelHeader::Words {
              const QString length = Formatting::duration(extension);
              return {tr("Extend to %1").arg(length), tr("Set the lease to end %1 from now.").arg(length)};
          }))
    , m_release(m_leaseHead->addButton(QStringLiteral("release"),
          []() -> PanelHeader::Words {
              return {tr("Release"),
                  tr("Revoke the worker's lease. The task returns to the queue, and the attempt is not counted.")};
          }))
    , m_cancel(m_leaseHead->addButton(QStringLiteral("stop"),
          []() -> PanelHeader::Words {
              return {tr("Stop the task"), tr("Ask the worker to stop the task; the attempt counts as failed.")};
          }))
    , m_doctor(m_leaseHead->addButton(QStringLiteral("warning"), []() -> PanelHeader::Words {
        return {tr("Repair leases…"), tr("Show which leases and tasks are stranded, and repair them after a preview.")};
    }))
{
    build();
    connect(m_workerTable, &PanelTable::chosen, this, [this] {
        const QByteArray key = m_workerTable->currentKey();
        if (m_workerTable->selectionModel()->hasSelection() && !key.isEmpty())
            showWorker(key);
    });
    connect(m_leaseTable, &PanelTable::chosen, this, &LeasesPanel::updateButtons);
    connect(m_workerTable, &QWidget::customContextMenuRequested, this, &LeasesPanel::showWorkerMenu);
    connect(m_leaseTable, &QWidget::customContextMenuRequested, this, &LeasesPanel::showLeaseMenu);
    connect(m_extend, &QToolButton::clicked, this, &LeasesPanel::extendSelected);
    connect(m_release, &QToolButton::clicked, this, &LeasesPanel::releaseSelected);
    connect(m_cancel, &QToolButton::clicked, this, &LeasesPanel::cancelSelected);
    connect(m_doctor, &QToolButton::clicked, this, &LeasesPanel::doctorRequested);
    connect(m_all, &QPushButton::clicked, this, [this] { showWorker({}); });
    connect(m_more, &QPushButton::clicked, &m_feed, &LeaseFeed::showMore);
    connect(&m_feed, &LeaseFeed::changed, this, &LeasesPanel::update);
    connect(&m_feed, &LeaseFeed::failed, this, [this](const Error& error) {
        m_trouble = error.message;
        updateHeads();
    });
    connect(&m_view.connections(), &OpenConnections::changed, this, &LeasesPanel::follow);
    connect(&m_view, &ViewedPlace::placeChanged, this, &LeasesPanel::follow);
    connect(&m_view, &ViewedPlace::currentChanged, this, [this] {
        follow();
        updateButtons();
        updateEmptyStates();
    });
    connect(&m_events, &WindowEvents::noticed, &m_feed, &LeaseFeed::refresh);
    connect(&m_view.connections().worker(), &EmbeddedWorker::ticked, this, &LeasesPanel::showProgress);
    connect(&theme, &Theme::changed, this, &LeasesPanel::updateEmptyStates);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &LeasesPanel::tick);
    follow();
    update();
    onLanguageChange(this, [this] {
        updateHeads();
        updateEmptyStates();
    });
}

void LeasesPanel::build()
{
    m_leaseHead->addWidget(m_all);
    m_leaseHead->addWidget(m_more);
    auto* workers = new Pane(theme(), Ground::Surface);
    workers->addPages(m_workerHead, m_workerStack, {m_workerTable, m_noWorkers});
    auto* leases = new Pane(theme(), Ground::Surface);
    leases->addPages(m_leaseHead, m_leaseStack, {m_leaseTable, m_noLeases});
    auto* split = new QSplitter(Qt::Horizontal);
    split->setHandleWidth(1);
    split->setChildrenCollapsible(false);
    split->addWidget(workers);
    split->addWidget(leases);
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 3);
    split->setSizes({400, 600});
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(split);
    setEntry(m_leaseTable);
    m_workerTable->setSelectionMode(QAbstractItemView::SingleSelection);
}

void LeasesPanel::follow()
{
    if (m_feed.connection() == m_view.current())
        return;
    m_trouble.clear();
    m_workerTable->clearSelection();
    m_feed.show(m_view.current());
}

void LeasesPanel::showWorker(const QByteArray& worker)
{
    if (worker.isEmpty()) {
        m_workerTable->clearSelection();
        m_workerTable->setCurrentIndex({});
    }
    m_feed.setWorker(worker);
    updateHeads();
}

void LeasesPanel::update()
{
    m_trouble.clear();
    m_workerTable->holdPlace();
    m_leaseTable->holdPlace();
    const TimePoint now = m_view.now();
    m_workerModel.setNow(now);
    m_leaseModel.setNow(now);
    m_workerModel.set(m_feed.workers());
    m_leaseModel.set(m_feed.leases());
    m_workerTable->restorePlace();
    m_leaseTable->restorePlace();
    updateHeads();
    updateButtons();
    updateEmptyStates();
    tellCount();
}

/// Updates the tab's count. Removes it while the panel is hidden, because leases change within seconds.
void LeasesPanel::tellCount()
{
    if (!isVisible())
        Q_EMIT statusChanged({});
    else if (m_feed.worker().isEmpty())
        Q_EMIT statusChanged(m_feed.isLoaded() && m_feed.total() > 0 ? Formatting::count(m_feed.total()) : QString());
}

void LeasesPanel::showProgress()
{
    const Connection* current = m_view.current();
    const EmbeddedWorker& worker = m_view.connections().worker();
    m_leaseModel.setProgress(
        current && current->id() == worker.connectionId() ? worker.progress() : QHash<QByteArray, QByteArray>());
}

void LeasesPanel::updateHeads()
{
    int lost = 0;
    for (const WorkerRow& row : m_workerModel.rows())
        lost += row.info.lost;
    m_workerHead->setTitle(m_feed.isLoaded() ? tr("%Ln worker(s)", nullptr, m_workerModel.rowCount()) : tr("Workers"));
    m_workerHead->setNote(lost > 0 ? tr("%Ln lost", nullptr, lost) : QString());
    const qint64 total = m_feed.total();
    const auto shown = qint64(m_feed.leases().size());
    const QByteArray& worker = m_feed.worker();
    m_leaseHead->setTitle(!m_feed.isLoaded() ? tr("Leases")
            : worker.isEmpty()               ? tr("%Ln lease(s)", nullptr, int(total))
                               : tr("%Ln lease(s) of %1", nullptr, int(total)).arg(printable(worker, 24)));
    int silent = 0;
    for (const LeaseRow& row : m_feed.leases())
        silent += row.fate != LeaseFate::Held;
    QStringList notes;
    if (silent > 0)
        notes << tr("%Ln without a heartbeat", "leases, of their workers", silent);
    if (shown < total)
        notes << tr("first %1 of %2").arg(Formatting::count(shown), Formatting::count(total));
    m_leaseHead->setNote(m_trouble.isEmpty() ? notes.join(QStringLiteral(" · ")) : m_trouble);
    m_doctor->setVisible(silent > 0);
    m_all->setVisible(!worker.isEmpty());
    m_all->setText(tr("Show all"));
    m_more->setVisible(shown < total);
    m_more->setText(tr("Show more"));
}

void LeasesPanel::updateButtons()
{
    const Connection* current = m_view.current();
    const std::vector<LeaseRow> rows = selected();
    const bool may = current && current->session().isOnline() && current->mayWrite() && !rows.empty()
        && std::all_of(rows.begin(), rows.end(),
            [current](const LeaseRow& row) { return current->session().capabilities(row.queue).cancel; });
    m_extend->setEnabled(may);
    m_release->setEnabled(may);
    m_cancel->setEnabled(may);
}

void LeasesPanel::updateEmptyStates()
{
    const Connection* current = m_view.current();
    const bool knowsWorkers = current && current->session().capabilities().workers;
    m_workerStack->setCurrentIndex(m_workerModel.rowCount() > 0 ? 0 : 1);
    m_leaseStack->setCurrentIndex(m_leaseModel.rowCount() > 0 ? 0 : 1);
    QString workers = tr("Loading");
    QString how;
    QString leases = tr("Loading");
    QString why;
    if (!m_feed.isLoaded() && ConnectionBar::isLost(current)) {
        workers = leases = EmptyState::notConnected(current).first;
        how = why = EmptyState::notConnected(current).second;
    } else if (m_feed.isLoaded()) {
        workers = knowsWorkers ? tr("No workers") : tr("Workers unknown");
        how = knowsWorkers ? tr("Start the local worker, or run \"duectl work\".")
                           : tr("This layout does not record workers.");
        leases = m_feed.worker().isEmpty() ? tr("Nothing is leased") : tr("No leases held");
        why = tr("A worker holds a lease while it runs a task.");
    }
    m_noWorkers->tell({}, workers, how);
    m_noLeases->tell({}, leases, why);
    updateStale();
}

void LeasesPanel::tick()
{
    m_feed.setLive(m_view.isLive());
    m_workerModel.setNow(m_view.now());
    m_leaseModel.setNow(m_view.now());
    updateStale();
}

void LeasesPanel::updateStale()
{
    for (PanelTable* table : {m_workerTable, m_leaseTable})
        table->setStale(ConnectionBar::isStale(m_view.current()));
}

void LeasesPanel::showEvent(QShowEvent* event)
{
    Pane::showEvent(event);
    tick();
    m_clock.start();
    m_feed.setActive(true);
    tellCount();
}

void LeasesPanel::hideEvent(QHideEvent* event)
{
    Pane::hideEvent(event);
    m_clock.stop();
    m_feed.setActive(false);
    tellCount();
}

std::vector<LeaseRow> LeasesPanel::selected() const
{
    std::vector<LeaseRow> rows;
    for (const int row : m_leaseTable->selectedRowNumbers()) {
        if (const LeaseRow* lease = m_leaseModel.rowAt(row))
            rows.push_back(*lease);
    }
    return rows;
}

LeaseEdits::Chosen LeasesPanel::byQueue(const std::vector<LeaseRow>& rows)
{
    LeaseEdits::Chosen chosen;
    for (const LeaseRow& row : rows)
        chosen[row.queue].push_back(row.ref());
    return chosen;
}

/// Edits the selected leases. Asks for confirmation if there are many, and always in production.
void LeasesPanel::editSelected(LeaseDialog::Kind kind, LeaseEdit edit)
{
    const QPointer<Connection> connection = m_view.current();
    const std::vector<LeaseRow> rows = selected();
    if (!connection || rows.empty())
        return;
    if (LeaseDialog::asksBefore(rows.size(), connection->profile().environment)) {
        LeaseDialog dialog(theme(), connection->profile(), kind, rows, window());
        if (dialog.exec() != QDialog::Accepted)
            return;
        if (!connection)
            return m_events.tell(OperationNotice::connectionClosed());
    }
    (m_leases.*edit)(*connection, byQueue(rows));
}

void LeasesPanel::releaseSelected() { editSelected(LeaseDialog::Kind::Release, &LeaseEdits::release); }

void LeasesPanel::cancelSelected() { editSelected(LeaseDialog::Kind::Cancel, &LeaseEdits::cancel); }

void LeasesPanel::extendSelected()
{
    if (Connection* current = m_view.current())
        m_leases.extend(*current, byQueue(selected()), extension);
}

void LeasesPanel::showLeaseMenu(QPoint at)
{
    const std::vector<LeaseRow> rows = selected();
    if (rows.empty())
        return;
    QMenu menu(this);
    const auto add = [this, &menu](QToolButton* button) {
        auto* action = menu.addAction(button->icon(), button->text(), button, &QToolButton::click);
        action->setEnabled(button->isEnabled());
    };
    add(m_extend);
    add(m_release);
    add(m_cancel);
    menu.addSeparator();
    menu.addAction(tr("Copy ID"), this, [rows] {
        QStringList ids;
        for (const LeaseRow& row : rows)
            ids << QString::fromUtf8(row.task.id);
        copy(ids.join(u'\n'));
    });
    menu.addAction(tr("Copy the holder"), this, [rows] { copy(QString::fromUtf8(rows.front().task.worker)); });
    QMenu* commands = menu.addMenu(tr("Copy as command"));
    commands->addAction(tr("Show"), this, [this] { copyCommands("show", {}); });
    commands->addAction(tr("Extend"), this,
        [this] { copyCommands("extend", QStringLiteral(" --lease ") + formatDuration(extension)); });
    commands->addAction(tr("Release"), this, [this] { copyCommands("release", {}); });
    commands->addAction(tr("Stop the task"), this, [this] { copyCommands("cancel", {}); });
    menu.exec(m_leaseTable->viewport()->mapToGlobal(at));
}

void LeasesPanel::showWorkerMenu(QPoint at)
{
    const QByteArray worker = m_workerTable->currentKey();
    if (worker.isEmpty())
        return;
    QMenu menu(this);
    menu.addAction(tr("Show all leases"), this, [this] { showWorker({}); })->setEnabled(!m_feed.worker().isEmpty());
    menu.addAction(tr("Copy the worker's name"), this, [worker] { copy(QString::fromUtf8(worker)); });
    menu.addAction(tr("Copy as command"), this, [] { copy(QStringLiteral("duectl workers")); });
    menu.exec(m_workerTable->viewport()->mapToGlobal(at));
}

void LeasesPanel::copyCommands(const QByteArray& verb, const QString& options)
{
    QStringList lines;
    for (const LeaseRow& row : selected())
        lines << commandOn(QStringLiteral("duectl ") + QString::fromLatin1(verb) + options, row.queue, {row.task.id});
    copy(lines.join(u'\n'));
}

void LeasesPanel::copy(const QString& text) { QApplication::clipboard()->setText(text); }

} // namespace dueline
