// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/failuregrouppage.h"

#include "core/base/text.h"
#include "core/queue/errors/errortemplate.h"
#include "ui/failures/contrastbars.h"
#include "ui/failures/failuregroupbody.h"
#include "ui/failures/failuregrouptitle.h"
#include "ui/failures/failuregrouptrail.h"
#include "ui/failures/outcomebar.h"
#include "ui/failures/precedingevents.h"
#include "ui/failures/sampleerror.h"
#include "ui/failures/samplepayload.h"
#include "ui/failures/trendbars.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/errortext.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/section.h"
#include "ui/workbench/actionrunner.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <bit>
#include <cmath>

namespace dueline {

namespace {

const StateSet onlyFailed{TaskState::Failed};

} // namespace

FailureGroupPage::FailureGroupPage(
    const Theme& theme, const Formatting& formatting, ActionRunner& runner, const Actions& actions, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_formatting(formatting)
    , m_runner(runner)
    , m_view(runner.view())
    , m_newSince(NewFailureCutoff::of(runner.view()))
    , m_muted(MutedGroups::of(runner.view()))
    , m_head(new PanelHeader(theme))
    , m_trail(new FailureGroupTrail(theme, *this))
    , m_title(new FailureGroupTitle(theme))
    , m_error(new SampleError(theme))
    , m_trend(new TrendBars(theme, formatting))
    , m_bars(new ContrastBars(theme))
    , m_common(PlainLabel::quiet(theme, {}))
    , m_values(PlainLabel::quiet(theme, {}))
    , m_before(new PrecedingEvents(theme, formatting))
    , m_outcomeBar(new OutcomeBar(theme))
    , m_became(new PlainLabel)
    , m_rows(theme, formatting)
    , m_samples(theme, formatting)
    , m_related(theme, formatting)
    , m_payload(new SamplePayload(theme))
    , m_empty(new EmptyState(theme))
    , m_stack(new QStackedWidget)
    , m_actions(*m_head, runner, actions, *this)
{
    build();
    connect(&m_rows, &FailureGroupRows::chosenChanged, this, [this] {
        updateButtons();
        askValues();
    });
    connect(&m_rows, &FailureGroupRows::activated, &m_actions, &FailureGroupActions::showTasks);
    connect(&m_actions, &FailureGroupActions::tasksRequested, this, [this] {
        if (const FailureGroup::Share* share = m_rows.current())
            Q_EMIT tasksRequested(share->queue, filterOf(*share));
    });
    connect(&m_actions, &FailureGroupActions::requested, this, &FailureGroupPage::act);
    connect(&m_actions, &FailureGroupActions::reportRequested, this,
        [this](bool asMarkdown) { QApplication::clipboard()->setText(report(asMarkdown)); });
    connect(&m_actions, &FailureGroupActions::linkRequested, this, [this] {
        if (m_shown)
            m_runner.events().copyLink(m_shown->error);
    });
    connect(&m_actions, &FailureGroupActions::closeRequested, this, &FailureGroupPage::closeRequested);
    connect(&m_related, &RelatedGroups::kindRequested, this,
        [this](const QByteArray& kind) { show({}, QByteArray(kind)); });
    connect(m_trail, &FailureGroupTrail::placeRequested, this, &FailureGroupPage::step);
    connect(m_trail, &FailureGroupTrail::backRequested, this, &FailureGroupPage::closeRequested);
    connect(m_trail, &FailureGroupTrail::overviewRequested, actions["view.board"], &QAction::trigger);
    connect(m_trail, &FailureGroupTrail::failuresRequested, actions["view.failures"], &QAction::trigger);
    connect(&m_samples, &FailureGroupSamples::detailRead, this, &FailureGroupPage::showSample);
    connect(&m_samples, &FailureGroupSamples::taskRequested, this, [this](const QueueName& queue, const TaskId& id) {
        if (m_feed.connection())
            m_runner.events().showTask({m_feed.connection()->id(), queue, {}}, id);
    });
    connect(&m_outcome, &OutcomeWatch::changed, this, &FailureGroupPage::tell);
    connect(&m_feed, &FailureGroupFeed::changed, this, [this] {
        for (const FailureGroup& group : m_feed.result().groups)
            m_muted.observe(m_feed.connection(), group.error, group.last);
        update();
    });
    connect(&m_actions, &FailureGroupActions::muteRequested, this, &FailureGroupPage::toggleMute);
    connect(&m_muted, &MutedGroups::changed, this, &FailureGroupPage::update);
    connect(&m_feed, &FailureGroupFeed::failed, this, [this](const Error& error) {
        m_trouble = error.message;
        tell();
    });
    connect(&m_newSince, &NewFailureCutoff::chosen, this, &FailureGroupPage::tell);
    connect(&m_runner.events(), &WindowEvents::operationStarted, this, &FailureGroupPage::noteOperation);
    connect(&m_runner.events(), &WindowEvents::operationEnded, &m_feed, &FailureGroupFeed::recount);
    connect(&m_runner.events(), &WindowEvents::operationEnded, this, [this](const OperationJob* job) {
        if (!job)
            m_outcome.lookAgain(m_feed.connection());
    });
    connect(&m_view, &ViewedPlace::currentChanged, this, [this] {
        updateButtons();
        m_rows.table().setStale(ConnectionBar::isStale(m_view.current()));
    });
    connect(&theme, &Theme::changed, this, &FailureGroupPage::tell);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &FailureGroupPage::tick);
    onLanguageChange(this, [this] {
        setAccessibleName(tr("Failure group"));
        showSample();
        tell();
    });
}

FailureGroupPage::~FailureGroupPage() = default;

void FailureGroupPage::build()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_trail);
    column->addWidget(m_head);
    buildSections();
    auto* page = new QWidget;
    auto* parts = new QVBoxLayout(page);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(0);
    parts->addWidget(m_title);
    parts->addWidget(m_body, 1);
    m_stack->addWidget(page);
    m_stack->addWidget(m_empty);
    column->addWidget(m_stack, 1);
    connect(m_body, &FailureGroupBody::arranged, this, &FailureGroupPage::arrange);
    arrange();
}

