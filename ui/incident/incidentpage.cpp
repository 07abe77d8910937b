// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/incident/incidentpage.h"

#include "core/base/text.h"
#include "core/queue/errorpattern.h"
#include "core/queue/kindsample.h"
#include "ui/actions/actions.h"
#include "ui/incident/trendbars.h"
#include "ui/presenters/workbench.h"
#include "ui/text/worded.h"
#include "ui/theme/theme.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/panelhead.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QTextBlock>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace dueline {

namespace {

constexpr TimePoint widestSeen{std::chrono::milliseconds(1'795'899'538'000)}; // 28 November, 20:58:58
constexpr int partBar = 60; ///< pixels before the number of tasks, with a gap
constexpr int sampleLines = 7; ///< at most, of the error and its stack
constexpr qsizetype sampleBytes = 4096;
const StateSet onlyFailed{TaskState::Failed};

} // namespace

/// Tasks that were let run again from here.
struct IncidentPage::Follow
{
    OperationId operation;
    FateWatch watch;
    bool asks = false;
};

IncidentPage::IncidentPage(
    const Theme& theme, const Formatting& formatting, Workbench& bench, const Actions& actions, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_formatting(formatting)
    , m_bench(bench)
    , m_newSince(NewSince::of(bench))
    , m_model(formatting)
    , m_head(new PanelHead(theme))
    , m_sample(new QPlainTextEdit)
    , m_trend(new TrendBars(theme, formatting))
    , m_seen(PlainLabel::quiet(theme, {}))
    , m_values(new PlainLabel)
    , m_common(new PlainLabel)
    , m_became(new PlainLabel)
    , m_table(new PanelTable(theme, m_model,
          [&formatting]() -> PanelTable::Words {
              return {tr("Queues and types with this failure"),
                  {{QStringLiteral("notification-mail"), 0, 0, true},
                      PanelTable::asSeen({QStringLiteral("notification.send"), 0, 2}),
                      PanelTable::asSeen({QStringLiteral("1,000,000"), partBar, 0}),
                      PanelTable::asSeen({formatting.instant(widestSeen, widestSeen + std::chrono::days(1)), 0, 3}),
                      PanelTable::asSeen({tr("%1 ago").arg(QStringLiteral("59 min 59 s")), 0, 1})}};
          }))
    , m_empty(new EmptyState(theme))
    , m_stack(new QStackedWidget)
    , m_tasks(m_head->addButton(QStringLiteral("filter"),
          []() -> PanelHead::Words {
              return {tr("Show tasks"), tr("List the tasks of the chosen queue and type (Return).")};
          }))
    , m_canary(m_head->addButton(QStringLiteral("run-now"),
          []() -> PanelHead::Words {
              return {tr("Canary"),
                  tr("Retry one task of the chosen queue and type, then ten, then the rest, as long as they succeed; asks "
                     "first (C).")};
          }))
    , m_retry(m_head->addButton(QStringLiteral("retry"),
          []() -> PanelHead::Words {
              return {tr("Retry"), tr("Retry the tasks of the chosen queues and types at once; asks first (R).")};
          }))
    , m_later(m_head->addButton(QStringLiteral("reschedule"),
          []() -> PanelHead::Words {
              return {tr("Retry later"),
                  tr("Retry the tasks of the chosen queues and types spread over 30 minutes, or at a time; asks first "
                     "(Shift+R).")};
          }))
    , m_discard(m_head->addButton(QStringLiteral("discard"),
          []() -> PanelHead::Words {
              return {tr("Discard"), tr("Move the tasks of the chosen queues and types to the trash; asks first (Del).")};
          }))
    , m_copy(m_head->addButton(QStringLiteral("copy"),
          []() -> PanelHead::Words { return {tr("Copy report"), tr("Copy what is shown here, as text or Markdown.")}; }))
    , m_close(m_head->addButton(QStringLiteral("close"), []() -> PanelHead::Words {
        return {tr("Close"), tr("Go back to the previous page (Escape).")};
    }))
{
    build(actions);
    connect(m_table, &PanelTable::chosen, this, [this] {
        updateButtons();
        askValues();
    });
    connect(m_table, &PanelTable::activatedRow, m_tasks, &QToolButton::click);
    connect(m_tasks, &QToolButton::clicked, this, [this] {
        if (const IncidentShare* share = current())
            Q_EMIT tasksRequested(share->queue, filterOf(*share));
    });
    connect(m_canary, &QToolButton::clicked, this, [this] { act(ActionKind::Retry, FilterAction::Way::Canary); });
    connect(m_retry, &QToolButton::clicked, this, [this] { act(ActionKind::Retry, FilterAction::Way::AtOnce); });
    connect(m_later, &QToolButton::clicked, this, [this] { act(ActionKind::Retry, FilterAction::Way::Later); });
    connect(m_discard, &QToolButton::clicked, this, [this] { act(ActionKind::Discard, FilterAction::Way::AtOnce); });
    connect(m_copy, &QToolButton::clicked, this, &IncidentPage::copyReport);
    connect(m_close, &QToolButton::clicked, this, &IncidentPage::closeRequested);
    connect(&m_feed, &IncidentFeed::changed, this, &IncidentPage::update);
    connect(&m_feed, &IncidentFeed::failed, this, [this](const Error& error) {
        m_trouble = error.message;
        tell();
    });
    connect(&m_newSince, &NewSince::chosen, this, &IncidentPage::tell);
    connect(&m_bench, &Workbench::operationStarted, this, &IncidentPage::noteOperation);
    connect(&m_bench, &Workbench::operationEnded, &m_feed, &IncidentFeed::refresh);
    connect(&m_bench, &Workbench::currentChanged, this, [this] {
        updateButtons();
        m_table->setStale(ConnectionBar::isStale(m_bench.current()));
    });
    connect(&theme, &Theme::changed, this, [this] {
        showSample();
        tell();
    });
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &IncidentPage::tick);
    worded(this, [this] {
        setAccessibleName(tr("Kind of failure"));
        m_sample->setAccessibleName(tr("The last error of this kind"));
        tell();
    });
}

