import { describe, expect, it } from 'vitest';
import { findNotes, type NotesInput } from './notes.ts';
import { findLookalikes } from './notes-patterns.ts';
import type { NoteRecord } from './notes-record.ts';

const DAY = 86_400;
const NOW = 1000 * DAY;

const record = (change: Partial<NoteRecord>): NoteRecord => ({
  time: 0,
  direction: 'bwd',
  amount: 100n,
  counterparty: 'someone',
  usd: null,
  ...change,
});
const inflow = (time: number, amount: bigint, counterparty = 'payer') => record({ time, amount, counterparty });
const outflow = (time: number, amount: bigint, counterparty = 'payee') =>
  record({ time, amount, counterparty, direction: 'fwd' });
const kinds = (records: readonly NoteRecord[], change: Partial<NotesInput> = {}) =>
  findNotes({ records, complete: true, now: NOW, ...change }).map(({ kind }) => kind);
/** Four equal inflows far apart: no note of its own. */
const calm = [0, 100, 200, 300].map((day) => inflow(day * DAY, 100n));

describe('notes', () => {
  it('says nothing about a calm wallet, or about none', () => {
    expect(kinds(calm)).toEqual([]);
    expect(kinds([])).toEqual([]);
  });

  it('notes a new wallet under 30 days old, unless its beginning is not known', () => {
    const at = (time: number) => [0, 5, 10].map((day) => inflow(time + day * DAY, 100n));
    expect(kinds(at(NOW - 30 * DAY + 1))).toContain('new_wallet');
    expect(kinds(at(NOW - 30 * DAY))).not.toContain('new_wallet');
    expect(kinds(at(NOW - 20 * DAY), { complete: false })).not.toContain('new_wallet');
  });

  it('notes a burst when over half of all inflow came within 24 hours', () => {
    expect(kinds([inflow(0, 49n), inflow(10 * DAY, 26n), inflow(11 * DAY, 25n)])).toContain('burst');
    expect(kinds([inflow(0, 50n), inflow(10 * DAY, 25n), inflow(11 * DAY, 25n)])).not.toContain('burst');
    expect(kinds([inflow(0, 49n), inflow(10 * DAY, 26n), inflow(11 * DAY + 1, 25n)])).not.toContain('burst');
  });

  it('notes a pass-through when 90% of inflow left within an hour', () => {
    const passing = (seconds: number, amount: bigint) =>
      [0, 100, 200].flatMap((day) => [inflow(day * DAY, 100n), outflow(day * DAY + seconds, amount)]);
    expect(kinds(passing(3600, 90n))).toContain('pass_through');
    expect(kinds(passing(3600, 89n))).not.toContain('pass_through');
    expect(kinds(passing(3601, 100n))).not.toContain('pass_through');
    expect(kinds(calm.map((one) => ({ ...one, direction: 'fwd' as const })))).not.toContain('pass_through');
  });

  it('notes a dormant wallet that moved again after a year', () => {
    expect(kinds([...calm, inflow(665 * DAY, 100n)])).toEqual(['dormant']);
    expect(kinds([...calm, inflow(665 * DAY - 1, 100n)])).toEqual([]);
  });

  it('notes three successive spends of over 70% to addresses not seen before', () => {
    const peel = (...payees: readonly string[]) => [
      ...calm,
      outflow(301 * DAY, 300n, payees[0] ?? ''),
      outflow(302 * DAY, 75n, payees[1] ?? ''),
      outflow(303 * DAY, 20n, payees[2] ?? ''),
    ];
    expect(kinds(peel('a', 'b', 'c'))).toEqual(['peel_chain']);
    expect(kinds(peel('a', 'b', 'a'))).toEqual([]);
    expect(kinds(peel('a', 'b', 'c').map((one) => (one.amount === 75n ? { ...one, amount: 70n } : one)))).toEqual([]);
  });

  it('notes a poisoning target when dust comes from a look-alike of a real counterparty', () => {
    const real = '0xabcd000000000000000000000000000000001234';
    const alike = '0xabcd999999999999999999999999999999991234';
    const other = '0xabcd999999999999999999999999999999991235';
    const paid = [...calm, outflow(301 * DAY, 100n, real)];
    expect(kinds([...paid, inflow(302 * DAY, 0n, alike)])).toEqual(['poisoning_target']);
    expect(kinds([...paid, record({ time: 302 * DAY, amount: 50n, usd: 0.99, counterparty: alike })])).toEqual([
      'poisoning_target',
    ]);
    expect(kinds([...paid, inflow(302 * DAY, 0n, other)])).toEqual([]);
    expect(kinds([...paid, inflow(302 * DAY, 0n, real)])).toEqual([]);
    expect(kinds([...paid, inflow(302 * DAY, 50n, alike)])).toEqual([]);
  });

  it('looks behind what every address of a network starts with', () => {
    const paid = [...calm, outflow(301 * DAY, 100n, 'bc1qabcdeeeeee1234')];
    expect(kinds([...paid, inflow(302 * DAY, 0n, 'bc1qzzzzeeeeee1234')])).toEqual([]);
    expect(kinds([...paid, inflow(302 * DAY, 0n, 'bc1qabcdffffff1234')])).toEqual(['poisoning_target']);
  });

  it('looks behind the letter that every address of a base58 or base32 network starts with', () => {
    const pairs = [
      ['TAbcd', '1'.repeat(25), '2'.repeat(25), 'wXyz'],
      ['rAbcd', '1'.repeat(20), '2'.repeat(20), 'wXyz'],
      ['t1Abcd', '1'.repeat(25), '2'.repeat(25), 'wXyz'],
      ['GABCD', 'A'.repeat(47), 'B'.repeat(47), 'WXYZ'],
    ] as const;
    for (const [start, middle, other, end] of pairs) {
      const real = `${start}${middle}${end}`;
      const alike = `${start}${other}${end}`;
      // Differs in the fourth character behind the common start.
      const different = `${start.slice(0, -1)}9${other}${end}`;
      const paid = [...calm, outflow(301 * DAY, 100n, real)];
      expect(kinds([...paid, inflow(302 * DAY, 0n, alike)]), start).toEqual(['poisoning_target']);
      expect(kinds([...paid, inflow(302 * DAY, 0n, different)]), start).toEqual([]);
    }
  });

  it('compares as the first revision did where that is asked for', () => {
    const real = `TAbcd${'1'.repeat(25)}wXyz`;
    const different = `TAbc9${'2'.repeat(25)}wXyz`;
    const records = [...calm, outflow(301 * DAY, 100n, real), inflow(302 * DAY, 0n, different)];
    expect(findLookalikes(records, 1)).toEqual([{ address: different, resembles: real }]);
    expect(findLookalikes(records)).toEqual([]);
  });

  it('says each kind once, in one sentence without an exclamation mark', () => {
    const notes = findNotes({ records: [inflow(NOW - DAY, 100n), outflow(NOW - DAY, 100n)], complete: true, now: NOW });
    expect(notes.map(({ kind }) => kind)).toEqual(['new_wallet', 'burst', 'pass_through']);
    for (const { text } of notes) expect(text).toMatch(/^[^!]+\.$/);
  });
});
