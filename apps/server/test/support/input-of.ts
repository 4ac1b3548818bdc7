/** Text as a stream that breaks wherever it hurts: in the middle of lines and of characters. */
export function inputOf(text: string, name = 'list.txt', chunkBytes = 7) {
  return { name, bytes: chunksOf(new TextEncoder().encode(text), chunkBytes) };
}

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
