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

/// The line above a panel's table: what it shows, a note behind it, and buttons at the right. Where there is no room
/// for all their texts, buttons show their icons alone, the last one first; the note elides.
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
    /// Between note and buttons: a field, a link.
    void addWidget(QWidget* widget, int stretch = 0);
    /// `tip`: a sentence; also what is read aloud behind the text.
    QToolButton* addButton(const QString& icon, const QString& text, const QString& tip);
    /// One whose words are taken now and whenever the language changes.
    struct Words
    {
        QString text;
        QString tip;
    };
    QToolButton* addButton(const QString& icon, std::function<Words()> words);
    /// Shows why the button is disabled in place of its tip; empty: shows the tip again.
    void setReason(const QToolButton* button, const QString& why);
    /// It keeps its text longer than those that were not told so.
    void keepText(const QToolButton* button);
    /// Another text or icon for a button of this head.
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
    };

    static void showTip(const Button& button);
    void paintButtons();
    int asksFor(const QString& note) const;
    int noteRoom() const;
    QSet<const QToolButton*> withText() const;
    void fit();
    void fitNote();

    QHBoxLayout* m_row;
    PlainLabel* m_title;
    PlainLabel* m_note;
    QString m_told; ///< the note, whether or not there is room for it
    int m_noteRoom = 0; ///< that its words have taken so far
    std::vector<QWidget*> m_fields;
    std::vector<Button> m_buttons;
};

} // namespace dueline
