import { ASSETS, type NetworkId } from '@assay/domain';
import { z } from 'zod';
import { httpUrl, SECRET, wholeNumber } from './setting-kinds.ts';

/** One asset of a network whose records memory may hold. */
export interface MemoryAsset {
  readonly network: NetworkId;
  readonly ticker: string;
}

export interface MemoryFacts {
  /** Memory that records may take to be walked there; 0 leaves all of them to the database. */
  readonly bytes: number;
  /** The assets to hold, in this order; null holds the largest that fit. */
  readonly assets: readonly MemoryAsset[] | null;
  /** Secrets of the servers, the first of which signs walk calls; null neither asks nor answers other servers. */
  readonly keys: readonly [Uint8Array, ...Uint8Array[]] | null;
  /** Where walk calls are answered; null answers none. */
  readonly walkCalls: { readonly url: string; readonly host: string; readonly port: number } | null;
}

const KEY = /^[\x21-\x2b\x2d-\x7e]{32,200}$/;
const KEYS_EXPECTED =
  'one secret of 32 to 200 random characters, or two with a comma between them while it is replaced';

/** The settings of the environment for records in memory. */
export const memorySettings = {
  MEMORY_MB: wholeNumber(0, 1_000_000, 'a size in megabytes, 0 to 1000000').default(0),
  MEMORY_ASSETS: z
    .string()
    .transform((text, context) => {
      const read = readAssets(text);
      if (read === null) {
        context.addIssue({
          code: 'custom',
          message: 'networks and tickers with commas between them, such as ETH-USDT,TRX-USDT',
        });
      }
      return read ?? [];
    })
    .optional(),
  INTERNAL_URL: httpUrl('http://10.0.0.5:3001')
    .refine(
      (url) => new URL(url).pathname === '/' && new URL(url).search === '',
      'an address without a path, such as http://10.0.0.5:3001',
    )
    .transform((url) => new URL(url).origin)
    .optional(),
  INTERNAL_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'a host name or an IP address')
    .default('127.0.0.1'),
  INTERNAL_PORT: wholeNumber(1, 65_535, 'a port number from 1 to 65535').optional(),
  INTERNAL_KEYS: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine((keys) => keys.length <= 2 && keys.every((key) => KEY.test(key)), KEYS_EXPECTED)
    .optional()
    .meta(SECRET),
};

type Given = z.infer<z.ZodObject<typeof memorySettings>>;

/** A server that others reach must know by what secret. */
export function missingInternalKeys(value: Pick<Given, 'INTERNAL_URL' | 'INTERNAL_KEYS'>): readonly string[] {
  return value.INTERNAL_URL !== undefined && value.INTERNAL_KEYS === undefined ? ['INTERNAL_KEYS'] : [];
}

export function memoryOf(value: Given): MemoryFacts {
  const [signing, ...accepted] = (value.INTERNAL_KEYS ?? []).map((key) => new TextEncoder().encode(key));
  const url = value.INTERNAL_URL ?? null;
  return {
    bytes: value.MEMORY_MB * 1e6,
    assets: value.MEMORY_ASSETS ?? null,
    keys: signing === undefined ? null : [signing, ...accepted],
    walkCalls: url === null ? null : { url, host: value.INTERNAL_HOST, port: value.INTERNAL_PORT ?? portOf(url) },
  };
}

function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/** Null where one of them is not an asset whose transfers can be followed. */
function readAssets(text: string): readonly MemoryAsset[] | null {
  const read: MemoryAsset[] = [];
  for (const part of text.split(',')) {
    const [, network, ticker] = /^(\w+)-(\w+)$/.exec(part.trim()) ?? [];
    const asset = ASSETS.find((one) => one.network === network && one.ticker === ticker);
    if (asset === undefined || asset.network === null) return null;
    read.push({ network: asset.network, ticker: asset.ticker });
  }
  return read;
}