/// Creates the sections that FailureGroupBody arranges.
void FailureGroupPage::buildSections()
{
    m_payloadSection = new Section(theme(), m_payload, false, Qt::TopEdge | Qt::LeftEdge);
    m_samplesSection = new Section(theme(), &m_samples.table(), false);
    const auto labels = [](std::initializer_list<QWidget*> parts) {
        auto* body = new QWidget;
        auto* column = new QVBoxLayout(body);
        column->setContentsMargins(16, 0, 16, 12);
        column->setSpacing(6);
        for (QWidget* part : parts)
            column->addWidget(part);
        return body;
    };
    for (PlainLabel* label : {m_values, m_common, m_became}) {
        label->setWordWrap(true);
        label->setMostLines(labelLines);
        label->hide();
    }
    m_retrySection = new Section(theme(), labels({m_outcomeBar, m_became}), false);
    m_commonSection = new Section(theme(), labels({m_bars, m_common, m_values}), false);
    m_beforeSection = new Section(theme(), labels({m_before}), false);
    m_queuesSection = new Section(theme(), &m_rows.table(), false);
    m_relatedSection = new Section(theme(), &m_related.table(), false);
    m_body = new FailureGroupBody(theme(),
        {m_trend, m_error, m_payloadSection, m_samplesSection, m_retrySection, m_commonSection, m_beforeSection,
            m_queuesSection, m_relatedSection});
    onLanguageChange(this, [this] {
        m_payloadSection->setTitle(tr("Payload"));
        m_samplesSection->setTitle(tr("Recent samples"));
        m_retrySection->setTitle(tr("Retry"));
        m_commonSection->setTitle(tr("Common in failed payloads"));
        m_beforeSection->setTitle(tr("Before the first failure"));
        m_queuesSection->setTitle(tr("Queues"));
        m_relatedSection->setTitle(tr("Possibly the same cause"));
    });
}

void FailureGroupPage::arrange()
{
    m_samples.setMost(m_body->isWidest() ? FailureGroupSamples::many : FailureGroupSamples::few);
    m_samples.table().setMinimumHeight(FailureGroupSamples::leastHeight);
    m_samples.table().setMaximumHeight(m_body->isWide() ? m_samples.tableHeight() : QWIDGETSIZE_MAX);
    if (m_body->isWide())
        // While tasks are being counted, don't focus a button: Return would click it.
        setEntry(&m_rows.table(), m_empty);
    else
        setEntry(&m_error->text(), m_empty); // the table may be in a hidden tab
    if (m_shown)
        tellSections();
}

