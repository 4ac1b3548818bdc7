import { once } from 'node:events';
import { addAbortSignal, type Readable, type Writable } from 'node:stream';
import { type NetworkChoice, validateAddress } from '@assay/address';
import { ADDRESS_NETWORKS } from '@assay/domain';
import { splitLines } from './split-lines.ts';

/** No address line comes near; a longer one is answered without being held in memory. */
const MAX_LINE_CHARACTERS = 64 * 1024;
const NETWORKS: ReadonlySet<string> = new Set<NetworkChoice>([...ADDRESS_NETWORKS, 'both']);

/**
 * Answers JSON lines in order, one for one, in bounded memory. A line that is no request is answered `valid: false`
 * with the reason; nothing stops the stream.
 */
export async function judgeLines(
  input: Readable,
  output: Writable,
  network: NetworkChoice,
  signal: AbortSignal,
): Promise<void> {
  const broken = Promise.withResolvers<never>();
  output.on('error', broken.reject);
  // An error may come while nobody waits for the output; the next wait, or the end, sees it.
  broken.promise.catch(() => undefined);
  addAbortSignal(signal, input);
  try {
    for await (const lines of splitLines(input, MAX_LINE_CHARACTERS)) {
      const text = lines.map((line) => `${JSON.stringify(judgeLine(line, network))}\n`).join('');
      // A reader slower than us holds the input back.
      if (!output.write(text)) await Promise.race([once(output, 'drain', { signal }), broken.promise]);
    }
  } catch (error) {
    // The reader has seen enough (`| head`): nothing is wrong.
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
  const verdict = validateAddress(address, currency, { network });
  return { ...request, valid: verdict.ok, reason: verdict.ok ? null : verdict.reason };
}

function refuse(reason: string) {
  return { valid: false, reason };
}

function isNetworkChoice(value: unknown): value is NetworkChoice {
  return typeof value === 'string' && NETWORKS.has(value);
}
