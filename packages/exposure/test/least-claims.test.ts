/** A withdrawn label (docs/method/2, section 6.10): by a walk without the claim, and by one over labels that never had it. */
import { accountGraph, coinGraph } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastChanges } from '../src/change/least-changes.ts';
import { RULES_OF_METHOD_2 } from '../src/change/rules.ts';
import { type AssessmentInput, type Label, type Withdrawal, weightiestClaims, withoutLabel } from '../src/index.ts';
import { type AddressExposure, exposureOf } from '../src/reference/exposure-of.ts';
import { MemoryAccountStore } from '../src/reference/memory-accounts.ts';
import { MemoryUtxoStore } from '../src/reference/memory-utxo.ts';
import type { ExposureStore, LabelClaim } from '../src/walk/store.ts';

const { REFERENCE_RUNS = '60' } = process.env;
const numRuns = Number(REFERENCE_RUNS);

type Labels = ReadonlyMap<string, readonly Label[]>;

interface Records {
  readonly address: string;
  readonly labels: Labels;
  readonly storeWith: (labels: Labels) => ExposureStore;
}

const sizes = fc.record({ seed: fc.noShrink(fc.nat()), accounts: fc.integer({ min: 4, max: 20 }) });

const ofAccounts: fc.Arbitrary<Records> = sizes.map((size) => {
  const { wallets, ...graph } = accountGraph({ ...size, transfers: 120 });
  const storeWith = (labels: Labels) => new MemoryAccountStore({ network: 'ETH', derive: false, ...graph, labels });
  return { address: wallets[0] ?? 'nobody', labels: graph.labels, storeWith };
});

const ofCoins: fc.Arbitrary<Records> = sizes.map((size) => {
  const graph = coinGraph({ ...size, transfers: 60 });
  const storeWith = (labels: Labels) => new MemoryUtxoStore({ network: 'BTC', derive: false, ...graph, labels });
  const address = graph.transactions.flatMap(({ outputs }) => outputs.map(({ owner }) => owner)).find(Boolean);
  return { address: address ?? 'nobody', labels: graph.labels, storeWith };
});

function inputOf(
  { subject, incoming, outgoing }: AddressExposure,
  withdrawals: readonly Withdrawal[],
): AssessmentInput {
  return {
    // Its own label would decide.
    subject: { ...subject, labels: [] },
    ...{ incoming, outgoing, withdrawals, now: 1_800_000_000, sources: 'ok', notes: [] },
    ...{ incomingUsd: Number(incoming.amount) / 100, outgoingUsd: Number(outgoing.amount) / 100 },
  };
}

const { starsOf } = RULES_OF_METHOD_2;

function labelsWithout(labels: Labels, claim: LabelClaim): Labels {
  const isKept = ({ category, entity }: Label) => category !== claim.category || entity !== claim.entity;
  return new Map([...labels].map(([address, own]) => [address, own.filter(isKept)]));
}

describe.each([
  { of: 'account networks', records: ofAccounts },
  { of: 'UTXO networks', records: ofCoins },
])('a withdrawn label on $of', { timeout: 900_000 }, ({ records }) => {
  it('gives the stars of a new walk over labels that never had it', async () => {
    let met = 0;
    await fc.assert(
      fc.asyncProperty(records, async ({ address, labels, storeWith }) => {
        const store = storeWith(labels);
        const found = await exposureOf(store, address);
        if (found === null) return;
        const withdrawals: Withdrawal[] = [];
        const again = new Map<string, number>();
        for (const claim of weightiestClaims([found.incoming, found.outgoing])) {
          const walked = await exposureOf(withoutLabel(store, claim), address);
          const never = await exposureOf(storeWith(labelsWithout(labels, claim)), address);
          if (walked === null || never === null) throw new Error('the records are the same');
          withdrawals.push({ ...claim, incoming: walked.incoming, outgoing: walked.outgoing });
          again.set(`${claim.category} ${claim.entity}`, starsOf(inputOf(never, [])));
        }
        const input = inputOf(found, withdrawals);
        const stars = starsOf(input);
        const { claim } = leastChanges(input, RULES_OF_METHOD_2, stars);
        const enough = [...again.values()].filter((then) => then > stars);
        expect(claim === null).toBe(stars === 5 || enough.length === 0);
        if (claim === null) return;
        met += 1;
        expect(claim.stars).toBe(again.get(`${claim.category} ${claim.entity}`));
      }),
      { numRuns },
    );
    expect(met).toBeGreaterThan(0);
  });
});
