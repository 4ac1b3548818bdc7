import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../test/support/database.ts';
import { labelsOf } from '../known/labels.store.ts';
import { withdrawCorrected } from '../withdrawn-labels.store.ts';
import { importLabels, importWithHold } from './import-labels.ts';
import { MOST_WITHDRAWN } from './label-diff.ts';

const database = await testDatabase();
const { pool } = database;
afterAll(() => database.drop());
beforeEach(() => pool.query('TRUNCATE label_set, label_import, staged_label, label_withdrawal CASCADE'));

const THIEF = '1263CRwhYA4Zr3cWcGhpgrZ7NxBXtJckYH';
const OTHER = '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo';
const EXCHANGE = { address: THIEF, network: 'BTC', category: 'exchange_licence_unknown', entity: 'Bitfinex' };
const THEFT = { ...EXCHANGE, category: 'stolen_coins', entity: 'Bitfinex theft of 2016-08-02' };
const OF_THEFTS = 'https://lists.example/packs/hacks.yaml';
const OF_EXCHANGES = 'https://lists.example/packs/exchanges.yaml';
/** A row that nothing is against. */
const SOUND = { address: OTHER, network: 'BTC', category: 'exchange_licence_unknown', entity: 'Binance' };

function request(setName: string, ...rows: readonly object[]) {
  const text = rows.map((row) => JSON.stringify({ confidence: 50, ...row })).join('\n');
  return {
    format: 'jsonl' as const,
    setName,
    origin: 'import' as const,
    locations: ['given'],
    async *rows() {
      yield Buffer.from(text);
    },
  };
}
const take = (setName: string, ...rows: readonly object[]) => importLabels(pool, request(setName, ...rows));
const update = (setName: string, ...rows: readonly object[]) =>
  importWithHold(pool, request(setName, ...rows), {}, { holdsAll: false, mostWithdrawn: MOST_WITHDRAWN });
const entitiesAt = async (address: string, network = 'BTC') =>
  (await labelsOf(pool, network, [address]))[0]?.map(({ entity }) => entity) ?? [];

describe('what is no party', () => {
  it.each([
    ['the contract of a listed token', 'ETH', '0xdac17f958d2ee523a2206206994597c13d831ec7'],
    ['that of a listed token on Tron', 'TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['the contract of a token that Tether froze', 'ETH', '0xd533a949740bb3306d119cc777fa900ba034cd52'],
    ['a precompile', 'ETH', '0x0000000000000000000000000000000000000001'],
    ['a low-numbered address', 'BSC', '0x00000000000000000000000000000000000018fe'],
  ])('is refused whatever a list says of it: %s', async (_what, network, address) => {
    const frozen = { address, network, category: 'issuer_frozen', entity: 'USDT_blacklisted' };
    const report = await take('frozen', frozen, SOUND);
    expect(report).toMatchObject({ accepted: 1, rejected: 1 });
    expect(Object.keys(report.reasons).join()).toContain('which is no party');
    expect(await entitiesAt(address, network)).toEqual([]);
  });
});

describe('an exchange in a list about thefts', () => {
  it('is refused where nobody else says so, and the rest of the list is taken', async () => {
    const report = await take('packs', { ...EXCHANGE, source_url: OF_THEFTS }, SOUND);
    expect(report).toMatchObject({ accepted: 1, rejected: 1 });
    expect(report.reasons).toEqual({ 'an exchange by a list of thefts alone, without a second source': 1 });
    expect(await entitiesAt(THIEF)).toEqual([]);
    expect(await entitiesAt(OTHER)).toEqual(['Binance']);
  });

  it('is taken where another list has an exchange there', async () => {
    await take('reserves', EXCHANGE);
    expect(await take('packs', { ...EXCHANGE, source_url: OF_THEFTS })).toMatchObject({ accepted: 1, rejected: 0 });
  });

  it('is not seconded by another list about thefts', async () => {
    await take('reserves', { ...EXCHANGE, source_url: 'https://other.example/thefts.csv' }, SOUND);
    expect(await take('packs', { ...EXCHANGE, source_url: OF_THEFTS }, SOUND)).toMatchObject({ rejected: 1 });
  });

  it('is taken from a list of exchanges', async () => {
    expect(await take('packs', { ...EXCHANGE, source_url: OF_EXCHANGES })).toMatchObject({ accepted: 1, rejected: 0 });
  });
});

describe('an address that one list calls the thief’s and another the robbed one’s', () => {
  it.each([
    ['the thief comes second', EXCHANGE, THEFT],
    ['the robbed comes second', THEFT, EXCHANGE],
  ])('holds the list that comes second: %s', async (_order, first, second) => {
    await take('first', first);
    expect(await update('second', second, SOUND)).toMatchObject({ kind: 'held', reason: 'thief-and-robbed' });
    expect(await entitiesAt(THIEF)).toEqual([first.entity]);
  });

  it('holds a list that calls it both', async () => {
    expect(await update('both', EXCHANGE, THEFT)).toMatchObject({ kind: 'held', reason: 'thief-and-robbed' });
  });

  it('holds nothing where the exchange is another than the robbed one', async () => {
    await take('first', { ...EXCHANGE, entity: 'BitMEX' });
    expect(await update('second', THEFT)).toMatchObject({ kind: 'published' });
  });

  it('holds nothing where one of the two is withdrawn', async () => {
    const { network, address, entity, category } = EXCHANGE;
    await withdrawCorrected(pool, [{ network, address, entity, category, source: 'both' }]);
    expect(await update('both', EXCHANGE, THEFT)).toMatchObject({ kind: 'published' });
    expect(await entitiesAt(THIEF)).toEqual([THEFT.entity]);
  });

  it('holds a list once: what was decided is not asked again', async () => {
    await take('both', EXCHANGE, THEFT);
    expect(await update('both', EXCHANGE, THEFT, SOUND)).toMatchObject({ kind: 'published' });
  });
});
