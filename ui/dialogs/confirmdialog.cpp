// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/confirmdialog.h"

#include "core/base/text.h"
#include "ui/dialogs/pastquestion.h"
#include "ui/text/drainwords.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/layoutwords.h"
#include "ui/text/operationwords.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/statetile.h"
#include "ui/widgets/times/durationedit.h"
#include "ui/widgets/times/instantedit.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTimer>
#include <QVBoxLayout>

namespace dueline {

namespace {

/// Translates a caution, which may contain a number. A layout file's own caution remains unchanged.
QString cautionWords(const QByteArray& caution)
{
    static const QRegularExpression number(QStringLiteral("\\d+"));
    QString source = QString::fromUtf8(caution);
    const QRegularExpressionMatch found = number.match(source);
    if (!found.hasMatch() || source.contains(u'%'))
        return LayoutWords::text(caution.constData());
    source.replace(found.capturedStart(), found.capturedLength(), QStringLiteral("%1"));
    const QByteArray bytes = source.toUtf8();
    return LayoutWords::text(LayoutText{bytes.constData(), {found.captured()}});
}

constexpr int effectHeight = 29;
/// minimum size of undo data in bytes for letting the user choose not to keep it
constexpr qint64 undoWorthAsking = 1 << 20;
/// Minimum size in bytes of an operation's task list for the dialog to mention it.
constexpr qint64 listWorthTelling = 1 << 20;
constexpr std::chrono::minutes spreadAtFirst{30};
constexpr Millis mostSpread{7 * dayMs};
enum When : quint8 { AtOnce, At, Spread }; ///< button ids for when to run the tasks

/// Returns a description of what the action does to tasks in this state.
QString effectWords(const Action& action, TaskState state, const Capabilities& can)
{
    // Frameworks don't reset the attempts of the tasks they retry.
    const bool resetsAttempts = state == TaskState::Failed && !can.copied;
    switch (action.kind) {
    case ActionKind::Retry:
        if (action.time != Action::Time::None)
            return resetsAttempts ? ConfirmDialog::tr("due at the time below, attempts reset to 0")
                                  : ConfirmDialog::tr("due at the time below");
        return resetsAttempts ? ConfirmDialog::tr("due immediately, attempts reset to 0")
                              : ConfirmDialog::tr("due immediately");
    case ActionKind::RunNow:
    case ActionKind::Reschedule:
        return ConfirmDialog::tr("due immediately");
    case ActionKind::Discard:
        return ConfirmDialog::tr("moved to the trash");
    case ActionKind::Restore:
        return ConfirmDialog::tr("restored to their previous state");
    case ActionKind::Delete:
        return ConfirmDialog::tr("permanently removed");
    }
    return {};
}

QString leftAloneWords(ActionKind kind, TaskState state)
{
    if (state == TaskState::Leased)
        return ConfirmDialog::tr("skipped, held by a worker");
    if (state == TaskState::Due && kind == ActionKind::RunNow)
        return ConfirmDialog::tr("skipped, already due");
    if (state == TaskState::Trash)
        return ConfirmDialog::tr("skipped, in the trash");
    return ConfirmDialog::tr("skipped, the action does not apply");
}

} // namespace

QString verbWords(ActionKind kind, qint64 count)
{
    const int n = Formatting::plural(count);
    switch (kind) {
    case ActionKind::Retry:
        return ConfirmDialog::tr("Retry %Ln task(s)", nullptr, n);
    case ActionKind::RunNow:
        return ConfirmDialog::tr("Run %Ln task(s) now", nullptr, n);
    case ActionKind::Reschedule:
        return ConfirmDialog::tr("Reschedule %Ln task(s)", nullptr, n);
    case ActionKind::Discard:
        return ConfirmDialog::tr("Discard %Ln task(s)", nullptr, n);
    case ActionKind::Restore:
        return ConfirmDialog::tr("Restore %Ln task(s)", nullptr, n);
    case ActionKind::Delete:
        return ConfirmDialog::tr("Permanently delete %Ln task(s)", nullptr, n);
    }
    return {};
}

/// Row with a state's tile, the number of tasks, and the effect on them. Gray if the tasks will be skipped.
class ConfirmDialog::EffectRow : public QWidget
{
public:
    EffectRow(const Theme& theme, TaskState state, qint64 count, QString effect, bool quiet)
        : m_theme(theme)
        , m_state(state)
        , m_count(Formatting::count(count))
        , m_effect(std::move(effect))
        , m_quiet(quiet)
    {
        const QFontMetrics words(theme.font());
        for (const TaskState one : allStates)
            m_countLeft = std::max(m_countLeft, wordLeft + words.horizontalAdvance(Formatting::stateWord(one)) + 8);
        const QFontMetrics counts(theme.font(0, QFont::DemiBold));
        m_effectLeft = m_countLeft + counts.horizontalAdvance(Formatting::count(mostTasks)) + 24;
        setFixedHeight(effectHeight);
        setMinimumWidth(m_effectLeft + QFontMetrics(theme.font()).horizontalAdvance(m_effect) + 4);
        setEffect(m_effect);
    }

