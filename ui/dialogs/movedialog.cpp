// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/movedialog.h"

#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/console/connect/session.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/formatting.h"
#include "ui/widgets/plainlabel.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace dueline {

namespace {

enum Way { Moves, Copies };

} // namespace

MoveDialog::MoveDialog(
    const Theme& theme, const Profile& profile, TransferScope scope, std::vector<MoveGoal> goals, QWidget* parent)
    : OperationDialog(theme, tr("Move or copy tasks"),
        tr("%1 on %2", "queue, connection").arg(printable(scope.queue, 40), profile.name), profile.environment, parent)
    , m_scope(std::move(scope))
    , m_goals(std::move(goals))
    , m_what(new QButtonGroup(this))
    , m_way(new QButtonGroup(this))
    , m_connection(new QComboBox)
    , m_queue(new QComboBox)
    , m_tasks(new PlainLabel)
    , m_stays(new PlainLabel)
{
    setObjectName(QStringLiteral("moveDialog"));
    setMinimumWidth(600);
    buildScope();
    buildGoal();
    addRow(tr("Transfers"), m_tasks);
    addRow(tr("Skipped"), m_stays);
    for (PlainLabel* label : {m_tasks, m_stays}) {
        label->setWordWrap(true);
        label->setText(QStringLiteral("–"));
    }
    addReasonRow();
    m_kept = addQuiet(QStringLiteral("check"), {});
    m_meaning = addQuiet(QStringLiteral("info"), {});
    m_undo = addQuiet(QStringLiteral("undo"), {});
    body().addStretch(1);
    addCopyLink([this] { return command(); });
    setVerb(tr("Move"));
    for (QPushButton* button : {verb(), cancelButton()})
        button->setAutoDefault(false);
    m_soon.setSingleShot(true);
    m_soon.setInterval(std::chrono::milliseconds(300));
    const auto changed = [this] {
        m_background.leave(); // cancel the preview: it is for different input
        m_preview.reset();
        wordIt();
        updateVerb();
        m_soon.start();
    };
    connect(&m_soon, &QTimer::timeout, this, &MoveDialog::look);
    connect(m_queue, &QComboBox::editTextChanged, this, changed);
    connect(m_what, &QButtonGroup::idToggled, this, changed);
    connect(m_way, &QButtonGroup::idToggled, this, changed);
    connect(this, &OperationDialog::countEdited, this, &MoveDialog::updateVerb);
    connect(m_connection, &QComboBox::currentIndexChanged, this, [this, changed] {
        const QString typed = m_queue->currentText();
        m_queue->clear();
        for (const QueueName& queue : goal().queues) {
            if (printable(queue, queue.size() + 1) == QString::fromUtf8(queue))
                m_queue->addItem(QString::fromUtf8(queue));
        }
        m_queue->setEditText(typed);
        changed();
    });
    connect(&m_background, &BackgroundTransfer::previewed, this, &MoveDialog::showPreview);
    connect(&m_background, &BackgroundTransfer::moving, this, &MoveDialog::showProgress);
    connect(&m_background, &BackgroundTransfer::failed, this, &MoveDialog::fail);
    connect(&m_background, &BackgroundTransfer::moved, this,
        [this](const MoveProgress& progress, const OperationRecord& record) {
            m_progress = progress;
            m_record = record;
            DialogFrame::accept();
        });
    wordIt();
    updateVerb();
    m_queue->setFocus();
}

void MoveDialog::buildScope()
{
    auto* column = new QVBoxLayout;
    column->setContentsMargins(0, 4, 0, 0); // aligns the first button with its label
    column->setSpacing(4);
    const auto choice = [&](int id, const QString& text) {
        auto* button = new QRadioButton(text);
        m_what->addButton(button, id);
        column->addWidget(button);
        button->setChecked(m_what->checkedId() < 0);
    };
    if (!m_scope.selected.empty() && !m_scope.allSelected)
        choice(TransferScope::Selected, tr("the selection, %Ln task(s)", nullptr, int(m_scope.selected.size())));
    choice(TransferScope::Listed, m_scope.listedWords());
    addRow(tr("Tasks"), column);
    auto* ways = new QHBoxLayout;
    for (const auto& [id, text] :
        {std::pair(int(Moves), tr("move")), std::pair(int(Copies), tr("copy (the originals remain here)"))}) {
        auto* button = new QRadioButton(text);
        m_way->addButton(button, id);
        ways->addWidget(button);
    }
    ways->addStretch();
    m_way->button(Moves)->setEnabled(!m_scope.stays);
    m_way->button(m_scope.stays ? Copies : Moves)->setChecked(true);
    addRow(tr("Mode"), ways);
}

