import { matchAssets, readPasted } from '@assay/address';
import { recogniseTextNow, type TextFinding } from '@assay/address/secrets';
import type { ErrorName } from '@assay/contracts';
import { ASSETS } from '@assay/domain';
import { sentenceOnNotAddress } from '@assay/wording';
import { AppError } from '../app-error.ts';

/** What a text is called that was to be an address and is none. */
export function refusalOf({ is }: TextFinding): Extract<ErrorName, `${string}Address`> {
  switch (is) {
    case 'secret':
    case 'key or transaction':
      return 'SecretNotAddress';
    case 'transaction':
      return 'TransactionNotAddress';
    case 'clear':
      return 'InvalidAddress';
  }
}

/**
 * For free text: refuses what is a secret or can be one. Neither the error nor its message holds any of the text.
 *
 * @throws AppError SecretNotAddress
 */
export function refuseSecret(text: string): void {
  if (mayBeSecret(text)) throw new AppError('SecretNotAddress');
}

/**
 * For the name of a thing, which is shown in lists and kept in logs: the same, with the field that it is about.
 *
 * @throws AppError SecretNotAddress
 */
export function refuseSecretName(text: string, field: string): void {
  if (!mayBeSecret(text)) return;
  throw new AppError('SecretNotAddress', {
    fields: [{ field, problem: 'can be a private key or a seed phrase; it was not stored' }],
  });
}

/** Whether a text is a secret, or can be one: 64 hexadecimal digits can. */
export function mayBeSecret(text: string): boolean {
  const { is } = recogniseTextNow(text);
  return is === 'secret' || is === 'key or transaction';
}

/**
 * For statements of several sentences: refuses what is a secret. Numbers of transactions may be named in them.
 *
 * @throws AppError SecretNotAddress
 */
export function refuseSecretIn(text: string): void {
  if (recogniseTextNow(text).is === 'secret') throw new AppError('SecretNotAddress');
}

/**
 * For texts that were named as an address: 64 hexadecimal digits pass where a listed asset has such addresses.
 *
 * @throws AppError SecretNotAddress
 */
export function refuseSecretAsAddress(text: string): void {
  const { is } = recogniseTextNow(text);
  const isRefused = is === 'secret' || (is === 'key or transaction' && matchAssets(text.trim(), ASSETS).length === 0);
  if (isRefused) throw new AppError('SecretNotAddress');
}

/**
 * The address in a text that was named as one: without a payment link, an explorer's link or quotes around it. The text
 * itself where it holds none.
 */
export function addressIn(text: string): string {
  const pasted = readPasted(text, ASSETS);
  return pasted.is === 'address' ? pasted.address : text.trim();
}

/** What a text is that was named as an address and is none, in a sentence; undefined where nothing is known of it. */
export function sentenceOn(text: string): string | undefined {
  const pasted = readPasted(text, ASSETS);
  return pasted.is === 'not an address' ? sentenceOnNotAddress(pasted.what) : undefined;
}
