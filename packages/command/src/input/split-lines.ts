import { StringDecoder } from 'node:string_decoder';

/**
 * Lines of a byte stream, as many at a time as a chunk completes; null means a line longer than `maxCharacters`,
 * whose text is dropped while it is read. The last line needs no newline; CRLF counts as one.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer | string>,
  maxCharacters: number,
): AsyncGenerator<readonly (string | null)[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let isTooLong = false;

  function finish(line: string): string | null {
    const answer = isTooLong || line.length > maxCharacters ? null : line.replace(/\r$/, '');
    isTooLong = false;
    return answer;
  }

  for await (const chunk of chunks) {
    const pieces = (rest + (typeof chunk === 'string' ? chunk : decoder.write(chunk))).split('\n');
    rest = pieces.pop() ?? '';
    const lines = pieces.map(finish);
    if (rest.length > maxCharacters) {
      isTooLong = true;
      rest = '';
    }
    if (lines.length > 0) yield lines;
  }
  rest += decoder.end();
  if (rest !== '' || isTooLong) yield [finish(rest)];
}