    void setEffect(const QString& effect)
    {
        m_effect = effect;
        setAccessibleName(m_count + u' ' + Formatting::stateWord(m_state) + QStringLiteral(": ") + m_effect);
        update();
    }
    TaskState state() const { return m_state; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter p(this);
        const Tokens& t = m_theme.tokens();
        p.fillRect(0, height() - 1, width(), 1, t.line);
        p.setOpacity(m_quiet ? 0.6 : 1.0);
        paintStateTile(p, m_theme, QPoint(0, (height() - 16) / 2), 16, m_state);
        p.setOpacity(1.0);
        p.setFont(m_theme.font());
        p.setPen(m_quiet ? t.text2 : t.text);
        const int flags = Qt::AlignVCenter | Qt::TextSingleLine;
        p.drawText(QRect(wordLeft, 0, m_countLeft - wordLeft, height() - 1), flags | Qt::AlignLeft,
            Formatting::stateWord(m_state));
        p.setFont(m_theme.font(0, m_quiet ? QFont::Normal : QFont::DemiBold));
        p.drawText(
            QRect(m_countLeft, 0, m_effectLeft - 24 - m_countLeft, height() - 1), flags | Qt::AlignRight, m_count);
        p.setFont(m_theme.font());
        p.setPen(t.text2);
        p.drawText(QRect(m_effectLeft, 0, width() - m_effectLeft, height() - 1), flags | Qt::AlignLeft, m_effect);
    }

private:
    static constexpr int wordLeft = 26;
    /// Largest number that fits next to the other columns. All rows have the same column widths.
    static constexpr qint64 mostTasks = 99'999'999;

