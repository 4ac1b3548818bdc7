import { setImmediate as nextTurn } from 'node:timers/promises';
import { STREAM_KEYS, StreamPass, streamTotals } from '@assay/exposure';
import type { StreamDeps, StreamedLedger, StreamPart, StreamSummary } from './exposure.ports.ts';
import { beginRun, countShares, finishedParts, finishRun, writePart } from './exposure.store.ts';

/** Records between two looks at cancellation: some milliseconds of work. */
const RECORDS_PER_TURN = 20_000;
/** Two doubles a key and account. */
const BYTES_PER_KEY = 16;

/**
 * The exact exposure of every account of an asset, both directions, written to a table in bulk (docs/method, section 3,
 * 'Oracle'). Killed at any moment, the next call with the same records and labels goes on where it was and writes the
 * same; with others it begins anew. Shares of accounts that absorb are of what reached them, their label on.
 */
export async function streamExposure(ledger: StreamedLedger, deps: StreamDeps): Promise<StreamSummary> {
  const { pool, checkpoints, progress } = deps;
  const { snapshot } = ledger;
  const run = await beginRun(pool, ledger.ledgerId, ledger.basis);
  const accounts = snapshot.tables.accounts.count;
  const summary = { run: run.id, accounts, records: snapshot.tip };
  if (run.isFinished) return { ...summary, shares: await countShares(pool, run.id), isNew: false };
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
  await finishRun(pool, ledger.ledgerId, run.id);
  await checkpoints.clear(run.id);
  return { ...summary, shares: await countShares(pool, run.id), isNew: true };
}

/** Directions and groups of keys whose state fits; where the groups begin does not change any bit of a share. */
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
    onProgress(done / snapshot.tip);
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