IncidentPage::~IncidentPage() = default;

void IncidentPage::build(const Actions& actions)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    auto* body = new QWidget;
    auto* parts = new QVBoxLayout(body);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(0);
    m_sample->setReadOnly(true);
    m_sample->setTabChangesFocus(true);
    m_sample->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_sample->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* above = new QVBoxLayout;
    above->setContentsMargins(16, 8, 16, 8);
    above->setSpacing(8);
    above->addWidget(m_sample);
    auto* when = new QHBoxLayout;
    when->setSpacing(24);
    m_seen->setWordWrap(true);
    when->addWidget(m_seen, 1, Qt::AlignTop);
    when->addWidget(m_trend, 1);
    above->addLayout(when);
    for (PlainLabel* label : {m_values, m_common, m_became}) {
        label->setWordWrap(true);
        label->setMostLines(3);
        above->addWidget(label);
        label->hide();
    }
    parts->addLayout(above);
    parts->addWidget(m_table, 1);
    m_stack->addWidget(body);
    m_stack->addWidget(m_empty);
    column->addWidget(m_stack, 1);
    m_table->setMinimumHeight(90);
    setEntry(m_table);
    addKey(actions["task.retry"]->shortcut().toString(), m_retry);
    addKey(actions["task.reschedule"]->shortcut().toString(), m_later);
    addKey(actions["task.discard"]->shortcut().toString(), m_discard);
    addKey(QStringLiteral("C"), m_canary);
}

/// Single keys act on the page alone, never while something is typed elsewhere.
void IncidentPage::addKey(const QString& shortcut, QToolButton* button)
{
    auto* action = new QAction(this);
    worded(this, [action, button] { action->setText(button->text()); });
    action->setShortcut(QKeySequence(shortcut));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, button, &QToolButton::click);
    addAction(action);
}

