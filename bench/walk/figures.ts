import { CATEGORY_IDS } from '@assay/domain';
import {
  type ColumnSnapshot,
  type Direction,
  type DirectionExposure,
  STREAM_KEYS,
  StreamPass,
  streamTotals,
  type WalkOptions,
} from '@assay/exposure';
import { exposureOf } from '@assay/exposure/reference';
import { staticReads } from './peers/static-walk.ts';

/** The method's threshold, not lowered: what figures are stated for. */
export const FIXED: WalkOptions = { threshold: 1e-4, targetNotFollowed: 1 };

/** Figures that no machine changes: the same graph gives the same ones everywhere. */
export interface Figures {
  /** States taken a direction, mean over wallets. */
  readonly states: number;
  readonly statesP99: number;
  /** Transfers read a direction, mean. */
  readonly reads: number;
  /** Transfers a static haircut reads, mean. */
  readonly staticReads: number;
  readonly meanR: number;
  readonly p99R: number;
  /** Share of results with R of 1% or less, when the threshold may be lowered, within 100,000 states. */
  readonly settled: number;
  /** How far any share is from the exact one beyond R; 0 or less where the promise is kept. */
  readonly errorBeyondR: number;
  readonly meanError: number;
}

interface Walked {
  readonly account: number;
  readonly direction: Direction;
  readonly exposure: DirectionExposure;
}

/** Walks every wallet in both directions and compares each share with the streaming pass. */
export async function figuresOf(
  snapshot: ColumnSnapshot,
  wallets: readonly number[],
  parts: { readonly oracle: boolean; readonly statics: number } = { oracle: true, statics: wallets.length },
): Promise<Figures> {
  const walked: Walked[] = [];
  let settled = 0;
  for (const account of wallets) {
    const address = snapshot.tables.addresses.addressOf(account);
    const fixed = await exposureOf(snapshot, address, FIXED);
    const lowered = await exposureOf(snapshot, address, { evidence: false });
    if (fixed === null || lowered === null) throw new Error(`${address} has no records`);
    walked.push({ account, direction: 'bwd', exposure: fixed.incoming });
    walked.push({ account, direction: 'fwd', exposure: fixed.outgoing });
    for (const { residuals, cut } of [lowered.incoming, lowered.outgoing]) {
      if (residuals.not_followed <= 0.01 && cut.states <= 100_000) settled += 1;
    }
  }
  const errors = parts.oracle ? errorsOf(snapshot, walked) : { beyond: Number.NaN, mean: Number.NaN };
  const bySize = walked.map(({ exposure }) => exposure.cut.states).sort((a, b) => a - b);
  const byR = walked.map(({ exposure }) => exposure.residuals.not_followed).sort((a, b) => a - b);
  const statics = walked.slice(0, 2 * parts.statics);
  return {
    states: meanOf(bySize),
    statesP99: bySize[Math.floor(bySize.length * 0.99)] ?? 0,
    reads: meanOf(walked.map(({ exposure }) => exposure.cut.recordsRead)),
    staticReads: meanOf(
      statics.map(({ account, direction }) => staticReads(snapshot, account, direction, FIXED.threshold ?? 0)),
    ),
    meanR: meanOf(byR),
    p99R: byR[Math.floor(byR.length * 0.99)] ?? 0,
    settled: settled / walked.length,
    errorBeyondR: errors.beyond,
    meanError: errors.mean,
  };
}

/** Memory the pass may take for its keys, bytes. */
const PASS_BYTES = 1e9;

function errorsOf(
  snapshot: ColumnSnapshot,
  walked: readonly Walked[],
): { readonly beyond: number; readonly mean: number } {
  const worst = new Map<Walked, number>();
  const keys = Math.max(
    1,
    Math.min(STREAM_KEYS.length, Math.floor(PASS_BYTES / (16 * snapshot.tables.accounts.count))),
  );
  for (const direction of ['bwd', 'fwd'] as const) {
    const totals = streamTotals(snapshot, direction);
    for (let first = 0; first < STREAM_KEYS.length; first += keys) {
      const count = Math.min(keys, STREAM_KEYS.length - first);
      const pass = new StreamPass(snapshot, direction, first, count);
      pass.run(Number.POSITIVE_INFINITY);
      for (const one of walked) {
        if (one.direction !== direction || one.exposure.records === 0) continue;
        for (let key = first; key < first + count; key += 1) {
          const name = STREAM_KEYS[key] ?? '';
          if (name === 'not_followed') continue;
          const exact = pass.shareOf(one.account, key, totals[one.account] ?? 0);
          worst.set(one, Math.max(worst.get(one) ?? 0, Math.abs(exact - shareIn(one.exposure, name))));
        }
      }
    }
  }
  let beyond = Number.NEGATIVE_INFINITY;
  for (const [{ exposure }, error] of worst) beyond = Math.max(beyond, error - exposure.residuals.not_followed);
  return { beyond, mean: meanOf([...worst.values()]) };
}

function shareIn(exposure: DirectionExposure, key: string): number {
  if (!CATEGORY_IDS.some((category) => category === key)) {
    return Object.entries(exposure.residuals).find(([residual]) => residual === key)?.[1] ?? 0;
  }
  return exposure.rows.reduce((sum, row) => sum + (row.category === key ? row.share : 0), 0);
}

export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
