import { createHash } from 'node:crypto';

const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export type ScaleNetwork = 'TRX' | 'BTC' | 'ETH';

/** Two of three addresses carry a checksum that an import has to judge; those of Ethereum are in lower case. */
export function networkOf(number: number): ScaleNetwork {
  return number % 3 === 0 ? 'TRX' : number % 3 === 1 ? 'BTC' : 'ETH';
}

/** A sound address of its network, the same for the same number and series. */
export function addressOf(series: string, number: number): string {
  const payload = createHash('sha256').update(`${series} ${number}`).digest().subarray(0, 20);
  const network = networkOf(number);
  if (network === 'ETH') return `0x${payload.toString('hex')}`;
  return base58Check(Buffer.concat([Buffer.of(network === 'TRX' ? 0x41 : 0x05), payload]));
}

function base58Check(payload: Buffer): string {
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
  const bytes = Buffer.concat([payload, digest(digest(payload)).subarray(0, 4)]);
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (value > 0n) {
    text = (LETTERS[Number(value % 58n)] ?? '') + text;
    value /= 58n;
  }
  return text;
}
