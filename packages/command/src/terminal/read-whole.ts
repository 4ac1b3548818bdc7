import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { CommandError, EXIT } from '../exit.ts';

/** Names stdin where a file to read is expected, and stdout where one to write is. */
export const STDIO = '-';

/**
 * The bytes of a file, or of stdin where it is named `-`.
 *
 * @throws CommandError when it cannot be read
 */
export async function readWhole(file: string): Promise<Buffer> {
  if (file === STDIO) {
    assertStdinUnread();
    return buffer(process.stdin);
  }
  try {
    return await readFile(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be read.`, EXIT.usage, { cause: error });
  }
}

/** @throws CommandError where stdin was read before */
export function assertStdinUnread(): void {
  if (process.stdin.readableEnded) throw new CommandError('- names stdin, which can be read once only.', EXIT.usage);
}
