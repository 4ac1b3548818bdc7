import type { CheckAsset, FormerResult, ResultOf3, ShowcaseCheck } from '@assay/contracts';
import { CATEGORIES, isCategory, verdictOfStars } from '@assay/domain';
import { headlineOf } from '@assay/wording';
import type { Log } from '../../../platform/kernel/log.ts';
import type { ShowcaseExample, ShowcasePorts } from './known-examples.ts';

export interface ShowcaseService {
  /** The checks that exist so far, at once; missing or outdated ones are checked in the background. */
  read(): readonly ShowcaseCheck[];
  /** Resolves when no work is running any more. No work begins after it. */
  stop(): Promise<void>;
}

/** Interval of refreshes in milliseconds, as long as there are readers. */
const LOOK_EVERY_MS = 10_000;

/**
 * Real checks of the example addresses, each made once for every state of the labels and stored like any other check,
 * so that they are found again after a restart.
 */
export function buildShowcaseService(
  ports: ShowcasePorts,
  log: Pick<Log, 'warn'>,
  nowMs: () => number = Date.now,
): ShowcaseService {
  let shown: readonly { readonly key: string; readonly check: ShowcaseCheck }[] = [];
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | null = null;
  let isStopped = false;

  async function look(): Promise<void> {
    const [examples, version] = await Promise.all([ports.examples(), ports.labelSetVersion()]);
    const keys = examples.map((example) => keyOf(example, version));
    for (const [index, example] of examples.entries()) {
      const key = keys[index];
      if (isStopped || key === undefined || shown.some((entry) => entry.key === key)) continue;
      const check = presentShowcase(example, await ports.check(example, key));
      // Replaces an older check of the same address; the order is that of the examples.
      const others = shown.filter((entry) => !isSameSubject(entry.check, example));
      shown = inOrder([...others, { key, check }], examples);
    }
    shown = shown.filter((entry) => examples.some((example) => isSameSubject(entry.check, example)));
  }

  return {
    read() {
      if (!isStopped && underWay === null && nowMs() - lookedAtMs >= LOOK_EVERY_MS) {
        lookedAtMs = nowMs();
        underWay = look()
          .catch((error: unknown) => log.warn({ err: error }, 'an example could not be checked'))
          .finally(() => {
            underWay = null;
          });
      }
      return shown.map((entry) => entry.check);
    },
    async stop() {
      isStopped = true;
      await underWay;
    },
  };
}

function keyOf({ ticker, parent, address }: ShowcaseExample, version: string): string {
  return `showcase:${version}:${ticker}:${parent ?? ''}:${address}`;
}

type Subject = Pick<ShowcaseExample, 'ticker' | 'parent' | 'address'>;

/** Addresses may come back in their canonical form, which differs in case at most. */
function isSameSubject(one: Subject, other: Subject): boolean {
  return (
    one.ticker === other.ticker &&
    one.parent === other.parent &&
    one.address.toLowerCase() === other.address.toLowerCase()
  );
}

function inOrder<Entry extends { readonly check: ShowcaseCheck }>(
  entries: readonly Entry[],
  examples: readonly ShowcaseExample[],
): readonly Entry[] {
  const rankOf = ({ check }: Entry) => examples.findIndex((example) => isSameSubject(check, example));
  return entries.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** What the site shows of a check, next to the link to its whole result. */
function presentShowcase(example: ShowcaseExample, asset: CheckAsset): ShowcaseCheck {
  const { sub_id, ticker, parent, address, created_at, riskscore, texts } = asset;
  const subject = { sub_id, ticker, parent, address, created_at, title: example.title, riskscore, text: texts.text };
  return asset.method_version === '3'
    ? { ...subject, verdict: verdictOfStars(asset.riskscore), headline: texts.headline, ...originOf(asset) }
    : { ...subject, verdict: asset.verdict, headline: headlineOf(asset), ...movedIn(asset) };
}

type Moved = Pick<ShowcaseCheck, 'direction' | 'shares'>;

function movedIn({ signals }: FormerResult): Moved {
  const direction = hasAny(signals.bwd) ? 'incoming' : hasAny(signals.fwd) ? 'outgoing' : null;
  return { direction, shares: sharesOf(direction === 'outgoing' ? signals.fwd : signals.bwd) };
}

/** Where all that ever came in is from. */
function originOf({ mixtures: [ever] }: ResultOf3): Moved {
  const shares = { high: 0, mid: 0, low: 0, none: (ever?.unknown_origin ?? 0) + (ever?.not_followed ?? 0) };
  for (const { group, share } of ever?.rows ?? []) shares[group] += share;
  return { direction: ever === undefined ? null : 'incoming', shares };
}

type Signals = FormerResult['signals']['bwd'];

function hasAny(signals: Signals): boolean {
  return Object.values(signals).some((share) => share > 0);
}

function sharesOf(signals: Signals): ShowcaseCheck['shares'] {
  const shares = { high: 0, mid: 0, low: 0, none: 0 };
  for (const [key, share] of Object.entries(signals)) {
    shares[isCategory(key) ? CATEGORIES[key].group : 'none'] += share;
  }
  return shares;
}
