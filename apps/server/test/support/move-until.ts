import { ledgerTables } from '../../src/modules/records/index.ts';
import { openLedgerServers } from '../../src/modules/warehouse/outside/open-ledger-servers.ts';
import { moveLedger } from '../../src/modules/warehouse/placement/move/move-ledger.ts';
import { openPool } from '../../src/platform/db/index.ts';

/** A process that moves a ledger as far as a step, says so, and waits for its end by SIGKILL. */
const [step = '', network = '', ticker = '', to = '', ...given] = process.argv.slice(2);
const urls = new Map(given.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]));
const main = openPool(urls.get('main') ?? '');
const others = [...urls].filter(([name]) => name !== 'main').map(([name, url]) => ({ name, url }));
const { pool } = await openLedgerServers(main, others, {});
await moveLedger(pool, { network, ticker }, to, {
  tables: ledgerTables,
  urlOf: (name) => urls.get(name) ?? '',
  progress: () => undefined,
  signal: new AbortController().signal,
  onStep: async (begun) => {
    if (begun !== step) return;
    process.stdout.write(`${step}\n`);
    await new Promise(() => setInterval(() => undefined, 60_000));
  },
});
