// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace dueline {

class Theme;

/// An error with its own lines, as plain text: as high as it needs up to a few lines, and scrolled beyond. What nobody
/// would see in it is escaped.
class ErrorText : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit ErrorText(const Theme& theme, QWidget* parent = nullptr);

    void setError(const QByteArray& error);
    /// Whether one line beside others says less than all of it.
    static bool isNeededFor(const QByteArray& error);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    int heightNeeded() const;

    const Theme& m_theme;
    QByteArray m_error;
};

} // namespace dueline
