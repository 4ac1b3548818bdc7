import { CATEGORY_IDS, RECORDS_READ } from '@assay/domain';
import { z } from 'zod';
import { SentenceParams } from './result-evidence.ts';
import { IssuerFreeze } from './result-freeze.ts';
import { ResultLookalike } from './result-lookalikes.ts';
import { ResultPayment } from './result-payment.ts';
import { ResultPrices } from './result-prices.ts';
import { ResultReading } from './result-reading.ts';

/** What every result says of its check and its address, whatever the version of the method. */
export const checkFields = {
  sub_id: z.string(),
  ticker: z.string(),
  parent: z.string().nullable(),
  subticker: z.string().nullable(),
  name: z.string(),
  /** Canonical form. */
  address: z.string(),
  /** Network its money moves on, null where Assay validates addresses only. */
  network: z.string().nullable(),
  decimals: z.number().int(),
  created_at: z.string(),
  /** 0 is N/A. */
  riskscore: z.number().int().min(0).max(5),
};

/** Behaviour worth knowing, which never changes the stars. */
export const ResultNote = z.object({
  kind: z.string(),
  text: z.string(),
  /** What the text names; not there in results of text set 1. */
  params: SentenceParams.optional(),
  /** Of `label_on_other_network`: what it names. `network` is a name, such as Ethereum. */
  label: z.object({ network: z.string(), category: z.enum(CATEGORY_IDS), entity: z.string() }).optional(),
});

/** What every result says of the labels and records that it was made from. */
export const basisFields = {
  label_set_version: z.string(),
  /** Last stored record of this asset when the check ran; null when none is. */
  tip: z.object({ block: z.string().nullable(), time: z.string() }).nullable(),
  /** What this installation holds of the asset, in one sentence. */
  records_held: z.string(),
  /** Not there in results made before they stated it. */
  records_read: z.enum(RECORDS_READ).optional(),
  /** Results made before the issuer was asked, and before there were prices, hold neither. */
  issuer_freeze: IssuerFreeze.optional(),
  prices: ResultPrices.optional(),
  /** By address, at most `MAX_LOOKALIKES`; not there in older results. */
  lookalikes: z.array(ResultLookalike).optional(),
  /** Only where the chain was read for this check. */
  reading: ResultReading.optional(),
  /** Only of a check of a transaction, whose side the address is. */
  payment: ResultPayment.optional(),
};
