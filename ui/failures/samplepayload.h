// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace dueline {

class Theme;

/// Payload of a sample as indented lines: one for each JSON member, in the colors of the inspector's tree. A payload
/// that is not JSON is shown as text.
class SamplePayload : public QPlainTextEdit
{
    Q_OBJECT

public:
    static constexpr qint64 mostBytes = 16 * 1024; ///< longer payloads are shown only up to this size
    static constexpr int mostLines = 200;

    explicit SamplePayload(const Theme& theme, QWidget* parent = nullptr);

    /// Shows the beginning of a payload. `isWhole`: the bytes are all of it.
    void setPayload(const QByteArray& bytes, bool isWhole);

    QSize minimumSizeHint() const override { return {120, 40}; }

private:
    void fill();

    const Theme& m_theme;
    QByteArray m_bytes;
    bool m_isWhole = true;
};

} // namespace dueline
