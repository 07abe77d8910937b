// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

#include <functional>
#include <vector>

class QPushButton;

namespace dueline {

class PlainLabel;
class Theme;

/// Guided tour of a window. Each step explains one part of the window in a bubble and darkens everything else. Escape
/// ends the tour at any time. During the tour, no other widget receives keyboard or mouse events. The tour deletes
/// itself when it ends.
class Tour : public QWidget
{
    Q_OBJECT

public:
    struct Step
    {
        QString title;
        QString text;
        /// Widget to explain. If it is null or has been deleted, the step is about the entire window.
        QPointer<QWidget> target;
        /// Function called before the step to make the target visible.
        std::function<void()> before = {};
    };

    /// Covers `window` and immediately takes the keyboard focus. `steps`: must not be empty.
    Tour(const Theme& theme, std::vector<Step> steps, QWidget& window);
    ~Tour() override;

    int step() const { return m_step; }
    int count() const { return int(m_steps.size()); }
    /// Returns the part that isn't darkened, in window coordinates.
    QRect bright() const;

Q_SIGNALS:
    /// Emitted when the tour ends. `whole`: true if the user has seen the last step.
    void ended(bool whole);

public Q_SLOTS:
    void next();
    void back();
    void end();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void showStep(int step);
    void place();
    QRect placeOfBubble() const;

    const Theme& m_theme;
    std::vector<Step> m_steps;
    int m_step = -1;
    QPointer<QWidget> m_before; ///< widget that had the focus before the tour started
    QWidget* m_bubble;
    PlainLabel* m_number;
    PlainLabel* m_title;
    PlainLabel* m_text;
    QPushButton* m_skip;
    QPushButton* m_back;
    QPushButton* m_next;
};

} // namespace dueline
