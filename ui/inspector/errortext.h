// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace dueline {

class Theme;

/// Error message with its own line breaks, as plain text. The widget grows up to a limited number of lines, and then
/// scrolls. Invisible characters are escaped.
class ErrorText : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit ErrorText(const Theme& theme, QWidget* parent = nullptr);

    void setError(const QByteArray& error);
    /// Returns whether the error needs more than a single line.
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
