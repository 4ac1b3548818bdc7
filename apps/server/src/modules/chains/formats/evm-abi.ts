import { z } from 'zod';

/**
 * The contract functions and events that are used, as selectors and event topics (the first bytes of the keccak-256 of
 * each signature, checked against viem in the tests).
 */

/** `balanceOf(address)` */
export const BALANCE_OF = '0x70a08231';
/** `Transfer(address,address,uint256)` */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/**
 * Where a block logs moves of its own coin (EIP-7708), by the event of a token: the move is read from the transaction and
 * its inner calls already.
 */
export const COIN_LOGS = '0xfffffffffffffffffffffffffffffffffffffffe';

/** `transfer(address,uint256)` */
export const TRANSFER_SELECTOR = '0xa9059cbb';
/** `transferFrom(address,address,uint256)` */
export const TRANSFER_FROM_SELECTOR = '0x23b872dd';

/** An address as an argument of a call: 32 bytes in hexadecimal digits, without `0x`. */
export function word(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0');
}

/** An address as a topic of an event. */
export function topicOf(address: string): string {
  return `0x${word(address)}`;
}

/** The address in a topic of 32 bytes. */
export function addressIn(topic: string): string {
  return `0x${topic.slice(-40).toLowerCase()}`;
}

/** Answer of a call that returns a boolean. A contract without such a function returns empty data. */
export const booleanWord = z
  .string()
  .regex(/^0x0{63}[01]$/)
  .transform((text) => text.endsWith('1'));

/** Code or data as a node writes it. */
export const hexBytes = z.string().regex(/^0x([0-9a-fA-F]{2})*$/);

/** An account that only delegates to code (EIP-7702) still belongs to the owner of its key. */
export function isContractCode(code: string): boolean {
  return code !== '0x' && !code.toLowerCase().startsWith('0xef0100');
}

/**
 * The transfer of a token that data of a call asks for; null where it asks for something else.
 *
 * @returns `from` null where it is the caller
 */
export function callOfTransfer(
  data: string,
): { readonly from: string | null; readonly to: string; readonly amount: bigint } | null {
  const [, selector, first = '', second = '', third] =
    /^(0x[0-9a-f]{8})([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{64})?/.exec(data.toLowerCase()) ?? [];
  if (selector === TRANSFER_SELECTOR) return { from: null, to: addressIn(first), amount: BigInt(`0x${second}`) };
  if (selector !== TRANSFER_FROM_SELECTOR || third === undefined) return null;
  return { from: addressIn(first), to: addressIn(second), amount: BigInt(`0x${third}`) };
}
