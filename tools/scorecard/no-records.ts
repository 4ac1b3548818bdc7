import type { AssessmentInput, DirectionExposure, Label } from '@assay/exposure';

/** 2026-11-20, after every list that ships: a sanction that has ended has ended. */
export const CHECK_TIME = 1_795_132_800;

/** What the engine is asked for an address no record mentions. */
export function buildUnmovedInput(
  address: string,
  labels: readonly Label[],
  now: number = CHECK_TIME,
): AssessmentInput {
  return {
    subject: { node: null, role: 'account', address, labels, inflows: 0, outflows: 0, complete: false },
    incoming: nothing('bwd'),
    outgoing: nothing('fwd'),
    incomingUsd: null,
    outgoingUsd: null,
    now,
    sources: 'ok',
    notes: [],
  };
}

function nothing(direction: 'bwd' | 'fwd'): DirectionExposure {
  return {
    direction,
    records: 0,
    amount: 0n,
    rows: [],
    residuals: { unknown_origin: 0, not_followed: 0, still_held: 0, fee: 0 },
    cut: { threshold: 1e-4, rounds: 0, states: 0, recordsRead: 0, partial: [] },
  };
}
