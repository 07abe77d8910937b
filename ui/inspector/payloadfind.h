// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QLineEdit;
class QToolButton;

namespace dueline {

class PlainLabel;
class Theme;

/// A line to find text in a payload: next, previous, and how often it occurs. It looks for the bytes of what is typed;
/// in lower case it finds either case of ASCII letters.
class PayloadFind : public QWidget
{
    Q_OBJECT

public:
    /// So many places are stepped through; of more it is said that there are more.
    static constexpr std::size_t places = 100'000;

    explicit PayloadFind(const Theme& theme, QWidget* parent = nullptr);

    /// What is looked through; keeps looking for the same.
    void setBytes(const QByteArray& bytes);
    /// Shows itself, ready to be typed into.
    void open();

    /// All places of `needle` that do not overlap, at most `most`.
    static std::vector<qsizetype> placesOf(
        const QByteArray& bytes, const QByteArray& needle, std::size_t most = places);

public Q_SLOTS:
    void next();
    void previous();

Q_SIGNALS:
    /// Of these bytes; length 0: nothing is found.
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
    int m_looks = 0; ///< what an earlier look found is not wanted any more
};

} // namespace dueline
