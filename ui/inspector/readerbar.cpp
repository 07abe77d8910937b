// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/readerbar.h"

#include "core/console/connect/payloadmask.h"
#include "ui/inspector/windowsthread.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QPointer>
#include <QThreadPool>
#include <QToolButton>
#include <QVBoxLayout>

namespace dueline {

namespace {

/// Readers offered in the menu. The user can type any other reader.
constexpr const char* offeredReaders[]{
    "auto", "none", "gzip", "zlib", "zstd", "base64", "msgpack", "base64,msgpack", "php", "pickle"};

} // namespace

ReaderBar::ReaderBar(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_menu(new QMenu(this))
    , m_label(PlainLabel::quiet(theme, {}))
    , m_layers(new QToolButton)
    , m_problem(new PlainLabel)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 6, 0);
    column->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_label);
    row->addWidget(m_layers);
    row->addStretch();
    column->addLayout(row);
    m_problem->setWordWrap(true);
    column->addWidget(m_problem);
    auto* group = new QActionGroup(m_menu);
    for (const char* name : offeredReaders) {
        QAction* action = m_menu->addAction(QString());
        action->setCheckable(true);
        action->setData(QString::fromLatin1(name));
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, name] {
            if (const auto choice = ReaderChoice::parse(QString::fromLatin1(name)))
                Q_EMIT readerChosen(*choice);
        });
    }
    m_menu->addSeparator();
    m_menu->addAction(QString(), this, &ReaderBar::layersRequested);
    m_layers->setMenu(m_menu);
    m_layers->setPopupMode(QToolButton::InstantPopup);
    m_layers->setToolButtonStyle(Qt::ToolButtonTextOnly);
    hide();
    onLanguageChange(this, [this] { reword(); });
}

void ReaderBar::reword()
{
    m_label->setText(tr("Read as"));
    m_layers->setAccessibleName(tr("Read the payload as"));
    m_layers->setToolTip(tr("How payloads of this type are read"));
    m_menu->setTitle(tr("&Read as"));
    for (QAction* action : m_menu->actions()) {
        const QString name = action->data().toString();
        if (action->isSeparator())
            continue;
        if (name.isEmpty()) {
            action->setText(tr("&Layers…"));
        } else if (name == QStringLiteral("auto")) {
            action->setText(tr("Detect automatically"));
        } else if (name == QStringLiteral("none")) {
            action->setText(tr("The stored bytes"));
        } else if (const auto choice = ReaderChoice::parse(name)) {
            QStringList texts;
            for (const PayloadLayer layer : choice->layers)
                texts << layerText(layer);
            action->setText(texts.join(QStringLiteral(" → ")));
        }
    }
    tell();
}

void ReaderBar::setReader(const PayloadReader& reader, const QStringList& masked, const QString& problem)
{
    const bool isSame = reader.isSame(m_reader) && masked == m_masked && problem == m_unread;
    m_reader = reader;
    m_masked = masked;
    m_unread = problem;
    const QString chosen = reader.choice().text();
    for (QAction* action : m_menu->actions())
        action->setChecked(action->isCheckable() && action->data().toString() == chosen);
    if (!isSame)
        start();
}

void ReaderBar::setBytes(const QByteArray& bytes)
{
    m_bytes = bytes;
    m_reading = {}; // the last result was for different bytes
    start();
}

void ReaderBar::start()
{
    const int run = ++m_run;
    if (m_bytes.isEmpty() || m_bytes.size() > PayloadReader::mostBytes || !m_reader.mayRead(m_bytes))
        return take({});
    QThreadPool::globalInstance()->start(
        [bytes = m_bytes, reader = m_reader, masked = m_masked, run, self = QPointer(this)] {
            auto reading = std::make_shared<PayloadReading>(reader.read(bytes));
            reading->text = PayloadMask::masked(reading->text, masked);
            onWindowsThread([reading, run, self] {
                if (self && run == self->m_run)
                    self->take(std::move(*reading));
            });
        });
}

void ReaderBar::take(PayloadReading reading)
{
    const bool isOther = reading.applies() || m_reading.applies();
    m_reading = std::move(reading);
    tell();
    if (isOther)
        Q_EMIT read();
}

void ReaderBar::tell()
{
    const bool isChosen = m_reader.choice().kind != ReaderChoice::Kind::Auto;
    m_layers->setText(m_reading.applies() ? m_reading.layerTexts() : tr("The stored bytes"));
    QString problem = m_unread;
    if (problem.isEmpty() && m_reading.end != PayloadReading::End::Whole) {
        const QString layer = layerText(m_reading.stoppedAt);
        problem = m_reading.end == PayloadReading::End::Cut
            ? tr("%1 decodes to more than 64 MiB; the rest is omitted.").arg(layer)
            : m_reading.end == PayloadReading::End::Early
            ? tr("The %1 data is truncated. Only the intact part is shown.").arg(layer)
            : tr("The data is not valid %1 or is too large.").arg(layer);
    }
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    setVisible(!m_bytes.isEmpty() && (m_reading.applies() || isChosen || !problem.isEmpty()));
}

} // namespace dueline
