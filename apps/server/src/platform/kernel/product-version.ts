import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest = z.object({ version: z.string().min(1) });

/** The version of the product, as its package states it, such as `0.1.0`. */
export const PRODUCT_VERSION: string = manifest.parse(
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')),
).version;
