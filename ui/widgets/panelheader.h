// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/pane.h"

#include <QSet>

#include <functional>
#include <vector>

class QHBoxLayout;
class QToolButton;

namespace dueline {

class PlainLabel;

/// Panel header: a title, a note, and buttons on the right. If space is short, the note is elided and buttons show only
/// icons, starting with the last button.
class PanelHeader : public Pane
{
    Q_OBJECT

public:
    static constexpr int lineHeight = 36;

    explicit PanelHeader(const Theme& theme, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setNote(const QString& note);
    QString title() const;
    QString note() const;
    /// Adds a widget between the note and the buttons, such as a field or a link.
    void addWidget(QWidget* widget, int stretch = 0);
    /// Adds a button. `tip`: sentence that screen readers read after the button's text.
    QToolButton* addButton(const QString& icon, const QString& text, const QString& tip);
    /// Text of the header, requested initially and after each language change.
    struct Words
    {
        QString text;
        QString tip;
    };
    QToolButton* addButton(const QString& icon, std::function<Words()> words);
    /// Replaces a disabled button's tooltip with the reason why it is disabled. An empty reason restores the tooltip.
    void setReason(const QToolButton* button, const QString& why);
    /// Gives this button's label priority over other buttons' labels.
    void keepText(const QToolButton* button);
    /// Marks the button as the header's main action by filling it with the accent color.
    void setPrimary(QToolButton* button);
    /// Sets the icon and text of a button in this header.
    void applyTheme(QToolButton* button, const QString& icon, const QString& text, const QString& tip);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Button
    {
        QToolButton* button;
        QString icon;
        QString text;
        QString tip;
        QString why;
        bool keepsText = false;
        bool isPrimary = false;
    };

    static void showTip(const Button& button);
    int wideWidth(const Button& button) const;
    QIcon iconOf(const Button& button) const;
    void paintButtons();
    int asksFor(const QString& note) const;
    int noteRoom() const;
    QSet<const QToolButton*> withText() const;
    void fit();
    void fitNote();

    QHBoxLayout* m_row;
    PlainLabel* m_title;
    PlainLabel* m_note;
    QString m_told; ///< full note, even if it doesn't fit
    int m_noteRoom = 0; ///< maximum width of the note so far
    std::vector<QWidget*> m_fields;
    std::vector<Button> m_buttons;
};

} // namespace dueline
