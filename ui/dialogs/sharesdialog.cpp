// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/sharesdialog.h"

#include "core/base/text.h"
#include "core/console/connect/openbackend.h"
#include "ui/models/cell.h"
#include "ui/presenters/connection.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr TaskState countedStates[]{TaskState::Due, TaskState::Scheduled, TaskState::Retrying, TaskState::Failed};
constexpr int shareBarWidth = 160;

QString percent(double share) { return SharesDialog::tr("%1%").arg(share * 100, 0, 'f', 1); }

QString memberText(const QByteArray& member)
{
    return member == "type" ? SharesDialog::tr("Type") : printable(member, 80);
}

} // namespace

SharesDialog::SharesDialog(const Theme& theme, Connection& connection, const QueueName& queue, QWidget* parent)
    : DialogFrame(theme, {}, printable(queue, 60), connection.profile().environment, parent)
    , m_connection(&connection)
    , m_queue(queue)
    , m_model(new QStandardItemModel(0, Columns, this))
    , m_state(new QComboBox)
    , m_member(new QComboBox)
    , m_summary(new PlainLabel)
    , m_exact(new QPushButton)
    , m_showTasks(new QPushButton)
    , m_setAside(new QPushButton)
    , m_spread(new QPushButton)
    , m_discard(new QPushButton)
{
    setObjectName(QStringLiteral("sharesDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    keepWhatIsTyped(false);
    for (const TaskState state : countedStates)
        m_state->addItem(QString(), int(state));
    m_member->setEditable(true);
    m_member->setInsertPolicy(QComboBox::NoInsert);
    m_member->setMinimumContentsLength(24);
    m_member->lineEdit()->setPlaceholderText(QStringLiteral("$.customer.id"));
    auto* choice = new QHBoxLayout;
    choice->addWidget(m_state);
    choice->addWidget(m_member, 1);
    body().addLayout(choice);
    m_summary->setWordWrap(true);
    body().addWidget(m_summary);

    std::vector<PanelTable::Column> columns(Columns);
    columns[Value].rest = true;
    columns[Value].widest = QStringLiteral("customer-0000000");
    columns[Share].widest = QStringLiteral("100.0%");
    columns[Share].lead = shareBarWidth;
    columns[Range].widest = QStringLiteral("00.0% to 00.0%");
    columns[Range].hides = 1;
    columns[Tasks].widest = QStringLiteral("about 00,000,000");
    m_table = new PanelTable(theme, *m_model, {}, std::move(columns));
    m_table->setMinimumHeight(300);
    body().addWidget(m_table, 1);
    connect(m_table, &PanelTable::chosen, this, &SharesDialog::updateButtons);

    for (QPushButton* button : {m_exact, m_setAside, m_spread, m_discard, m_showTasks})
        button->setAutoDefault(false);
    cancelButton()->setAutoDefault(false); // pressing Return in the member field must not close the dialog
    addToFooter(m_exact);
    addBeforeVerb(m_discard);
    addBeforeVerb(m_spread);
    addBeforeVerb(m_setAside);
    addBeforeVerb(m_showTasks);
    const auto showTasks = [this] {
        if (const auto chosen = filter())
            Q_EMIT tasksRequested(m_queue, *chosen);
    };
    connect(m_showTasks, &QPushButton::clicked, this, showTasks);
    connect(m_table, &PanelTable::activatedRow, this, showTasks);
    connect(m_exact, &QPushButton::clicked, this, [this] { read(true); });
    const auto reschedules = [this](QPushButton* button, FilterAction::Mode mode) {
        connect(button, &QPushButton::clicked, this, [this, mode] { act(ActionKind::Reschedule, mode); });
    };
    reschedules(m_setAside, FilterAction::Mode::SetAside);
    reschedules(m_spread, FilterAction::Mode::Spread);
    connect(m_discard, &QPushButton::clicked, this, [this] { act(ActionKind::Discard); });
    connect(m_state, &QComboBox::activated, this, [this] {
        m_count.reset(); // the last count was for a different state
        m_shares = {};
        list(m_shares);
        read(false);
    });
    connect(m_member, &QComboBox::activated, this, &SharesDialog::chooseMember);
    connect(m_member->lineEdit(), &QLineEdit::returnPressed, this, &SharesDialog::chooseMember);
    connect(&connection, &QObject::destroyed, this, &QDialog::close);
    resize(720, 560);
    onLanguageChange(this, [this] { reword(); });
    read(false);
}

void SharesDialog::reword()
{
    setTitle(tr("Who is filling this queue"));
    for (int i = 0; i < m_state->count(); ++i)
        m_state->setItemText(i, Formatting::stateWord(TaskState(m_state->itemData(i).toInt())));
    m_state->setAccessibleName(tr("State"));
    m_member->setAccessibleName(tr("Count tasks by"));
    m_table->setAccessibleName(tr("Values"));
    m_exact->setText(tr("Read all tasks"));
    m_setAside->setText(tr("Set aside…"));
    m_spread->setText(tr("Spread…"));
    m_discard->setText(tr("Discard…"));
    m_showTasks->setText(tr("Show tasks"));
    cancelButton()->setText(tr("Close"));
    m_model->setHorizontalHeaderLabels({tr("Value"), tr("Share"), tr("95% range"), tr("Tasks")});
    m_model->setHeaderData(Tasks, Qt::Horizontal, int(Qt::AlignRight | Qt::AlignVCenter), Qt::TextAlignmentRole);
    showMembers();
    list(m_shares);
}

TaskState SharesDialog::state() const { return TaskState(m_state->currentData().toInt()); }

/// Starts counting a sample or all tasks. Cancels any running count.
void SharesDialog::read(bool isExact)
{
    if (!m_connection)
        return;
    setProblem({});
    SharesRequest request;
    request.queue = m_queue;
    request.state = state();
    request.by = isExact && m_by.isEmpty() ? m_shares.by : m_by;
    request.isExact = isExact;
    request.masked = m_connection->spec().maskedFields;
    m_summary->setText(tr("Reading…"));
    const auto work = [this, request, spec = m_connection->spec()](BackgroundTask::Run& run) -> BackgroundTask::Word {
        const auto failed = [this](const Error& error) {
            return [this, error] {
                setProblem(error.message);
                m_summary->setText({});
                updateButtons();
            };
        };
        const auto backend = openBackend(spec, "shares", Access::ReadOnly);
        if (!backend)
            return failed(backend.error());
        const auto count = std::make_shared<ShareCount>(request);
        while (run.goesOn()) {
            const auto finished = count->step(**backend);
            if (!finished)
                return failed(finished.error());
            if (*finished)
                break;
            run.progress([this, read = count->read()] {
                m_summary->setText(tr("Reading… %1 read").arg(tr("%Ln task(s)", nullptr, int(read))));
            });
        }
        return [this, count] { finish(count); };
    };
    m_task.start(QStringLiteral("shares"), work);
    updateButtons();
}

void SharesDialog::finish(const std::shared_ptr<const ShareCount>& count)
{
    m_count = count;
    m_shares = count->result();
    showMembers();
    list(m_shares);
}

/// Lists the counted payload member and the other members that can be counted.
void SharesDialog::showMembers()
{
    m_member->clear();
    std::vector<QByteArray> members = m_shares.candidates;
    if (!m_shares.by.isEmpty())
        members.insert(members.begin(), m_shares.by);
    for (const QByteArray& member : members)
        m_member->addItem(memberText(member), member);
    m_member->setEditText(memberText(m_shares.by));
}

/// Shows the counts for the selected or typed payload member. Reads a new sample only if the last count doesn't include
/// that member.
void SharesDialog::chooseMember()
{
    const int row = m_member->findText(m_member->currentText(), Qt::MatchFixedString | Qt::MatchCaseSensitive);
    m_by = row >= 0 ? m_member->itemData(row).toByteArray() : m_member->currentText().trimmed().toUtf8();
    if (m_by == m_shares.by && m_count)
        return;
    const QueueShares known = m_count ? m_count->result(m_by) : QueueShares();
    if (known.shares.empty() || known.read < std::min(known.total, SharesRequest::usualSample) - known.skipped)
        return read(false);
    m_shares = known;
    showMembers();
    list(m_shares);
}

void SharesDialog::list(const QueueShares& shares)
{
    m_model->removeRows(0, m_model->rowCount());
    if (!m_count) {
        updateButtons();
        return;
    }
    const auto inAll = [&shares](qint64 counted) {
        const QString count = Formatting::count(shares.inQueue(counted));
        return shares.isExact ? count : tr("about %1").arg(count);
    };
    const auto addRow = [&](const QString& value, qint64 counted, const QString& range, Cell::Tone tone) {
        const double share = shares.read > 0 ? double(counted) / double(shares.read) : 0;
        QList<QStandardItem*> row;
        for (const QString& text : {value, percent(share), range, inAll(counted)}) {
            row.append(new QStandardItem(text));
            row.back()->setEditable(false);
            row.back()->setData(QVariant::fromValue(tone), Cell::Look);
            row.back()->setData(value.toUtf8(), Cell::Key);
        }
        row[Share]->setData(share, Cell::Share);
        row[Share]->setData(int(state()), Cell::ShareOf);
        row[Tasks]->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_model->appendRow(row);
    };
    for (const ValueShare& share : shares.shares)
        addRow(share.value.isEmpty() ? tr("(empty)") : printable(share.value, 120), share.counted,
            shares.isExact ? QString() : tr("%1 to %2", "range").arg(percent(share.low), percent(share.high)),
            Cell::Tone::Plain);
    if (shares.otherValues > 0)
        addRow(tr("%Ln other value(s)", nullptr, int(shares.otherValues)), shares.others, {}, Cell::Tone::Quiet);
    if (shares.without > 0 && !shares.by.isEmpty())
        addRow(tr("No such value"), shares.without, {}, Cell::Tone::Quiet);
    if (!shares.shares.empty())
        m_table->selectRow(0);
    m_summary->setText(summaryText());
    updateButtons();
}

QString SharesDialog::summaryText() const
{
    const QString state = Formatting::stateWord(this->state());
    if (m_shares.total == 0)
        return tr("The queue has no tasks in the state %1.").arg(state);
    if (m_shares.by.isEmpty())
        return tr("No payload field divides the tasks into groups. Enter a path, such as $.customer.id.");
    QStringList words{tr("%1: %Ln task(s).", "state", int(m_shares.total)).arg(state)};
    if (!m_shares.isExact)
        words << tr("Estimated from a sample of %Ln task(s).", nullptr, int(m_shares.read));
    if (m_shares.isCut)
        words << tr("There are too many different values; some rare ones are missing.");
    if (m_shares.skipped > 0)
        words << tr("Not counted: %Ln task(s) (too large, damaged, or removed during the count).", nullptr,
            int(m_shares.skipped));
    return words.join(u' ');
}

std::optional<QString> SharesDialog::filter() const
{
    const std::vector<int> rows = m_table->selectedRowNumbers();
    if (isReading() || rows.empty() || std::size_t(rows.front()) >= m_shares.shares.size())
        return std::nullopt;
    const QString term = shareFilter(m_shares.by, m_shares.shares[std::size_t(rows.front())].value);
    if (term.isEmpty())
        return std::nullopt;
    return QStringLiteral("state:%1 ").arg(QLatin1StringView(stateName(state()))) + term;
}

void SharesDialog::act(ActionKind kind, FilterAction::Mode mode)
{
    const auto chosen = filter();
    const auto parsed = chosen ? TaskFilter::parse(*chosen) : Result<TaskFilter>(TaskFilter());
    if (!chosen || !parsed)
        return;
    const ValueShare& share = m_shares.shares[std::size_t(m_table->selectedRowNumbers().front())];
    FilterAction action{kind, m_queue, *parsed, {state()}};
    action.expected = m_shares.inQueue(share.counted);
    action.mode = mode;
    Q_EMIT actionRequested(action);
}

void SharesDialog::updateButtons()
{
    const bool isChosen = filter().has_value();
    m_showTasks->setEnabled(isChosen);
    const bool mayWrite = m_connection && m_connection->mayWrite();
    const auto update = [&](QPushButton* button, ActionKind kind, const QString& tip) {
        const bool can = m_connection && m_connection->session().capabilities(m_queue).can(kind);
        const bool applies
            = kind != ActionKind::Reschedule || (m_shares.isTimed && StateSet::pending().contains(state()));
        button->setVisible(can);
        button->setEnabled(isChosen && mayWrite && applies);
        button->setToolTip(mayWrite ? tip : tr("This connection is read-only."));
    };
    update(m_setAside, ActionKind::Reschedule, tr("Postpone these tasks; the default is 30 days."));
    update(m_spread, ActionKind::Reschedule, tr("Spread the due times of these tasks evenly over a period."));
    update(m_discard, ActionKind::Discard, tr("Move these tasks to the trash. You can restore them from there."));
    m_exact->setEnabled(!isReading() && m_count && !m_shares.isExact);
}

} // namespace dueline