void FailureGroupPage::show(const QueueName& queue, const std::optional<QByteArray>& kind, Selected selected)
{
    m_queue = queue;
    m_selected = selected;
    m_kind = kind;
    m_shown.reset();
    m_isGone = m_hasGrown = false;
    m_valuesOf.clear();
    ++m_valuesAsked;
    m_valueLines.clear();
    m_commonLines.clear();
    m_bars->clear();
    m_outcome.clear();
    m_actions.followNone();
    m_trouble.clear();
    m_rows.clear();
    m_samples.clear();
    m_feed.show(m_view.current(), {}, queue);
    update();
}

void FailureGroupPage::setMarks(const std::vector<TimelineMark>& marks) { m_before->setMarks(marks); }

TimePoint FailureGroupPage::newSince() const { return m_newSince.since(m_view.now(), m_feed.placeKey()); }

bool FailureGroupPage::isMuted(const FailureGroup& group) const
{
    return m_feed.connection() && m_muted.isMuted(*m_feed.connection(), group.error);
}

bool FailureGroupPage::isMuted() const { return m_shown && isMuted(*m_shown); }

/// Mutes the group until it fails again, or unmutes it.
void FailureGroupPage::toggleMute()
{
    if (!m_shown || !m_feed.connection())
        return;
    if (isMuted())
        m_muted.unmute(*m_feed.connection(), m_shown->error);
    else
        m_muted.mute(*m_feed.connection(), m_shown->error, std::max(m_shown->last, m_view.now()));
}

/// Shows the requested group once it has been counted.
void FailureGroupPage::choose()
{
    const FailureGroups& all = m_feed.result();
    const FailureGroup* found = nullptr;
    if (m_kind) {
        found = all.find(*m_kind);
    } else if (m_queue.isEmpty() ? m_feed.isLoaded() : m_feed.knows(m_queue)) {
        found = all.worst(newSince(), m_queue, [this](const FailureGroup& group) { return isMuted(group); });
        // If all groups are muted, show the largest one anyway.
        found = found ? found : all.worst(newSince(), m_queue);
    }
    if (found) {
        // Retrying removes the group's oldest tasks, but doesn't change when the group began.
        const TimePoint first = m_shown && !m_isGone ? std::min(m_shown->first, found->first) : found->first;
        m_isGone = false;
        m_hasGrown = m_hasGrown || (m_kind && *m_kind != found->error && ErrorTemplate(found->error).covers(*m_kind));
        m_kind = found->error;
        m_shown = *found;
        m_shown->first = first;
    } else if (m_shown && m_feed.isLoaded() && !m_isGone) {
        m_isGone = true;
        m_shown->tasks = 0;
        m_shown->shares.clear();
    }
}

QString FailureGroupPage::filterOf(const FailureGroup::Share& share) const
{
    return QStringLiteral("state:failed type:") + quotedForFilter(QString::fromUtf8(share.type)) + u' '
        + (m_shown ? m_shown->terms : QString());
}

void FailureGroupPage::update()
{
    m_trouble.clear();
    choose();
    m_rows.model().setNow(m_view.now());
    if (m_shown) {
        m_rows.show(*m_shown, m_selected == Selected::All ? QueueName() : m_queue);
        m_samples.follow(m_feed.connection(), *m_shown, m_view.now());
        m_related.show(*m_shown, m_feed.result(), m_view.now());
    }
    showSample();
    tell();
    updateButtons();
    askValues();
}

/// Shows the error of the selected sample, or the last error until a sample has been read.
void FailureGroupPage::showSample()
{
    if (!m_shown)
        return;
    const std::optional<TaskDetail>& detail = m_samples.detail();
    m_error->show(detail, m_samples.queue(), m_shown->sample, m_shown->name);
    const QByteArray& payload = m_samples.payload();
    m_payload->setPayload(payload, !detail || payload.size() < SamplePayload::mostBytes);
    m_payloadSection->setSummary(detail ? formatBytes(detail->task.size) : QString());
}

