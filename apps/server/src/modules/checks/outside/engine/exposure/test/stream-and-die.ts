import { inSnapshot, openPool } from '../../../../../../platform/db/index.ts';
import { labelsOf } from '../../../../../labels/index.ts';
import { findLedger, loadColumns, streamExposure } from '../../../../../records/index.ts';
import { checkpointFiles } from '../checkpoint-files.ts';

/** Runs the pass over USDT on ETH in small parts and kills its own process, as a power cut would, at its nth step. */
const {
  DATABASE_URL: url = '',
  CHECKPOINT_DIR: folder = '',
  DIE_AT: dieAt = '',
  OWN_STATES: ownStates = '',
} = process.env;
let steps = 0;
function step(): void {
  steps += 1;
  if (steps === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
}

const pool = openPool(url);
const files = checkpointFiles(folder);
const loaded = await inSnapshot(pool, async (client) => {
  const ledger = await findLedger(client, 'ETH', 'USDT');
  if (ledger === null) throw new Error('no records');
  const labels = {
    labelsOf: (network: string, addresses: readonly string[]) => labelsOf(client, network, addresses, 'USDT'),
  };
  const { store, ids } = await loadColumns(client, labels, ledger, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  return { ledgerId: ledger.id, snapshot: store.snapshot(), ids, basis: 'test' };
});
await streamExposure(loaded, {
  pool,
  checkpoints: {
    ...files,
    write: async (...state) => {
      await files.write(...state);
      step();
    },
  },
  signal: new AbortController().signal,
  progress: (text) => {
    if (text.endsWith('writing') || text.startsWith('accounts with a label of their own, 1 of')) step();
  },
  recordsPerCheckpoint: 1_200,
  ownStates: Number(ownStates),
  partBytes: 16 * 20 * loaded.snapshot.tables.accounts.count,
});
await pool.end();
