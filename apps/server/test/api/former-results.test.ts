import { readFile } from 'node:fs/promises';
import type { CanonicalResult } from '@assay/certificate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireChecks } from '../../src/app/composition/checks.ts';
import { assetOf, OPERATOR } from '../../src/modules/checks/index.ts';
import { recompute } from '../../src/modules/reports/index.ts';
import { wireRecompute } from '../../src/modules/reports/open/reports.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { FIRST_TEXTS_QUESTIONS, fillFirstTextsInstallation } from './former/first-texts.ts';
import { FORMER_QUESTIONS, fillFormerInstallation } from './former/installation.ts';

/** Canonical results as the first revision of version 1 issued them, in the order of the questions. */
const FORMER: readonly CanonicalResult[] = JSON.parse(
  await readFile(new URL('./former/results.json', import.meta.url), 'utf8'),
);

/** Canonical results of the second revision with the sentences of text set 1, in the order of the questions. */
const FIRST_TEXTS: readonly CanonicalResult[] = JSON.parse(
  await readFile(new URL('./former/first-texts.json', import.meta.url), 'utf8'),
);

/** What the same questions are answered now. */
const NOW = [
  { riskscore: 1, headline: 'Very high risk. On a sanctions list.', notes: [] },
  { riskscore: 2, headline: 'High risk. Mixer source, further back.', notes: [] },
  { riskscore: 0, headline: 'Not rated. Money sent here is destroyed.', notes: [] },
  { riskscore: 0, headline: 'Not rated. No transfers found.', notes: ['label_on_other_network'] },
  { riskscore: 0, headline: 'Not rated. Too little is known.', notes: [] },
];

describe('results of the first revision of version 1', () => {
  let database: TestDatabase;
  const log = {
    warn: (_facts: unknown, message: string) => expect.fail(message),
    error: ({ err }: { err: unknown }) => expect.fail(String(err)),
  };
  const byName = FORMER_QUESTIONS.map(({ name }, index) => [name, index] as const);

  beforeAll(async () => {
    database = await testDatabase();
    await fillFormerInstallation(database.pool);
  }, 60_000);
  afterAll(() => database.drop());

  const again = (stated: CanonicalResult | undefined) => {
    if (stated === undefined) throw new Error('No such result');
    return recompute(wireRecompute(database.pool, log), stated, new AbortController().signal);
  };

  it.each(byName)('recompute to the last byte: %s', async (_name, index) => {
    const stated = FORMER[index];
    expect(stated?.method_revision).toBeUndefined();
    expect(await again(stated)).toMatchObject({ outcome: 'equal', inputs: [], parts: [] });
  });

  it.each(byName)('are answered as the page says since: %s', async (_name, index) => {
    const question = FORMER_QUESTIONS[index];
    if (question === undefined) throw new Error('No such question');
    const { checks } = wireChecks(database.pool, log);
    const check = await checks.runCheck(OPERATOR, question, { answerWithinMs: Number.POSITIVE_INFINITY });
    await checks.close(0, 'fail');
    const { riskscore, texts, notes, method_version, method_revision, lookalikes, evidence } = assetOf(check);
    expect({ method_version, method_revision }).toEqual({ method_version: '1', method_revision: 2 });
    const kinds = notes.map(({ kind }) => kind).filter((kind) => kind !== 'burst' && kind !== 'dormant');
    expect({ riskscore, headline: texts.headline, notes: kinds }).toEqual(NOW[index]);
    expect(lookalikes).toEqual([]);
    const rows = [...evidence.incoming.rows, ...evidence.outgoing.rows];
    for (const { layer, hops, paths } of rows) {
      for (const distance of [hops, ...paths.map((one) => one.hops)]) expect(distance >= 2).toBe(layer === 'indirect');
    }
  });

  it('are not computed where a later product made them', async () => {
    const [stated] = FORMER;
    if (stated === undefined) throw new Error('No such result');
    expect(await again({ ...stated, method_revision: 3 })).toMatchObject({
      outcome: 'not_possible',
      inputs: [{ input: 'method', text: expect.stringContaining('revision 3') }],
    });
  });
});

describe('results with the sentences of text set 1', () => {
  let database: TestDatabase;
  const log = {
    warn: (_facts: unknown, message: string) => expect.fail(message),
    error: () => expect.fail('an error'),
  };
  const byName = FIRST_TEXTS_QUESTIONS.map(({ name }, index) => [name, index] as const);

  beforeAll(async () => {
    database = await testDatabase();
    await fillFirstTextsInstallation(database.pool);
  }, 60_000);
  afterAll(() => database.drop());

  const statedAt = (index: number) => {
    const stated = FIRST_TEXTS[index];
    if (stated === undefined) throw new Error('No such result');
    return stated;
  };
  const again = (stated: CanonicalResult) =>
    recompute(wireRecompute(database.pool, log), stated, new AbortController().signal);

  it.each(byName)('recompute to the last byte: %s', async (_name, index) => {
    const stated = statedAt(index);
    expect([stated.schema, stated.text_set, stated.method_revision]).toEqual(['assay-result/1', undefined, 2]);
    expect(await again(stated)).toMatchObject({ outcome: 'equal', inputs: [], parts: [] });
  });

  it.each(byName)(
    'score the same since, in the sentences of text set 4, with their codes: %s',
    async (_name, index) => {
      const question = FIRST_TEXTS_QUESTIONS[index];
      if (question === undefined) throw new Error('No such question');
      const { checks } = wireChecks(database.pool, log);
      const asset = assetOf(await checks.runCheck(OPERATOR, question, { answerWithinMs: Number.POSITIVE_INFINITY }));
      await checks.close(0, 'fail');
      const { score } = statedAt(index);
      expect([asset.riskscore, asset.total, asset.cause]).toEqual([
        score.stars,
        score.total,
        { rule: score.rule, reason: score.reason },
      ]);
      expect([asset.method_version, asset.method_revision, asset.text_set]).toEqual(['1', 2, 6]);
      const { codes, headline, advice, would_change } = asset.texts;
      expect(codes?.headline).toHaveLength(2);
      expect(codes?.would_change).toHaveLength(would_change.length);
      expect(advice).toBeTruthy();
      if (asset.verdict === 'low' && asset.confidence === 'low') expect(headline).toMatch(/^Limited data: /);
    },
  );

  it('are not computed where a later product wrote them', async () => {
    expect(await again({ ...statedAt(0), schema: 'assay-result/2', text_set: 3 })).toMatchObject({
      outcome: 'not_possible',
      inputs: [{ input: 'method', text: expect.stringContaining('Text set 3') }],
    });
  });
});
