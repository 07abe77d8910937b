// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/statusline.h"

#include "core/base/text.h"
#include "ui/presenters/connection.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>

namespace dueline {

namespace {

constexpr int statusDotSize = 14;
constexpr int versionFrom = 1100; // minimum width in pixels for the version and the clock offset
constexpr qint64 skewWorthAWarning = 1000;

QColor connectionColor(const Theme& theme, ConnectionState::Kind kind)
{
    switch (kind) {
    case ConnectionState::Kind::Online:
        return theme.tokens().ok;
    case ConnectionState::Kind::Offline:
        return theme.tokens().of(TaskState::Leased).text;
    default:
        return theme.tokens().control;
    }
}

QPixmap dotOf(const Theme& theme, ConnectionState::Kind kind, qreal ratio)
{
    const QColor color = connectionColor(theme, kind);
    if (kind == ConnectionState::Kind::Offline)
        return theme.pixmap(QStringLiteral("warning"), color, statusDotSize, ratio);
    QPixmap dot(QSize(statusDotSize, statusDotSize) * ratio);
    dot.setDevicePixelRatio(ratio);
    dot.fill(Qt::transparent);
    QPainter painter(&dot);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.5));
    if (kind == ConnectionState::Kind::Online)
        painter.setBrush(color);
    painter.drawEllipse(QRectF(3, 3, 8, 8));
    return dot;
}

} // namespace

QString roundTripWords(std::chrono::microseconds length)
{
    const double ms = double(length.count()) / 1000;
    if (ms < 9.95)
        return StatusLine::tr("%1 ms", "round trip").arg(QLocale().toString(std::max(ms, 0.1), 'f', 1));
    return Formatting::duration(std::chrono::round<Millis>(length));
}

StatusLine::StatusLine(const Theme& theme, const Formatting& formatting, QWidget* parent)
    : Pane(theme, Ground::Window, Qt::TopEdge, parent)
    , m_formatting(formatting)
    , m_dot(new PlainLabel)
    , m_state(new PlainLabel)
    , m_server(new PlainLabel)
    , m_ping(new PlainLabel)
    , m_version(new PlainLabel)
    , m_clock(new PlainLabel)
    , m_told(new PlainLabel)
    , m_age(new PlainLabel)
{
    setFixedHeight(26);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 1, 16, 0);
    row->setSpacing(0);
    m_told->setEliding(true);
    m_server->setShrinking(Qt::ElideMiddle); // the address and layout can have any length
    row->addWidget(m_dot);
    row->addSpacing(6);
    row->addWidget(m_state);
    for (PlainLabel* label : {m_server, m_ping, m_version, m_clock}) {
        label->setContentsMargins(16, 0, 0, 0);
        row->addWidget(label);
    }
    m_told->setContentsMargins(16, 0, 16, 0);
    row->addWidget(m_told, 1);
    row->addWidget(m_age);
    onLanguageChange(this, [this] {
        setAccessibleName(tr("Status"));
        m_ping->setToolTip(tr("Round-trip time of a small command (median of the last five)."));
        m_clock->setToolTip(tr("The server's clock minus this computer's clock. Due times use the server's clock."));
        // The description reappears, in the new language, when the timeline's cursor moves.
        m_told->setText({});
    });
}

