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

/// What stands where there is nothing to show: what is so, what hides it, and the way back.
class EmptyState : public QWidget
{
    Q_OBJECT

public:
    struct Way
    {
        QString text;
        std::function<void()> act;
        bool primary = false;
    };

    explicit EmptyState(const Theme& theme, QWidget* parent = nullptr);
    /// Plain text throughout; `icon` may be empty.
    void tell(const QString& icon, const QString& title, const QString& sentence, std::vector<Way> ways = {});
    /// To the first of the ways, where there is one.
    void focusWay();

    /// Title and sentence of a panel without a server, the same in all: whether one was chosen, and just does not
    /// answer.
    static std::pair<QString, QString> notConnected(bool chosen);

    /// Title and ways; where there is no height for them, picture and sentence are left out whole.
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void applyTheme();
    void fit();

    const Theme& m_theme;
    QStringList m_words; ///< icon, title, sentence and ways as they were told
    std::vector<Way> m_ways;
    PlainLabel* m_picture = nullptr;
    PlainLabel* m_title = nullptr;
    PlainLabel* m_sentence = nullptr;
    QSpacerItem* m_above = nullptr;
    FlowLayout* m_row = nullptr;
    std::vector<QPushButton*> m_buttons; ///< one for each way
};

} // namespace dueline
