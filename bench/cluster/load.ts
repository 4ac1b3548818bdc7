import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseTroubleOf } from '../../apps/server/src/platform/db/index.ts';
import type { Visitor, Visitors } from '../checks/visitors.ts';
import { Client } from '../drills/client.ts';
import { counted, type DrillRun, seconds } from '../drills/drill.ts';
import { type Checked, check, saidBy } from './answers.ts';
import { assay } from './assay.ts';
import { writeImport } from './records.ts';

const IMPORTED_ROWS = 2_000;
/** Shorter than an access token is valid. */
const SIGNED_IN_MS = 600_000;

interface LoadOptions {
  readonly url: string;
  readonly visitors: Visitors;
  readonly users: readonly Visitor[];
  readonly wallets: readonly string[];
  readonly expected: ReadonlyMap<string, string>;
  readonly env: Readonly<Record<string, string>>;
}

/** Checks by every user, one after the other, and imports, until it is ended. */
export function startLoad(run: DrillRun, { url, visitors, users, wallets, expected, env }: LoadOptions) {
  const client = new Client(run.fault);
  const checked: Checked[] = [];
  let isOver = false;
  let files = 0;
  let importRuns = 0;
  let differing = 0;
  const person = async (signedIn: Visitor, number: number) => {
    let user = signedIn;
    let since = performance.now();
    for (let at = 0; !isOver; at += 1) {
      if (performance.now() - since > SIGNED_IN_MS) {
        user = await signInAgain(user);
        since = performance.now();
      }
      const wallet = run.random.pick(wallets);
      const result = await check(client, () => url, user, wallet, `cluster-${number}-${at}`);
      if (result === null) continue;
      checked.push(result);
      if ((await saidBy(client, url, user, result.subId)) === expected.get(wallet)) continue;
      differing += 1;
      run.fault('an answer differs from that of a single server');
    }
  };
  /** Also while the main database is away. */
  const signInAgain = async (user: Visitor): Promise<Visitor> => {
    for (;;) {
      try {
        return await visitors.signInAgain(user);
      } catch (error) {
        if (databaseTroubleOf(error) === null) throw error;
        await sleep(1_000);
      }
    }
  };
  const importer = async () => {
    while (!isOver) {
      const file = await writeImport(run.dir, run.random, files + 1, IMPORTED_ROWS);
      const args = ['transfers', 'import', '--format', 'csv', file];
      importRuns += await assay(run, args, env, path.join(run.dir, 'importer'), 60);
      files += 1;
    }
  };
  const work = Promise.all([...users.map(person), importer()]);
  return {
    checked,
    importedRows: () => files * IMPORTED_ROWS,
    async end(): Promise<string> {
      isOver = true;
      await work;
      if (client.tally.has('401')) run.fault('a user who is signed in was answered 401');
      const times = checked.map(({ ms }) => ms).toSorted((a, b) => a - b);
      const at = (part: number) => seconds(times[Math.floor(part * (times.length - 1))] ?? Number.NaN);
      return `${checked.length.toLocaleString('en-US')} checks, ${differing} different, p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}; ${files} imports of ${IMPORTED_ROWS.toLocaleString('en-US')} records in ${importRuns} runs; ${counted(client.tally)}`;
    },
  };
}
