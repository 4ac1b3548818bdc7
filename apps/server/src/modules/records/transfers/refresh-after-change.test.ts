import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RawTransfer } from '@assay/exposure';
import { Command } from 'commander';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/database.ts';
import { faultLog } from '../../../../test/support/fault-log.ts';
import { STARTER_SETS } from '../../../app/composition/starter-data.ts';
import { registerLabels } from '../../../commands/labels.ts';
import { registerTransfers } from '../../../commands/transfers.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { inTransaction } from '../../../platform/db/index.ts';
import { startJobs } from '../../../platform/jobs/jobs.ts';
import { deriveSink, givenLabelVersion, importLabels, labelsOf, workLabelImports } from '../../labels/index.ts';
import { appendTransfers } from './append/append-transfers.ts';
import { refreshDerivedLabels } from './derive/derive-labels.ts';
import { ensureLedger } from './ledgers/ledger.store.ts';
import { refreshAfterChange, workRefreshes } from './refresh-after-change.ts';
import type { DerivePorts } from './transfers.ports.ts';

/** Binance's, by the starter labels and by the lists below. */
const EXCHANGE = '0x28c6c06298d514db089934071355e5743bf21d60';
const DEPOSIT = `0x${'44'.repeat(20)}`;
const PAYER = `0x${'55'.repeat(20)}`;

const database = await testDatabase();
const { pool } = database;
const dir = await mkdtemp(path.join(tmpdir(), 'assay-derive-'));
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});
beforeEach(() =>
  pool.query('TRUNCATE label_set, derived_label_set, method_2_label_set, ledgers, accounts, transfers CASCADE'),
);

function payment(from: string, to: string, at: number): RawTransfer {
  return {
    block: 19_000_000 + at,
    transactionIndex: 0,
    transactionId: `0x${at.toString(16).padStart(64, '0')}`,
    kind: 'token',
    index: 0,
    ordinal: 0,
    from,
    to,
    amount: 1_000_000n,
    time: 1_704_067_200 + at * 60,
  };
}

/** Twice in and twice on to the exchange: a deposit address (docs/method, section 3). */
async function recordDeposits(deposit: string, first: number): Promise<void> {
  const records = [PAYER, EXCHANGE].flatMap((party, step) =>
    [0, 1].map((at) => payment(step === 0 ? party : deposit, step === 0 ? deposit : party, first + 2 * step + at)),
  );
  const ledger = await ensureLedger(pool, 'ETH', 'USDT');
  await inTransaction(pool, (client) => appendTransfers(client, ledger, { add: records }));
}

async function labelsFile(entity: string): Promise<string> {
  const file = path.join(dir, `${entity}.csv`);
  await writeFile(file, `address,network,entity,category,confidence\n${EXCHANGE},ETH,${entity},exchange,70\n`);
  return file;
}

async function importQuietly(entity: string): Promise<void> {
  const locations = [await labelsFile(entity)];
  await importLabels(pool, { format: 'csv', locations, setName: 'mine', origin: 'import' });
}

async function derivedEntity(address = DEPOSIT): Promise<string | undefined> {
  const [labels = []] = await labelsOf(pool, 'ETH', [address], 'USDT');
  return labels.find(({ origin }) => origin === 'derived')?.entity;
}

function run(progress: (text: string) => void = () => undefined): Promise<void> {
  return refreshAfterChange({ pool, progress, signal: AbortSignal.timeout(60_000) });
}

async function assay(...args: readonly string[]): Promise<void> {
  const program = new Command('assay').exitOverride();
  const context = {
    config: readConfig({}),
    environment: {},
    openDatabase: async () => pool,
    out: () => undefined,
    err: () => undefined,
    progress: () => undefined,
    signal: new AbortController().signal,
  };
  registerLabels(program, context);
  registerTransfers(program, context);
  await program.parseAsync(args, { from: 'user' });
}

describe('derived labels are refreshed', () => {
  it('after an import of labels at the command line', async () => {
    await recordDeposits(DEPOSIT, 0);
    for (const entity of ['Kraken', 'Bitstamp']) {
      await assay('labels', 'import', '--format', 'csv', '--source', 'mine', await labelsFile(entity));
      expect(await derivedEntity()).toBe(entity);
    }
  });

  it('after an import of labels in the background, also when an earlier attempt ended right after its import', async () => {
    await recordDeposits(DEPOSIT, 0);
    const log = faultLog();
    const jobs = await startJobs(database.url, log, { retryDelaySeconds: 0 });
    const done = Promise.withResolvers<string>();
    let attempts = 0;
    await workLabelImports(jobs, pool, {
      log,
      say: done.resolve,
      progress: () => undefined,
      imported: async (signal) => {
        attempts += 1;
        if (attempts === 1) throw new Error('broken off on purpose');
        await refreshAfterChange({ pool, progress: () => undefined, signal });
      },
    });
    await assay('labels', 'import', '--background', '--format', 'csv', '--source', 'mine', await labelsFile('Kraken'));
    expect(await done.promise).toContain('Labels of mine: 1 labels');
    expect(attempts).toBe(2);
    expect(await derivedEntity()).toBe('Kraken');
    await jobs.stop();
    expect(log.faults).toMatchObject([
      {
        facts: { queue: 'labels-import', err: { message: 'broken off on purpose' } },
        message: 'a background job failed',
      },
    ]);
  });

  it('after the starter labels were loaded alone', async () => {
    await recordDeposits(DEPOSIT, 0);
    const labels = STARTER_SETS.find(({ name }) => name === 'labels');
    await labels?.load({ pool, progress: () => undefined, signal: AbortSignal.timeout(60_000) });
    expect(await derivedEntity()).toMatch(/binance/i);
  });

  it('after the starter records were loaded alone', async () => {
    const records = STARTER_SETS.find(({ name }) => name === 'transfers');
    await records?.load({ pool, progress: () => undefined, signal: AbortSignal.timeout(60_000) });
    expect(await deriveSink(pool).basisOf('BTC', 'BTC')).toMatch(/^method .*, labels [0-9a-f]{16}, records \d+$/);
  });

  it('after an import of records at the command line', async () => {
    await importQuietly('Kraken');
    const file = path.join(dir, 'records.csv');
    const rows = [0, 1].flatMap((at) => [
      `ETH,USDT,${PAYER},${DEPOSIT},1000000,6,${1_704_067_200 + at},0x${`a${at}`.repeat(32)},,${19_000_000 + at},0`,
      `ETH,USDT,${DEPOSIT},${EXCHANGE},1000000,6,${1_704_068_200 + at},0x${`b${at}`.repeat(32)},,${19_000_010 + at},0`,
    ]);
    await writeFile(
      file,
      `network,asset,from,to,amount,decimals,time,transaction,sequence,block,transaction_index\n${rows.join('\n')}\n`,
    );
    await assay('transfers', 'import', '--format', 'csv', file);
    expect(await derivedEntity()).toBe('Kraken');
  });

  it('at the next start of the server, when a process was killed between a change and the refresh', async () => {
    await recordDeposits(DEPOSIT, 0);
    await importQuietly('Kraken');
    expect(await derivedEntity()).toBeUndefined();
    const log = faultLog();
    const jobs = await startJobs(database.url, log);
    await workRefreshes(jobs, { pool, progress: () => undefined });
    await expect.poll(() => derivedEntity(), { timeout: 15_000 }).toBe('Kraken');
    await jobs.stop();
    expect(log.faults).toEqual([]);
  });
});

