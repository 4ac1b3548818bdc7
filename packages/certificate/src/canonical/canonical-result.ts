import type { Category, RecordsRead, Residual, Stars, Verdict } from '@assay/domain';
import type { CanonicalPayment } from './canonical-payment.ts';

/**
 * Schema of the canonical result. Another meaning of any field is another version. Version 2 states the text set of the
 * result's sentences, and the code and parameters of each; results of version 1 are of text set 1 and state neither.
 */
export const RESULT_SCHEMA = 'assay-result/2';
/** Of results with the sentences of text set 1. */
export const FIRST_RESULT_SCHEMA = 'assay-result/1';
/**
 * Of a payment. Everything in it is said of the payment, not of the address, so that a program that knows results of
 * addresses alone must not read it.
 */
export const PAYMENT_SCHEMA = 'assay-payment-result/1';
export const RESULT_SCHEMAS = [FIRST_RESULT_SCHEMA, RESULT_SCHEMA, PAYMENT_SCHEMA] as const;
export type ResultSchema = (typeof RESULT_SCHEMAS)[number];

/** Who issued a result: the name of the product and the address of the installation. */
export interface ResultIssuer {
  readonly product: string;
  /** Without a trailing slash; `{url}/verify/{sub_id}` is the page that checks it. */
  readonly url: string;
}

export interface CanonicalAsset {
  readonly ticker: string;
  readonly parent: string | null;
  readonly subticker: string | null;
  readonly name: string;
  /** Null where only addresses can be judged. */
  readonly network: string | null;
  readonly decimals: number;
}

/** One source's claim that an address belongs to an entity. Times are ISO 8601 in UTC. */
export interface CanonicalLabel {
  readonly entity: string;
  readonly category: Category;
  /** 0 to 100. */
  readonly confidence: number;
  readonly source: string;
  readonly source_url: string | null;
  /** `YYYY-MM-DD`. */
  readonly source_date: string | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly origin: 'given' | 'derived';
  /** Of version 2 of the method: the network that it was given on, of a label carried to the same key. */
  readonly carried_from?: string | undefined;
  /** Of version 2 of the method: the rule that derived it from records. */
  readonly derived_by?: 'cluster' | 'deposit_address' | 'unlabelled_service' | undefined;
}

/** Stars, and the rule that fixed them (docs/method, section 6). Fields a rule does not use are null. */
export interface CanonicalScore {
  /** 0 is N/A. */
  readonly stars: Stars;
  /** 0 to 100; null when not rated. */
  readonly total: number | null;
  readonly verdict: Verdict;
  readonly rule: 'identity' | 'floor' | 'linear' | 'limited_coverage' | 'not_rated';
  /** Why it is not rated. */
  readonly reason: 'no_records' | 'not_traceable' | 'sources_failed' | 'too_little_attributed' | 'burn_address' | null;
  /** The side that decided: bwd incoming, fwd outgoing. */
  readonly direction: 'bwd' | 'fwd' | null;
  /** Of the floor. */
  readonly category: Category | null;
  readonly layer: 'direct' | 'indirect' | null;
  readonly share: number | null;
  readonly usd: number | null;
  readonly lowered: boolean | null;
  /** Of version 2 of the method: the tiers that the floor sums, whose largest category is `category`. */
  readonly scope?: 'S' | 'A' | 'B' | 'service';
  /** The address's own label, where it decided. */
  readonly label: CanonicalLabel | null;
  /** Points of each direction before floors. */
  readonly linear: { readonly incoming: number; readonly outgoing: number };
}

/** What a sentence is made of, so that another language can say the same. Shares are 0 to 1. */
export interface CanonicalSentence {
  /** Which sentence of the text set it is. */
  readonly code: string;
  readonly params: CanonicalParams;
}

export type CanonicalParams = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** One hop, in the order money moved. `amount` in base units. */
export interface CanonicalStep {
  readonly from: string;
  readonly to: string;
  readonly transaction_id: string;
  readonly amount: string;
  readonly time: string;
}

export interface CanonicalPath {
  readonly hops: number;
  readonly share: number;
  readonly steps: readonly CanonicalStep[];
}

/** What a direction owes to one category and entity in one layer. */
export interface CanonicalRow {
  readonly category: Category;
  readonly title: string;
  readonly group: 'high' | 'mid' | 'low';
  readonly entity: string;
  readonly layer: 'direct' | 'indirect';
  /** 0 to 1, of the direction. */
  readonly share: number;
  /** Part of `share` by labels of confidence 50 or more. */
  readonly strong_share: number;
  /** Base units. */
  readonly amount: string;
  readonly usd: number | null;
  readonly hops: number;
  readonly points: number;
  readonly too_small: boolean;
  readonly decisive: boolean;
  /** Listed, and left out of the score and of coverage; not there in results of version 1 of the method. */
  readonly set_aside?: boolean | undefined;
  /** Part of `share` that moved before a sanction or freeze was in force. */
  readonly before_designation: number;
  readonly first_time: string;
  readonly last_time: string;
  readonly labels: readonly CanonicalLabel[];
  readonly paths: readonly CanonicalPath[];
}

/** One slice of the donut: a category or a residual, both layers and all entities together. */
export interface CanonicalSlice {
  readonly id: Category | Residual;
  readonly title: string;
  readonly group: 'high' | 'mid' | 'low' | 'none';
  readonly share: number;
  readonly usd: number | null;
}

