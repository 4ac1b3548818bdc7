import { LineEnds } from './line-ends.ts';

/** Longest line kept where no other length is asked for, in characters: what is longer would unbound the memory. */
export const MAX_LINE_LENGTH = 1_000_000;

interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** The line was longer than allowed; `text` is its beginning. */
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
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  maxLength: number = MAX_LINE_LENGTH,
): AsyncGenerator<Line> {
  for await (const lines of readLineBatches(bytes, maxLength)) yield* lines;
}

/** As `readLines`, all lines of a chunk at once: a promise for each costs as much as reading it. */
export async function* readLineBatches(
  bytes: AsyncIterable<Uint8Array>,
  maxLength: number = MAX_LINE_LENGTH,
): AsyncGenerator<readonly Line[]> {
  let number = 0;
  let rest = '';
  let cut = false;
  for await (const chunk of withOneLineEnd(decodeText(bytes))) {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      const text = cut ? rest : rest + chunk.slice(start, end);
      number += 1;
      lines.push(lineOf(number, text, cut, maxLength));
      rest = '';
      cut = false;
      start = end + 1;
    }
    if (lines.length > 0) yield lines;
    if (cut) continue;
    rest += chunk.slice(start);
    if (rest.length > maxLength) {
      rest = rest.slice(0, maxLength);
      cut = true;
    }
  }
  if (rest !== '' || cut) yield [lineOf(number + 1, rest, cut, maxLength)];
}

async function* withOneLineEnd(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const lineEnds = new LineEnds();
  for await (const text of texts) yield lineEnds.push(text);
  yield lineEnds.end();
}

function lineOf(number: number, text: string, cut: boolean, maxLength: number): Line {
  const isLong = cut || text.length > maxLength;
  const body = isLong ? text.slice(0, maxLength) : text;
  return { number, text: body.endsWith('\r') ? body.slice(0, -1) : body, cut: isLong };
}
