import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CanonicalResult } from '@assay/certificate';
import { CommandError } from '@assay/command';
import type { FormerResult } from '@assay/contracts';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerCheck } from '../../../src/commands/check.ts';
import { registerLabels } from '../../../src/commands/labels.ts';
import { registerTransfers } from '../../../src/commands/transfers.ts';
import { checksStore } from '../../../src/modules/checks/index.ts';
import { canonicalResultOf } from '../../../src/modules/reports/certificate/canonical-result-of.ts';
import { recompute } from '../../../src/modules/reports/index.ts';
import { wireRecompute } from '../../../src/modules/reports/open/reports.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { addressOf, labelsCsv, transfersCsv, type Wallet } from './wallets-of-method-2.ts';

let database: TestDatabase;
let dir: string;

beforeAll(async () => {
  database = await testDatabase();
  dir = await mkdtemp(path.join(tmpdir(), 'assay-scenarios-'));
  const file = async (name: string, text: string) => {
    await writeFile(path.join(dir, name), text);
    return path.join(dir, name);
  };
  const contracts = ['contract', 'elsewhere-contract'] as const;
  await database.pool.query("INSERT INTO evm_contracts (network, address) SELECT 'ETH', unnest($1::text[])", [
    contracts.map(addressOf),
  ]);
  await assay('labels', 'import', '--format', 'csv', '--source', 'parties', await file('l.csv', labelsCsv()));
  await assay('transfers', 'import', '--format', 'csv', await file('t.csv', transfersCsv()));
  await assay('transfers', 'complete', 'yes', '--network', 'ETH', '--asset', 'USDT');
});
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});

/** What `assay …` prints. */
async function assay(...args: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const program = new Command('assay').exitOverride();
  const context = {
    config: readConfig({ STARTER_DATA: 'off' }),
    environment: {},
    openDatabase: async () => database.pool,
    out: (text: string) => void printed.push(text),
    err: () => undefined,
    progress: () => undefined,
    signal: new AbortController().signal,
  };
  for (const register of [registerCheck, registerLabels, registerTransfers]) register(program, context);
  await program.parseAsync(args, { from: 'user' });
  return printed.join('\n');
}

async function check(wallet: Wallet, method: '1' | '2' = '2', parent = 'ETH'): Promise<FormerResult> {
  const asked = ['--asset', 'USDT', '--parent', parent, '--method', method];
  return JSON.parse(await assay('check', addressOf(wallet), ...asked, '--json'));
}

/** `share category layer hops` of what came in, rounded to six places. */
function incomingOf({ evidence }: FormerResult): readonly string[] {
  return evidence.incoming.rows.map(
    (row) => `${Math.round(row.share * 1e6) / 1e6} ${row.category} ${row.layer} ${row.hops}`,
  );
}

/** The examples of docs/method/2, section 7, as stars and total. */
const EXAMPLES: readonly (readonly [name: string, wallet: Wallet, stars: number, total: number])[] = [
  ['the rest of stolen coins whose 95% went to an exchange', 'washed', 2, 65],
  ['stolen coins out of one transaction with 1,001 outputs', 'split', 2, 65],
  ["stolen coins through the thief's own contract", 'forwarded', 2, 65],
  ['$10.01 from a sanctioned sender in $10 million', 'visited', 5, 0],
  ['$900 from a sanctioned sender beside 0.45% stolen', 'beside', 5, 0.405365],
  ['$1,500 from a sanctioned sender in $10 million', 'touched', 2, 70],
  ['$40 to a sanctioned address out of $20,000', 'payer', 2, 70],
  ['$40 from a sanctioned address in $20,000', 'forty', 2, 70],
  ['six categories of tier A, 0.4% each', 'six', 3, 45],
  ['the same in a wallet of $5 million', 'six-rich', 2, 70],
  ['$100,000 stolen among $3.5 million', 'rich', 2, 70],
  ['2% scam', 'scammed', 3, 45],
  ['3% stolen at confidence 40', 'weak', 3, 45],
  ['29.7% gambling, 70.3% unknown', 'gambler', 3, 42],
  ['60% gambling', 'fan', 3, 55],
  ["a licensed exchange's own wallet with 4% mixer", 'own', 5, 0],
  ['an exchange, licence unknown, 60% ransom', 'hidden', 1, 80],
  ['a hacked licensed exchange', 'hacked', 5, 0],
  ['$0.50 from a sanctioned address as the only inflow', 'dust-only', 4, 25],
];