    const Theme& m_theme;
    TaskState m_state;
    QString m_count;
    QString m_effect;
    bool m_quiet;
    int m_countLeft = 0;
    int m_effectLeft = 0;
};

/// Returns an action's queues, without duplicates.
static QStringList queuesOf(const OperationRequest& request, const std::vector<OperationRequest>& further)
{
    QStringList queues{printable(request.queue, 40)};
    for (const OperationRequest& one : further)
        queues << printable(one.queue, 40);
    queues.removeDuplicates();
    return queues;
}

ConfirmDialog::ConfirmDialog(const Theme& theme, const Formatting& formatting, OperationRequest request,
    const Profile& profile, TimePoint now, QWidget* parent, qint64 expected, std::vector<OperationRequest> further)
    : OperationDialog(theme, verbWords(request.action.kind, std::max(expected, qint64(request.selection.refs.size()))),
        queuesOf(request, further).size() > 1
            ? tr("in %1 queues on %2", "number, connection")
                  .arg(Formatting::count(queuesOf(request, further).size()), profile.name)
            : tr("in %1 on %2", "queue, connection").arg(printable(request.queue, 40), profile.name),
        profile.environment, parent)
    , m_formatting(formatting)
    , m_request(std::move(request))
    , m_further(std::move(further))
    , m_now(now)
    , m_waiting(new PlainLabel(tr("Checking what will change…")))
{
    if (isOfFilter()) {
        QStringList texts{m_request.selection.filter.text()};
        for (const OperationRequest& one : m_further)
            texts << one.selection.filter.text();
        texts.removeDuplicates();
        const QString text = texts.size() > 1 ? texts.join(QStringLiteral("  ·  ")) : texts.front();
        auto* filter = new PlainLabel(text.isEmpty() ? tr("none (all tasks)") : text);
        filter->setEliding(true);
        addRow(tr("Filter"), filter);
    }
    if (const QStringList queues = queuesOf(m_request, m_further); queues.size() > 1) {
        auto* names = new PlainLabel(Formatting::commas(queues));
        names->setEliding(true);
        addRow(tr("Queues"), names);
    }
    body().addWidget(m_waiting);
    addCopyLink([this] { return command(); });
    const ActionKind kind = m_request.action.kind;
    const bool danger = kind == ActionKind::Delete || kind == ActionKind::Discard;
    setVerb(verbWords(kind, std::max(expected, qint64(m_request.selection.refs.size()))),
        danger ? QStringLiteral("danger") : QStringLiteral("primary"));
    verb()->setEnabled(false);
    for (QPushButton* button : {verb(), cancelButton()})
        button->setAutoDefault(false);
    setMinimumWidth(600);
    m_waiting->setFocusPolicy(Qt::ClickFocus);
    m_waiting->setFocus(); // keeps a premature Return from activating Cancel
    m_opened.start();
}

bool ConfirmDialog::asksBefore(ActionKind kind, std::size_t tasks, Environment environment)
{
    return kind == ActionKind::Delete || environment == Environment::Production || tasks > fewTasks;
}

void ConfirmDialog::setLooked(qint64 examined)
{
    m_waiting->setText(tr("Checking what will change… %1 task(s) checked", nullptr, Formatting::plural(examined))
                           .arg(Formatting::count(examined)));
}

void ConfirmDialog::setPreview(const OperationPreview& preview)
{
    m_waiting->hide();
    addEffects(preview);
    if (preview.firstDue && preview.lastDue) {
        const QString first = m_formatting.instant(*preview.firstDue, m_now);
        const QString last = m_formatting.instant(*preview.lastDue, m_now);
        // Use the past tense if the action changes the due time, to distinguish the original time from the one selected
        // below.
        const bool moves = m_request.action.kind == ActionKind::Retry || m_request.action.kind == ActionKind::RunNow;
        addRow(
            moves ? tr("Was due") : tr("Due"), new PlainLabel(first == last ? first : tr("%1 to %2").arg(first, last)));
    }
    if (m_payload)
        addRow(tr("Payload"), new PlainLabel(tr("%1 in total").arg(formatBytes(*m_payload))));
    addRow(tr("Scope"),
        new PlainLabel(tr("These %Ln task(s). Tasks that change in the meantime are skipped.", nullptr,
            Formatting::plural(preview.total))));
    if (preview.total >= pacedFrom)
        addPaceRow(preview.total, preview.undoable ? preview.undoFor : Millis(0));
    const bool runs = m_request.action.kind == ActionKind::Retry || m_request.action.kind == ActionKind::RunNow;
    if (m_request.action.kind == ActionKind::Retry && m_can.retryLater && preview.total > 0)
        addWhenRow(preview.total);
    if (runs && m_can.stages && preview.total > 1)
        addCanaryRow();
    whenChanged();
    m_isUndoTooLarge = preview.isUndoTooLarge();
    if (m_can.undoOptional && preview.undoable && (m_isUndoTooLarge || preview.undoBytes >= undoWorthAsking))
        addUndoRow(preview);
    addReasonRow();
    for (const QByteArray& caution : preview.cautions)
        addQuiet(QStringLiteral("warning"), cautionWords(caution));
    if (preview.total > 0)
        addQuiet(preview.undoable ? QStringLiteral("undo") : QStringLiteral("warning"), undoWords(preview));
    if (runs && m_forecast) {
        m_extra = preview.total - preview.counts[TaskState::Due];
        m_emptyAt = addQuiet(QStringLiteral("clock"), {});
        m_emptyAt->setObjectName(QStringLiteral("emptyAt"));
        connect(this, &OperationDialog::paceChanged, this, &ConfirmDialog::updateForecast);
        if (m_canary)
            connect(m_canary, &QCheckBox::toggled, this, &ConfirmDialog::updateForecast);
        updateForecast();
    }
    const ActionKind kind = m_request.action.kind;
    setTitle(verbWords(kind, preview.total));
    verb()->setText(verbWords(kind, preview.total));
    m_total = preview.total;
    // Return confirms immediately only if the action can be undone. Otherwise, the user must type the count.
    takeHabit(preview.total, kind == ActionKind::Delete);
    connect(this, &OperationDialog::countEdited, this, &ConfirmDialog::updateVerb);
    updateVerb();
    if (preview.total == 0)
        setProblem(tr("This action does not apply to any of these tasks."));
    else
        whenChanged();
    nothingIsTypedYet();
    QTimer::singleShot(0, this, &QWidget::adjustSize); // wait until the new widgets are shown
}

/// Adds the options to run the tasks now, at a given time, or spread over a period that starts now. A single task can't
/// be spread, so a later retry is at a given time.
void ConfirmDialog::addWhenRow(qint64 tasks)
{
    m_when = new QButtonGroup(this);
    const auto choice = [this](When id, const QString& text) {
        auto* button = new QRadioButton(text);
        m_when->addButton(button, id);
        return button;
    };
    m_at = new InstantEdit(m_formatting);
    m_at->setClock([this] { return serverNow(); });
    m_at->setInstant(serverNow() + spreadAtFirst);
    m_at->setAccessibleName(tr("Retry at"));
    m_over = named(new DurationEdit, tr("Spread over"));
    m_over->setRange(Millis(secondMs), mostSpread);
    m_over->setDuration(spreadAtFirst);
    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(choice(AtOnce, tr("immediately")));
    first->addSpacing(8);
    first->addWidget(choice(Spread, tr("spread over the next")));
    first->addWidget(m_over);
    first->addSpacing(8);
    first->addWidget(choice(At, tr("all at")));
    first->addWidget(m_at);
    first->addWidget(m_at->makeOffset());
    first->addStretch();
    addRow(tr("When"), first);
    addRow({}, m_at->makeUsual());
    m_echo = m_at->makeEcho(theme().tokens().of(TaskState::Failed).text);
    addRow({}, m_echo);
    const When later = tasks == 1 ? At : Spread;
    m_when->button(m_mode == FilterAction::Mode::Later ? later : AtOnce)->setChecked(true);
    const auto chosen = [this](When id) {
        m_when->button(id)->setChecked(true);
        whenChanged();
    };
    connect(m_when, &QButtonGroup::idToggled, this, &ConfirmDialog::whenChanged);
    connect(m_at, &InstantEdit::edited, this, [chosen] { chosen(At); });
    connect(m_over, &DurationEdit::edited, this, [chosen] { chosen(Spread); });
}

TimePoint ConfirmDialog::serverNow() const { return m_now + Millis(m_opened.elapsed()); }

Action ConfirmDialog::action() const
{
    Action action = m_request.action;
    if (m_when && m_when->checkedId() == At) {
        action.time = Action::Time::At;
        action.at = m_at->instant();
    } else if (m_when && m_when->checkedId() == Spread) {
        action.time = Action::Time::Spread;
        action.at = serverNow();
        action.until = action.at + m_over->duration();
    }
    return action;
}

void ConfirmDialog::accept()
{
    const Action wanted = action();
    if (wanted.time == Action::Time::At && wanted.at <= serverNow()) {
        const Environment environment = isProduction() ? Environment::Production : Environment::Development;
        if (PastQuestion(theme(), windowTitle(), m_formatting.exact(wanted.at), environment, this).exec() != Accepted)
            return m_at->setFocus();
    }
    OperationDialog::accept();
}

/// Updates the dialog for the selected time. A canary is available only if the tasks run immediately, because it waits
/// for its tasks to finish.
void ConfirmDialog::whenChanged()
{
    const Action wanted = action();
    for (EffectRow* row : m_effects)
        row->setEffect(effectWords(wanted, row->state(), m_can));
    if (m_canary) {
        m_canary->setEnabled(wanted.time == Action::Time::None);
        if (!m_canary->isEnabled())
            m_canary->setChecked(false);
    }
    if (m_at) {
        m_at->setMeant(wanted.time == Action::Time::At);
        setProblem({});
        if (wanted.time != Action::Time::At)
            InstantEdit::tell(*m_echo, wanted.time == Action::Time::Spread ? m_over->problem() : QString(),
                theme().tokens().of(TaskState::Failed).text);
    }
    updateForecast();
    updateVerb();
}

void ConfirmDialog::updateForecast()
{
    if (!m_emptyAt)
        return;
    // A canary has no estimate: its duration depends on its tasks.
    const bool isImmediate = action().time == Action::Time::None && !canary();
    const Millis lasts(pace() > 0 ? m_extra * secondMs / pace() : 0);
    m_promise = isImmediate ? m_forecast(m_extra, lasts) : std::nullopt;
    m_emptyAt->setText(m_promise ? DrainWords::preview(*m_promise, m_formatting) : QString());
    m_emptyAt->parentWidget()->setVisible(m_promise.has_value());
}

/// Adds the canary option. Each stage takes one minute, as in duectl.
void ConfirmDialog::addCanaryRow()
{
    m_canary = new QCheckBox(m_further.empty() ? tr("Try 1, then 10, then the rest")
                                               : tr("For each queue and type, try 1, then 10, then the rest"));
    m_canary->setObjectName(QStringLiteral("canary"));
    m_canary->setToolTip(
        tr("Each stage waits up to a minute for its tasks to finish. The operation stops automatically if too "
           "many tasks fail or do not finish.")
        + (m_further.empty() ? QString()
                             : u' ' + tr("Each queue and type continues or stops independently of the others.")));
    m_share = new QSpinBox;
    m_share->setObjectName(QStringLiteral("share"));
    m_share->setRange(0, 100);
    m_share->setValue(Canary().failuresPercent);
    m_share->setSuffix(tr(" %"));
    m_share->setAccessibleName(tr("Percentage of a stage's tasks that may fail"));
    auto* words = new PlainLabel(tr("Stop if failures exceed"));
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_canary);
    row->addSpacing(8);
    row->addWidget(words);
    row->addWidget(m_share);
    row->addStretch();
    for (QWidget* widget : {static_cast<QWidget*>(words), static_cast<QWidget*>(m_share)}) {
        widget->setEnabled(false);
        connect(m_canary, &QCheckBox::toggled, widget, &QWidget::setEnabled);
    }
    addRow(tr("Canary"), row);
    m_canary->setChecked(m_mode == FilterAction::Mode::Canary);
}

