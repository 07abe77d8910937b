// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/taskoutputs.h"

#include <QPlainTextEdit>

namespace dueline {

class PlainLabel;
class Theme;

/// What the program of a task wrote, below a line that says of which attempt and how much before it was left out. The
/// end stays in view until somebody scrolls up. Hidden while there is nothing. Lines are not wrapped; what nobody would
/// see in them is escaped.
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