void MoveDialog::buildGoal()
{
    m_connection->setAccessibleName(tr("Target connection"));
    for (const MoveGoal& goal : m_goals)
        m_connection->addItem(goal.name);
    m_queue->setEditable(true);
    m_queue->setInsertPolicy(QComboBox::NoInsert);
    m_queue->setAccessibleName(tr("Target queue"));
    m_queue->lineEdit()->setPlaceholderText(tr("a queue, created if it does not exist"));
    for (const QueueName& queue : goal().queues) {
        if (queue != m_scope.queue && printable(queue, queue.size() + 1) == QString::fromUtf8(queue))
            m_queue->addItem(QString::fromUtf8(queue));
    }
    m_queue->setEditText({});
    addRow(tr("To"), m_connection);
    addRow(tr("Queue"), m_queue);
}

const MoveGoal& MoveDialog::goal() const { return m_goals[std::size_t(std::max(m_connection->currentIndex(), 0))]; }

bool MoveDialog::isSelection() const { return m_what->checkedId() == TransferScope::Selected; }

void MoveDialog::setQueue(const QString& queue) { m_queue->setEditText(queue); }

void MoveDialog::setCopies(bool copies)
{
    if (!m_scope.stays || copies)
        m_way->button(copies ? Copies : Moves)->setChecked(true);
}

MoveRequest MoveDialog::request() const
{
    MoveRequest request;
    request.from = m_scope.queue;
    request.to = m_preview ? m_preview->to : m_queue->currentText().toUtf8();
    request.selection = isSelection() ? m_scope.selection() : m_scope.listed();
    if (!isSelection())
        request.states = m_scope.states;
    request.copies = m_way->checkedId() == Copies;
    const bool isElsewhere = m_connection->currentIndex() > 0;
    request.elsewhere = m_preview ? m_preview->elsewhere : isElsewhere ? goal().address : QByteArray();
    request.by = Session::identity();
    request.reason = reason();
    return request;
}

MoveWay MoveDialog::way() const
{
    const bool copies = m_way->checkedId() == Copies;
    return {m_goals.front().connection, goal().connection, copies ? Access::ReadOnly : m_goals.front().access,
        goal().access};
}

void MoveDialog::wordIt()
{
    const bool copies = m_way->checkedId() == Copies;
    m_meaning->setText(m_scope.stays
            ? tr("The framework's tasks remain unchanged, and its workers run them. The type is added to each copy's "
                 "ID (TYPE#ID), so that a native worker can find the handler. Leased tasks are not copied.")
            : copies
            ? tr("Each copy has the same ID as its original, and both run. Leased tasks are not copied.")
            : tr(
                "No task can run in both queues, because each task passes through this queue's trash. Leased "
                "tasks are not moved. Tasks without their own attempts, backoff or lease use the other queue's defaults."));
    m_kept->setText(keptWords());
    m_undo->setText(copies ? tr("Undo discards the copies that have not run yet.")
            : m_preview && !m_preview->noUndo.isEmpty()
            ? m_preview->noUndo
            : tr("Undo moves back the tasks that have not yet run in the other queue."));
}

QString MoveDialog::keptWords() const
{
    if (!m_preview)
        return tr("The destination queue's layout determines which data is kept.");
    switch (m_preview->kept) {
    case KeptData::All:
        break;
    case KeptData::Options:
        return tr("Kept: ID, type, payload, options and due time. Each task is added as a new task.");
    case KeptData::Limits:
        return tr("Kept: ID, type, payload, attempt limit, backoff and due time. Each task is added as a new task.");
    }
    return tr("Kept: ID, type, payload, options, state, due time, attempts, errors and result.");
}

void MoveDialog::look()
{
    setProblem({});
    m_stays->setText(QStringLiteral("–"));
    if (m_queue->currentText().isEmpty()) {
        m_tasks->setText(QStringLiteral("–"));
        return;
    }
    m_tasks->setText(tr("Checking…"));
    m_background.previewMove(way(), request());
    updateVerb();
}

