//! Proofs of forced wins: a search for wins and nothing else, before the search that weighs moves.
//!
//! A win is proven if one side reaches it whatever the others do; max^n and pruning may miss such
//! wins. The search looks for wins in one ply, two, and so on, so the first proof is a shortest
//! win. It needs no evaluation; tables keep the proofs, and simple bounds reject most positions
//! before their moves are tried.
//!
//! Source: for the search for wins against all others, J. A. M. Nijssen's thesis (2013), chapter 4;
//! for replies that cannot matter, L. V. Allis, "Searching for Solutions in Games and Artificial
//! Intelligence" (1994), chapter 5.

mod side;

mod winning_move;

mod replies;

mod proof_table;

mod search;

mod prover;

pub(crate) use prover::Prover;