/// Tracks the outcomes of an operation that retries tasks in this group.
void FailureGroupPage::noteOperation(OperationJob* job)
{
    const OperationRequest& request = job->request();
    const bool runs = request.action.kind == ActionKind::Retry || request.action.kind == ActionKind::RunNow;
    if (!isVisible() || !m_shown || !runs || job->connection() != m_feed.connection()
        || request.selection.kind != TaskSelection::Kind::Filter)
        return;
    for (const FailureGroupRow& row : m_rows.model().rows()) {
        if (row.share.queue == request.queue && request.selection.filter.text() == filterOf(row.share)) {
            m_actions.follow(*job);
            return m_outcome.follow(*job, m_shown->error, m_view.now());
        }
    }
}

QString FailureGroupPage::stateNote() const
{
    if (!m_trouble.isEmpty())
        return m_trouble;
    if (!m_shown)
        return {};
    QStringList parts;
    if (m_isGone) {
        parts << tr("resolved, no tasks left", "a kind of failure");
    } else {
        parts << tr("%Ln task(s)", nullptr, Formatting::plural(m_shown->tasks));
        if (isMuted())
            parts << tr("muted until it recurs");
        else if (m_shown->first >= newSince())
            parts << tr("new", "a kind of failure");
    }
    if (m_hasGrown)
        parts << tr("now includes similar groups");
    if (const auto countedAt = m_feed.countedAt())
        parts << tr("updated %1").arg(m_formatting.instant(*countedAt, m_view.now()));
    if (m_feed.isCounting() && !m_feed.isLoaded())
        parts << tr("counted %1 of %2").arg(Formatting::count(m_feed.counted()), Formatting::count(m_feed.total()));
    return Formatting::commas(parts);
}

void FailureGroupPage::tell()
{
    m_head->setTitle(tr("Failure group"));
    m_head->setNote(stateNote());
    m_stack->setCurrentIndex(m_shown ? 0 : 1);
    if (!m_shown) {
        QString what = tr("Counting");
        QString why;
        if (ConnectionBar::isLost(m_feed.connection()) && !m_feed.isLoaded())
            std::tie(what, why) = EmptyState::notConnected(m_feed.connection());
        else if (m_feed.isLoaded() && m_kind)
            what = tr("No task currently has this failure");
        else if (m_feed.isLoaded())
            what = m_feed.connection() && m_feed.connection()->isSearching() && m_queue.isEmpty()
                ? tr("No failed tasks in the queues found so far")
                : tr("No failed tasks");
        else if (m_feed.total() > 0)
            why = tr("%1 of %2").arg(Formatting::count(m_feed.counted()), Formatting::count(m_feed.total()));
        std::vector<EmptyState::Choice> ways{{tr("Go back"), [this] { Q_EMIT closeRequested(); }, true}};
        if (const qint64 elsewhere = m_feed.result().counted; m_feed.isLoaded() && !m_kind && elsewhere > 0) {
            what = tr("No failed tasks in %1").arg(printable(m_queue, 80));
            why = tr("Other queues have %Ln failed task(s).", nullptr, Formatting::plural(elsewhere));
            ways.front().primary = false;
            ways.insert(ways.begin(), {tr("Investigate other queues"), [this] { show({}, {}); }, true});
        }
        m_empty->tell({}, what, why, std::move(ways));
        if (m_feed.isLoaded() && m_empty->hasFocus())
            m_empty->focusButton();
        return;
    }
    tellTitle();
    tellSections();
}

void FailureGroupPage::tellTitle()
{
    const TimePoint now = m_view.now();
    QStringList times{tr("First seen %1 (%2)\nLast seen %3 (%4)")
                          .arg(m_formatting.instant(m_shown->first, now), Formatting::relative(m_shown->first, now),
                              m_formatting.instant(m_shown->last, now), Formatting::relative(m_shown->last, now))
                          .replace(u'\n', betweenLines)};
    if (const auto rate = qint64(std::ceil(failuresPerMinute(m_shown->trend, m_shown->last, now)));
        rate > 0 && !m_isGone)
        times << tr("growing by %1 per minute").arg(Formatting::count(rate));
    m_title->setWords(m_shown->name, m_shown->tasks, times.join(betweenLines));
    const std::vector<FailureGroup>& groups = m_feed.result().groups;
    const auto found = std::find_if(
        groups.begin(), groups.end(), [this](const FailureGroup& one) { return one.error == m_shown->error; });
    m_trail->setPlace(found == groups.end() ? -1 : int(found - groups.begin()), int(groups.size()));
    m_trend->setStoredSince(storedSince());
    m_trend->show(*m_shown, now, !isMuted() && m_shown->first >= newSince());
}