void IncidentPage::show(const QueueName& queue, const std::optional<QByteArray>& kind)
{
    m_queue = queue;
    m_kind = kind;
    m_shown.reset();
    m_isGone = false;
    m_places.clear();
    m_valuesOf.clear();
    ++m_valuesAsked;
    m_ids.clear();
    m_valueLines.clear();
    m_commonLines.clear();
    m_follow.reset();
    m_outcome.reset();
    m_trouble.clear();
    m_table->clearSelection();
    m_model.set({});
    m_feed.show(m_bench.current(), {}, queue);
    update();
}

TimePoint IncidentPage::newSince() const { return m_newSince.since(m_bench.now(), m_feed.placeKey()); }

/// The kind that is meant, as soon as enough is known to tell.
void IncidentPage::choose()
{
    const Incidents& all = m_feed.incidents();
    const Incident* found = nullptr;
    if (m_kind)
        found = all.find(*m_kind);
    else if (m_queue.isEmpty() ? m_feed.isLoaded() : m_feed.knows(m_queue))
        found = all.worst(newSince(), m_queue);
    if (found) {
        m_isGone = false;
        m_kind = found->kind;
        m_shown = *found;
    } else if (m_shown && m_feed.isLoaded() && !m_isGone) {
        m_isGone = true;
        m_shown->tasks = 0;
        m_shown->shares.clear();
    }
}

const IncidentShare* IncidentPage::current() const
{
    const IncidentRow* row = m_model.rowAt(m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1);
    return row ? &row->share : nullptr;
}

QString IncidentPage::filterOf(const IncidentShare& share) const
{
    return QStringLiteral("state:failed type:") + quotedForFilter(QString::fromUtf8(share.type)) + u' '
        + (m_shown ? m_shown->terms : QString());
}

/// Where it is, and below that where it was while one looked.
std::vector<IncidentRow> IncidentPage::rows()
{
    std::vector<IncidentRow> rows;
    if (!m_shown)
        return rows;
    for (const IncidentShare& share : m_shown->shares)
        rows.push_back({share, double(share.tasks) / double(std::max<qint64>(1, m_shown->tasks))});
    for (const auto& [key, was] : m_places) {
        const bool isThere = std::any_of(rows.begin(), rows.end(), [&key](const IncidentRow& row) { return row.key() == key; });
        if (!isThere) {
            rows.push_back({was, 0});
            rows.back().share.tasks = 0;
        }
    }
    for (const IncidentRow& row : rows)
        m_places.insert_or_assign(row.key(), row.share);
    return rows;
}

void IncidentPage::update()
{
    m_trouble.clear();
    const QByteArray before = m_shown ? m_shown->sample : QByteArray();
    const bool wasThere = m_shown.has_value();
    choose();
    m_table->holdPlace();
    m_model.setNow(m_bench.now());
    m_model.set(rows());
    m_table->restorePlace();
    if (!m_table->selectionModel()->hasSelection() && m_model.rowCount() > 0) {
        int meant = 0;
        for (int row = 0; row < m_model.rowCount() && !m_queue.isEmpty(); ++row) {
            if (m_model.rowAt(row)->share.queue == m_queue) {
                meant = row;
                break;
            }
        }
        m_table->selectRow(meant);
    }
    if (m_shown && (!wasThere || before != m_shown->sample))
        showSample();
    tell();
    updateButtons();
    askValues();
}

