import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../../platform/config/config.ts';
import { folderKeys } from './key-home.ts';
import { renewSigner } from './pdf-credentials.ts';
import { openResultKeys } from './result-keys.ts';
import { openSeals, pdfKeySourceOf } from './seals.ts';

describe('the seal of a running server', () => {
  let dataDir = '';
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'assay-seal-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('takes a renewed key up by itself, and keeps the one it has when the next cannot be used', async () => {
    const home = folderKeys(dataDir);
    const place = { productName: 'Assay', signing: readConfig({}).signing };
    const source = pdfKeySourceOf(place, home);
    const clock = { now: () => new Date() };
    const warnings: string[] = [];
    const keys = await openResultKeys(home, 'https://assay.example.test', clock.now());
    const log = { warn: (_facts: unknown, message: string) => void warnings.push(message) };
    const seal = openSeals(
      place,
      async () => home,
      async () => keys,
      clock,
      log,
    );

    const [first, meanwhile] = await Promise.all([seal(), seal()]);
    expect(meanwhile.id).toBe(first.id);
    expect((await seal()).id).toBe(first.id);
    await renewSigner(source, clock.now());
    const renewed = await seal();
    expect(renewed.id).not.toBe(first.id);
    expect((await keys.keySet()).authorities).toHaveLength(1);

    await writeFile(path.join(dataDir, 'pdf-signer.p12'), 'half a file');
    expect((await seal()).id).toBe(renewed.id);
    expect((await seal()).id).toBe(renewed.id);
    expect(warnings).toEqual([expect.stringContaining('the one before it goes on signing')]);
  });
});
