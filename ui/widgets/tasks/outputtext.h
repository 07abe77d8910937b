// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/taskoutputs.h"

#include <QPlainTextEdit>

namespace dueline {

class PlainLabel;
class Theme;

/// Output of a task's program, below a line with the attempt and how much output was omitted. The view follows the end
/// of the output until the user scrolls up. It is hidden if there is no output. Lines don't wrap, and invisible
/// characters are escaped.
class OutputText : public QWidget
{
    Q_OBJECT

public:
    OutputText(const Theme& theme, int lines, QWidget* parent = nullptr);

    void setOutput(const std::optional<TaskOutput>& output);
    const QPlainTextEdit& text() const { return *m_text; }
    QString note() const;

private:
    void tell();

    TaskOutput m_output;
    PlainLabel* m_note;
    QPlainTextEdit* m_text;
};

} // namespace dueline
