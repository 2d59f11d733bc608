//! Leases on disk: the processes that share a store, and the shards that each of them holds.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::service::Service;
use crate::service::api::discord_limits::LimitReport;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GuildId, ProcessId, Shard, Timestamp};
use crate::service::api::kept_session::KeptSession;
use crate::service::repository::mapping::downtime::{away_record, away_shard};
use crate::store::records::{LeaseRecord, LimitsRecord, SessionRecord};
use crate::store::{Batch, Expected, Key, KeyReader, Keys, Revision, Table, Versioned};

/// Kinds of entries, at the beginning of their keys.
const TOTAL: u8 = 0;
const PROCESS: u8 = 1;
const SHARD: u8 = 2;
const START: u8 = 3;
const SESSION: u8 = 4;

/// Number of shards that the processes share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TotalShards {
    pub(crate) shards: u32,
    /// Time when people could last reach all of them.
    pub(crate) seen: Timestamp,
}

/// Process that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Process {
    /// Time when people could last reach its shards.
    pub(crate) at: Timestamp,
    /// Shards that people could not reach at that time, with the start of each outage.
    pub(crate) away: Vec<(Shard, Timestamp)>,
    /// Name under which the store knows whether it is connected, if it does.
    pub(crate) session: Option<String>,
    /// Refusals of its requests.
    pub(crate) limits: LimitReport,
}

/// Lease of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lease {
    /// Process that holds the shard; `None` if it is free.
    pub(crate) owner: Option<ProcessId>,
    /// Time when people could last reach the shard before the lease was written.
    pub(crate) seen: Timestamp,
}

/// All leases at one moment.
#[derive(Debug, Default)]
pub(crate) struct Leases {
    pub(crate) total: Option<Versioned<TotalShards>>,
    pub(crate) processes: BTreeMap<ProcessId, Versioned<Process>>,
    pub(crate) shards: BTreeMap<Shard, Versioned<Lease>>,
}

impl Leases {
    /// Returns the shards that a process holds.
    pub(crate) fn of(&self, process: ProcessId) -> impl Iterator<Item = (Shard, Versioned<Lease>)> {
        let shards = self.shards.iter().map(|(shard, held)| (*shard, *held));
        shards.filter(move |(_, held)| held.record.owner == Some(process))
    }

    /// Returns the process that holds a shard, if it has a sign of life: one that ended before it
    /// knew that it had taken the shard no longer holds it.
    pub(crate) fn owner(&self, shard: Shard) -> Option<ProcessId> {
        let owner = self.shards.get(&shard)?.record.owner;
        owner.filter(|owner| self.processes.contains_key(owner))
    }
}

impl Service {
    /// Returns all leases; there are as many as processes and shards.
    pub(crate) fn leases(&self) -> Result<Leases, Fault> {
        let mut leases = Leases::default();
        let keys = Keys::all().before(Key::new().u8(START));
        for (key, held) in self.archive.scan::<LeaseRecord>(&keys)? {
            let revision = held.revision;
            match (Subject::read(&key), held.record) {
                (Some(Subject::Total), LeaseRecord::Total { shards, seen }) => {
                    let seen = Timestamp(seen);
                    let record = TotalShards { shards, seen };
                    leases.total = Some(Versioned { record, revision });
                }
                (
                    Some(Subject::Process(id)),
                    LeaseRecord::Process {
                        at,
                        away,
                        session,
                        limits,
                    },
                ) => {
                    let away = away.iter().map(away_shard);
                    let record = Process {
                        at: Timestamp(at),
                        away: away.collect(),
                        session,
                        limits: limits.map(limits_of).unwrap_or_default(),
                    };
                    leases.processes.insert(id, Versioned { record, revision });
                }
                (Some(Subject::Shard(shard)), LeaseRecord::Shard { owner, seen }) => {
                    let (owner, seen) = (owner.map(ProcessId), Timestamp(seen));
                    let record = Lease { owner, seen };
                    leases.shards.insert(shard, Versioned { record, revision });
                }
                (_, record) => tracing::warn!(?record, "a lease under the key of another one"),
            }
        }
        Ok(leases)
    }

