import { once } from 'node:events';
import { addAbortSignal, type Readable, type Writable } from 'node:stream';
import type { AddressVerdict, NetworkChoice } from '@assay/address';
import { recogniseTextNow } from '@assay/address/secrets';
import { ADDRESS_NETWORKS } from '@assay/domain';
import { judgeOf } from './judge-currency.ts';
import { splitLines } from './split-lines.ts';

/** Far above any address line; a longer line is answered without being kept in memory. */
const MAX_LINE_CHARACTERS = 64 * 1024;
const SECRET = 'The address can be a private key or a seed phrase: it is not repeated';
const NETWORKS: ReadonlySet<string> = new Set<NetworkChoice>([...ADDRESS_NETWORKS, 'both']);

/**
 * Answers JSON lines in order, one for one, in bounded memory. A line that is no request is answered `valid: false`
 * with the reason, and one of an unknown currency `valid: null`; nothing stops the stream.
 */
export async function judgeLines(
  input: Readable,
  output: Writable,
  network: NetworkChoice,
  signal: AbortSignal,
): Promise<void> {
  const broken = new Promise<never>((_resolve, reject) => {
    output.on('error', reject);
  });
  // An error may occur while nothing waits for the output; the next wait, or the end, reports it.
  broken.catch(() => undefined);
  addAbortSignal(signal, input);
  try {
    for await (const lines of splitLines(input, MAX_LINE_CHARACTERS)) {
      const text = lines.map((line) => `${JSON.stringify(judgeLine(line, network))}\n`).join('');
      // A slow reader applies back-pressure to the input.
      if (!output.write(text)) await Promise.race([once(output, 'drain', { signal }), broken]);
    }
  } catch (error) {
    // The reader closed its end (`| head`): this is no error.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return;
    throw error;
  }
}

/** @param line null when it was too long to be read. */
export function judgeLine(line: string | null, defaultNetwork: NetworkChoice): Record<string, unknown> {
  if (line === null) return refuse('The line is too long');
  let request: unknown;
  try {
    request = JSON.parse(line);
  } catch {
    return refuse(line.trim() === '' ? 'The line is empty' : 'The line is not JSON');
  }
  if (typeof request !== 'object' || request === null || Array.isArray(request)) {
    return refuse('The line is not an object with "currency" and "address"');
  }
  const { currency, address, network = defaultNetwork } = request as Record<string, unknown>;
  if (typeof currency !== 'string') return { ...request, ...refuse('"currency" is missing or not text') };
  if (typeof address !== 'string') return { ...request, ...refuse('"address" is missing or not text') };
  if (!isNetworkChoice(network))
    return { ...request, ...refuse('"network" is not one of prod, testnet, regtest, stagenet, both') };
  const judged = judgeOf(currency, network)?.(address);
  if (judged === undefined) {
    if (isUnprintable(address, NO_VERDICT)) return { ...request, address: null, ...refuse(SECRET) };
    return { ...request, valid: null, reason: 'The currency is unknown, so its addresses cannot be judged' };
  }
  if (isUnprintable(address, judged.verdict)) return { ...request, address: null, ...refuse(SECRET) };
  return { ...request, valid: judged.verdict.ok, reason: judged.reason };
}

/** For a currency that nobody knows, no text is an address. */
const NO_VERDICT: AddressVerdict = { ok: false, reason: 'Unknown prefix' };

/** A secret, or a text that can be one and is no address; never printed. A valid checksum decides for an address. */
function isUnprintable(address: string, verdict: AddressVerdict): boolean {
  if (verdict.ok && verdict.checksum === 'valid') return false;
  const { is } = recogniseTextNow(address);
  return is === 'secret' || (is === 'key or transaction' && !verdict.ok);
}

function refuse(reason: string) {
  return { valid: false, reason };
}

function isNetworkChoice(value: unknown): value is NetworkChoice {
  return typeof value === 'string' && NETWORKS.has(value);
}
