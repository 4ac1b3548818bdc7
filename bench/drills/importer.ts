import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordsHeld } from '../../apps/server/src/modules/records/index.ts';
import { openPool } from '../../apps/server/src/platform/db/index.ts';
import { sized } from '../size.ts';
import { newAddress } from './client.ts';
import { type RunningCommand, runCommand } from './command.ts';
import type { DrillRun } from './drill.ts';
import { SERVER_SETTINGS } from './installation.ts';
import type { KillableProduct } from './killable-product.ts';
import { killQuietly } from './leftovers.ts';

const ROWS = sized(5_000, 300);
const PAUSE_MS = 500;
const TRIES = 10;

/** An operator who imports one file after the other, and runs a command again that was cut off. */
export interface Importer {
  readonly importUntil: (isOver: () => boolean) => Promise<void>;
  /** SIGKILL for the command that runs. */
  readonly kill: () => void;
  /** Runs the last command to its end; returns what was imported. */
  readonly settle: () => Promise<string>;
  readonly assertWhole: (databaseUrl: string) => Promise<void>;
}

export function openImporter(run: DrillRun, { dataDir }: Pick<KillableProduct, 'dataDir'>): Importer {
  let running: RunningCommand | null = null;
  let files = 0;
  let runs = 0;
  let cutOff = 0;
  let unfinished: string | null = null;

  const makeFile = async (): Promise<string> => {
    files += 1;
    const file = path.join(run.dir, `records-${files}.csv`);
    const rows = Array.from({ length: ROWS }, (_, index) => {
      const time = 1_500_000_000 + files * ROWS + index;
      const [from, to] = [newAddress(run.random), newAddress(run.random)];
      return `ETH,USDT,${from},${to},${run.random.amount()},6,${time},f${files}t${index},${index}\n`;
    });
    await writeFile(file, `network,asset,from,to,amount,decimals,time,transaction,sequence\n${rows.join('')}`);
    return file;
  };
  const importOnce = async (file: string): Promise<boolean> => {
    runs += 1;
    running = runCommand(['transfers', 'import', '--format', 'csv', '--json', file], {
      ...SERVER_SETTINGS,
      ASSAY_DATA_DIR: dataDir,
    });
    const { code, err } = await running.ended;
    running = null;
    if (code === 0) return true;
    cutOff += 1;
    if (/\n {4}at /.test(err)) run.fault(`an import ended with a stack: ${err.slice(0, 400)}`);
    return false;
  };
  return {
    async importUntil(isOver) {
      while (!isOver()) {
        unfinished ??= await makeFile();
        if (await importOnce(unfinished)) unfinished = null;
        else await sleep(PAUSE_MS);
      }
    },
    kill() {
      if (running !== null) killQuietly(running.pid);
    },
    async settle() {
      for (let tried = 0; unfinished !== null && tried < TRIES; tried += 1) {
        if (await importOnce(unfinished)) unfinished = null;
        else await sleep(PAUSE_MS);
      }
      if (unfinished !== null) run.fault(`an import does not end after ${TRIES} more runs`);
      return `${files} imports of ${ROWS.toLocaleString('en-US')} records in ${runs} runs, ${cutOff} of them cut off`;
    },
    async assertWhole(databaseUrl) {
      const pool = openPool(databaseUrl, { maxConnections: 1 });
      try {
        const held = (await recordsHeld(pool)).reduce((sum, { records }) => sum + records, 0);
        if (held !== files * ROWS) run.fault(`${held} records are held of ${files * ROWS}`);
      } finally {
        await pool.end();
      }
    },
  };
}