export interface CanonicalDirection {
  /** The address's own records in this direction. */
  readonly records: number;
  /** Base units received or sent. */
  readonly amount: string;
  readonly usd: number | null;
  /** Largest first; empty where no transfer is known. */
  readonly slices: readonly CanonicalSlice[];
  readonly rows: readonly CanonicalRow[];
  /** `not_followed` is R. */
  readonly residuals: Readonly<Record<Residual, number>>;
  readonly residual_points: Readonly<Record<Residual, number>>;
  /** How far the walk went (docs/method, section 3). */
  readonly cut: {
    readonly threshold: number;
    readonly rounds: number;
    readonly states: number;
    readonly records_read: number;
    readonly partial: readonly { readonly address: string; readonly records: number }[];
  };
}

/** A publisher that this result rests on, with the newest date among its labels used here. */
export interface CanonicalSource {
  readonly source: string;
  readonly url: string | null;
  readonly date: string | null;
}

/** The labels in use when the check ran. Digests are SHA-256 in lower-case hexadecimal. */
export interface CanonicalLabelSet {
  /** First 16 digits of `digest`. */
  readonly version: string;
  /** Over all stored sets, derived ones included. */
  readonly digest: string;
  /** Every stored published list, by name, with the digest of its facts. */
  readonly sets: readonly { readonly name: string; readonly digest: string }[];
}

/** The records of the asset that were stored when the check ran. */
export interface CanonicalRecords {
  /** One sentence for the reader. */
  readonly held: string;
  /** Not there in results made before they stated it. */
  readonly read?: RecordsRead;
  /** Transfers, or transactions on coin networks; null where none is stored. */
  readonly count: number | null;
  readonly first_time: string | null;
  /** The last stored record. */
  readonly tip: { readonly block: string | null; readonly time: string } | null;
  readonly from_beginning: boolean;
}

/** What the issuer of the asset said of the address itself. Fields without an answer are null. */
export interface CanonicalFreeze {
  readonly status: 'frozen' | 'not_frozen' | 'not_asked' | 'not_applicable';
  readonly issuer: string | null;
  readonly since: string | null;
  readonly asked_at: string | null;
  /** Who answered, in words. */
  readonly source: string | null;
  readonly text: string;
}

/** The prices that every amount in US dollars comes from; without any, such amounts are null. */
export interface CanonicalPrices {
  /** `par`: a stablecoin at one dollar; `daily`: by the day of each transfer; `none`: no price is known. */
  readonly rule: 'par' | 'daily' | 'none';
  /** SHA-256 over canonical JSON of `[day, day of the price, price, source]`, one a day used, in order. */
  readonly digest: string | null;
  /** First 16 digits of `digest`. */
  readonly version: string | null;
  readonly sources: readonly string[];
  readonly first_day: string | null;
  readonly last_day: string | null;
  /** Days that were looked up, and those among them without a price. */
  readonly days: number;
  readonly missing_days: number;
  readonly text: string;
}

/** What a recomputation is compared with, part by part. Each digest is SHA-256 over canonical JSON. */
export interface CanonicalInputs {
  /** The moment the rules of validity and age were asked for, in whole seconds. */
  readonly as_of: string;
  /** The address's own facts and labels. */
  readonly subject: string;
  readonly incoming: string;
  readonly outgoing: string;
  readonly notes: string;
}

/**
 * A finished check as it is signed: everything the stars rest on and everything a reader of the report sees. Its bytes
 * are `canonicalBytes(result)`; equal results have equal bytes.
 */
export interface CanonicalResult {
  readonly schema: ResultSchema;
  /** The set that the sentences of `texts` and `notes` are of; not there in results of text set 1. */
  readonly text_set?: number;
  readonly issuer: ResultIssuer;
  /** The check's public id. */
  readonly sub_id: string;
  /** When the check was asked for, as pages show it. ISO 8601 in UTC. */
  readonly checked_at: string;
  readonly asset: CanonicalAsset;
  /** Canonical form; of a payment, who received or paid it. */
  readonly address: string;
  /** Of schema `assay-payment-result/1`, and not there in others. */
  readonly payment?: CanonicalPayment;
  readonly score: CanonicalScore;
  readonly texts: {
    readonly headline: string;
    readonly text: string;
    readonly why: string;
    readonly would_change: readonly string[];
    /** What to do, in one line; this and the codes are not there in results of text set 1. */
    readonly advice?: string;
    /** The sentences of each text, in their order. */
    readonly codes?: Readonly<
      Record<'headline' | 'advice' | 'text' | 'why' | 'would_change', readonly CanonicalSentence[]>
    >;
  };
  readonly incoming: CanonicalDirection;
  readonly outgoing: CanonicalDirection;
  /** The address's own labels, strongest first. */
  readonly labels: readonly CanonicalLabel[];
  readonly coverage: { readonly attributed: number; readonly clean: number; readonly not_followed: number };
  readonly confidence: 'high' | 'medium' | 'low';
  /** Whether the stored history is complete. */
  readonly complete: boolean;
  readonly notes: readonly {
    readonly kind: string;
    readonly text: string;
    /** What the text names; not there in results of text set 1. */
    readonly params?: CanonicalParams;
    /** Of `label_on_other_network`: what it names. */
    readonly label?: { readonly network: string; readonly category: Category; readonly entity: string };
  }[];
  readonly label_sources: readonly CanonicalSource[];
  readonly method_version: string;
  /** How the product carried the version out; not there in results of its first revision. */
  readonly method_revision?: number;
  readonly label_set: CanonicalLabelSet;
  readonly records: CanonicalRecords;
  /** Not there in results made before issuers were asked. */
  readonly issuer_freeze?: CanonicalFreeze;
  /** Not there in results made before there were prices. */
  readonly prices?: CanonicalPrices;
  /** Addresses that sent nothing or dust and look like a real counterparty; not there in older results. */
  readonly lookalikes?: readonly { readonly address: string; readonly resembles: string }[];
  readonly inputs: CanonicalInputs;
  readonly disclaimer: string;
}
