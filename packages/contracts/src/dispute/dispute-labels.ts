import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

const text = (most: number) => z.string().min(1).max(most);

/** A label as it is named in a dispute: what it states, and which list states it. */
export const DisputedLabel = z.object({
  source: text(100),
  entity: text(400),
  category: text(60),
});

export const LabelledAddress = z.object({
  /** Network id, such as `ETH`, or the currency of a chain that cannot be followed. */
  network: text(20),
  address: text(200),
});
export type LabelledAddress = z.infer<typeof LabelledAddress>;

/** A label of an address, as the form of a dispute lists it. */
export const DisputableLabel = DisputedLabel.extend({
  categoryTitle: z.string(),
  /** Who says so, in words. */
  sourceKind: z.string(),
  sourceDate: z.iso.date().nullable(),
  /** The list of an authority, in words, which only that authority can change; null for every other source. */
  authorityList: z.string().nullable(),
}).meta({ id: 'DisputableLabel' });
export type DisputableLabel = z.infer<typeof DisputableLabel>;

export const DisputableLabelsData = z.object({
  network: z.string(),
  networkName: z.string(),
  /** Canonical. */
  address: z.string(),
  labels: z.array(DisputableLabel),
});
export type DisputableLabelsData = z.infer<typeof DisputableLabelsData>;

/** GET /disputes/labels: the labels of an address that a dispute can name. */
export const DisputableLabels = {
  method: 'GET',
  path: '/disputes/labels',
  summary: 'Labels of an address that a dispute can name',
  tag: 'disputes',
  limit: 'reads',
  credentials: 'none',
  query: LabelledAddress,
  answers: { 200: success(DisputableLabelsData) },
  errors: ['SecretNotAddress', 'InvalidAddress'],
} as const satisfies Contract;
