import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMER_QUESTIONS, fillFormerInstallation } from '../../../../test/api/former/installation.ts';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { wireChecks } from '../../../app/composition/checks.ts';
import { OPERATOR } from '../checks/checks.policy.ts';
import { assetOf } from '../checks/checks.presenter.ts';
import { graphOfResult } from './graph-of-result.ts';

const MIXER = '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo';
const SENDER = '3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX';

describe('the graph of a result', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await fillFormerInstallation(database.pool);
  }, 60_000);
  afterAll(() => database.drop());

  async function resultOf(index: number) {
    const question = FORMER_QUESTIONS[index];
    if (question === undefined) throw new Error('No such question');
    const log = { warn: (_facts: unknown, message: string) => expect.fail(message), error: () => expect.fail() };
    const { checks } = wireChecks(database.pool, log);
    return assetOf(await checks.runCheck(OPERATOR, question, { answerWithinMs: Number.POSITIVE_INFINITY }));
  }

  it('holds the transfers of the sample paths, with the entity at the end that is not the subject', async () => {
    const result = await resultOf(1);
    const { nodes, edges, paths } = graphOfResult(result);
    expect(nodes.map((node) => [node.kind, node.id, 'label' in node && (node.label?.entity ?? null)])).toEqual([
      ['address', result.address, null],
      ['address', MIXER, 'Example Mixer'],
      ['address', SENDER, null],
      ['entity', 'entity:miner:Block reward', 'Block reward'],
    ]);
    expect(edges.map(({ from, to, transfers, basis }) => [from, to, transfers, basis])).toEqual([
      [MIXER, SENDER, 1, 'path'],
      [SENDER, result.address, 1, 'path'],
      ['entity:miner:Block reward', SENDER, 1, 'path'],
      [SENDER, SENDER, 1, 'path'],
    ]);
    const ofMixer = paths.find(({ entity }) => entity === 'Example Mixer');
    expect(ofMixer?.steps.map(({ edge }) => edge)).toEqual([`${MIXER}>${SENDER}`, `${SENDER}>${result.address}`]);
    const stated = result.evidence.incoming.rows.flatMap((row) => row.paths.flatMap((path) => path.steps));
    const drawn = edges.flatMap(({ transactions }) => transactions.map(({ transaction_id }) => transaction_id));
    expect(new Set(drawn)).toEqual(new Set(stated.map(({ transaction_id }) => transaction_id)));
  });

  it('sums a transfer up once, whatever number of paths take it', async () => {
    const { edges } = graphOfResult(await resultOf(1));
    const shared = edges.find(({ id }) => id.startsWith(`${SENDER}>1`));
    expect(shared).toMatchObject({ transfers: 1, amount: '6000000000', share: 1 });
  });

  it('draws what was not followed, in each direction, with its share', async () => {
    const { nodes, edges } = graphOfResult(await resultOf(4));
    expect(nodes.flatMap((node) => (node.kind === 'not_followed' ? [[node.direction, node.reason]] : []))).toEqual([
      ['incoming', 'unknown_origin'],
      ['outgoing', 'still_held'],
    ]);
    expect(edges.map(({ basis, share, transactions }) => [basis, share, transactions])).toEqual([
      ['share', 1, []],
      ['share', 1, []],
    ]);
  });

  it('is the subject alone where no record is known', async () => {
    const { nodes, edges, paths } = graphOfResult(await resultOf(3));
    expect([nodes.length, edges, paths]).toEqual([1, [], []]);
  });
});
