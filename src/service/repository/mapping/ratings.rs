//! Ratings, results and leaderboards, and their records.

use crate::service::api::ids::{PersonId, Timestamp};
use crate::service::model::ratings::{
    Companion, FormResult, LeaderboardLine, LeaderboardScope, PlayerRating, PlayerResult, Rating,
};
use crate::service::repository::persistent::Persistent;
use crate::store::records::{
    CompanionRecord, LadderRecord, RatingRecord, ResultKind, ResultRecord,
};

/// Points and deviations are in thousandths on disk.
const POINTS: f64 = 1e3;
/// Volatilities are in millionths on disk.
const VOLATILITY: f64 = 1e6;

impl Rating {
    /// Returns the rating in the precision that it has on disk.
    pub(crate) fn rounded(self) -> Self {
        let part = |number: f64, unit: f64| float(whole(number * unit)) / unit;
        Self {
            points: part(self.points, POINTS),
            deviation: part(self.deviation, POINTS),
            volatility: part(self.volatility, VOLATILITY),
        }
    }
}

impl Persistent for PlayerRating {
    type Record = RatingRecord;

    fn from_record(record: RatingRecord) -> Self {
        let lists = record.lists.into_iter();
        Self {
            name: record.name,
            rating: Rating {
                points: float(record.points) / POINTS,
                deviation: float(record.deviation) / POINTS,
                volatility: float(record.volatility) / VOLATILITY,
            },
            tally: [record.won, record.drawn, record.lost],
            last: Timestamp(record.last),
            lists: lists.map(LeaderboardScope::from_number).collect(),
        }
    }

    fn to_record(&self) -> RatingRecord {
        let [won, drawn, lost] = self.tally;
        RatingRecord {
            name: self.name.clone(),
            points: whole(self.rating.points * POINTS),
            deviation: whole(self.rating.deviation * POINTS),
            volatility: whole(self.rating.volatility * VOLATILITY),
            won,
            drawn,
            lost,
            last: self.last.0,
            lists: self.lists.iter().map(|list| list.number()).collect(),
        }
    }
}

impl Persistent for LeaderboardLine {
    type Record = LadderRecord;

    fn from_record(record: LadderRecord) -> Self {
        Self {
            name: record.name,
            deviation: record.deviation,
            tally: [record.won, record.drawn, record.lost],
        }
    }

    fn to_record(&self) -> LadderRecord {
        let [won, drawn, lost] = self.tally;
        LadderRecord {
            name: self.name.clone(),
            deviation: self.deviation,
            won,
            drawn,
            lost,
        }
    }
}

impl Persistent for PlayerResult {
    type Record = ResultRecord;

    fn from_record(record: ResultRecord) -> Self {
        let others = record.others.into_iter().map(|other| Companion {
            person: PersonId(other.person),
            is_partner: other.partner,
            has_won: other.won,
            is_apart: other.apart,
        });
        Self {
            result: match record.result {
                ResultKind::Won => FormResult::Won,
                ResultKind::Drawn => FormResult::Drawn,
                ResultKind::Lost => FormResult::Lost,
            },
            others: others.collect(),
            points: record.points,
        }
    }

    fn to_record(&self) -> ResultRecord {
        let others = self.others.iter().map(|other| CompanionRecord {
            person: other.person.0,
            partner: other.is_partner,
            won: other.has_won,
            apart: other.is_apart,
        });
        ResultRecord {
            result: match self.result {
                FormResult::Won => ResultKind::Won,
                FormResult::Drawn => ResultKind::Drawn,
                FormResult::Lost => ResultKind::Lost,
            },
            others: others.collect(),
            points: self.points,
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "thousandths of a rating")]
fn float(whole: i64) -> f64 {
    whole as f64
}

#[expect(clippy::cast_possible_truncation, reason = "thousandths of a rating")]
fn whole(float: f64) -> i64 {
    float.round() as i64
}
