import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memoryQuotaLedger } from '../../../modules/chains/outside/providers/memory-quota-ledger.ts';
import { KNOWN_PROVIDERS, knownProvider, SOURCE_FORMATS } from './known-providers.ts';

const fromRoot = (path: string) => readFileSync(new URL(`../../../../../../${path}`, import.meta.url), 'utf8');
const DOCUMENT = fromRoot('docs/operations/chains.md');

describe('docs/operations/chains.md', () => {
  // One that speaks two formats has two entries, and one row.
  const byName = [...Map.groupBy(KNOWN_PROVIDERS, ({ name }) => name)];
  it.each(byName)('lists the provider %s with its networks and its key', (name, entries) => {
    const [, , networks, keyText] =
      DOCUMENT.split('\n')
        .find((line) => line.startsWith(`| \`${name}\` |`))
        ?.split('|')
        .map((cell) => cell.trim()) ?? [];
    expect(networks?.split(', ')).toEqual(entries.flatMap(({ urls }) => Object.keys(urls)));
    for (const { key, onlyByName } of entries) {
      expect(keyText).toContain(key?.setting ?? 'none');
      if (onlyByName !== undefined) expect(keyText).toContain('only where `CHAIN_SOURCES` names it');
    }
  });

  it('lists the formats of a host of the operator’s own', () => {
    expect(DOCUMENT).toContain(`formats are ${SOURCE_FORMATS.map((format) => `\`${format}\``).join(', ')}.`);
  });
});

it('.env.example lists the formats of a host of the operator’s own', () => {
  expect(fromRoot('.env.example')).toContain(`(${SOURCE_FORMATS.join(', ')})`);
});

it('Blockstream is asked 700 times an hour at most, by its pace and what may be sent at once after a pause', async () => {
  const limits = knownProvider('blockstream', 'BTC')?.limits;
  if (limits === undefined) throw new Error('Blockstream is listed');
  const quota = memoryQuotaLedger();
  const START = Date.UTC(2026, 10, 28, 12);
  let sent = 0;
  for (let second = 0; second < 3_600; second += 1) {
    for (let isGranted = true; isGranted; ) {
      isGranted = (await quota.take('blockstream', limits, 1, START + second * 1_000)).granted;
      if (isGranted) sent += 1;
    }
  }
  expect(limits.perSecond * 3_600 + limits.burst).toBeLessThanOrEqual(700);
  expect(sent).toBeLessThanOrEqual(700);
  expect(sent, 'and not much less than it may be').toBeGreaterThan(650);
});
