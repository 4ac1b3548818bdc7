import { setImmediate as nextTurn } from 'node:timers/promises';
import { STREAM_KEYS, StreamPass, streamTotals } from '@assay/exposure';
import type { Pool } from '../../../platform/db/index.ts';
import type { StreamDeps, StreamedLedger, StreamPart, StreamSummary } from './exposure.ports.ts';
import { beginRun, countInexact, countShares, finishedParts, finishRun, writePart } from './exposure.store.ts';
import { walkOwnAccounts } from './own-walks.ts';

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
