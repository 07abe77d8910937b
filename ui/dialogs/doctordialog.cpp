// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/doctordialog.h"

#include "core/base/shellword.h"
#include "core/base/text.h"
#include "ui/dialogs/repairdialog.h"
#include "ui/presenters/connection.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/plainlabel.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace dueline {

namespace {

using Severity = DoctorFinding::Severity;

constexpr int listHeight = 360;
constexpr int dialogWidth = 720;
constexpr int wordWidth = 64;

QString severityWord(Severity severity)
{
    switch (severity) {
    case Severity::Notice:
        return DoctorDialog::tr("Notice");
    case Severity::Warning:
        return DoctorDialog::tr("Warning");
    case Severity::Critical:
        return DoctorDialog::tr("Critical");
    }
    Q_UNREACHABLE();
    return {};
}

QString severityIcon(Severity severity)
{
    return severity == Severity::Critical ? QStringLiteral("state-failed")
        : severity == Severity::Warning   ? QStringLiteral("warning")
                                          : QStringLiteral("info");
}

QColor severityColor(Severity severity, const Tokens& t)
{
    return severity == Severity::Critical ? t.of(TaskState::Failed).text
        : severity == Severity::Warning   ? t.of(TaskState::Leased).text
                                          : t.text2;
}

PlainLabel* lineOf(const QString& text, const QColor& color)
{
    auto* label = new PlainLabel(text);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::MinimumExpanding);
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, color);
    label->setPalette(palette);
    return label;
}

QPushButton* linkOf(const QString& text, const QString& name)
{
    auto* link = new QPushButton(text);
    link->setProperty("variant", QStringLiteral("link"));
    link->setAutoDefault(false);
    link->setAccessibleName(name);
    return link;
}

} // namespace

