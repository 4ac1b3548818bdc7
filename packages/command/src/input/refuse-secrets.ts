import { recogniseTextNow } from '@assay/address/secrets';
import { CommandError, EXIT } from '../exit.ts';

const SECRET =
  'It was not used or stored, and is not printed here. It may be in the history of your shell: remove it there. Anyone who has it can take the money, so move the money to a new wallet.';

/** Of about 64 hexadecimal digits that are not known to be an address. */
export const UNDECIDED =
  'Hexadecimal digits of this length can be a private key or a transaction id. They were not used, and are not printed here. Check the wallet address instead. If it is a key, remove it from the history of your shell and move the money to a new wallet.';

export const TRANSACTION =
  'This is a transaction, not an address: assay check-transaction rates its payments. Or name the wallet address.';

/**
 * Refuses a command line that holds a secret, before any part of it is parsed: messages about wrong arguments quote
 * them. The words of a seed phrase are arguments of their own.
 *
 * @throws CommandError exit code 2
 */
export function refuseSecretArguments(args: readonly string[]): void {
  for (const text of [...args, args.join(' ')]) {
    const finding = recogniseTextNow(text);
    if (finding.is === 'secret')
      throw new CommandError(`This looks like ${nameOf(finding.kind)}. ${SECRET}`, EXIT.usage);
  }
}

export function isSecret(text: string): boolean {
  return recogniseTextNow(text).is === 'secret';
}

/** For a text that no address format accepted: refuses what must not be printed back. */
export function refuseUnprintable(text: string): void {
  const { is } = recogniseTextNow(text);
  if (is === 'key or transaction') throw new CommandError(UNDECIDED, EXIT.usage);
  if (is === 'transaction') throw new CommandError(TRANSACTION, EXIT.usage);
}

function nameOf(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
}
