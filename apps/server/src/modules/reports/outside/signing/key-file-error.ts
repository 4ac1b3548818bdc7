/** What the operator asks of a key cannot be done; the message says why. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}
