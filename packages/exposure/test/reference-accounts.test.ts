import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exposureOf } from '../src/reference/exposure-of.ts';
import { MemoryAccountStore, type MemoryAccountsInput } from '../src/reference/memory-accounts.ts';
import { accountGraphs } from './reference/account-graphs.ts';
import { AccountReference } from './reference/accounts.ts';
import { beyondLimits, brokenPaths, differences, factsOfEngine, factsOfReference } from './reference/compare.ts';

const { REFERENCE_RUNS = '600' } = process.env;
const RUNS = Number(REFERENCE_RUNS);

async function disagreements(input: MemoryAccountsInput): Promise<readonly string[]> {
  const exposure = await exposureOf(new MemoryAccountStore(input), 's', { threshold: 0, maxStates: 1e9 });
  const reference = new AccountReference(input, 's');
  if (exposure === null) return (reference.answer('bwd') ?? reference.answer('fwd')) ? ['no answer'] : [];
  return [
    ...differences(factsOfEngine(exposure.incoming), factsOfReference(reference.answer('bwd'))).map((d) => `in: ${d}`),
    ...differences(factsOfEngine(exposure.outgoing), factsOfReference(reference.answer('fwd'))).map((d) => `out: ${d}`),
    ...brokenPaths(exposure.incoming, 's'),
    ...brokenPaths(exposure.outgoing, 's'),
  ];
}

/** A failing graph, short enough to become an example. */
function picture(input: MemoryAccountsInput): string {
  const lines = input.transfers.map((t) =>
    [t.block, t.transactionIndex, t.transactionId, t.kind, t.index, t.from, t.to, t.amount].join(' '),
  );
  const labels = [...(input.labels ?? [])].flatMap(([name, list]) =>
    list.map((l) => [name, l.entity, l.category, l.confidence, l.source, l.validFrom, l.validTo].join(' ')),
  );
  const rest = [...(input.openings ?? []), '/', ...(input.openingUnread ?? []), '/', ...(input.contracts ?? [])];
  return ['', ...lines, ...labels, rest.join(' '), `derive ${input.derive}`].join('\n');
}

describe('the walk on an account network against the method word for word', { timeout: 600_000 }, () => {
  it('finds the same shares, layers, hops, marks and best paths', async () => {
    await fc.assert(
      fc.asyncProperty(accountGraphs, async (input) => {
        expect(await disagreements(input), picture(input)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('misses what R says and no more when it stops early, and never a start edge', async () => {
    const limits = fc.record({
      threshold: fc.constantFrom(0, 1e-3, 0.01, 0.1, 0.5),
      maxStates: fc.constantFrom(1, 3, 10, 1000),
      targetNotFollowed: fc.constantFrom(0.01, 1),
    });
    await fc.assert(
      fc.asyncProperty(accountGraphs, limits, async (input, options) => {
        const exposure = await exposureOf(new MemoryAccountStore(input), 's', options);
        if (exposure === null) return;
        const reference = new AccountReference(input, 's');
        const [incoming, outgoing] = [reference.answer('bwd'), reference.answer('fwd')].map(factsOfReference);
        for (const [found, exact] of [
          [exposure.incoming, incoming],
          [exposure.outgoing, outgoing],
        ] as const) {
          if (exact === undefined) throw new Error('no answer');
          expect(beyondLimits(factsOfEngine(found), exact), picture(input)).toEqual([]);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