describe('worked examples of method 2, from files to stars', () => {
  it.each(EXAMPLES)('%s', async (_name, wallet, riskscore, total) => {
    expect(await check(wallet)).toMatchObject({ riskscore, total, method_version: '2', text_set: 7 });
  });

  it('looks through a payer of exchanges, many outputs and a contract, where version 1 ends at each', async () => {
    for (const wallet of ['washed', 'split', 'forwarded'] as const) {
      expect(incomingOf(await check(wallet))).toEqual(['1 stolen_coins indirect 2']);
      expect([wallet, (await check(wallet, '1')).riskscore > 3]).toEqual([wallet, true]);
    }
  });

  it('lists what it sets aside, and leaves its share as it was found', async () => {
    const result = await check('beside');
    expect(result.evidence.incoming.rows.find(({ category }) => category === 'sanctions')).toMatchObject({
      ...{ share: 0.0009, usd: 900, points: 0, set_aside: true, too_small: false, decisive: false },
    });
    expect(result.texts.text).toContain('it is listed and left out of everything else');
  });

  it('rates a listed account of Ethereum on another network, unless there is a contract on either', async () => {
    const carried = await check('elsewhere', '2', 'BSC');
    expect(carried).toMatchObject({ riskscore: 1, total: 80, cause: { rule: 'identity' } });
    expect(carried.labels).toMatchObject([{ confidence: 40, carried_from: 'ETH', origin: 'given' }]);
    expect((await check('elsewhere', '1', 'BSC')).riskscore).toBe(0);
    const contract = await check('elsewhere-contract', '2', 'BSC');
    expect(contract).toMatchObject({ riskscore: 0, labels: [], notes: [{ kind: 'label_on_other_network' }] });
  });

  it('does not rate what is nearly unknown, and a mint or burn address', async () => {
    expect(await check('nearly-unknown')).toMatchObject({ riskscore: 0, cause: { reason: 'too_little_attributed' } });
    const zero = `0x${'0'.repeat(40)}`;
    const burned = JSON.parse(
      await assay('check', zero, '--asset', 'USDT', '--parent', 'ETH', '--method', '2', '--json'),
    );
    expect(burned).toMatchObject({ riskscore: 0, cause: { reason: 'burn_address' } });
  });

  it('gives four stars on limited data where the history is incomplete', async () => {
    await assay('transfers', 'complete', 'no', '--network', 'ETH', '--asset', 'USDT');
    const result = await check('visited');
    await assay('transfers', 'complete', 'yes', '--network', 'ETH', '--asset', 'USDT');
    expect(result).toMatchObject({ riskscore: 4, cause: { rule: 'limited_coverage' }, confidence: 'low' });
    expect(result.texts.headline).toMatch(/^Limited data: /);
    expect(result.texts.why).toContain('the history of the address is incomplete');
  });

  it('uses the labels that it derives itself, and says so where they were never derived', async () => {
    const sweeper = await check('sweeper-payer');
    expect(sweeper.evidence.outgoing.rows).toMatchObject([
      { category: 'exchange_licensed', layer: 'direct', labels: [{ derived_by: 'deposit_address', confidence: 40 }] },
    ]);
    // What comes from the deposit address did not come from the exchange.
    expect(incomingOf(await check('swept'))).toEqual(['1 stolen_coins indirect 3']);
    expect(sweeper.texts.text).not.toContain('No labels derived from records');
    await database.pool.query('DELETE FROM method_2_label_set');
    const without = await check('washed');
    expect(without.texts.text).toContain('No labels derived from records were at hand');
    expect(without.label_set_version).not.toBe(sweeper.label_set_version);
  });

  it('gives the same result twice but for its id and time, and version 1 where nothing is asked for', async () => {
    const { sub_id: _id, created_at: _time, ...first } = await check('beside');
    expect(await check('beside')).toMatchObject(first);
    const unasked = JSON.parse(
      await assay('check', addressOf('beside'), '--asset', 'USDT', '--parent', 'ETH', '--json'),
    );
    expect(unasked).toMatchObject({ method_version: '1', text_set: 6, riskscore: 2 });
  });

  it('recomputes a result of version 2 to the last byte, and finds a changed row', async () => {
    const asset = await check('beside');
    const basis = await checksStore.findBasis(database.pool, asset.sub_id);
    if (basis === null) throw new Error('The check has no basis');
    const stated = canonicalResultOf(asset, basis, { product: 'Assay', url: 'https://assay.example' });
    expect(stated).toMatchObject({ method_version: '2', text_set: 7 });
    const again = (given: CanonicalResult) =>
      recompute(wireRecompute(database.pool, { warn: () => undefined }), given, new AbortController().signal);
    expect(await again(stated)).toMatchObject({ outcome: 'equal', inputs: [], parts: [] });
    const forged = { ...stated, score: { ...stated.score, stars: 4 as const } };
    expect(await again(forged)).toMatchObject({ outcome: 'different', parts: ['score'] });
    const former = await again({ ...stated, method_version: '1', text_set: 2 });
    expect(former.outcome).toBe('different');
  });

  it('says what a withdrawal of the weightiest labels would change, by a new walk without them', async () => {
    const { would_change: changes } = (await check('scammed')).texts;
    expect(changes[0]).toMatch(/^The smallest change for more stars: .+; or the labels 'Scam' of .+ withdrawn \(/);
    expect(changes.filter((text) => text.includes('were withdrawn'))).toEqual([
      expect.stringMatching(/^If the labels 'Scam' of .+ were withdrawn, the score would be \d+(\.\d)? of 100: /),
    ]);
    expect((await check('scammed', '1')).texts.would_change.join(' ')).not.toContain('were withdrawn');
  });

  it('refuses a version it does not hold', async () => {
    const asked = assay('check', addressOf('beside'), '--asset', 'USDT', '--parent', 'ETH', '--method', '3');
    await expect(asked).rejects.toBeInstanceOf(CommandError);
  });
});
