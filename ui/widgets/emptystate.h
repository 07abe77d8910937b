// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>
#include <utility>
#include <vector>

class QPushButton;
class QSpacerItem;

namespace dueline {

class FlowLayout;
class PlainLabel;
class Theme;

/// Empty state of a view: a title, an explanation, and buttons for possible next steps.
class EmptyState : public QWidget
{
    Q_OBJECT

public:
    struct Choice
    {
        QString text;
        std::function<void()> act;
        bool primary = false;
    };

    explicit EmptyState(const Theme& theme, QWidget* parent = nullptr);
    /// Sets the contents as plain text. `icon` may be empty.
    void tell(const QString& icon, const QString& title, const QString& sentence, std::vector<Choice> choices = {});
    /// Sets the height of the part at the bottom that floating widgets cover. The contents move above it if they fit.
    void setBottomRoom(int height);
    /// Moves the focus to the first button, if any.
    void focusButton();

    /// Returns the title and the sentence that all panels show while no server is connected. `chosen`: true if a
    /// connection is selected but doesn't respond.
    static std::pair<QString, QString> notConnected(bool chosen);

    /// Returns the size of the title and the buttons. If there isn't enough height, the icon and the sentence are
    /// hidden.
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void applyTheme();
    void fit();

    const Theme& m_theme;
    QStringList m_words; ///< icon, title, sentence and button labels as passed to tell()
    std::vector<Choice> m_choices;
    int m_bottomRoom = 0;
    PlainLabel* m_picture = nullptr;
    PlainLabel* m_title = nullptr;
    PlainLabel* m_sentence = nullptr;
    QSpacerItem* m_above = nullptr;
    FlowLayout* m_row = nullptr;
    std::vector<QPushButton*> m_buttons; ///< one button per suggestion
};

} // namespace dueline