/// The error as it was written, with what varies in the third grey, and its stack in the second.
void IncidentPage::showSample()
{
    if (!m_shown)
        return;
    const QString whole = m_shown->sample.isEmpty() ? tr("These tasks failed without an error text.")
                                                    : printableText(m_shown->sample, sampleBytes);
    const Tokens& t = theme().tokens();
    m_sample->setFont(theme().mono(0));
    m_sample->setPlainText(whole);
    QTextCursor cursor(m_sample->document());
    QTextCharFormat quiet;
    quiet.setForeground(t.text2);
    cursor.select(QTextCursor::Document);
    cursor.setCharFormat(quiet);
    const auto sample = sampleOf(m_shown->sample, m_shown->name);
    const QString line = sample ? printableText(sample->line, sampleBytes) : whole;
    const qsizetype at = whole.indexOf(line);
    if (at >= 0) {
        const auto color = [&cursor, at](qsizetype from, qsizetype size, const QColor& ink) {
            QTextCharFormat format;
            format.setForeground(ink);
            cursor.setPosition(int(at + from));
            cursor.setPosition(int(at + from + size), QTextCursor::KeepAnchor);
            cursor.setCharFormat(format);
        };
        color(0, line.size(), t.text);
        if (sample) {
            const auto letters
                = [&sample](qsizetype bytes) { return QString::fromUtf8(QByteArrayView(sample->line).first(bytes)).size(); };
            for (const TextPart& part : sample->varying) {
                const qsizetype from = letters(part.from);
                const qsizetype end = std::min(letters(part.from + part.size), line.size());
                if (from < end)
                    color(from, end - from, t.text3);
            }
        }
    }
    const int lines = std::clamp(int(whole.count(u'\n')) + 1, 2, sampleLines);
    const QFontMetrics metrics(m_sample->font());
    m_sample->setFixedHeight(metrics.lineSpacing() * lines + 2 * int(m_sample->document()->documentMargin()) + 16); // with what the style puts around it
    m_sample->moveCursor(QTextCursor::Start);
}

/// Looks what stands at the places that vary, once for each row that is chosen; its first tasks are what is followed.
void IncidentPage::askValues()
{
    const IncidentShare* share = current();
    const QByteArray key = share && share->tasks > 0 ? share->queue + '\0' + share->type : QByteArray();
    Connection* connection = m_feed.connection();
    if (key.isEmpty() || key == m_valuesOf || !connection || !connection->session().isOnline())
        return;
    m_valuesOf = key;
    m_ids.clear();
    m_valueLines.clear();
    m_commonLines.clear();
    const int question = ++m_valuesAsked;
    connection->session().runInTurns(
        Session::Lane::Background, this, KindValues(share->queue, filterOf(*share), m_shown->name),
        [this, question](Result<KindValues> values) {
            if (values && question == m_valuesAsked)
                takeValues(*values);
        },
        [this, question](const KindValues&) { return question == m_valuesAsked; });
    askContrast(question, *share);
}

/// What their payloads have in common that those of done tasks of the type have not.
void IncidentPage::askContrast(int question, const IncidentShare& share)
{
    m_feed.connection()->session().runInTurns(
        Session::Lane::Background, this,
        PayloadContrast(share.queue, share.type, filterOf(share), m_feed.connection()->spec().maskedFields,
            PayloadContrast::Span{share.first, share.last}),
        [this, question](Result<PayloadContrast> contrast) {
            if (contrast && question == m_valuesAsked)
                takeContrast(*contrast);
        },
        [this, question](const PayloadContrast&) { return question == m_valuesAsked; });
}

void IncidentPage::takeContrast(const PayloadContrast& contrast)
{
    m_commonLines = contrastLines(contrast);
    tell();
}

void IncidentPage::takeValues(const KindValues& values)
{
    m_ids = values.ids();
    m_valueLines = valueLines(values);
    if (!m_valueLines.isEmpty() && values.hasMore())
        m_valueLines << tr("of %1 tasks looked at").arg(Formatting::count(values.tasks()));
    tell();
}

/// One that lets tasks of what is chosen run again is followed.
void IncidentPage::noteOperation(OperationJob* job)
{
    const OperationRequest& request = job->request();
    const IncidentShare* share = current();
    const bool runs = request.action.kind == ActionKind::Retry || request.action.kind == ActionKind::RunNow;
    if (!isVisible() || !share || !runs || job->connection() != m_feed.connection() || request.queue != share->queue
        || request.selection.kind != TaskSelection::Kind::Filter || request.selection.filter.text() != filterOf(*share))
        return;
    const QByteArray key = share->queue + '\0' + share->type;
    m_follow = std::make_unique<Follow>(Follow{job->id(),
        FateWatch(share->queue, m_shown->kind, m_valuesOf == key ? m_ids : std::vector<TaskId>(), m_bench.now())});
    m_outcome = IncidentOutcome{share->queue, share->type, 0, m_follow->watch.tasks(), {}};
    const auto reached = [this, id = job->id()](const OperationProgress& progress) {
        if (!m_follow || m_follow->operation != id || !m_outcome)
            return;
        m_outcome->retried = progress.done;
        tell();
    };
    connect(job, &RunningJob::progressed, this, reached);
    connect(job, &RunningJob::finished, this, reached);
    tell();
}

