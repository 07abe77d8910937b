// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace dueline {

/// A label that never takes its text for HTML: what it shows may come from a payload. Elides instead of widening the
/// window when `eliding`; the whole text is then in the tooltip, escaped.
class PlainLabel : public QLabel
{
    Q_OBJECT

public:
    explicit PlainLabel(const QString& text = {}, QWidget* parent = nullptr);

    static PlainLabel* in(const QColor& color, const QString& text);

    void setText(const QString& text);
    QString fullText() const { return m_text; }
    void setEliding(bool eliding);

protected:
    void resizeEvent(QResizeEvent* event) override;
    QSize minimumSizeHint() const override;

private:
    void fit();

    QString m_text;
    bool m_eliding = false;
};

} // namespace dueline
