import { expect, it } from 'vitest';
import { resultRow } from './result-row.ts';

const ROW = {
  number: 1,
  line: 2,
  ticker: 'BTC',
  parent: '',
  address: 'an address',
  reference: null,
  extra: null,
  code: null,
  detail: null,
  state: 'rated',
  failure: null,
  apiCheck: 'chk_1',
  testCheck: null,
  subId: 'a1',
  charged: true,
  summary: null,
  subject: 1,
  sharing: 1,
} as const;
const PLACE = { mode: 'live', offset: 0, publicUrl: 'https://x', isCanceled: false, isRepeated: false } as const;
const networkOf = (row: Partial<Parameters<typeof resultRow>[0]>) => resultRow({ ...ROW, ...row }, PLACE).network;

it('a result names the network of a coin as its check does, also where that is not its ticker', () => {
  const networks = ['BTC', 'BNB', 'MATIC'].map((ticker) => networkOf({ ticker }));
  expect(networks).toEqual(['BTC', 'BSC', 'POLYGON']);
  expect(networkOf({ ticker: 'USDT', parent: 'TRX' })).toBe('TRX');
});

it('a row that was refused keeps the network it was given', () => {
  const refused = { state: null, code: 'invalid_request', detail: '', ticker: 'BNB' };
  expect([networkOf(refused), networkOf({ ...refused, parent: 'TRX' })]).toEqual(['', 'TRX']);
});
