import { type CanonicalPrices, type CanonicalResult, canonicalJson } from '@assay/certificate';
import { FormerResult } from '@assay/contracts';
import { type Asset, findAsset } from '@assay/domain';
import { isMethodRevision, isTextSet, isTextSetOfMethod2, type MethodRevision, type TextSet } from '@assay/exposure';
import { formatCount, nameTicker } from '@assay/wording';
import type { CheckSnapshot } from '../../checks/index.ts';
import { computeAgain, type RecomputePorts } from './again.ts';
import { canonicalResultOf } from './canonical-result-of.ts';
import { readingOfThen } from './reading-of-then.ts';

/** An input of the stated result that is different on this installation. */
export interface InputDifference {
  readonly input: 'method' | 'asset' | 'labels' | 'records' | 'prices';
  /** One plain sentence. */
  readonly text: string;
}

export interface Recomputation {
  /** `equal`: the recomputed result has the same bytes. */
  readonly outcome: 'equal' | 'different' | 'not_possible';
  /** Inputs that differ; known before anything is computed. */
  readonly inputs: readonly InputDifference[];
  /** Parts of the result that differ, by name. */
  readonly parts: readonly string[];
  /** The recomputed result; null when nothing could be computed. */
  readonly result: CanonicalResult | null;
  /** Number of records newer than the stated ones, which were left out. */
  readonly leftOut: number;
}

/**
 * Runs the method version that a certificate states, for the time it states, on the labels and records of this
 * installation, and compares the result with it byte by byte. Where the check used an on-demand read, the
 * records are those it read then; no provider is asked again.
 */
export async function recompute(
  ports: RecomputePorts,
  stated: CanonicalResult,
  signal: AbortSignal,
): Promise<Recomputation> {
  const asset = findAsset(stated.asset.ticker, stated.asset.parent ?? undefined);
  const revision = revisionOf(stated);
  const textSet = textSetOf(stated);
  if (textSet === null) return notPossible(lackOfTexts(stated));
  // Payments are rated by version 2 alone.
  if (stated.payment !== undefined && stated.method_version !== '2') return notPossible(lackOf(stated, asset));
  const engine = revision === null ? null : ports.engineOf(stated.method_version, revision, textSet);
  if (asset === undefined || engine === null || revision === null) return notPossible(lackOf(stated, asset));
  const gathering = await readingOfThen(stated, ports.readings);
  if (typeof gathering === 'string') return notPossible({ input: 'records', text: gathering });
  const isLive = gathering?.kind === 'records';
  const from = { engine, asset, gathering };
  const again = await computeAgain(ports, stated, from, signal, (snapshot) => [
    ...compareLabels(stated, snapshot),
    ...(isLive ? [] : compareRecords(stated, heldIn(snapshot))),
  ]);
  if (again === null) return notPossible(NO_PAYMENT);
  const { computed, basis, facts, leftOut } = again;
  const named = { sub_id: stated.sub_id, created_at: stated.checked_at, ...computed };
  const result = asOldAs(stated, canonicalResultOf(FormerResult.parse(named), basis, stated.issuer));
  const parts = partsThatDiffer(stated, result);
  if (parts.length === 0) return { outcome: 'equal', inputs: facts, parts, result, leftOut };
  const fromChain = isLive ? compareRecords(stated, result.records) : [];
  const known = [...facts, ...fromChain, ...comparePrices(stated, result)];
  const all = known.length > 0 ? known : findHidden(stated, result);
  return { outcome: 'different', inputs: all, parts, result, leftOut };
}

const NO_PAYMENT: InputDifference = {
  input: 'records',
  text: 'The records held here have no such payment: nothing that this transaction moved of the asset to or from the address.',
};

/** Null where this build does not have the revision. Results from before the second revision state none. */
function revisionOf({ method_revision: revision = 1 }: CanonicalResult): MethodRevision | null {
  return isMethodRevision(revision) ? revision : null;
}

/** Null where this build does not have the text set, or not for version 1. Results from before the second state none. */
function textSetOf({ method_version: version, text_set: textSet = 1 }: CanonicalResult): TextSet | null {
  if (!isTextSet(textSet)) return null;
  return version === '1' && isTextSetOfMethod2(textSet) ? null : textSet;
}

function lackOfTexts({ text_set: textSet }: CanonicalResult): InputDifference {
  return { input: 'method', text: `Text set ${textSet} is not held by this version of the product.` };
}

/** The computed result without the parts that did not exist when the stated one was made. */
function asOldAs(stated: CanonicalResult, computed: CanonicalResult): CanonicalResult {
  const { issuer_freeze, prices, lookalikes, records, ...rest } = computed;
  const { read, ...held } = records;
  return {
    ...rest,
    records: { ...held, ...(stated.records.read === undefined || read === undefined ? {} : { read }) },
    ...(stated.issuer_freeze === undefined || issuer_freeze === undefined ? {} : { issuer_freeze }),
    ...(stated.prices === undefined || prices === undefined ? {} : { prices }),
    ...(stated.lookalikes === undefined || lookalikes === undefined ? {} : { lookalikes }),
  };
}

