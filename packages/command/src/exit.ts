/** Exit codes of every `assay` command; a command that uses one in a sense of its own says so in its help. */
export const EXIT = {
  ok: 0,
  /** A negative answer where the command asks a question. */
  no: 1,
  /** Wrong usage or input. */
  usage: 2,
  /** The command failed: database, network, disk. */
  failed: 3,
  cancelled: 130,
} as const;

/** The exit codes as the help of the program explains them. */
export const EXIT_HELP = `
Exit codes:
  0    done
  1    the answer is no: an address is not valid, a report is not genuine, a row was not checked
  2    wrong usage or input, or a key that is refused
  3    it failed: network, database, disk, a limit, an empty balance
  130  cancelled`;

/** Ends the command with this exit code and message, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
