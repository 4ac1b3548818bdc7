import { setTimeout as sleep } from 'node:timers/promises';
import { KNOWN } from './known-addresses.ts';

const LOAD_MS = 240_000;

/** Labels are loaded first, then records: once a record without a label of its own is known, all are loaded. */
export async function starterDataLoaded(url: string): Promise<void> {
  const deadline = Date.now() + LOAD_MS;
  const { address, ticker } = KNOWN.nearFraud;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/api/wallet/suggest?address=${address}`);
    const { data } = (await answer.json()) as { data?: { suggestions: { ticker: string; known: boolean }[] } };
    if (data?.suggestions.some((entry) => entry.ticker === ticker && entry.known)) return;
    await sleep(1_000);
  }
  throw new Error('The starter data was not loaded in time');
}
