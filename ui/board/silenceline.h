// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/silence.h"

#include <QWidget>

class QPushButton;

namespace dueline {

class Formatting;
class PlainLabel;
class Theme;

/// Second line of a silent queue in the overview: a sentence about the silence, hints about the workers, and buttons.
/// In a narrow row, the hints take precedence over information that is also shown elsewhere.
class SilenceLine : public QWidget
{
    Q_OBJECT

public:
    static constexpr int lineHeight = 30;

    explicit SilenceLine(const Theme& theme, QWidget* parent);

    void tell(const QString& queue, const Stillness& silence, const Formatting& formatting);

Q_SIGNALS:
    void workersRequested();
    void changesRequested();
    void muteRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    const Theme& m_theme;
    QString m_sentence;
    QString m_brief; ///< shorter sentence for narrow rows
    PlainLabel* m_text;
    PlainLabel* m_hints;
    QPushButton* m_workers;
    QPushButton* m_changes;
    QPushButton* m_mute;
};

} // namespace dueline
