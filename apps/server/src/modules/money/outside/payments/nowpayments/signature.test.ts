import { createHmac } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { isSignedBy } from './signature.ts';

const SECRET = 'secret';
const MESSAGE = {
  payment_status: 'finished',
  payment_id: 123456789,
  payment_extra_ids: [7, 8],
  fee: { withdrawalFee: 0, currency: 'btc', payment_id: 1, depositFee: 0.09853637216235617 },
};
const BODY = JSON.stringify(MESSAGE);
const sign = (text: string) => createHmac('sha512', SECRET).update(text).digest('hex');

it('a message is understood whether its nested keys were sorted or dropped before signing', () => {
  const kept =
    '{"fee":{"currency":"btc","depositFee":0.09853637216235617,"payment_id":1,"withdrawalFee":0},"payment_extra_ids":[7,8],"payment_id":123456789,"payment_status":"finished"}';
  const dropped =
    '{"fee":{"payment_id":1},"payment_extra_ids":[7,8],"payment_id":123456789,"payment_status":"finished"}';
  expect(isSignedBy(BODY, sign(kept), SECRET)).toBe(true);
  expect(isSignedBy(BODY, sign(dropped), SECRET)).toBe(true);
  expect(isSignedBy(BODY, sign(dropped).toUpperCase(), SECRET)).toBe(true);
});

it('what either way signs is not changed unseen: nothing above, and nothing else is accepted', () => {
  const other = JSON.stringify({ ...MESSAGE, payment_id: 123456788 });
  expect(isSignedBy(other, sign(JSON.stringify(MESSAGE, Object.keys(MESSAGE).toSorted())), SECRET)).toBe(false);
  expect(isSignedBy(BODY, sign(BODY), 'other')).toBe(false);
  expect(isSignedBy(BODY, '', SECRET)).toBe(false);
  for (const odd of ['null', '1', '"x"', '[1,{"a":2}]']) expect(isSignedBy(odd, sign('x'), SECRET)).toBe(false);
});

it('the keys of a message are not looked through again for each object in it, which anybody could send', () => {
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, { b: 1 }])));
  const stringify = vi.spyOn(JSON, 'stringify');
  try {
    expect(isSignedBy(body, 'a'.repeat(128), SECRET)).toBe(false);
    expect(stringify.mock.calls.flatMap(([, keys]) => keys ?? [])).toEqual([]);
  } finally {
    stringify.mockRestore();
  }
});

it('a message is read no deeper than any of the provider is', () => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  expect(isSignedBy(deep, sign(deep), SECRET)).toBe(false);
});
