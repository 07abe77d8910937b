// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/errors/errortokens.h"

namespace dueline {

/// Text of a failure group: an errorText() where `<**>` stands for a single word that varies.
class ErrorTemplate
{
public:
    explicit ErrorTemplate(QByteArray text);
    ErrorTemplate(const ErrorTemplate&) = delete; // not copyable: m_tokens contains views of m_text
    ErrorTemplate& operator=(const ErrorTemplate&) = delete;
    ErrorTemplate(ErrorTemplate&&) = default;
    ErrorTemplate& operator=(ErrorTemplate&&) = default;

    const QByteArray& text() const { return m_text; }
    int anyWords() const { return m_anyWords; }
    /// Returns whether an error with this errorText() belongs to this group. Also accepts another group's text; returns
    /// true if this group covers all of that group's errors.
    bool covers(QByteArrayView errorText) const;
    /// Returns whether either group covers the other entirely.
    bool isNested(const ErrorTemplate& other) const { return covers(other.m_text) || other.covers(m_text); }
    /// Returns whether an error could belong to both groups.
    bool meets(const ErrorTemplate& other) const;

private:
    QByteArray m_text;
    std::vector<QByteArrayView> m_tokens;
    int m_anyWords = 0;
};

} // namespace dueline
