/** Longest line kept, in characters. What is longer is no row of any label list, and would unbound the memory. */
export const MAX_LINE_LENGTH = 1_000_000;

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** The line was longer than `MAX_LINE_LENGTH`; `text` is its beginning. */
  readonly cut: boolean;
}

/** Text of UTF-8 bytes, chunk by chunk, without a byte order mark; broken bytes become U+FFFD. */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

/** Lines of UTF-8 bytes, whatever their line ends, in bounded memory. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let number = 0;
  let rest = '';
  let cut = false;
  for await (const chunk of decodeText(bytes)) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      const text = cut ? rest : rest + chunk.slice(start, end);
      number += 1;
      yield lineOf(number, text, cut);
      rest = '';
      cut = false;
      start = end + 1;
    }
    if (cut) continue;
    rest += chunk.slice(start);
    if (rest.length > MAX_LINE_LENGTH) {
      rest = rest.slice(0, MAX_LINE_LENGTH);
      cut = true;
    }
  }
  if (rest !== '' || cut) yield lineOf(number + 1, rest, cut);
}

function lineOf(number: number, text: string, cut: boolean): Line {
  const isLong = cut || text.length > MAX_LINE_LENGTH;
  const body = isLong ? text.slice(0, MAX_LINE_LENGTH) : text;
  return { number, text: body.endsWith('\r') ? body.slice(0, -1) : body, cut: isLong };
}