void IncidentPage::askFate()
{
    Connection* connection = m_feed.connection();
    if (!m_follow || m_follow->asks || m_follow->watch.tasks() == 0 || m_follow->watch.isOver() || !connection
        || !connection->session().isOnline() || !isVisible())
        return;
    m_follow->asks = true;
    const auto isAsked = [this, id = m_follow->operation] { return m_follow && m_follow->operation == id; };
    connection->session().runInTurns(
        Session::Lane::Background, this, m_follow->watch,
        [this, isAsked](Result<FateWatch> watch) {
            if (!isAsked())
                return;
            m_follow->asks = false;
            if (!watch)
                return;
            m_follow->watch = *std::move(watch);
            m_outcome->counts = m_follow->watch.counts();
            tell();
        },
        [isAsked](const FateWatch&) { return isAsked(); });
}

QString IncidentPage::stateNote() const
{
    if (!m_trouble.isEmpty())
        return m_trouble;
    if (!m_shown)
        return {};
    QStringList parts;
    if (m_isGone) {
        parts << tr("gone", "a kind of failure");
    } else {
        parts << tr("%Ln task(s)", nullptr, Formatting::plural(m_shown->tasks));
        if (m_shown->first >= newSince())
            parts << tr("new", "a kind of failure");
    }
    if (m_feed.isCounting() && !m_feed.isLoaded())
        parts << tr("counted %1 of %2").arg(Formatting::count(m_feed.counted()), Formatting::count(m_feed.total()));
    return Formatting::commas(parts);
}

void IncidentPage::tell()
{
    m_head->setTitle(tr("Kind of failure"));
    m_head->setNote(stateNote());
    m_stack->setCurrentIndex(m_shown ? 0 : 1);
    if (!m_shown) {
        QString what = tr("Counting");
        QString why;
        if (ConnectionBar::isLost(m_feed.connection()) && !m_feed.isLoaded())
            std::tie(what, why) = EmptyState::notConnected(m_feed.connection());
        else if (m_feed.isLoaded() && m_kind)
            what = tr("No task has this failure now");
        else if (m_feed.isLoaded())
            what = tr("Nothing has failed");
        else if (m_feed.total() > 0)
            why = tr("%1 of %2").arg(Formatting::count(m_feed.counted()), Formatting::count(m_feed.total()));
        return m_empty->tell({}, what, why, {{tr("Go back"), [this] { Q_EMIT closeRequested(); }, true}});
    }
    const TimePoint now = m_bench.now();
    m_seen->setText(tr("First seen %1 (%2)\nLast seen %3 (%4)")
                        .arg(m_formatting.instant(m_shown->first, now), Formatting::relative(m_shown->first, now),
                            m_formatting.instant(m_shown->last, now), Formatting::relative(m_shown->last, now)));
    const Incidents& all = m_feed.incidents();
    m_trend->show(m_shown->trend, all.trendFrom, all.trendEach, now);
    const auto say = [](PlainLabel* label, const QString& text) {
        label->setText(text);
        label->setVisible(!text.isEmpty());
    };
    const QString dot = QStringLiteral("  ·  ");
    say(m_values, m_valueLines.isEmpty() ? QString() : tr("What varies: %1").arg(m_valueLines.join(dot)));
    say(m_common, m_commonLines.isEmpty() ? QString() : tr("Payloads: %1").arg(m_commonLines.join(dot)));
    QString became;
    if (m_outcome && m_outcome->followed == 0)
        became = tr("%1 retried. Their ids had not been read before, so none is followed.")
                     .arg(Formatting::count(m_outcome->retried));
    else if (m_outcome)
        became = (m_outcome->followed >= m_outcome->retried
                      ? tr("What became of it: %1 retried. %2")
                            .arg(Formatting::count(m_outcome->retried), Formatting::commas(m_outcome->words()))
                      : tr("What became of it: %1 retried. Of the first %2: %3")
                            .arg(Formatting::count(m_outcome->retried), Formatting::count(m_outcome->followed),
                                Formatting::commas(m_outcome->words())));
    say(m_became, became);
}

