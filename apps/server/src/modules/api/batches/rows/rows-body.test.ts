import { BATCH_ROWS } from '@assay/contracts/v1';
import { ASSETS } from '@assay/domain';
import { expect, it, vi } from 'vitest';
import { type BodyFacts, PART_BYTES, readRows } from './read-rows.ts';
import { onceArrived, rowsBody } from './rows-body.ts';

const CHUNKS = 40;
const CHUNK_LINES = 50_000;

async function* blankThen(line: string, last: string, lines: number) {
  const chunk = Buffer.from(line.repeat(CHUNK_LINES));
  for (let left = lines; left > 0; left -= CHUNK_LINES) {
    yield left < CHUNK_LINES ? chunk.subarray(0, left * line.length) : chunk;
  }
  yield Buffer.from(last);
}

/** Bytes once all have arrived. */
async function* arrived(bytes: AsyncIterable<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  yield* chunks;
}

it.each([
  ['jsonl', '\n', '{}'],
  ['jsonl', ' \n', '{}'],
  ['csv', '\n', 'address\nx'],
  ['csv', ',\n', 'address\nx'],
] as const)('stops reading %s of blank lines %j at a limit, and refuses it', async (format, line, last) => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  const body = rowsBody(format, blankThen(line, last, CHUNKS * CHUNK_LINES), arrived);
  const work = vi.fn();
  await expect(onceArrived(body, work)).rejects.toMatchObject({
    code: 'payload_too_large',
    detail: 'A request with rows has at most 100000 blank lines. Leave them out.',
  });
  expect(work).not.toHaveBeenCalled();
  // The parts of those up to the limit, and the one that passes it.
  const parts = Math.ceil((CHUNK_LINES * line.length) / PART_BYTES);
  expect(decode).toHaveBeenCalledTimes((BATCH_ROWS / CHUNK_LINES) * parts + 1);
  decode.mockRestore();
});

it.each(['jsonl', 'csv'] as const)('counts the lines of %s up to the limit of blank ones', async (format) => {
  const last = format === 'csv' ? 'address\nx' : '{}';
  const body = rowsBody(format, blankThen('\n', last, BATCH_ROWS), arrived);
  const defaults = { catalogue: ASSETS, asset: 'BTC', network: null, assertKnown: () => undefined };
  const facts: BodyFacts = { columns: [] };
  const lines = await onceArrived(body, async ({ rows, chunks }) => {
    expect(rows).toBe(1);
    const found = [];
    for await (const page of readRows({ format, bytes: chunks }, defaults, facts)) found.push(...page);
    return found.map(({ line }) => line);
  });
  expect(lines).toEqual([BATCH_ROWS + (format === 'csv' ? 2 : 1)]);
});
