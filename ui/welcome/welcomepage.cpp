// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/welcome/welcomepage.h"

#include "core/redis/redisurl.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr int blockWidth = 560;
constexpr int choiceHeight = 68;

/// Large button with an icon, a title, a description and a shortcut.
class Choice : public QPushButton
{
public:
    Choice(const Theme& theme, const QString& icon)
        : m_theme(theme)
        , m_icon(icon)
    {
        setFixedHeight(choiceHeight);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        setProperty("variant", QStringLiteral("choice"));
        setAttribute(Qt::WA_Hover);
    }

    void tell(const QString& title, const QString& detail, const QString& key)
    {
        m_title = title;
        m_detail = detail;
        m_key = key;
        setAccessibleName(title);
        setAccessibleDescription(detail);
        update();
    }

    QSize sizeHint() const override { return {blockWidth, choiceHeight}; }
    QSize minimumSizeHint() const override { return {200, choiceHeight}; }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
            return click();
        QPushButton::keyPressEvent(event);
    }
    void paintEvent(QPaintEvent*) override
    {
        const Tokens& t = m_theme.tokens();
        QPainter p(this);
        p.setRenderHint(QPainter::Antialiasing);
        const bool focus = hasFocus();
        const qreal half = focus ? 1 : 0.5;
        p.setPen(QPen(focus ? t.accent : t.lineStrong, focus ? 2 : 1));
        p.setBrush(isDown() ? t.tint : underMouse() ? t.sunken : t.surface);
        p.drawRoundedRect(QRectF(rect()).adjusted(half, half, -half, -half), 6, 6);
        p.drawPixmap(
            20, (height() - 20) / 2, m_theme.pixmap(m_icon, focus ? t.accent : t.text2, 20, devicePixelRatioF()));
        p.setFont(m_theme.font(-1));
        p.setPen(t.text3);
        const int keyWidth = p.fontMetrics().horizontalAdvance(m_key);
        p.drawText(QRect(width() - 16 - keyWidth, 0, keyWidth, height()), Qt::AlignVCenter | Qt::AlignRight, m_key);
        const QRect words(60, 0, width() - 92 - keyWidth, height());
        const auto line = [&p, &words](const QString& text, int top, int lineHeight) {
            p.drawText(QRect(words.left(), top, words.width(), lineHeight), Qt::AlignVCenter | Qt::AlignLeft,
                p.fontMetrics().elidedText(text, Qt::ElideRight, words.width()));
        };
        p.setPen(t.text2);
        line(m_detail, height() / 2, 22);
        p.setFont(m_theme.font(0, QFont::DemiBold));
        p.setPen(t.text);
        line(m_title, height() / 2 - 22, 22);
    }

private:
    const Theme& m_theme;
    QString m_icon;
    QString m_title;
    QString m_detail;
    QString m_key;
};

/// Returns the pixmap without its empty left margin, which aligns the picture with the text.
QPixmap flush(const QPixmap& picture)
{
    const QImage pixels = picture.toImage().convertToFormat(QImage::Format_ARGB32);
    for (int x = 0; x < pixels.width(); ++x) {
        for (int y = 0; y < pixels.height(); ++y) {
            if (qAlpha(pixels.pixel(x, y)) > 127) {
                QPixmap cut = picture.copy(x, 0, picture.width() - x, picture.height());
                cut.setDevicePixelRatio(picture.devicePixelRatio());
                return cut;
            }
        }
    }
    return picture;
}

} // namespace

WelcomePage::WelcomePage(const Theme& theme, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_picture(new PlainLabel)
    , m_title(new PlainLabel)
    , m_sentence(new PlainLabel)
    , m_sandbox(new Choice(theme, QStringLiteral("sandbox")))
    , m_dialog(new Choice(theme, QStringLiteral("connect")))
    , m_url(new QLineEdit)
    , m_connect(new QPushButton)
    , m_note(new PlainLabel)
{
    auto* block = new QWidget;
    block->setMaximumWidth(blockWidth);
    auto* column = new QVBoxLayout(block);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    m_sentence->setWordWrap(true);
    m_note->setWordWrap(true);
    column->addWidget(m_picture);
    column->addSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_sentence);
    column->addSpacing(12);
    column->addWidget(m_sandbox);
    column->addWidget(m_dialog);
    auto* paste = new QHBoxLayout;
    paste->setSpacing(8);
    m_url->addAction(theme.icon(QStringLiteral("paste")), QLineEdit::LeadingPosition);
    paste->addWidget(m_url, 1);
    paste->addWidget(m_connect);
    column->addLayout(paste);
    column->addWidget(m_note);

    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(block, 100);
    row->addStretch(1);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(24, 24, 24, 24);
    outer->addStretch(4);
    outer->addLayout(row);
    outer->addStretch(5);

    connect(m_sandbox, &QPushButton::clicked, this, &WelcomePage::sandboxRequested);
    connect(m_dialog, &QPushButton::clicked, this, &WelcomePage::dialogRequested);
    connect(m_url, &QLineEdit::textChanged, this, &WelcomePage::validate);
    const auto open = [this] {
        if (m_connect->isEnabled())
            Q_EMIT connectRequested(m_url->text().trimmed());
    };
    connect(m_url, &QLineEdit::returnPressed, this, open);
    connect(m_connect, &QPushButton::clicked, this, open);
    connect(&theme, &Theme::changed, this, &WelcomePage::colour);
    setFocusProxy(m_sandbox); // Enter activates the first button
    onLanguageChange(this, [this] { reword(); });
    colour();
}

void WelcomePage::reword()
{
    m_title->setText(tr("See every delayed task on one timeline"));
    m_sentence->setText(tr("Start with demo queues in a private Redis, or connect to your own. Production "
                           "connections open read-only."));
    static_cast<Choice*>(m_sandbox)->tell(tr("Open the demo sandbox"),
        tr("A private Redis with demo queues and a running worker"), tr("Return", "the key"));
    static_cast<Choice*>(m_dialog)->tell(tr("Connect to Redis"),
        tr("Enter the server's address, username and password"),
        QKeySequence(QStringLiteral("Ctrl+N")).toString(QKeySequence::NativeText));
    m_url->setPlaceholderText(tr("Paste a URL, e.g. %1").arg(QStringLiteral("rediss://user@host:6380/2")));
    m_url->setAccessibleName(tr("Redis URL"));
    m_connect->setText(tr("Connect"));
    validate();
}

void WelcomePage::validate()
{
    const QString text = m_url->text().trimmed();
    const auto parsed = parseRedisUrl(text);
    m_connect->setEnabled(parsed.ok());
    // Hide a password in the URL from onlookers.
    m_url->setEchoMode(parsed && !parsed->password.isEmpty() ? QLineEdit::Password : QLineEdit::Normal);
    m_note->setText(parsed || text.isEmpty()
            ? tr("A password in the URL is used for this connection and not shown again.")
            : Formatting::whole(parsed.error().message));
}

void WelcomePage::colour()
{
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme().tokens().text2);
    m_sentence->setPalette(quiet);
    m_note->setPalette(quiet);
    m_title->setFont(theme().font(9, QFont::DemiBold));
    m_note->setFont(theme().font(-1));
    m_picture->setPixmap(
        flush(theme().pixmap(QStringLiteral("dueline"), theme().tokens().accent, 56, devicePixelRatioF())));
}

} // namespace dueline
