// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QLineEdit;
class QToolButton;

namespace dueline {

class PlainLabel;
class Theme;

/// Payload search bar with buttons for the next and previous match and the number of matches. It searches for the bytes
/// of the typed text. Lowercase letters also match uppercase ASCII letters.
class PayloadFind : public QWidget
{
    Q_OBJECT

public:
    /// Maximum number of matches to count. If there are more, the displayed count says so.
    static constexpr std::size_t places = 100'000;

    explicit PayloadFind(const Theme& theme, QWidget* parent = nullptr);

    /// Sets the bytes to search, and repeats the current search.
    void setBytes(const QByteArray& bytes);
    /// Shows the search bar and focuses it.
    void open();

    /// Returns up to `most` non-overlapping positions of `needle`.
    static std::vector<qsizetype> placesOf(
        const QByteArray& bytes, const QByteArray& needle, std::size_t most = places);

public Q_SLOTS:
    void next();
    void previous();

Q_SIGNALS:
    /// Emitted with a match's byte range; `length` is 0 if there is no match.
    void found(qsizetype offset, qsizetype length);
    void closed();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void look();
    void take(std::vector<qsizetype> found);
    void tell();

    QByteArray m_bytes;
    QLineEdit* m_line;
    PlainLabel* m_count;
    QToolButton* m_previous;
    QToolButton* m_next;
    std::vector<qsizetype> m_places;
    std::size_t m_at = 0;
    int m_looks = 0; ///< sequence number of the last search; results of earlier searches are ignored
};

} // namespace dueline