void ConfirmDialog::addUndoRow(const OperationPreview& preview)
{
    m_noUndo = new QCheckBox(tr("Don't keep undo data (cannot be undone)"));
    m_noUndo->setObjectName(QStringLiteral("noUndo"));
    m_noUndo->setToolTip(m_isUndoTooLarge
            ? tr("Undo would use about %1, more than a quarter of the %2 of memory that Redis has left.")
                  .arg(formatBytes(preview.undoBytes), formatBytes(preview.freeBytes.value_or(0)))
            : tr("Undo uses about %1 of Redis memory.").arg(formatBytes(preview.undoBytes)));
    connect(m_noUndo, &QCheckBox::toggled, this, &ConfirmDialog::updateVerb);
    addRow(tr("Undo"), m_noUndo);
}

bool ConfirmDialog::keepsUndo() const { return !m_noUndo || !m_noUndo->isChecked(); }

std::optional<Canary> ConfirmDialog::canary() const
{
    if (!m_canary || !m_canary->isChecked())
        return std::nullopt;
    Canary canary;
    canary.failuresPercent = m_share->value();
    return canary;
}

void ConfirmDialog::setFailure(const Error& error)
{
    cancelButton()->setFocus();
    m_waiting->hide();
    setProblem(error.message);
}

void ConfirmDialog::addEffects(const OperationPreview& preview)
{
    StateCounts seen;
    for (const TaskRef& ref : m_request.selection.refs)
        ++seen[ref.seenState];
    auto* rows = new QVBoxLayout;
    rows->setSpacing(0);
    const ActionKind kind = m_request.action.kind;
    for (const TaskState state : allStates) {
        if (const qint64 count = preview.counts[state]; count > 0) {
            m_effects.push_back(
                new EffectRow(theme(), state, count, effectWords(m_request.action, state, m_can), false));
            rows->addWidget(m_effects.back());
        }
    }
    for (const TaskState state : allStates) {
        if (const qint64 left = seen[state] - preview.counts[state]; left > 0)
            rows->addWidget(new EffectRow(theme(), state, left, leftAloneWords(kind, state), true));
    }
    addRow(tr("Effect"), rows);
    if (isOfFilter() && preview.skipped.total() > 0) {
        QStringList reasons;
        for (const auto& [reason, tasks] : preview.skipped.counts())
            reasons << skippedWords(reason, tasks);
        addRow(tr("Skipped"), new PlainLabel(reasons.join(QStringLiteral(" \u00b7 "))));
    }
    if (preview.foreseen.followed > 0) {
        addRow(tr("Chained"),
            new PlainLabel(tr("%Ln task(s) have chained tasks, which will not run", nullptr,
                Formatting::plural(preview.foreseen.followed))));
    }
    if (const ForeseenSkips& foreseen = preview.foreseen; foreseen.total() > 0) {
        QStringList reasons;
        for (const auto& [reason, tasks] : foreseen.reasons)
            reasons << skippedWords(reason, tasks);
        const QString words = reasons.join(QStringLiteral(" \u00b7 "));
        auto* label = new PlainLabel(foreseen.asked < preview.total
                ? tr("%1 (in the first %2)").arg(words, Formatting::count(foreseen.asked))
                : words);
        label->setToolTip(
            tr("The framework does not allow these tasks to be changed now; all others will be changed."));
        addRow(tr("Cannot be changed"), label);
    }
}