/// Returns the time since which all of the group's failures are stored; nullopt if the queues don't say how long they
/// keep failed tasks.
std::optional<TimePoint> FailureGroupPage::storedSince() const
{
    std::optional<TimePoint> since;
    for (const FailureGroup::Share& share : m_shown->shares) {
        const Connection* connection = m_feed.connection();
        const QueueInfo* queue = connection ? connection->queue(share.queue) : nullptr;
        if (!queue || !connection->session().capabilities(share.queue).settings)
            return std::nullopt;
        since = std::max(since.value_or(TimePoint()), m_view.now() - queue->settings.keepFailed);
    }
    return since;
}

/// Shows the group with this index.
void FailureGroupPage::step(int place)
{
    const std::vector<FailureGroup>& groups = m_feed.result().groups;
    if (place >= 0 && place < int(groups.size()))
        show({}, QByteArray(groups[std::size_t(place)].error));
}

void FailureGroupPage::tellSections()
{
    const auto say = [](PlainLabel* label, const QString& text) {
        label->setText(text);
        label->setVisible(!text.isEmpty());
    };
    say(m_values, m_valueLines.isEmpty() ? QString() : valueWords());
    say(m_common, m_hasTraits ? QString() : m_commonLines.join(betweenLines));
    m_commonSection->setSummary(m_hasTraits && !m_commonLines.isEmpty() ? m_sampled : QString());
    m_commonSection->setVisible(!m_valueLines.isEmpty() || !m_commonLines.isEmpty());
    m_samplesSection->setSummary(
        tr("newest %1 of %2").arg(Formatting::count(m_samples.model().rowCount()), Formatting::count(m_shown->tasks)));
    QString became;
    if (const auto& outcome = m_outcome.outcome()) {
        const QString retried = Formatting::count(outcome->retried);
        became = outcome->followed == 0
            ? tr("%1 retried, but not tracked because the task IDs are unknown.").arg(retried)
            : tr("Since your retry of %1: %2").arg(retried, outcome->words());
    }
    say(m_became, became);
    m_outcomeBar->show(m_outcome.outcome());
    m_retrySection->setVisible(!became.isEmpty());
    m_relatedSection->setVisible(m_related.model().rowCount() > 0);
    m_beforeSection->setVisible(m_before->show(m_shown->first, m_view.now()));
}

void FailureGroupPage::updateButtons() { m_actions.update(m_rows.chosen(), m_shown.has_value(), isMuted()); }

void FailureGroupPage::tick()
{
    m_feed.setLive(m_view.isLive());
    m_rows.model().setNow(m_view.now());
    m_rows.table().setStale(ConnectionBar::isStale(m_view.current()));
    if (m_shown)
        m_samples.follow(m_feed.connection(), *m_shown, m_view.now());
    tell();
    m_outcome.look(m_feed.connection());
}

void FailureGroupPage::act(ActionKind kind, FilterAction::Mode mode)
{
    std::optional<FilterAction> wanted;
    for (const FailureGroup::Share& share : m_rows.chosen()) {
        const auto filter = TaskFilter::parse(filterOf(share));
        if (!filter)
            return;
        if (wanted)
            wanted->further.push_back({share.queue, *filter, share.tasks});
        else
            wanted = FilterAction{kind, share.queue, *filter, onlyFailed, share.tasks, mode};
    }
    if (!wanted)
        return;
    m_outcome.beginAnew();
    m_runner.events().act(*wanted);
}

QString FailureGroupPage::report(bool asMarkdown) const
{
    if (!m_shown)
        return {};
    const FailureGroupReport report{m_feed.connection() ? m_feed.connection()->profile().name : QString(), *m_shown,
        m_valueLines, m_commonLines, m_outcome.outcome(), m_view.now()};
    return asMarkdown ? report.markdown(m_formatting) : report.text(m_formatting);
}

void FailureGroupPage::showEvent(QShowEvent* event)
{
    Pane::showEvent(event);
    m_clock.start();
    m_feed.setLive(m_view.isLive());
    m_feed.setActive(true);
}

void FailureGroupPage::hideEvent(QHideEvent* event)
{
    Pane::hideEvent(event);
    m_clock.stop();
    m_feed.setActive(false);
}

void FailureGroupPage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closeRequested();
    else
        Pane::keyPressEvent(event);
}

} // namespace dueline
