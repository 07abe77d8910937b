// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;

namespace dueline {

class PlainLabel;
class Theme;

/// Notice in the head of a server that does not respond: since when, and a button that reconnects.
class LostLine : public QWidget
{
    Q_OBJECT

public:
    LostLine(const Theme& theme, QWidget* parent);

    void tell(const QString& server, const QString& sentence);

Q_SIGNALS:
    void reconnectRequested();

private:
    void applyTheme();

    const Theme& m_theme;
    PlainLabel* m_sign;
    PlainLabel* m_text;
    QPushButton* m_reconnect;
};

} // namespace dueline
