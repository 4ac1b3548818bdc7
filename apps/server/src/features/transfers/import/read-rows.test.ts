import { expect, it } from 'vitest';
import { readRows } from './read-rows.ts';

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, 'latin1');
}

it.each([
  ['CSV', 'from,to\nMüller,x\n', 'line 2, byte 2'],
  ['JSON Lines', '{"from":"a"}\n{"from":"Müller"}\n', 'line 2, byte 11'],
])('refuses %s that is not UTF-8, and names the byte', async (_format, text, where) => {
  const read = async () => {
    for await (const batch of readRows(bytesOf(text))) void batch;
  };
  await expect(read()).rejects.toThrow(`${where} (0xFC) is not UTF-8`);
});