void IncidentPage::updateButtons()
{
    const std::vector<IncidentShare> rows = chosen();
    ActionContext context = m_bench.context(1, 0, onlyFailed);
    const auto all = [&](const auto& can) {
        return !rows.empty() && m_bench.current() && std::all_of(rows.begin(), rows.end(), [&](const IncidentShare& share) {
            context.capabilities = m_bench.current()->session().capabilities(share.queue);
            return can();
        });
    };
    const bool retries = all([&] { return Actions::allows(context, "task.retry"); });
    m_tasks->setEnabled(rows.size() == 1);
    m_retry->setEnabled(retries);
    m_canary->setEnabled(retries && rows.size() == 1 && context.capabilities.stages);
    m_later->setEnabled(retries && all([&] { return context.capabilities.retryLater; }));
    m_discard->setEnabled(all([&] { return Actions::allows(context, "task.discard"); }));
    m_copy->setEnabled(m_shown.has_value());
}

void IncidentPage::tick()
{
    m_feed.setLive(m_bench.isLive());
    m_model.setNow(m_bench.now());
    m_table->setStale(ConnectionBar::isStale(m_bench.current()));
    tell();
    askFate();
}

/// The rows that are chosen and have tasks, the current one first.
std::vector<IncidentShare> IncidentPage::chosen() const
{
    std::vector<IncidentShare> chosen;
    const QModelIndex current = m_table->currentIndex();
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        const IncidentRow* row = m_model.rowAt(index.row());
        if (row && row->share.tasks > 0)
            chosen.insert(index.row() == current.row() ? chosen.begin() : chosen.end(), row->share);
    }
    const IncidentShare* share = this->current();
    if (!m_table->selectionModel()->hasSelection() && share && share->tasks > 0)
        chosen.push_back(*share); // the row with the focus
    return chosen;
}

void IncidentPage::act(ActionKind kind, FilterAction::Way way)
{
    std::optional<FilterAction> wanted;
    for (const IncidentShare& share : chosen()) {
        const auto filter = TaskFilter::parse(filterOf(share));
        if (!filter)
            return;
        if (wanted)
            wanted->further.push_back({share.queue, *filter, share.tasks});
        else
            wanted = FilterAction{kind, share.queue, *filter, onlyFailed, share.tasks, way};
    }
    if (wanted)
        Q_EMIT m_bench.filterActionRequested(*wanted);
}

QString IncidentPage::report(bool asMarkdown) const
{
    if (!m_shown)
        return {};
    const IncidentReport report{m_feed.connection() ? m_feed.connection()->profile().name : QString(), *m_shown,
        m_feed.incidents().trendFrom, m_feed.incidents().trendEach, m_valueLines, m_commonLines, m_outcome,
        m_bench.now()};
    return asMarkdown ? report.markdown(m_formatting) : report.text(m_formatting);
}

void IncidentPage::copyReport()
{
    QMenu menu(this);
    const auto copy = [this](bool asMarkdown) { QApplication::clipboard()->setText(report(asMarkdown)); };
    menu.addAction(tr("As text"), this, [copy] { copy(false); });
    menu.addAction(tr("As Markdown"), this, [copy] { copy(true); });
    menu.exec(m_copy->mapToGlobal(QPoint(0, m_copy->height())));
}

void IncidentPage::showEvent(QShowEvent* event)
{
    Pane::showEvent(event);
    m_clock.start();
    m_feed.setLive(m_bench.isLive());
    m_feed.setActive(true);
}

void IncidentPage::hideEvent(QHideEvent* event)
{
    Pane::hideEvent(event);
    m_clock.stop();
    m_feed.setActive(false);
}

void IncidentPage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closeRequested();
    else
        Pane::keyPressEvent(event);
}

} // namespace dueline
