const PEEK_BYTES = 4096;

/** The first bytes, as many as `isEnough` asks for or there are, and the whole stream again. */
export async function peekBytes(
  bytes: AsyncIterable<Uint8Array>,
  isEnough: (head: Uint8Array) => boolean,
): Promise<{ readonly head: Uint8Array; readonly bytes: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let head: Uint8Array = new Uint8Array();
  while (!isEnough(head)) {
    const next = await iterator.next();
    if (next.done === true) break;
    read.push(next.value);
    head = Buffer.concat([head, next.value]);
  }
  return { head, bytes: chain(read, iterator) };
}

/** The same for text: its start without leading space, as far as 4,096 bytes go. */
export async function peekText(
  source: AsyncIterable<Uint8Array>,
  isEnough: (start: string) => boolean,
): Promise<{ readonly start: string; readonly bytes: AsyncIterable<Uint8Array> }> {
  const { head, bytes } = await peekBytes(source, (sofar) => sofar.length >= PEEK_BYTES || isEnough(startOf(sofar)));
  return { start: startOf(head), bytes };
}

function startOf(head: Uint8Array): string {
  return new TextDecoder().decode(head.subarray(0, PEEK_BYTES), { stream: true }).trimStart();
}

/** No generator: one that was never started would end without ending the source, which would stay open. */
function chain(read: Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncIterableIterator<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const value = read.shift();
      return value === undefined ? iterator.next() : { done: false, value };
    },
    async return() {
      read.length = 0;
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
}
