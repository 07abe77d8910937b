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

/// Header of a panel: title, note, and buttons on the right side. If space is short, buttons show icons without text,
/// starting with the last one, and the note is elided.
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
    /// Adds a widget between note and buttons, such as a field or a link.
    void addWidget(QWidget* widget, int stretch = 0);
    /// Adds a button. `tip`: sentence that screen readers read after the text.
    QToolButton* addButton(const QString& icon, const QString& text, const QString& tip);
    /// Strings of a header, requested initially and after each change of language.
    struct Words
    {
        QString text;
        QString tip;
    };
    QToolButton* addButton(const QString& icon, std::function<Words()> words);
    /// Shows the reason why the button is disabled instead of the button's tip; an empty reason restores the tip.
    void setReason(const QToolButton* button, const QString& why);
    /// Gives the button's label priority over the labels of other buttons.
    void keepText(const QToolButton* button);
    /// Makes the button the header's main action: filled with the accent colour.
    void setPrimary(QToolButton* button);
    /// Changes the text or icon of a button in this header.
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
    QString m_told; ///< full note, even if it does not fit
    int m_noteRoom = 0; ///< maximum width that the note has had
    std::vector<QWidget*> m_fields;
    std::vector<Button> m_buttons;
};

} // namespace dueline
