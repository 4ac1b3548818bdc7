/** The first bytes as text, and the whole stream again. Reads on until something other than space came. */
export async function peekBytes(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ readonly start: string; readonly bytes: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let start = '';
  while (start.trim() === '') {
    const next = await iterator.next();
    if (next.done === true) break;
    read.push(next.value);
    start += new TextDecoder().decode(next.value.subarray(0, 4096));
  }
  return { start: start.trimStart(), bytes: chain(read, iterator) };
}

async function* chain(read: Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* read;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
