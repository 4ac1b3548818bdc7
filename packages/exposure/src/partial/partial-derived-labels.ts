import { deriveLabel, type EntityFlow } from '../labels/derive.ts';
import type { Label } from '../labels/label.ts';
import { governingLabel } from '../labels/resolve-labels.ts';
import { FEE_SINK, ISSUER } from '../records/raw-records.ts';
import type { LabelsOf } from './partial-history.ts';

/** What is known of an account that may get a derived label (docs/method, section 3). */
export interface DerivableFacts {
  readonly isContract: boolean;
  /** The whole history is stored: only then its payments show where nearly all of them went. */
  readonly isAll: boolean;
  readonly counterparties: number;
  /** Outflows, fees left out. */
  readonly payments: readonly { readonly to: string; readonly amount: bigint; readonly time: number }[];
}

/** Labels that accounts' own records give them, under the rule every store keeps to; each found once. */
export class PartialLabelDeriver {
  readonly #factsFor: (address: string) => DerivableFacts | null;
  readonly #labelsOf: LabelsOf;
  readonly #known = new Map<string, Label | null>();

  constructor(factsFor: (address: string) => DerivableFacts | null, labelsOf: LabelsOf) {
    this.#factsFor = factsFor;
    this.#labelsOf = labelsOf;
  }

  /** In the order asked; null where an account has none. `given` are the given labels of the same addresses. */
  async labelsOf(
    addresses: readonly string[],
    given: readonly (readonly Label[])[],
  ): Promise<readonly (Label | null)[]> {
    const derived: (Label | null)[] = [];
    for (const [at, address] of addresses.entries()) {
      const known = this.#known.get(address);
      const label = known === undefined ? await this.#derive(address, given[at] ?? []) : known;
      this.#known.set(address, label);
      derived.push(label);
    }
    return derived;
  }

  async #derive(address: string, given: readonly Label[]): Promise<Label | null> {
    if (governingLabel(given, null) !== null) return null;
    const facts = this.#factsFor(address);
    if (facts === null) return null;
    const { isContract, isAll, counterparties, payments } = facts;
    return deriveLabel({
      labelled: false,
      contract: isContract,
      payments: payments.length,
      outflow: payments.reduce((sum, { amount }) => sum + amount, 0n),
      toEntities: isAll ? await this.#entitiesOf(payments) : [],
      counterparties,
    });
  }

  async #entitiesOf(payments: DerivableFacts['payments']): Promise<readonly EntityFlow[]> {
    const receivers = [...new Set(payments.map(({ to }) => to))].filter((to) => to !== FEE_SINK && to !== ISSUER);
    const labels = await this.#labelsOf(receivers);
    const byReceiver = new Map(receivers.map((receiver, at) => [receiver, labels[at] ?? []]));
    const flows = new Map<string, EntityFlow>();
    for (const { to, amount, time } of payments) {
      const given = (byReceiver.get(to) ?? []).filter(({ origin }) => origin === 'given');
      const governing = governingLabel(given, time);
      if (governing === null) continue;
      const { entity, category } = governing.label;
      const key = `${category}\n${entity}`;
      flows.set(key, { entity, category, amount: amount + (flows.get(key)?.amount ?? 0n) });
    }
    return [...flows.values()];
  }
}