    /// Forgets the leases of processes that shared the store before one had it to itself: if it is
    /// shared again, people could reach all shards until then.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn forget_leases(&self) -> Result<(), Fault> {
        self.write(|batch| {
            let keys = Keys::all().before(Key::new().u8(START));
            for (key, _) in self.archive.store().scan(Table::Leases, &keys)? {
                batch.delete(Table::Leases, key, Expected::Any);
            }
            Ok(())
        })
    }

    /// Returns the revision of a process's sign of life, if it is there.
    pub(crate) fn renewed(&self, id: ProcessId) -> Result<Option<Revision>, Fault> {
        let key = Subject::Process(id).key();
        let held = self.archive.store().get(Table::Leases, &key)?;
        Ok(held.map(|held| held.revision))
    }

    /// Returns the time from which the next session of a bucket may begin.
    pub(crate) fn next_start(&self, bucket: u32) -> Result<Option<Versioned<Timestamp>>, Fault> {
        let key = Subject::Start(bucket).key();
        let Some(held) = self.archive.find::<LeaseRecord>(&key)? else {
            return Ok(None);
        };
        let LeaseRecord::Start { next } = held.record else {
            return Ok(None);
        };
        Ok(Some(Versioned {
            record: Timestamp(next),
            revision: held.revision,
        }))
    }

    /// Returns the shards whose sessions were kept.
    pub(crate) fn shards_with_sessions(&self) -> Result<BTreeSet<Shard>, Fault> {
        let keys = Keys::prefix(&Key::new().u8(SESSION));
        let kept = self.archive.scan::<LeaseRecord>(&keys)?.into_iter();
        let subjects = kept.filter_map(|(key, _)| Subject::read(&key));
        let shards = subjects.filter_map(|subject| match subject {
            Subject::Session(shard) => Some(shard),
            _ => None,
        });
        Ok(shards.collect())
    }

    /// Returns the kept session of a shard, and the time when it was kept.
    pub(crate) fn kept_session(
        &self,
        shard: Shard,
    ) -> Result<Option<(Versioned<KeptSession>, Timestamp)>, Fault> {
        let key = Subject::Session(shard).key();
        let Some(held) = self.archive.find::<LeaseRecord>(&key)? else {
            return Ok(None);
        };
        let LeaseRecord::Session(record) = held.record else {
            return Ok(None);
        };
        let (revision, at) = (held.revision, Timestamp(record.at));
        let record = session_of(record);
        Ok(Some((Versioned { record, revision }, at)))
    }
}

pub(crate) fn put_session(batch: &mut Batch, shard: Shard, session: KeptSession, now: Timestamp) {
    let record = LeaseRecord::Session(session_record(session, now));
    put(batch, Subject::Session(shard), &record, Expected::Any);
}

pub(crate) fn delete_session(batch: &mut Batch, shard: Shard, expected: Expected) {
    batch.delete(Table::Leases, Subject::Session(shard).key(), expected);
}

fn session_record(session: KeptSession, now: Timestamp) -> SessionRecord {
    let mut servers = BTreeMap::<_, Vec<_>>::new();
    let mut away = Vec::new();
    for (guild, locale) in session.guilds {
        match locale {
            Some(locale) => servers.entry(locale).or_default().push(guild.0),
            None => away.push(guild.0),
        }
    }
    SessionRecord {
        at: now.0,
        id: session.id,
        url: session.url,
        sequence: session.sequence,
        account: session.account,
        name: session.name,
        application: session.application,
        servers,
        away,
    }
}

fn session_of(record: SessionRecord) -> KeptSession {
    let away = record.away.into_iter().map(|guild| (GuildId(guild), None));
    let servers = record.servers.into_iter().flat_map(|(locale, guilds)| {
        let known = move |guild| (GuildId(guild), Some(locale.clone()));
        guilds.into_iter().map(known)
    });
    KeptSession {
        id: record.id,
        url: record.url,
        sequence: record.sequence,
        account: record.account,
        name: record.name,
        application: record.application,
        guilds: away.chain(servers).collect(),
    }
}

