// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/prometheuspeer.h"

#include "tests/support/httpget.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QUrl>

namespace dueline {

namespace {

/// Returns the path of a program: the installed one, or the copy unpacked by `packaging/test --all`.
QString prometheusProgram(const QString& name)
{
    const QString found = QStandardPaths::findExecutable(name);
    return found.isEmpty() ? QStringLiteral(DUELINE_PROMETHEUS) + u'/' + name : found;
}

} // namespace

QString PrometheusPeer::missing()
{
    for (const QString& name : {QStringLiteral("prometheus"), QStringLiteral("promtool")}) {
        if (!QFileInfo(prometheusProgram(name)).isExecutable())
            return QStringLiteral("this needs %1; packaging/test --all unpacks Debian's package").arg(name);
    }
    return {};
}

PrometheusPeer::Judged PrometheusPeer::promtool(const QStringList& arguments, const QByteArray& input)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(prometheusProgram(QStringLiteral("promtool")), arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(patienceMs))
        qFatal("promtool does not end");
    return {process.exitCode(), process.readAll()};
}

PrometheusPeer::PrometheusPeer(quint16 target, const QString& rules)
    : m_port(RedisServer::freePort())
{
    QFile file(m_folder.filePath(QStringLiteral("prometheus.yml")));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("no configuration");
    file.write(QStringLiteral("global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}\n"
                              "rule_files: ['%1']\n"
                              "scrape_configs: [{job_name: dueline, static_configs: [{targets: ['127.0.0.1:%2']}]}]\n")
                   .arg(rules)
                   .arg(target)
                   .toUtf8());
    file.close();
    process().setProgram(prometheusProgram(QStringLiteral("prometheus")));
    process().setArguments({QStringLiteral("--config.file=") + file.fileName(),
        QStringLiteral("--storage.tsdb.path=") + m_folder.filePath(QStringLiteral("data")),
        QStringLiteral("--web.listen-address=127.0.0.1:%1").arg(m_port)});
    start(QStringLiteral("prometheus"), "Server is ready to receive web requests");
}

QJsonObject PrometheusPeer::get(const QByteArray& path)
{
    const HttpReply reply = httpGet(m_port, path);
    const QJsonObject answer = QJsonDocument::fromJson(reply.body).object();
    if (answer.value(QStringLiteral("status")) != QStringLiteral("success"))
        qFatal("%s: %s", path.constData(), reply.body.constData());
    return answer.value(QStringLiteral("data")).toObject();
}

QJsonArray PrometheusPeer::query(const QString& expression)
{
    return get("/api/v1/query?query=" + QUrl::toPercentEncoding(expression)).value(QStringLiteral("result")).toArray();
}

QStringList PrometheusPeer::firing()
{
    QStringList names;
    for (const QJsonValue& alert : get("/api/v1/alerts").value(QStringLiteral("alerts")).toArray()) {
        if (alert[QStringLiteral("state")] == QStringLiteral("firing"))
            names << alert[QStringLiteral("labels")][QStringLiteral("alertname")].toString();
    }
    return names;
}

} // namespace dueline