void StatusLine::show(const Connection* connection, TimePoint now)
{
    const Tokens& t = theme().tokens();
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, t.text2);
    for (PlainLabel* label : {m_state, m_server, m_ping, m_version, m_clock, m_told, m_age}) {
        label->setFont(theme().font(-1));
        if (label != m_state)
            label->setPalette(quiet);
    }
    showState(connection);
    if (!connection) {
        for (PlainLabel* label : {m_server, m_ping, m_version, m_clock, m_age})
            label->setText({});
        fit();
        return;
    }
    const Session& session = connection->session();
    QString address = printable(connection->address().toUtf8(), 60);
    if (const LayoutSpec& layout = connection->spec().layout; layout.facts().queue || layout.isSeveral())
        address += QStringLiteral(" · ") + printable(layout.text().toUtf8(), 40);
    m_server->setText(connection->isEncrypted() ? tr("%1  TLS", "address, encrypted").arg(address) : address);
    const auto roundTrip = session.roundTrip();
    m_ping->setText(session.isOnline() && roundTrip ? roundTripWords(*roundTrip) : QString());
    m_version->setText(session.isOnline() && !session.serverVersion().isEmpty()
            ? tr("Redis %1").arg(printable(session.serverVersion(), 20))
            : QString());
    const qint64 offset = session.clockOffset().count();
    QPalette skewed = quiet;
    if (std::abs(offset) > skewWorthAWarning)
        skewed.setColor(QPalette::WindowText, t.of(TaskState::Leased).text);
    m_clock->setPalette(skewed);
    m_clock->setText(session.isOnline()
            ? tr("clock skew %1%2", "sign, duration")
                  .arg(offset < 0 ? QStringLiteral("−") : QStringLiteral("+"), Formatting::duration(Millis(offset)))
            : QString());
    const TimePoint refreshed = connection->refreshedAt();
    // In some languages, the word for "now" can't be used as an adverb in this sentence.
    const bool isNow = std::chrono::abs(now - refreshed) < Millis(500);
    m_age->setText(refreshed == TimePoint{} ? QString()
            : session.isOnline() && isNow   ? tr("refreshed just now")
            : session.isOnline()            ? tr("refreshed %1").arg(Formatting::relative(refreshed, now))
                                            : tr("last data %1").arg(m_formatting.clock(refreshed, Millis(1000))));
    fit();
}

void StatusLine::showState(const Connection* connection)
{
    const ConnectionState state = connection ? connection->session().connection() : ConnectionState{};
    const bool everCame = connection && connection->refreshedAt() != TimePoint{};
    const auto silent = connection ? connection->session().silentSince() : std::nullopt;
    const QString again = tr("Not connected, reconnecting");
    QString words;
    switch (state.kind) {
    case ConnectionState::Kind::Online:
        words = silent ? tr("No response since %1").arg(m_formatting.clock(*silent, Millis(1000))) : tr("Connected");
        break;
    case ConnectionState::Kind::Connecting:
        words = !state.isLost() ? tr("Connecting") : everCame ? tr("Connection lost, reconnecting") : again;
        break;
    case ConnectionState::Kind::Offline: {
        const Millis left = connection->session().nextTryIn();
        const QString wait = Formatting::duration(std::chrono::ceil<std::chrono::seconds>(left));
        if (state.refusal() != LoginRefusal::None) // the window doesn't retry automatically
            words = everCame ? tr("Connection lost, sign-in rejected") : tr("Not connected, sign-in rejected");
        else if (everCame)
            words = left > Millis(0) ? tr("Connection lost, reconnecting in %1").arg(wait)
                                     : tr("Connection lost, reconnecting");
        else
            words = left > Millis(0) ? tr("Not connected, reconnecting in %1").arg(wait) : again;
        break;
    }
    case ConnectionState::Kind::Closed:
        words = connection ? tr("Closed") : tr("Not connected");
        break;
    }
    m_state->setText(words);
    m_dot->setPixmap(
        dotOf(theme(), silent || state.isLost() ? ConnectionState::Kind::Offline : state.kind, devicePixelRatioF()));
}

void StatusLine::fit()
{
    const bool wide = width() >= versionFrom;
    for (PlainLabel* label : {m_server, m_ping})
        label->setVisible(!label->fullText().isEmpty());
    for (PlainLabel* label : {m_version, m_clock})
        label->setVisible(wide && !label->fullText().isEmpty());
    layout()->activate(); // apply the layout now, so that no text is elided until the next event
}

void StatusLine::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    fit();
}

void StatusLine::tell(const QString& words) { m_told->setText(words); }

} // namespace dueline