DoctorDialog::DoctorDialog(const Theme& theme, Connection& connection, QWidget* parent)
    : DialogFrame(theme, tr("Doctor"), printable(connection.profile().name.toUtf8(), 60),
        connection.profile().environment, parent)
    , m_connection(&connection)
    , m_summary(new PlainLabel)
    , m_again(new QPushButton)
    , m_list(new QScrollArea)
{
    setObjectName(QStringLiteral("doctorDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_summary->setWordWrap(true);
    body().addWidget(m_summary);
    m_list->setWidgetResizable(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMinimumHeight(listHeight);
    body().addWidget(m_list, 1);
    letBodyReachFooter();
    setMinimumWidth(dialogWidth);
    m_again->setAutoDefault(false);
    addBeforeVerb(m_again);
    connect(m_again, &QPushButton::clicked, this, [this] {
        m_done.clear();
        examine();
    });
    connect(&m_background, &BackgroundDoctor::progressed, this,
        [this](const QString& text) { m_summary->setText(tr("Checking… %1").arg(text)); });
    connect(&m_background, &BackgroundDoctor::examined, this, &DoctorDialog::showFindings);
    connect(&m_background, &BackgroundDoctor::repaired, this, [this](const QString& what) {
        m_done = what;
        Q_EMIT repaired();
        examine();
    });
    connect(&m_background, &BackgroundDoctor::failed, this, &DoctorDialog::fail);
    // Close the dialog with the connection: there is nothing left to examine.
    connect(&connection, &QObject::destroyed, this, &QDialog::close);
    examine();
    onLanguageChange(this, [this] { reword(); });
}

/// Retranslates the dialog. The text of findings comes from core and stays as it is.
void DoctorDialog::reword()
{
    setTitle(tr("Doctor"));
    m_list->setAccessibleName(tr("Findings"));
    m_again->setText(tr("Check again"));
    cancelButton()->setText(tr("Close"));
    if (m_background.isRunning())
        m_summary->setText(tr("Checking…"));
    else if (m_list->widget())
        list();
    if (m_failed)
        tellFormer();
}

QString DoctorDialog::summary() const { return m_summary->fullText(); }

void DoctorDialog::setBusy(const QString& words)
{
    m_failed = false;
    m_summary->setText(words);
    m_again->setEnabled(false);
    setProblem({});
    if (m_list->widget())
        m_list->widget()->setEnabled(false);
}

void DoctorDialog::examine()
{
    if (!m_connection)
        return;
    setBusy(tr("Checking…"));
    m_background.examine(m_connection->spec());
}

void DoctorDialog::fail(const Error& error)
{
    m_failed = true;
    tellFormer();
    setProblem(error.message);
    m_again->setEnabled(true);
    if (m_list->widget())
        m_list->widget()->setEnabled(true);
    Q_EMIT ended();
}

void DoctorDialog::tellFormer()
{
    m_summary->setText(m_diagnosis.findings.empty() ? QString() : tr("Previous findings:"));
}

void DoctorDialog::showFindings(const Diagnosis& diagnosis)
{
    m_diagnosis = diagnosis;
    m_failed = false;
    list();
    m_again->setEnabled(true);
    Q_EMIT ended();
}

void DoctorDialog::list()
{
    const Diagnosis& diagnosis = m_diagnosis;
    QStringList words;
    if (!m_done.isEmpty())
        words << m_done;
    QStringList counts;
    if (const qint64 n = diagnosis.count(Severity::Critical))
        counts << tr("%Ln critical", nullptr, int(n));
    if (const qint64 n = diagnosis.count(Severity::Warning))
        counts << tr("%Ln warning(s)", nullptr, int(n));
    if (const qint64 n = diagnosis.count(Severity::Notice))
        counts << tr("%Ln notice(s)", nullptr, int(n));
    const QString looked = tr("Checked %1 entries in %2 queues.")
                               .arg(Formatting::count(diagnosis.looked), Formatting::count(diagnosis.queues));
    words << (counts.isEmpty() ? looked : counts.join(tr(", ", "between counts")) + QStringLiteral(" · ") + looked);
    m_summary->setText(words.join(QLatin1Char('\n')));

    if (diagnosis.findings.empty()) {
        auto* empty = new EmptyState(theme());
        empty->tell(QStringLiteral("check"), tr("Nothing found"),
            tr("Nothing on this server or in its queues can lose or delay tasks."));
        m_list->setWidget(empty);
    } else {
        auto* page = new QWidget;
        page->setAutoFillBackground(true);
        page->setBackgroundRole(QPalette::Base);
        auto* column = new QVBoxLayout(page);
        column->setContentsMargins(0, 4, 8, 12);
        column->setSpacing(14);
        std::size_t shown = 0;
        for (const DoctorFinding& finding : m_diagnosis.findings) {
            if (shown++ == mostShown)
                break;
            column->addWidget(rowOf(finding));
        }
        if (m_diagnosis.findings.size() > mostShown)
            column->addWidget(
                lineOf(tr("%Ln more are not shown.", nullptr, int(m_diagnosis.findings.size() - mostShown)),
                    theme().tokens().text2));
        column->addStretch(1);
        m_list->setWidget(page);
    }
}

QWidget* DoctorDialog::rowOf(const DoctorFinding& finding)
{
    const Tokens& t = theme().tokens();
    const QColor color = severityColor(finding.severity, t);
    auto* row = new QWidget;
    row->setAccessibleName(severityWord(finding.severity) + QStringLiteral(": ") + finding.reason);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    auto* mark = new PlainLabel;
    mark->setPixmap(theme().pixmap(severityIcon(finding.severity), color, 16, devicePixelRatioF()));
    mark->setAccessibleName(severityWord(finding.severity));
    mark->setMinimumHeight(fontMetrics().height()); // centers the icon vertically on the first line of text
    line->addWidget(mark, 0, Qt::AlignTop);
    auto* word = lineOf(severityWord(finding.severity), color);
    word->setWordWrap(false);
    word->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    word->setFixedWidth(wordWidth);
    line->addWidget(word, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout;
    column->setSpacing(2);
    column->addWidget(lineOf(
        finding.server.isEmpty() ? finding.reason : finding.server + QStringLiteral(": ") + finding.reason, t.text));
    column->addWidget(lineOf(finding.remedy, t.text2));
    auto* links = new QHBoxLayout;
    links->setSpacing(16);
    links->addSpacing(-linkRim);
    const QString command = commandOf(finding);
    if (!command.isEmpty()) {
        auto* copy = linkOf(tr("Copy as command"), tr("Copy as command: %1").arg(command));
        copy->setToolTip(plainTextToolTip(command));
        connect(copy, &QPushButton::clicked, this, [command] { QApplication::clipboard()->setText(command); });
        links->addWidget(copy);
    }
    if (!finding.filter.isEmpty()) {
        auto* show = linkOf(tr("Show tasks"), tr("Show tasks: %1").arg(finding.filter));
        connect(show, &QPushButton::clicked, this,
            [this, finding] { Q_EMIT tasksRequested(finding.queue, finding.filter); });
        links->addWidget(show);
    }
    if (finding.isRepairable()) {
        auto* repair = linkOf(tr("Repair…"), tr("Repair: %1").arg(finding.repair));
        const bool allowed = m_connection && m_connection->mayWrite();
        repair->setEnabled(allowed);
        repair->setToolTip(allowed ? QString() : tr("This connection is read-only."));
        connect(repair, &QPushButton::clicked, this, [this, finding] { askRepair(finding); });
        links->addWidget(repair);
    }
    links->addStretch(1);
    column->addLayout(links);
    line->addLayout(column, 1);
    return row;
}

void DoctorDialog::askRepair(const DoctorFinding& finding)
{
    if (!m_connection || m_background.isRunning())
        return;
    RepairDialog dialog(theme(), m_connection->profile(), finding, this);
    if (dialog.exec() != QDialog::Accepted || !m_connection)
        return;
    setBusy(tr("Repairing…"));
    m_background.repair(m_connection->spec(), m_connection->session().access(), finding, Session::identity());
}

QString DoctorDialog::commandOf(const DoctorFinding& finding)
{
    using Kind = DoctorFinding::Kind;
    switch (finding.kind) {
    case Kind::Eviction:
        return QStringLiteral("redis-cli CONFIG SET maxmemory-policy noeviction");
    case Kind::Persistence:
        return finding.severity == Severity::Notice ? QStringLiteral("redis-cli CONFIG SET appendfsync everysec")
                                                    : QStringLiteral("redis-cli CONFIG SET appendonly yes");
    case Kind::Replicas:
        return QStringLiteral("redis-cli CONFIG SET min-replicas-to-write 1 min-replicas-max-lag 10");
    case Kind::Clock:
        return QStringLiteral("timedatectl set-ntp true");
    case Kind::Functions:
        return QStringLiteral("duectl functions load");
    case Kind::Paused:
        return commandOn(QStringLiteral("duectl resume"), finding.queue);
    case Kind::CrashSuspects:
        return commandOn(
            QStringLiteral("duectl list --match %1").arg(shellWord(finding.filter.toUtf8())), finding.queue);
    case Kind::Unserved:
        return commandOn(QStringLiteral("duectl list --state due"), finding.queue);
    default:
        return finding.isRepairable() ? QStringLiteral("duectl doctor --repair") : QString();
    }
}

} // namespace dueline
