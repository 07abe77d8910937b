// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/sampleerror.h"

#include "core/base/text.h"
#include "core/queue/wholeerror.h"
#include "ui/text/languagechange.h"
#include "ui/text/taskname.h"
#include "ui/theme/theme.h"
#include "ui/widgets/errortext.h"

#include <QApplication>
#include <QClipboard>
#include <QToolButton>
#include <QVBoxLayout>

namespace dueline {

SampleError::SampleError(const Theme& theme, QWidget* parent)
    : Section(theme, new QWidget, false, Qt::TopEdge, parent)
    , m_text(new ErrorText(theme))
    , m_libraries(new QToolButton)
{
    auto* column = new QVBoxLayout(&body());
    column->setContentsMargins(8, 0, 8, 4);
    column->addWidget(m_text);
    m_text->setMostLines(0);
    m_libraries->setCheckable(true);
    m_libraries->setObjectName(QStringLiteral("libraryFrames"));
    addControl(m_libraries);
    m_libraries->hide();
    auto* copy = new QToolButton;
    copy->setIcon(theme.icon(QStringLiteral("copy")));
    copy->setIconSize({16, 16});
    addControl(copy);
    connect(m_libraries, &QToolButton::clicked, m_text, &ErrorText::setUnfolded);
    connect(copy, &QToolButton::clicked, this,
        [this] { QApplication::clipboard()->setText(QString::fromUtf8(m_text->error())); });
    connect(m_text, &ErrorText::framesChanged, this, [this] {
        m_libraries->setVisible(m_text->hasFolds());
        m_libraries->setChecked(m_text->isUnfolded());
    });
    onLanguageChange(this, [this, copy] {
        setTitle(tr("Sample error"));
        m_text->setAccessibleName(tr("Latest error in this group"));
        m_libraries->setText(tr("Library frames"));
        m_libraries->setAccessibleName(tr("Library frames"));
        m_libraries->setToolTip(tr("Show library frames, or collapse them into one line"));
        copy->setAccessibleName(tr("Copy the error"));
        copy->setToolTip(tr("Copy the error"));
    });
}

void SampleError::show(
    const std::optional<TaskDetail>& detail, const QueueName& queue, const QByteArray& error, const QByteArray& kind)
{
    const QByteArray whole = detail ? wholeErrorOf(*detail) : QByteArray();
    const QByteArray& shown = whole.isEmpty() ? error : whole;
    m_text->setError(shown.isEmpty() ? tr("These tasks failed without an error message.").toUtf8() : shown,
        shown.isEmpty() ? QByteArray() : kind);
    const QString name = detail ? printable(typeOf(detail->task), 40) + u' ' + shortUnique(detail->task) : QString();
    setSummary(detail ? QStringLiteral("%1 · %2").arg(name, printable(queue, 40)) : QString());
}

} // namespace dueline
