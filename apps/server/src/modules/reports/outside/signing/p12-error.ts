/** A P12 file cannot be used. The message names the cause, never the password or the key. */
export class P12Error extends Error {
  override readonly name = 'P12Error';
}
