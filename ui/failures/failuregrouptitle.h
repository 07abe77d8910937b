// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace dueline {

class PlainLabel;
class Theme;

/// Title of a failure group's page: the error, the number of tasks, and the times of the failures.
class FailureGroupTitle : public QWidget
{
    Q_OBJECT

public:
    explicit FailureGroupTitle(const Theme& theme);

    /// Sets the error, including placeholders, and the line below it: the number of tasks, then `times`.
    void setWords(const QByteArray& name, qint64 tasks, const QString& times);

    /// Returns a group's name (FailureGroup::name) as text, with `…` for each placeholder.
    static QString nameOf(const QByteArray& name);

private:
    void applyTheme();

    const Theme& m_theme;
    PlainLabel* m_tile;
    PlainLabel* m_name;
    PlainLabel* m_tasks;
    PlainLabel* m_times;
};

} // namespace dueline
