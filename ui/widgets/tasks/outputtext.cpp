// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tasks/outputtext.h"

#include "core/base/text.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QScrollBar>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr int aroundOutput = 12; ///< height of the frame and margins in pixels

} // namespace

OutputText::OutputText(const Theme& theme, int lines, QWidget* parent)
    : QWidget(parent)
    , m_note(PlainLabel::quiet(theme, {}))
    , m_text(new QPlainTextEdit)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_note);
    column->addWidget(m_text);
    m_note->setWordWrap(true);
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    const auto useFont = [this, &theme, lines] {
        m_text->setFont(theme.mono());
        m_text->setFixedHeight(lines * m_text->fontMetrics().lineSpacing() + aroundOutput
            + m_text->horizontalScrollBar()->sizeHint().height());
    };
    connect(&theme, &Theme::changed, this, useFont);
    useFont();
    onLanguageChange(this, [this] {
        m_text->setAccessibleName(tr("Output of the task's program"));
        tell();
    });
    hide();
}

void OutputText::setOutput(const std::optional<TaskOutput>& output)
{
    const TaskOutput now = output.value_or(TaskOutput());
    setVisible(!now.text.isEmpty());
    if (now == m_output)
        return;
    m_output = now;
    tell();
    const int before = m_text->verticalScrollBar()->value();
    const bool isAtEnd = before >= m_text->verticalScrollBar()->maximum();
    QByteArray lines = m_output.text;
    lines.replace("\r\n", "\n");
    m_text->setPlainText(printableText(lines, 8 * TaskOutputs::keptBytes));
    m_text->verticalScrollBar()->setValue(isAtEnd ? m_text->verticalScrollBar()->maximum() : before);
}

QString OutputText::note() const { return m_note->text(); }

void OutputText::tell()
{
    m_note->setText(m_output.leftOut > 0 ? tr("Output of attempt %1; the first %2 are omitted.")
                                               .arg(QString::number(m_output.attempt), formatBytes(m_output.leftOut))
                                         : tr("Output of attempt %1").arg(m_output.attempt));
}

} // namespace dueline
