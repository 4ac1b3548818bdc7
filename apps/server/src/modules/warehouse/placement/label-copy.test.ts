import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LedgerServers, openLedgerServersForTest } from '../../../../test/support/ledger-servers.ts';
import { EXCHANGE } from '../../../../test/support/made-records.ts';
import { inSnapshot, type LedgerServer, type Pool } from '../../../platform/db/index.ts';
import { importLabels, labelSetState } from '../../labels/index.ts';
import { inLedgerSnapshot, ledgerTables } from '../../records/index.ts';
import { moveLedger } from './move/move-ledger.ts';
import { placedLedgers } from './placed-ledgers.ts';
import { repairLabels } from './repair-labels.ts';
import { showPlacement } from './show-placement.ts';

const USDT = { network: 'ETH', ticker: 'USDT' } as const;

/** What keeps changes of labels from being applied on a server; each is ended by what it returns. */
const STOPS: Readonly<Record<string, (there: Pool) => Promise<() => Promise<unknown>>>> = {
  'those that arrive wait for a lock': async (there) => {
    const client = await there.connect();
    await client.query('BEGIN');
    // Readers do not wait for it.
    await client.query('LOCK TABLE label_set IN EXCLUSIVE MODE');
    return async () => {
      await client.query('ROLLBACK');
      client.release();
    };
  },
  'their subscription is disabled': async (there) => {
    await there.query('ALTER SUBSCRIPTION assay_labels DISABLE');
    return () => there.query('ALTER SUBSCRIPTION assay_labels ENABLE');
  },
  'the process that applies them does not run': async (there) => {
    const { rows } = await there.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_subscription WHERE subname = 'assay_labels' AND pid IS NOT NULL",
    );
    const pid = rows[0]?.pid ?? expect.fail('Nobody applies changes');
    process.kill(pid, 'SIGSTOP');
    return async () => process.kill(pid, 'SIGCONT');
  },
};

describe('labels of a ledger on a server of its own', () => {
  let servers: LedgerServers;
  let there: Pool;
  let folder: string;
  let labelled = 0;

  beforeAll(async () => {
    servers = await openLedgerServersForTest(['db2'], { hasTwoHosts: true });
    folder = await mkdtemp(path.join(tmpdir(), 'assay-label-copy-'));
    there = placedLedgers(servers.pool)?.servers[1]?.pool ?? expect.fail('There is no second server');
    const placed = await moveLedger(servers.pool, USDT, 'db2', {
      tables: ledgerTables,
      urlOf: (name) => servers.urls.get(name) ?? '',
      progress: () => undefined,
      signal: AbortSignal.timeout(60_000),
    });
    expect(placed).toBe('placed');
  }, 60_000);
  afterAll(async () => {
    await servers.close();
    await rm(folder, { recursive: true });
  });

  /** Imports labels that differ from those before. */
  async function label(): Promise<void> {
    labelled += 1;
    const file = path.join(folder, 'labels.jsonl');
    const category = labelled % 2 === 0 ? 'exchange_licensed' : 'stolen_coins';
    const line = { network: 'ETH', address: EXCHANGE, entity: `Somebody ${labelled}`, category, confidence: 100 };
    await writeFile(file, JSON.stringify({ ...line, source_date: '2024-01-01' }));
    await importLabels(servers.pool, { format: 'jsonl', locations: [file], setName: 'test', origin: 'import' });
  }

  const digestRead = (pool: Pool): Promise<string> =>
    inLedgerSnapshot(pool, USDT, async (client) => (await labelSetState(client)).digest);

  const digestOfMain = async (): Promise<string> => (await inSnapshot(servers.pool, labelSetState)).digest;

  it.each(Object.entries(STOPS))(
    'are not read once they were replaced, where %s',
    async (_, stop) => {
      const other = await servers.connect();
      const resume = await stop(there);
      try {
        await label();
        await expect(digestRead(other.pool)).rejects.toThrow("do not arrive on the ledger server 'db2'");
        expect(await showPlacement(servers.pool)).toMatchObject([
          { server: 'main' },
          { server: 'db2', state: { is: 'ready', labels: { isWhole: true, isPresent: false } } },
        ]);
      } finally {
        await resume();
      }
      expect(await digestRead(other.pool)).toBe(await digestOfMain());
      await other.close();
    },
    60_000,
  );

  it('are waited for where they arrive late', async () => {
    const other = await servers.connect();
    const resume = await STOPS['those that arrive wait for a lock']?.(there);
    await label();
    let hasRead = false;
    const read = digestRead(other.pool).finally(() => {
      hasRead = true;
    });
    await sleep(1_000);
    expect(hasRead).toBe(false);
    await resume?.();
    expect(await read).toBe(await digestOfMain());
    await other.close();
  }, 60_000);

  /** Repairs the copy, and returns what was read of it meanwhile. */
  async function repaired(isAgain = false): Promise<{ readonly how: string; readonly read: ReadonlySet<string> }> {
    const server: LedgerServer = { name: 'db2', pool: there };
    const context = { progress: () => undefined, signal: AbortSignal.timeout(60_000), isAgain };
    const other = await servers.connect();
    const read = new Set<string>();
    const stop = new AbortController();
    const reading = (async () => {
      while (!stop.signal.aborted) {
        read.add(await digestRead(other.pool).catch((error: unknown) => String(error)));
        await sleep(20);
      }
    })();
    const how = await repairLabels(servers.pool, server, servers.urls.get('main') ?? '', context);
    stop.abort();
    await reading;
    await other.close();
    return { how, read };
  }

  const REFUSED = /^LedgerUnavailableError: /;

  it('are left as they are by a repair while they follow', async () => {
    expect((await repaired()).how).toBe('follows');
  }, 60_000);

  it('are copied again after a failover of the main database to a host without their slot', async () => {
    const takeOver = await servers.copyOf('main');
    await takeOver();
    await expect
      .poll(() =>
        label().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    expect(await showPlacement(servers.pool)).toMatchObject([{}, { state: { labels: { hasSlot: false } } }]);
    const { how, read } = await repaired();
    expect(how).toBe('copied again');
    const present = await digestOfMain();
    for (const one of read) if (one !== present) expect(one).toMatch(REFUSED);
    await label();
    expect(await digestRead(servers.pool)).toBe(await digestOfMain());
  }, 60_000);

  it('are copied again where the copy has labels that a failover lost, though it follows', async () => {
    // As after a failover to a host that has the slot, and not the last changes.
    await there.query("UPDATE label_set SET content_hash = repeat('0', 64)");
    const { how, read } = await repaired();
    expect(how).toBe('copied again');
    const present = await digestOfMain();
    for (const one of read) if (one !== present) expect(one).toMatch(REFUSED);
    expect((await repaired(true)).how).toBe('copied again');
    expect(await digestRead(servers.pool)).toBe(await digestOfMain());
  }, 60_000);
});
