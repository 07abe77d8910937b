// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "ui/actions/actions.h"
#include "ui/text/formatting.h"
#include "ui/widgets/pane.h"

class QPushButton;

namespace dueline {

class AttemptsView;
class PlainLabel;

/// Attempts of a task, below a title. Two selected attempts can be compared with the button, the shortcut for comparing
/// tasks, or the context menu.
class AttemptsPane : public Pane
{
    Q_OBJECT

public:
    AttemptsPane(const Theme& theme, const Formatting& formatting, const Actions& actions);

    AttemptsView& view() const { return *m_view; }
    /// Sets the note below the attempts that shows how many are stored; empty: none.
    void setNote(const QString& text);
    /// Returns the height in pixels at which all attempts fit without scrolling.
    int fullHeight() const;

Q_SIGNALS:
    void compareRequested(const dueline::Attempt& earlier, const dueline::Attempt& later);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void keepNote();
    void compare();
    void enable();

    AttemptsView* m_view;
    PlainLabel* m_note;
    QAction* m_compare;
    QPushButton* m_button;
    QKeySequence m_key;
};

} // namespace dueline
