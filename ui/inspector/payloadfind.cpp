// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/payloadfind.h"

#include "ui/inspector/windowsthread.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/searchline.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPointer>
#include <QThreadPool>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr std::chrono::milliseconds afterTypingInFind{200};
// Payloads up to this size in bytes are searched on the GUI thread, which takes about a millisecond. Larger ones are
// searched on another thread.
constexpr qsizetype lookedThroughAtOnce = 1024 * 1024;

char folded(char c) { return c >= 'A' && c <= 'Z' ? char(c + ('a' - 'A')) : c; }

/// Finds up to `most` positions of `needle` with the Boyer–Moore–Horspool algorithm. `folding` maps bytes before they
/// are compared.
std::vector<qsizetype> placesBy(
    QByteArrayView bytes, QByteArrayView needle, std::size_t most, const std::array<uchar, 256>& folding)
{
    const qsizetype length = needle.size();
    std::array<qsizetype, 256> skips;
    skips.fill(length);
    for (qsizetype i = 0; i + 1 < length; ++i)
        skips[folding[uchar(needle[i])]] = length - 1 - i;
    const uchar last = folding[uchar(needle[length - 1])];
    std::vector<qsizetype> places;
    for (qsizetype end = length - 1; end < bytes.size() && places.size() < most;) {
        const uchar byte = folding[uchar(bytes[end])];
        const qsizetype begin = end - length + 1;
        if (byte == last && std::equal(needle.begin(), needle.end(), bytes.begin() + begin, [&](char a, char b) {
                return folding[uchar(a)] == folding[uchar(b)];
            })) {
            places.push_back(begin);
            end += length;
        } else {
            end += skips[byte];
        }
    }
    return places;
}

} // namespace

PayloadFind::PayloadFind(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_line(new SearchLine(theme))
    , m_count(new PlainLabel)
    , m_previous(new QToolButton)
    , m_next(new QToolButton)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(m_line, 1);
    row->addWidget(m_count);
    auto* close = new QToolButton;
    for (const auto& [button, icon] :
        {std::pair{m_previous, "chevron-up"}, std::pair{m_next, "chevron-down"}, std::pair{close, "close"}}) {
        button->setIcon(theme.icon(QString::fromLatin1(icon)));
        button->setIconSize({16, 16});
        row->addWidget(button);
    }
    auto* timer = new QTimer(this);
    timer->setSingleShot(true);
    timer->setInterval(afterTypingInFind);
    connect(timer, &QTimer::timeout, this, &PayloadFind::look);
    connect(m_line, &QLineEdit::textChanged, timer, qOverload<>(&QTimer::start));
    // Discard the results for the previous text.
    connect(m_line, &QLineEdit::textChanged, this, [this] {
        ++m_looks;
        m_count->setText({});
        m_next->setEnabled(false);
        m_previous->setEnabled(false);
    });
    connect(m_next, &QToolButton::clicked, this, &PayloadFind::next);
    connect(m_previous, &QToolButton::clicked, this, &PayloadFind::previous);
    connect(close, &QToolButton::clicked, this, &PayloadFind::closed);
    onLanguageChange(this, [this, close] {
        m_line->setPlaceholderText(tr("Find in the payload"));
        m_line->setAccessibleName(tr("Find in the payload"));
        for (const auto& [button, words] : {std::pair{m_previous, tr("Previous match (Shift+Return)")},
                 std::pair{m_next, tr("Next match (Return)")}, std::pair{close, tr("Close the search")}}) {
            button->setToolTip(words);
            button->setAccessibleName(words);
        }
        tell();
    });
    hide();
}

std::vector<qsizetype> PayloadFind::placesOf(const QByteArray& bytes, const QByteArray& needle, std::size_t most)
{
    if (needle.isEmpty())
        return {};
    const bool exact = std::any_of(needle.begin(), needle.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    std::array<uchar, 256> folding;
    for (int i = 0; i < 256; ++i)
        folding[std::size_t(i)] = exact ? uchar(i) : uchar(folded(char(i)));
    return placesBy(bytes, needle, most, folding);
}

void PayloadFind::setBytes(const QByteArray& bytes)
{
    m_bytes = bytes;
    m_places.clear();
    ++m_looks;
    if (isVisible())
        look();
}

void PayloadFind::open()
{
    show();
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
    look();
}

void PayloadFind::look()
{
    const int look = ++m_looks;
    const QByteArray needle = m_line->text().toUtf8();
    if (m_bytes.size() <= lookedThroughAtOnce)
        return take(placesOf(m_bytes, needle));
    QThreadPool::globalInstance()->start([bytes = m_bytes, needle, look, self = QPointer(this)] {
        onWindowsThread([found = placesOf(bytes, needle), look, self] {
            if (self && look == self->m_looks)
                self->take(found);
        });
    });
}

void PayloadFind::take(std::vector<qsizetype> found)
{
    const qsizetype before = m_at < m_places.size() ? m_places[m_at] : 0;
    m_places = std::move(found);
    // Continue at the current position, so that typing more letters extends the current match.
    const auto from = std::lower_bound(m_places.begin(), m_places.end(), before);
    m_at = from == m_places.end() ? 0 : std::size_t(from - m_places.begin());
    tell();
}

void PayloadFind::next()
{
    if (!m_places.empty())
        m_at = (m_at + 1) % m_places.size();
    tell();
}

void PayloadFind::previous()
{
    if (!m_places.empty())
        m_at = (m_at + m_places.size() - 1) % m_places.size();
    tell();
}

void PayloadFind::tell()
{
    const bool any = !m_places.empty();
    m_next->setEnabled(any);
    m_previous->setEnabled(any);
    const QString all = Formatting::count(qint64(m_places.size()));
    m_count->setText(m_line->text().isEmpty() ? QString()
            : !any                            ? tr("Not found")
            : m_places.size() == places       ? tr("%1 of more than %2").arg(Formatting::count(qint64(m_at) + 1), all)
                                              : tr("%1 of %2").arg(Formatting::count(qint64(m_at) + 1), all));
    Q_EMIT found(any ? m_places[m_at] : 0, any ? m_line->text().toUtf8().size() : 0);
}

void PayloadFind::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        return Q_EMIT closed();
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter && event->key() != Qt::Key_F3)
        return QWidget::keyPressEvent(event);
    if (!m_next->isEnabled())
        return; // the search hasn't started or hasn't found anything
    if (event->modifiers() & Qt::ShiftModifier)
        previous();
    else
        next();
}

} // namespace dueline
