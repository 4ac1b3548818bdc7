import { ASSETS, type NetworkId } from '@assay/domain';
import { z } from 'zod';
import { wholeNumber } from './setting-kinds.ts';

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
}

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
};

type Given = z.infer<z.ZodObject<typeof memorySettings>>;

export function memoryOf(value: Given): MemoryFacts {
  return {
    bytes: value.MEMORY_MB * 1e6,
    assets: value.MEMORY_ASSETS ?? null,
  };
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
