// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>
#include <vector>

namespace dueline {

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

private:
    void build();

    const Theme& m_theme;
    QStringList m_words; ///< icon, title, sentence and ways as they were told
    std::vector<Way> m_ways;
};

} // namespace dueline
