import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  accountsForOwnWalks,
  type Direction,
  STREAM_KEYS,
  StreamPass,
  streamTotals,
  walkOwnShares,
} from '@assay/exposure';
import type { Pool } from '../../../platform/db/index.ts';
import type { Share, StreamDeps, StreamedLedger, StreamPart, StreamSummary } from './exposure.ports.ts';
import {
  beginRun,
  countInexact,
  countShares,
  finishedParts,
  finishRun,
  replaceShares,
  writePart,
} from './exposure.store.ts';

/** Records between two cancellation checks: some milliseconds of work. */
const RECORDS_PER_TURN = 20_000;
/** Two doubles per key and account. */
const BYTES_PER_KEY = 16;

/**
 * Computes the exposure of every account of an asset in both directions and writes it in bulk (docs/method, section 3).
 * After a kill at any moment, the next call with the same records and labels resumes and writes the same result; with
 * others it starts again. Exact for every account: where an account's own label affects the pass, it gets its own
 * walk. Accounts for which the state limit is not enough are counted and listed.
 */
export async function streamExposure(ledger: StreamedLedger, deps: StreamDeps): Promise<StreamSummary> {
  const { pool, checkpoints, progress } = deps;
  const { snapshot } = ledger;
  const run = await beginRun(pool, ledger.ledgerId, ledger.basis);
  const accounts = snapshot.tables.accounts.count;
  const summary = { run: run.id, accounts, records: snapshot.lastRecord };
  if (run.isFinished) return { ...summary, ...(await countsOf(pool, run.id)), isNew: false };
  const done = await finishedParts(pool, run.id);
  const parts = partsOf(accounts, deps.partBytes);
  for (const [index, part] of parts.entries()) {
    if (done.has(`${part.direction} ${part.firstKey}`)) continue;
    const pass = await streamPart(ledger, run.id, part, deps, (share) =>
      progress(`part ${index + 1} of ${parts.length}, ${Math.floor(share * 100)}%`),
    );
    progress(`part ${index + 1} of ${parts.length}, writing`);
    await writePart(pool, run.id, part, sharesOf(ledger, part, pass));
  }
  await walkOwnAccounts(ledger, run.id, deps);
  await finishRun(pool, ledger.ledgerId, run.id);
  await checkpoints.clear(run.id);
  return { ...summary, ...(await countsOf(pool, run.id)), isNew: true };
}

async function countsOf(pool: Pool, run: number): Promise<Pick<StreamSummary, 'shares' | 'inexact'>> {
  return { shares: await countShares(pool, run), inexact: await countInexact(pool, run) };
}

/** Directions and groups of keys whose state fits into memory; the grouping does not change any bit of a share. */
function partsOf(accounts: number, bytes: number): readonly StreamPart[] {
  const keys = Math.max(1, Math.min(STREAM_KEYS.length, Math.floor(bytes / (BYTES_PER_KEY * Math.max(1, accounts)))));
  return (['bwd', 'fwd'] as const).flatMap((direction) => {
    const parts: StreamPart[] = [];
    for (let firstKey = 0; firstKey < STREAM_KEYS.length; firstKey += keys) {
      parts.push({ direction, firstKey, keys: Math.min(keys, STREAM_KEYS.length - firstKey) });
    }
    return parts;
  });
}

async function streamPart(
  { snapshot }: StreamedLedger,
  run: number,
  part: StreamPart,
  { checkpoints, signal, recordsPerCheckpoint }: StreamDeps,
  onProgress: (share: number) => void,
): Promise<StreamPass> {
  const from = await checkpoints.read(run, part, snapshot.tables.accounts.count);
  const pass = new StreamPass(snapshot, part.direction, part.firstKey, part.keys, from ?? undefined);
  let kept = pass.state.done;
  while (pass.run(Math.min(RECORDS_PER_TURN, recordsPerCheckpoint))) {
    const { done } = pass.state;
    if (done - kept >= recordsPerCheckpoint) {
      await checkpoints.write(run, part, pass.state);
      kept = done;
    }
    onProgress(done / snapshot.lastRecord);
    await nextTurn();
    signal.throwIfAborted();
  }
  return pass;
}

function* sharesOf({ snapshot, ids }: StreamedLedger, part: StreamPart, pass: StreamPass) {
  const totals = streamTotals(snapshot, part.direction);
  for (const [account, total] of totals.entries()) {
    for (let key = part.firstKey; key < part.firstKey + part.keys; key += 1) {
      const share = pass.shareOf(account, key, total);
      if (share > 0) yield { accountId: ids[account] ?? 0, key: STREAM_KEYS[key] ?? '', share };
    }
  }
}

/** A walk that needs more states is stopped, and the account is listed as not exact. */
const STATES_OF_ONE = 1_000_000;

interface OwnWalksDeps {
  readonly pool: Pool;
  readonly signal: AbortSignal;
  readonly progress: (text: string) => void;
  /** Total states that the walks of a direction may use. */
  readonly ownStates: number;
}

/**
 * Replaces shares that the streaming pass cannot compute exactly because of the account's own label:
 * each by a walk that ignores that label. Accounts beyond the state limit keep their shares and are listed.
 */
async function walkOwnAccounts(ledger: StreamedLedger, run: number, deps: OwnWalksDeps): Promise<void> {
  const { snapshot, ids } = ledger;
  const done = await finishedParts(deps.pool, run);
  for (const direction of ['bwd', 'fwd'] as const) {
    const part = ownPart(direction);
    if (done.has(`${part.direction} ${part.firstKey}`)) continue;
    const accounts = accountsForOwnWalks(snapshot);
    const shares: Share[] = [];
    const exact: number[] = [];
    const inexact: number[] = [];
    let left = deps.ownStates;
    for (const [index, account] of accounts.entries()) {
      deps.progress(`accounts with a label of their own, ${index + 1} of ${accounts.length}`);
      const accountId = ids[account] ?? 0;
      const most = Math.min(left, STATES_OF_ONE);
      const own = most > 0 ? await walkOwnShares(snapshot, account, direction, most, deps.signal) : null;
      left -= own?.states ?? 0;
      if (own?.isExact !== true) {
        inexact.push(accountId);
        continue;
      }
      exact.push(accountId);
      for (const [key, share] of own.shares) shares.push({ accountId, key, share });
      await nextTurn();
      deps.signal.throwIfAborted();
    }
    await replaceShares(deps.pool, run, part, { exact, inexact, shares });
  }
}

/** A part id that no part of the streaming pass uses: none of them begins after the last key. */
function ownPart(direction: Direction): StreamPart {
  return { direction, firstKey: STREAM_KEYS.length, keys: 0 };
}
