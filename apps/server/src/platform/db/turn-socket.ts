import { Socket } from 'node:net';

type Written = (error?: Error | null) => void;

/**
 * Sends what was written in one turn of the event loop in one system call, once everything that has arrived was worked on.
 * The driver writes several messages for each statement, and a system call costs the server more than anything else that
 * it does for a short one.
 */
export class TurnSocket extends Socket {
  #isHeld = false;

  override write(bytes: Uint8Array | string, written?: Written): boolean;
  override write(bytes: Uint8Array | string, encoding?: BufferEncoding, written?: Written): boolean;
  override write(bytes: Uint8Array | string, encoding?: BufferEncoding | Written, written?: Written): boolean {
    if (!this.#isHeld) {
      this.#isHeld = true;
      this.cork();
      setImmediate(() => {
        this.#isHeld = false;
        this.uncork();
      });
    }
    return typeof encoding === 'string'
      ? super.write(bytes, encoding, written)
      : super.write(bytes, encoding ?? written);
  }
}