QString ConfirmDialog::undoWords(const OperationPreview& preview) const
{
    if (m_request.action.kind == ActionKind::Delete)
        return tr("The tasks and their payloads are removed from Redis. This cannot be undone.");
    if (!preview.undoable)
        return tr("This kind of queue does not support undo.");
    const QString undo = Formatting::duration(preview.undoFor);
    const QString memory = formatBytes(preview.undoBytes);
    const QString list = preview.listBytes < listWorthTelling
        ? QString()
        : tr("The task list uses %1 of Redis memory until the operation ends.").arg(formatBytes(preview.listBytes));
    const QString means = m_request.action.kind == ActionKind::Discard
        ? tr("Can be undone for %1. The trash keeps the tasks for %2; undo uses about %3 of Redis memory.")
              .arg(undo, Formatting::duration(preview.heldFor), memory)
        : tr("Can be undone for %1; uses about %2 of Redis memory.").arg(undo, memory);
    return Formatting::sentences({means, list});
}

void ConfirmDialog::updateVerb()
{
    const bool hasTime = !m_when
        || (m_when->checkedId() == At           ? m_at->problem()
                : m_when->checkedId() == Spread ? m_over->problem()
                                                : QString())
               .isEmpty();
    verb()->setEnabled(m_total > 0 && hasTime && isCountTyped() && (!m_isUndoTooLarge || !keepsUndo()));
}

QString ConfirmDialog::command() const
{
    QStringList commands{command(m_request)};
    for (const OperationRequest& request : m_further)
        commands << command(request);
    return commands.join(u'\n');
}

QString ConfirmDialog::command(const OperationRequest& request) const
{
    const QString undo = keepsUndo() ? QString() : QStringLiteral(" --no-undo");
    if (isOfFilter())
        return filterCommand(request.queue, action(), request.selection.filter.fixedText(), request.states, reason(),
                   pace(), canary())
            + undo;
    return actionCommand(request.queue, action(), idsOf(request.selection.refs), reason(), pace(), canary()) + undo;
}

} // namespace dueline