function comparePrices({ prices: stated }: CanonicalResult, { prices: here }: CanonicalResult): InputDifference[] {
  if (stated === undefined || here === undefined || stated.digest === here.digest) return [];
  const say = ({ version, sources }: CanonicalPrices) =>
    version === null ? 'none' : `${version} (${sources.join(', ')})`;
  return [{ input: 'prices', text: `The prices used are ${say(here)} here, ${say(stated)} in the certificate.` }];
}

function notPossible(input: InputDifference): Recomputation {
  return { outcome: 'not_possible', inputs: [input], parts: [], result: null, leftOut: 0 };
}

/** The difference reported where the asset or the method version is missing here. */
function lackOf(stated: CanonicalResult, asset: Asset | undefined): InputDifference {
  return asset === undefined
    ? { input: 'asset', text: `${nameTicker(stated.asset)} is not among the assets of this installation.` }
    : {
        input: 'method',
        text: `${nameMethod(stated)} is not held by this version of the product.`,
      };
}

function nameMethod({ method_version: version, method_revision: revision }: CanonicalResult): string {
  return `Method version ${version}${revision === undefined ? '' : `, revision ${revision},`}`;
}

function compareLabels(
  { label_set: set }: CanonicalResult,
  { origin, labelSetVersion }: CheckSnapshot,
): InputDifference[] {
  if (set.digest === origin.labelSet.digest) return [];
  const here = new Map(origin.labelSet.sets.map(({ name, digest }) => [name, digest]));
  const there = new Map(set.sets.map(({ name, digest }) => [name, digest]));
  const missing = [...there.keys()].filter((name) => !here.has(name));
  const more = [...here.keys()].filter((name) => !there.has(name));
  const other = [...there]
    .filter(([name, digest]) => here.has(name) && here.get(name) !== digest)
    .map(([name]) => name);
  const facts = [
    ...(missing.length > 0 ? [`not here: ${missing.join(', ')}`] : []),
    ...(more.length > 0 ? [`only here: ${more.join(', ')}`] : []),
    ...(other.length > 0 ? [`of another state: ${other.join(', ')}`] : []),
  ];
  const lists =
    facts.length === 0 ? 'the published lists are the same, derived or withdrawn labels differ' : facts.join('; ');
  return [
    {
      input: 'labels',
      text: `The label set is ${labelSetVersion} here, ${set.version} in the certificate (${lists}).`,
    },
  ];
}

type StatedRecords = Omit<CanonicalResult['records'], 'held' | 'read'>;

function heldIn({ origin: { records }, tip }: CheckSnapshot): StatedRecords {
  return {
    count: records?.count ?? null,
    first_time: records === null ? null : new Date(records.firstTime * 1000).toISOString(),
    tip: tip === null ? null : { block: tip.block, time: tip.time.toISOString() },
    from_beginning: records?.fromBeginning ?? false,
  };
}

function compareRecords(stated: CanonicalResult, here: StatedRecords): InputDifference[] {
  const factsOf = ({ count, first_time, tip, from_beginning }: StatedRecords) =>
    canonicalJson({ count, first_time, tip, from_beginning });
  if (factsOf(here) === factsOf(stated.records)) return [];
  const { count, tip: statedTip } = stated.records;
  const say = (held: number | null, end: { readonly time: string } | null) =>
    held === null ? 'none' : `${formatCount(held)}, the last of ${end?.time ?? 'an unknown time'}`;
  return [
    {
      input: 'records',
      text: `The records held are ${say(here.count, here.tip)} here; ${say(count, statedTip)} in the certificate.`,
    },
  ];
}

/** Finds the differing input where the digests of labels and records are equal but the results differ. */
function findHidden({ inputs: stated }: CanonicalResult, { inputs: here }: CanonicalResult): InputDifference[] {
  const isFlowSame =
    stated.incoming === here.incoming && stated.outgoing === here.outgoing && stated.notes === here.notes;
  if (isFlowSame && stated.subject === here.subject) {
    return [
      {
        input: 'method',
        text: 'The rules came to another result from the same inputs. That is a fault; please report it.',
      },
    ];
  }
  return [
    {
      input: 'records',
      text: 'The number of records and the last one are the same, and some of them differ: other transfers were read.',
    },
  ];
}

/** Top-level parts whose bytes differ; differing digests are named one by one. */
function partsThatDiffer(stated: CanonicalResult, here: CanonicalResult): readonly string[] {
  const keys = Object.keys(here) as (keyof CanonicalResult)[];
  return keys.filter((key) => canonicalJson(stated[key]) !== canonicalJson(here[key])).sort();
}