void MoveDialog::showPreview(const MovePreview& preview)
{
    m_preview = preview;
    wordIt();
    QStringList states;
    for (const TaskState state : allStates) {
        if (preview.counts[state] > 0)
            states << Formatting::stateWord(state) + u' ' + Formatting::count(preview.counts[state]);
    }
    QString tasks = tr("%Ln task(s)", nullptr, Formatting::plural(preview.total));
    if (!states.isEmpty())
        tasks += QStringLiteral(" (%1)").arg(Formatting::commas(states));
    const QString queue = printable(preview.to, 60);
    const bool isTyped = queue == m_queue->currentText();
    if (!preview.target)
        tasks += isTyped ? tr(", into a new queue") : tr(" to the new queue %1").arg(queue);
    else if (!isTyped)
        tasks += tr(" to the queue %1").arg(queue);
    if (preview.target)
        tasks += tr(", in addition to %Ln task(s) already in the queue", nullptr,
            Formatting::plural(preview.target->counts.pending()));
    if (preview.interrupted > 0)
        tasks += tr("; the interrupted run will be completed first");
    m_tasks->setText(tasks);
    m_stays->setText(preview.leased > 0 ? tr("%Ln held by a worker", nullptr, Formatting::plural(preview.leased))
                                        : QStringLiteral("0"));
    const bool production = isProduction() || goal().environment == Environment::Production;
    if (production && preview.total > 1)
        askForCount(preview.total);
    if (preview.total == 0 && preview.interrupted == 0)
        setProblem(tr("No tasks can be moved."));
    updateVerb();
}

void MoveDialog::showProgress(const MoveProgress& progress)
{
    m_tasks->setText(tr("%1 of %2 transferred")
                         .arg(Formatting::count(progress.done),
                             Formatting::count(m_preview ? m_preview->total : progress.expected)));
}

void MoveDialog::fail(const Error& error)
{
    m_tasks->setText(QStringLiteral("–"));
    setProblem(error.message);
    setMoving(false);
}

/// Sets whether tasks are being moved. While they are, all input is disabled.
void MoveDialog::setMoving(bool moving)
{
    m_moving = moving;
    keepWhatIsTyped(!moving);
    for (QWidget* input : std::initializer_list<QWidget*>{m_connection, m_queue})
        input->setEnabled(!moving);
    for (const QButtonGroup* group : {m_what, m_way}) {
        const auto buttons = group->buttons();
        for (QAbstractButton* button : buttons)
            button->setEnabled(!moving);
    }
    cancelButton()->setEnabled(true);
    updateVerb();
}

void MoveDialog::updateVerb()
{
    const bool copies = m_way->checkedId() == Copies;
    const bool some = m_preview && (m_preview->total > 0 || m_preview->interrupted > 0);
    verb()->setEnabled(some && !m_moving && isCountTyped());
    const int count = some ? Formatting::plural(m_preview->total) : 0;
    setVerb(!some    ? (copies ? tr("Copy") : tr("Move"))
            : copies ? tr("Copy %Ln task(s)", nullptr, count)
                     : tr("Move %Ln task(s)", nullptr, count));
}

void MoveDialog::accept()
{
    if (!verb()->isEnabled())
        return;
    setMoving(true);
    m_background.move(way(), request());
}

/// Stops a running move after the current step. The dialog then reports the outcome.
void MoveDialog::reject()
{
    if (!m_moving)
        return DialogFrame::reject();
    m_background.cancel();
    cancelButton()->setEnabled(false);
}

QString MoveDialog::command() const
{
    const MoveRequest asked = request();
    QString start = asked.copies ? QStringLiteral("duectl copy") : QStringLiteral("duectl move");
    if (!isSelection())
        start += filterWords(m_scope.filter.fixedText(), m_scope.states);
    start += QStringLiteral(" --to=") + shellWord(asked.to);
    if (!asked.elsewhere.isEmpty())
        start += QStringLiteral(" --to-url=") + shellWord(asked.elsewhere);
    if (!reason().isEmpty())
        start += QStringLiteral(" --reason=") + shellWord(reason());
    return commandOn(start, asked.from, isSelection() ? idsOf(m_scope.selected) : std::vector<TaskId>());
}

} // namespace dueline
