import { createHash } from 'node:crypto';

/**
 * Digest of the rows of a source read so far. An import keeps it with the place it reached; when it goes on and a
 * second reading comes to the same digest at that place, what was staged is what this reading would have staged too.
 * It holds for files and servers alike, packed or not, and needs neither times nor a server's word.
 */
export class RowsDigest {
  private readonly hash = createHash('sha256');

  /** @param row anything JSON can write, in order of reading */
  add(row: unknown): void {
    this.hash.update(`${JSON.stringify(row)}\n`);
  }

  /** As hexadecimal digits; further rows may follow. */
  value(): string {
    return this.hash.copy().digest('hex');
  }
}
