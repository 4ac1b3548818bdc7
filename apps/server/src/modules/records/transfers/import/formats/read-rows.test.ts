import { expect, it } from 'vitest';
import { readRows } from './read-rows.ts';

const ANY = { required: [], read: [], isClosed: false };

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, 'latin1');
}

it.each([
  ['CSV', 'from,to\nMüller,x\n', 'line 2, byte 2'],
  ['JSON Lines', '{"from":"a"}\n{"from":"Müller"}\n', 'line 2, byte 11'],
])('refuses %s that is not UTF-8, and names the byte', async (_format, text, where) => {
  const read = async () => {
    for await (const batch of readRows(bytesOf(text), ANY)) void batch;
  };
  await expect(read()).rejects.toThrow(`${where} (0xFC) is not UTF-8`);
});

it.each([
  ['CSV', 'from,to\ra,b\rc,d\r'],
  ['JSON Lines', '{"from":"a","to":"b"}\r{"from":"c","to":"d"}\r'],
])('reads %s whose lines end with a bare CR', async (_format, text) => {
  const rows = [];
  for await (const batch of readRows(bytesOf(text), { ...ANY, read: ['from', 'to'] })) rows.push(...batch);
  expect(rows.map(({ number, fields }) => [number, fields])).toMatchObject([
    [1, { from: 'a', to: 'b' }],
    [2, { from: 'c', to: 'd' }],
  ]);
});
