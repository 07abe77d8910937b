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

/// A walk through a window: it darkens, one part after the other stays bright, and a few words beside it say what it is
/// for. Esc ends it at any step; keys and mouse reach nothing else meanwhile. Deletes itself when it ends.
class Tour : public QWidget
{
    Q_OBJECT

public:
    struct Step
    {
        QString title;
        QString text;
        QPointer<QWidget> target; ///< in the window; a step whose target has gone points at the whole
        std::function<void()> before = {}; ///< brings it into sight
    };

    /// Covers `window` and takes the keyboard at once. `steps`: at least one.
    Tour(const Theme& theme, std::vector<Step> steps, QWidget& window);
    ~Tour() override;

    int step() const { return m_step; }
    int count() const { return int(m_steps.size()); }
    /// What stays bright, in the window's coordinates.
    QRect bright() const;

Q_SIGNALS:
    /// `whole`: the last step was seen.
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
    QPointer<QWidget> m_before; ///< had the keyboard
    QWidget* m_bubble;
    PlainLabel* m_number;
    PlainLabel* m_title;
    PlainLabel* m_text;
    QPushButton* m_skip;
    QPushButton* m_back;
    QPushButton* m_next;
};

} // namespace dueline