/// Subject of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Total,
    Process(ProcessId),
    Shard(Shard),
    /// Bucket of shards, of which one may begin a session at a time.
    Start(u32),
    /// Session of a shard.
    Session(Shard),
}

impl Subject {
    fn read(key: &[u8]) -> Option<Self> {
        let mut key = KeyReader::new(key);
        match key.u8()? {
            TOTAL => Some(Self::Total),
            PROCESS => key.u64().map(ProcessId).map(Self::Process),
            SHARD => shard_in(&mut key).map(Self::Shard),
            SESSION => shard_in(&mut key).map(Self::Session),
            _ => None,
        }
    }

    fn key(self) -> Key {
        match self {
            Self::Total => Key::new().u8(TOTAL),
            Self::Process(id) => Key::new().u8(PROCESS).u64(id.0),
            Self::Shard(Shard { number, total }) => Key::new().u8(SHARD).u32(total).u32(number),
            Self::Session(Shard { number, total }) => Key::new().u8(SESSION).u32(total).u32(number),
            Self::Start(bucket) => Key::new().u8(START).u32(bucket),
        }
    }
}

/// Reads a shard in a key.
fn shard_in(key: &mut KeyReader<'_>) -> Option<Shard> {
    let (total, number) = key.u32().zip(key.u32())?;
    Some(Shard { number, total })
}

fn put(batch: &mut Batch, subject: Subject, record: &LeaseRecord, expected: Expected) {
    batch.put_record(subject.key(), record, expected);
}

pub(crate) fn put_total(batch: &mut Batch, total: TotalShards, expected: Expected) {
    let record = LeaseRecord::Total {
        shards: total.shards,
        seen: total.seen.0,
    };
    put(batch, Subject::Total, &record, expected);
}

pub(crate) fn put_process(batch: &mut Batch, id: ProcessId, process: &Process, expected: Expected) {
    let away = process.away.iter().copied().map(away_record);
    let limits = process.limits;
    let record = LeaseRecord::Process {
        at: process.at.0,
        away: away.collect(),
        session: process.session.clone(),
        limits: (limits != LimitReport::default()).then(|| limits_record(limits)),
    };
    put(batch, Subject::Process(id), &record, expected);
}

fn limits_record(limits: LimitReport) -> LimitsRecord {
    LimitsRecord {
        refused: limits.refused,
        closed: u64::try_from(limits.closed.as_millis()).unwrap_or(u64::MAX),
    }
}

fn limits_of(record: LimitsRecord) -> LimitReport {
    LimitReport {
        refused: record.refused,
        closed: Duration::from_millis(record.closed),
    }
}

pub(crate) fn put_shard(batch: &mut Batch, shard: Shard, lease: Lease, expected: Expected) {
    let record = LeaseRecord::Shard {
        owner: lease.owner.map(|owner| owner.0),
        seen: lease.seen.0,
    };
    put(batch, Subject::Shard(shard), &record, expected);
}

pub(crate) fn put_next_start(batch: &mut Batch, bucket: u32, next: Timestamp, expected: Expected) {
    let record = LeaseRecord::Start { next: next.0 };
    put(batch, Subject::Start(bucket), &record, expected);
}

pub(crate) fn delete_process(batch: &mut Batch, id: ProcessId, expected: Expected) {
    batch.delete(Table::Leases, Subject::Process(id).key(), expected);
}

pub(crate) fn delete_shard(batch: &mut Batch, shard: Shard, expected: Expected) {
    batch.delete(Table::Leases, Subject::Shard(shard).key(), expected);
}

/// Makes a batch depend on a process that still runs.
pub(crate) fn require_process(batch: &mut Batch, id: ProcessId, expected: Expected) {
    batch.require(Table::Leases, Subject::Process(id).key(), expected);
}

/// Makes a batch depend on the lease of a shard.
pub(crate) fn require_shard(batch: &mut Batch, shard: Shard, expected: Expected) {
    batch.require(Table::Leases, Subject::Shard(shard).key(), expected);
}
