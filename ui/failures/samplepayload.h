// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace dueline {

class Theme;

/// Payload of a sample task as indented lines, one per JSON member, in the colors of the inspector's tree. A payload
/// that isn't JSON is shown as text.
class SamplePayload : public QPlainTextEdit
{
    Q_OBJECT

public:
    static constexpr qint64 mostBytes = 16 * 1024; ///< size limit in bytes; longer payloads are cut off
    static constexpr int mostLines = 200;

    explicit SamplePayload(const Theme& theme, QWidget* parent = nullptr);

    /// Shows the beginning of a payload. `isWhole`: true if `bytes` is the complete payload.
    void setPayload(const QByteArray& bytes, bool isWhole);

    QSize minimumSizeHint() const override { return {120, 40}; }

private:
    void fill();

    const Theme& m_theme;
    QByteArray m_bytes;
    bool m_isWhole = true;
};

} // namespace dueline
