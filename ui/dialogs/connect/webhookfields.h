// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/webhooksender.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace dueline {

class PlainLabel;
class Theme;

/// A saved connection's webhook: its format, its URL, and a button that sends a test message. The URL is hidden except
/// while it is edited. An empty field leaves the stored URL unchanged.
class WebhookFields : public QWidget
{
    Q_OBJECT

public:
    explicit WebhookFields(const Theme& theme, QWidget* parent = nullptr);

    /// Shows a saved connection's webhook. `profile`: the connection's name; empty for a new connection.
    void edit(Webhooks& hooks, const QString& profile);
    /// Saves the entered webhook for the connection named `profile`, which may be a new name.
    void save(const QString& profile);
    /// Returns whether a webhook is selected.
    bool isChosen() const;
    /// Returns why the webhook can't be saved; empty if it can.
    QString problem() const;

Q_SIGNALS:
    void changed();

private:
    std::optional<WebhookForm> form() const;
    std::optional<Secret> entered() const;
    void follow();
    void say(const QString& sentence);
    void test();

    QPointer<Webhooks> m_hooks;
    QString m_profile;
    QComboBox* m_form;
    PlainLabel* m_urlLabel;
    QLineEdit* m_url;
    QPushButton* m_test;
    PlainLabel* m_note;
    WebhookSender m_sender;
    bool m_isSending = false;
};

} // namespace dueline
