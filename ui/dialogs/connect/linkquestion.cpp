// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/linkquestion.h"

#include "core/base/text.h"
#include "core/redis/redisurl.h"
#include "ui/dialogs/mnemonics.h"

#include <QLayout>
#include <QPushButton>

namespace dueline {

namespace {

constexpr int mostServers = 8;
constexpr qsizetype longestPlace = 72; ///< maximum number of characters per line

/// Elides the middle of a text. The end stays, because the end of a host name identifies its owner, and an address ends
/// with its port.
QString withoutMiddle(const QString& text)
{
    constexpr qsizetype kept = (longestPlace - 1) / 2;
    return text.size() <= longestPlace ? text : text.left(kept) + QChar(0x2026) + text.right(kept);
}

} // namespace

QStringList LinkQuestion::places(const RedisConfig& target)
{
    QStringList lines;
    for (const Endpoint& host : target.hosts) {
        if (lines.size() == mostServers) {
            lines << tr("and %Ln more server(s)", nullptr, int(target.hosts.size()) - mostServers);
            break;
        }
        lines << tr("Server: %1").arg(withoutMiddle(displayEndpoint(host)));
    }
    if (!target.socketPath.isEmpty())
        lines << tr("Unix socket: %1").arg(withoutMiddle(printable(target.socketPath.toUtf8())));
    if (!target.sshHost.isEmpty())
        lines << tr("Through the SSH host: %1").arg(withoutMiddle(printable(target.sshHost.toUtf8())));
    return lines;
}

LinkQuestion::LinkQuestion(const RedisConfig& target, const QString& savedAs, QWidget* parent)
    : QMessageBox(QMessageBox::NoIcon, tr("Open a link"), {}, QMessageBox::Cancel, parent)
{
    setTextFormat(Qt::PlainText);
    setText(tr("A link is trying to open a connection. Connect?"));
    setInformativeText(places(target).join(u'\n') + u'\n' + u'\n'
        + (savedAs.isEmpty() ? tr("Passwords from this program's environment are not sent to this server.")
                             : tr("This is the saved connection %1; it opens with its saved settings.")
                                   .arg(withoutMiddle(printable(savedAs.toUtf8())))));
    QPushButton* verb = addButton(tr("Connect"), QMessageBox::AcceptRole);
    setDefaultButton(QMessageBox::Cancel);
    connect(verb, &QPushButton::clicked, this, &LinkQuestion::confirmed);
    Mnemonics::assign(*this);
    constexpr int side = 20;
    constexpr int vertical = 16;
    // No left margin, because QMessageBox leaves space for an icon there.
    layout()->setContentsMargins(0, vertical, side, vertical);
}

} // namespace dueline
