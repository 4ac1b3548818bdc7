// One calm line per step on stderr, so that stdout stays clean for data.

/** @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** A failure a person can act on; printed without a stack. */
export class PlainError extends Error {
  /**
   * @param {string} message
   * @param {string} [details] what the failed program said
   */
  constructor(message, details = '') {
    super(message);
    this.name = 'PlainError';
    this.details = details;
  }
}

/**
 * Runs a script's main and turns what it throws into a message and exit code 3.
 *
 * @param {() => Promise<number>} main
 */
export async function exitWith(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (error instanceof PlainError) {
      if (error.details.trim() !== '') say(error.details.trim());
      say(error.message);
    } else {
      say(error instanceof Error && error.stack !== undefined ? error.stack : String(error));
    }
    process.exitCode = 3;
  }
}