describe('the refresh of derived labels', () => {
  it('does nothing while labels and records are the same, and takes only the assets that changed', async () => {
    await importQuietly('Kraken');
    await recordDeposits(DEPOSIT, 0);
    const other = await ensureLedger(pool, 'ETH', 'USDC');
    await inTransaction(pool, (client) => appendTransfers(client, other, { add: [payment(PAYER, DEPOSIT, 1)] }));
    const said: string[] = [];
    const note = (text: string) => void said.push(text.replace('labels of method 2', '2'));
    await run(note);
    expect(said).toEqual([
      ...['deriving labels from USDC on ETH', 'deriving labels from USDT on ETH'],
      ...['deriving 2 from USDC on ETH', 'deriving 2 from USDT on ETH'],
    ]);
    await run(note);
    expect(said).toHaveLength(4);
    await recordDeposits(`0x${'66'.repeat(20)}`, 100);
    await run(note);
    expect(said.slice(4)).toEqual(['deriving labels from USDT on ETH', 'deriving 2 from USDT on ETH']);
    expect(await derivedEntity(`0x${'66'.repeat(20)}`)).toBe('Kraken');
  });

  it('ends with the newest labels when one run overtakes another', async () => {
    await importQuietly('Kraken');
    await recordDeposits(DEPOSIT, 0);
    const sink = deriveSink(pool);
    let isOvertaken = false;
    const slow: DerivePorts = {
      given: (client) => ({
        labelsOf: (network, addresses) => labelsOf(client, network, addresses),
        version: () => givenLabelVersion(client),
        changes: async () => [],
      }),
      sink: {
        ...sink,
        // The slow run is about to write derived labels that it computed from labels that are being replaced.
        replaceDerivedLabels: async (...conclusions) => {
          if (!isOvertaken) {
            isOvertaken = true;
            await importQuietly('Bitstamp');
            await run();
            expect(await derivedEntity()).toBe('Bitstamp');
          }
          return sink.replaceDerivedLabels(...conclusions);
        },
      },
    };
    await refreshDerivedLabels(pool, slow, () => undefined, AbortSignal.timeout(60_000));
    expect(await derivedEntity()).toBe('Bitstamp');
  });

  it('removes derived labels that no record supports any more', async () => {
    await importQuietly('Kraken');
    await recordDeposits(DEPOSIT, 0);
    await run();
    expect(await derivedEntity()).toBe('Kraken');
    const file = path.join(dir, 'none.csv');
    await writeFile(file, `address,network,entity,category,confidence\n${PAYER},ETH,Somebody,scam,70\n`);
    await importLabels(pool, { format: 'csv', locations: [file], setName: 'mine', origin: 'import' });
    await run();
    expect(await derivedEntity()).toBeUndefined();
  });

  it('by method 2 leaves out an address whose key is labelled on another network', async () => {
    const other = `0x${'77'.repeat(20)}`;
    const file = path.join(dir, 'both.csv');
    const rows = [`${EXCHANGE},BSC,Kraken,exchange,70`, `${other},ETH,Somebody,scam,70`];
    await writeFile(file, ['address,network,entity,category,confidence', ...rows, ''].join('\n'));
    await importLabels(pool, { format: 'csv', locations: [file], setName: 'mine', origin: 'import' });
    const ledger = await ensureLedger(pool, 'BSC', 'USDT');
    const swept = (deposit: string, at: number) =>
      [0, 2].flatMap((step) => [payment(PAYER, deposit, at + step), payment(deposit, EXCHANGE, at + step + 1)]);
    await inTransaction(pool, (client) =>
      appendTransfers(client, ledger, { add: [...swept(DEPOSIT, 0), ...swept(other, 10)] }),
    );
    await run();
    const { rows: found } = await pool.query("SELECT address, rule FROM method_2_label WHERE network = 'BSC'");
    expect(found).toEqual([{ address: DEPOSIT, rule: 'deposit_address' }]);
  });
});
