import path from 'node:path';
import { z } from 'zod';
import { SECRET, wholeNumber } from './setting-kinds.ts';

/** The key that signs PDF files, where it is not one that was made here. */
export interface SigningFacts {
  /** Folder of the keys made here; null takes `keys` in the data folder, or the database. */
  readonly keysDir: string | null;
  /** Seals the keys in the database; null keeps one in the data folder. */
  readonly keysSecret: string | null;
  readonly p12: { readonly file: string; readonly password: string } | null;
  /** Time-stamp authorities in the order they are asked. None leaves signatures without a time stamp. */
  readonly timeStampUrls: readonly string[];
  readonly timeStampTimeoutMs: number;
}

const MOST_AUTHORITIES = 5;

/** The settings of the environment that say how reports are signed. */
export const signingSettings = {
  REPORT_KEYS_DIR: z.string().optional(),
  REPORT_KEYS_SECRET: z.string().min(32, 'a secret of at least 32 random characters').optional().meta(SECRET),
  REPORT_P12_FILE: z.string().optional(),
  REPORT_P12_PASSWORD: z.string().optional().meta(SECRET),
  REPORT_TSA_URLS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((url) => url !== ''))
    .refine(
      (urls) => urls.length <= MOST_AUTHORITIES && urls.every((url) => /^https?:\/\//.test(url) && URL.canParse(url)),
      `up to ${MOST_AUTHORITIES} http or https addresses of time-stamp authorities, with commas between them`,
    )
    .default([]),
  REPORT_TSA_TIMEOUT_MS: wholeNumber(100, 30_000, 'a time of 100 to 30000 milliseconds').default(3_000),
};

interface SigningValues {
  readonly REPORT_KEYS_DIR?: string | undefined;
  readonly REPORT_KEYS_SECRET?: string | undefined;
  readonly REPORT_P12_FILE?: string | undefined;
  readonly REPORT_P12_PASSWORD?: string | undefined;
  readonly REPORT_TSA_URLS: readonly string[];
  readonly REPORT_TSA_TIMEOUT_MS: number;
}

/** @param cloneDir where relative files are looked for */
export function signingOf(value: SigningValues, cloneDir: string): SigningFacts {
  const { REPORT_KEYS_DIR: keysDir, REPORT_P12_FILE: file, REPORT_P12_PASSWORD: password } = value;
  return {
    keysSecret: value.REPORT_KEYS_SECRET ?? null,
    keysDir: keysDir === undefined ? null : path.resolve(cloneDir, keysDir),
    p12: file === undefined ? null : { file: path.resolve(cloneDir, file), password: password ?? '' },
    timeStampUrls: value.REPORT_TSA_URLS,
    timeStampTimeoutMs: value.REPORT_TSA_TIMEOUT_MS,
  };
}
