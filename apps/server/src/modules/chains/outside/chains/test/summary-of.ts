import { type Asset, findAsset } from '@assay/domain';
import type { RawTransfer } from '@assay/exposure';
import { expect } from 'vitest';
import type { AccountSource } from '../../../sources/sources.ports.ts';
import { freeCall } from './direct-provider.ts';
import { readAll } from './read-all.ts';

export function asset(ticker: string, parent: string | null): Asset {
  return findAsset(ticker, parent) ?? expect.fail(`no ${ticker}`);
}

/** The fields of a record that every answer contains. */
export const summaryOf = ({ kind, from, to, amount, time }: RawTransfer) => [kind, from, to, amount, time];

/** Everything a source returns for an account, newest first. */
export async function history(source: AccountSource, of: Asset, account: string): Promise<readonly RawTransfer[]> {
  return (await readAll(source, of, account, freeCall())).records;
}
