# SPDX-License-Identifier: GPL-3.0-or-later
# Sidekiq for the tests, used as in production. SOCKET in the environment is the server's socket; PEER_URL replaces it.
#   ruby sidekiq.rb add JSON...      pushes jobs {"class":…,"args":[…],"queue":…,"retry":…,"in":SECONDS} and prints their jids
#   ruby sidekiq.rb places JID       prints where the framework itself finds the job: `schedule`, `retry`, `dead`, `queue:NAME`
#   ruby sidekiq.rb retrydead        retries every dead job like Sidekiq's web page; prints the number of jobs and the ms
#   sidekiq -r sidekiq.rb -c N -q Q  runs jobs until COUNT (environment) have ended, or forever; prints `ready`, then `ran JID`
# OkJob succeeds, FailJob fails, HangJob never ends; MarkJob counts its runs in the hash `marks`, and stores its arguments in
#   `arrived`.
#   ruby sidekiq.rb cron JSON...      saves recurring jobs of sidekiq-cron (ruby-sidekiq-cron): {"name":…,"cron":…,"class":…,"args":[…]}
#   ruby sidekiq.rb crons             prints the list of sidekiq-cron: `NAME STATUS` per line
# CRON in the environment makes a process create the jobs of sidekiq-cron every second.
# RELIABLE in the environment makes a process fetch jobs with GitLab's reliable fetch (ruby-gitlab-sidekiq-fetcher).
require 'json'
require 'sidekiq'
require 'sidekiq/api'
require 'sidekiq-cron' if ENV['CRON'] || ARGV.first.to_s.start_with?('cron')

require 'sidekiq-reliable-fetch' if ENV['RELIABLE']

$stdout.sync = true
Redis.silence_deprecations = true if defined?(Redis) && Redis.respond_to?(:silence_deprecations=)
connection = {url: ENV['PEER_URL'] || "unix://#{ENV.fetch('SOCKET')}"}

# Prints the ended jobs, and ends the process after COUNT of them.
class Ended
  LEFT = Queue.new
  COUNT = ENV['COUNT'].to_i

  def call(_worker, job, _queue)
    yield
  ensure
    puts "ran #{job['jid']}"
    LEFT << 1
    Process.kill('TERM', Process.pid) if COUNT.positive? && LEFT.size == COUNT
  end
end

Sidekiq.configure_client { |config| config.redis = connection }
Sidekiq.configure_server do |config|
  config.redis = connection
  config.server_middleware { |chain| chain.add Ended }
  config.on(:startup) { puts 'ready' }
  Sidekiq::ReliableFetch.setup_reliable_fetch!(config) if ENV['RELIABLE']
  config.options[:poll_interval_average] = 1 if config.respond_to?(:options)
  Sidekiq::Options[:cron_poll_interval] = 1 if ENV['CRON']
end

class OkJob
  include Sidekiq::Worker
  def perform(*) = nil
end

class FailJob
  include Sidekiq::Worker
  sidekiq_options backtrace: 3
  def perform(*args) = raise(ArgumentError, "boom für #{args.first}")
end

class MarkJob
  include Sidekiq::Worker
  def perform(*args)
    Sidekiq.redis do |redis|
      redis.hincrby('marks', jid, 1)
      redis.hset('arrived', jid, args.inspect)
    end
  end
end

class HangJob
  include Sidekiq::Worker
  def perform(*) = sleep
end

if $PROGRAM_NAME == __FILE__
  Sidekiq.logger.level = Logger::WARN # versions 7 and 8 write to stdout when they connect
  command, *rest = ARGV
  case command
  when 'add'
    rest.each do |text|
      job = JSON.parse(text)
      seconds = job.delete('in')
      job['at'] = Time.now.to_f + seconds if seconds
      puts Sidekiq::Client.push({'args' => []}.merge(job).merge('class' => Object.const_get(job['class'])))
    end
  when 'places'
    [Sidekiq::ScheduledSet.new, Sidekiq::RetrySet.new, Sidekiq::DeadSet.new].each { |set| puts set.name if set.find_job(rest[0]) }
    Sidekiq::Queue.all.each { |queue| puts "queue:#{queue.name}" if queue.find_job(rest[0]) }
  when 'retrydead'
    dead = Sidekiq::DeadSet.new
    count = dead.size
    begun = Process.clock_gettime(Process::CLOCK_MONOTONIC, :float_millisecond)
    dead.retry_all
    ended = Process.clock_gettime(Process::CLOCK_MONOTONIC, :float_millisecond)
    puts "#{count} by its own call, one by one #{(ended - begun).round(1)}"
  when 'cron'
    rest.each { |text| Sidekiq::Cron::Job.create(JSON.parse(text)) or abort "not saved: #{text}" }
  when 'crons'
    Sidekiq::Cron::Job.all.sort_by(&:name).each { |job| puts "#{job.name} #{job.status}" }
  else
    abort "unknown command #{command}"
  end
end
