// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/payload/protoschema.h"

#include "core/base/plainfile.h"
#include "core/payload/prototext.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <mutex>

#include <google/protobuf/compiler/importer.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/descriptor_database.h>

namespace dueline {

namespace {

namespace pb = google::protobuf;

/// Error collector that keeps the first error as a sentence.
class FirstProblem : public pb::compiler::MultiFileErrorCollector, public pb::DescriptorPool::ErrorCollector
{
public:
    void AddError(const std::string& file, int line, int, const std::string& message) override
    {
        keep(line < 0 ? QStringLiteral("%1: %2").arg(QString::fromStdString(file), QString::fromStdString(message))
                      : QStringLiteral("%1, line %2: %3")
                            .arg(QString::fromStdString(file))
                            .arg(line + 1)
                            .arg(QString::fromStdString(message)));
    }
    void AddWarning(const std::string&, int, int, const std::string&) override { }
    void AddError(const std::string& file, const std::string& element, const pb::Message*, ErrorLocation,
        const std::string& message) override
    {
        keep(QStringLiteral("%1: %2: %3")
                 .arg(QString::fromStdString(file), QString::fromStdString(element), QString::fromStdString(message)));
    }
    void AddWarning(
        const std::string&, const std::string&, const pb::Message*, ErrorLocation, const std::string&) override
    { }
    const QString& text() const { return m_text; }

private:
    void keep(const QString& text)
    {
        if (m_text.isEmpty())
            m_text = text;
    }
    QString m_text;
};

class LoadedSchema : public ProtoSchema
{
public:
    QStringList messages() const override
    {
        QStringList names;
        for (const pb::FileDescriptor* file : m_files) {
            for (int i = 0; i < file->message_type_count(); ++i)
                addNames(*file->message_type(i), names);
        }
        names.sort();
        return names;
    }
    bool has(const QString& message) const override { return find(message); }
    std::optional<QByteArray> read(const QString& message, QByteArrayView bytes, qsizetype most) const override
    {
        const pb::Descriptor* type = find(message);
        return type ? protoText(*type, bytes, most) : std::nullopt;
    }

    Result<> loadSource(const QString& path)
    {
        const QFileInfo info(path);
        m_sources.MapPath("", QFile::encodeName(info.absolutePath()).toStdString());
        m_known = std::make_unique<pb::DescriptorPoolDatabase>(*pb::DescriptorPool::generated_pool());
        auto sources = std::make_unique<pb::compiler::SourceTreeDescriptorDatabase>(&m_sources, m_known.get());
        sources->RecordErrorsTo(&m_problem);
        m_database = std::move(sources);
        m_pool = std::make_unique<pb::DescriptorPool>(m_database.get(), &m_problem);
        m_pool->EnforceWeakDependencies(true);
        return add(QFile::encodeName(info.fileName()).toStdString());
    }

    Result<> loadSet(const QByteArray& bytes)
    {
        pb::FileDescriptorSet set;
        if (!set.ParseFromArray(bytes.constData(), int(bytes.size())) || set.file_size() == 0)
            return Error{ErrorCode::Usage,
                QStringLiteral("it is not a protoc descriptor set, and its name does not end in .proto")};
        auto database = std::make_unique<pb::SimpleDescriptorDatabase>();
        for (const pb::FileDescriptorProto& file : set.file())
            database->Add(file);
        m_database = std::move(database);
        m_pool = std::make_unique<pb::DescriptorPool>(m_database.get(), &m_problem);
        for (const pb::FileDescriptorProto& file : set.file()) {
            if (const auto added = add(file.name()); !added)
                return added;
        }
        return {};
    }

private:
    static void addNames(const pb::Descriptor& message, QStringList& names)
    {
        if (message.options().map_entry())
            return;
        names += QString::fromStdString(message.full_name());
        for (int i = 0; i < message.nested_type_count(); ++i)
            addNames(*message.nested_type(i), names);
    }

    const pb::Descriptor* find(const QString& message) const
    {
        const pb::Descriptor* found = m_pool->FindMessageTypeByName(message.toStdString());
        return found;
    }

    Result<> add(const std::string& name)
    {
        const pb::FileDescriptor* file = m_pool->FindFileByName(name);
        if (!file) {
            return Error{ErrorCode::Usage,
                m_problem.text().isEmpty() ? QStringLiteral("it cannot be read") : m_problem.text().trimmed()};
        }
        m_files.push_back(file);
        return {};
    }

    FirstProblem m_problem;
    pb::compiler::DiskSourceTree m_sources;
    std::unique_ptr<pb::DescriptorDatabase> m_known;
    std::unique_ptr<pb::DescriptorDatabase> m_database;
    std::unique_ptr<pb::DescriptorPool> m_pool;
    std::vector<const pb::FileDescriptor*> m_files;
};

} // namespace

Result<std::shared_ptr<const ProtoSchema>> ProtoSchema::load(const QString& path)
{
    static std::once_flag silenced;
    std::call_once(silenced, [] { pb::SetLogHandler(nullptr); });
    const auto cannot = [&path](ErrorCode code, const QString& why) {
        return Error{code, QStringLiteral("The schema \"%1\" cannot be used: %2.").arg(path, why)};
    };
    if (const QString why = notPlain(path, Links::Followed); !why.isEmpty())
        return cannot(ErrorCode::NotFound, why);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return cannot(ErrorCode::NotFound, file.errorString());
    const QByteArray bytes = file.read(mostFile + 1);
    if (bytes.size() > mostFile)
        return cannot(ErrorCode::Usage, QStringLiteral("it is larger than 16 MiB"));
    auto schema = std::make_shared<LoadedSchema>();
    const auto loaded = path.endsWith(QStringLiteral(".proto")) ? schema->loadSource(path) : schema->loadSet(bytes);
    if (!loaded)
        return cannot(loaded.error().code, loaded.error().message);
    return std::shared_ptr<const ProtoSchema>(std::move(schema));
}

} // namespace dueline
