import type { IssuerFreeze } from '@assay/contracts';
import { type Asset, NETWORKS } from '@assay/domain';
import type { Label } from '@assay/exposure';
import { isoMinuteOf } from '@assay/wording';
import type { Log } from '../../../platform/kernel/log.ts';
import { freezeSetOf, issuerOf } from './freeze-lists.ts';
import type { FreezeState, IssuerFreezeSource } from './freezes.ports.ts';

/** Asks issuers for one check; without providers the result states that no issuer could be asked. */
export interface FreezesService {
  /**
   * The issuer's current statement on an address. Does not reject when a provider fails.
   *
   * @param now The time of the check; the statement gets this date, so that the check has a single time.
   */
  ask(asset: Asset, address: string, now: Date, signal: AbortSignal): Promise<IssuerFreeze>;
}

export interface FreezesDeps {
  readonly source: IssuerFreezeSource | null;
  readonly log: Pick<Log, 'warn'>;
  /** Time limit of a provider; default 5 s. */
  readonly askWithinMs?: number;
}

export function buildFreezesService({ source, log, askWithinMs = 5_000 }: FreezesDeps): FreezesService {
  return {
    async ask(asset, address, now, signal) {
      const canAsk = source?.canAsk(asset) === true;
      if (source === null || !canAsk) return unasked(asset);
      try {
        const within = AbortSignal.any([signal, AbortSignal.timeout(askWithinMs)]);
        return answered(asset, now, await source.stateOf(asset, address, within));
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ err: error }, 'an issuer could not be asked for a freeze');
        return notAsked(asset);
      }
    },
  };
}

/** The statement without a request: no issuer can freeze the asset, or no provider is configured. */
export function unasked(asset: Asset): IssuerFreeze {
  return issuerOf(asset) === null ? notApplicable(asset) : notAsked(asset);
}

const NO_ANSWER = { since: null, asked_at: null, source: null } as const;

function notApplicable({ ticker, parent, network }: Asset): IssuerFreeze {
  const where = network === null ? (parent ?? '') : NETWORKS[network].name;
  const text =
    parent === null
      ? `${ticker} has no issuer who could freeze it.`
      : `Nobody is known who could freeze ${ticker} on ${where} at an address.`;
  return { status: 'not_applicable', issuer: null, ...NO_ANSWER, text };
}

function notAsked(asset: Asset): IssuerFreeze {
  const issuer = issuerOf(asset) ?? nameOf(asset);
  const text = `Could not be asked: whether ${issuer} froze this address is not known.`;
  return { status: 'not_asked', issuer, ...NO_ANSWER, text };
}

function answered(asset: Asset, now: Date, { isFrozen, since, source }: FreezeState): IssuerFreeze {
  const issuer = issuerOf(asset) ?? nameOf(asset);
  const facts = { issuer, asked_at: now.toISOString(), source };
  if (!isFrozen) {
    const text = `Asked, not frozen: on ${isoMinuteOf(now)} this address was not on the list of ${issuer}.`;
    return { status: 'not_frozen', ...facts, since: null, text };
  }
  const when = since === null ? '; since when is not known' : ` since ${isoMinuteOf(since)}`;
  const text = `Issuer frozen${when}: ${issuer} took the power to move ${asset.ticker} from this address.`;
  return { status: 'frozen', ...facts, since: since?.toISOString() ?? null, text };
}

function nameOf({ ticker }: Asset): string {
  return `the issuer of ${ticker}`;
}

/**
 * A freeze as the rules see it: a label of the address itself with the highest rank (docs/method, section 6.1).
 * Empty unless it is frozen.
 */
function labelsOfFreeze({ status, issuer, since, asked_at, source }: IssuerFreeze): readonly Label[] {
  if (status !== 'frozen' || issuer === null) return [];
  return [
    {
      entity: `Frozen by ${issuer}`,
      category: 'issuer_frozen',
      confidence: 100,
      source: source ?? issuer,
      sourceUrl: null,
      sourceDate: (since ?? asked_at)?.slice(0, 10) ?? null,
      validFrom: since === null ? null : Math.floor(Date.parse(since) / 1000),
      validTo: null,
      origin: 'given',
    },
  ];
}

/**
 * The labels of the checked address with what the issuer answered now: its answer takes the place of the freezes that
 * were read from its events before, which may be a day old.
 */
export function withFreezeOf(asset: Asset, labels: readonly Label[], freeze: IssuerFreeze): readonly Label[] {
  const hasAnswered = freeze.status === 'frozen' || freeze.status === 'not_frozen';
  const listed = `${freezeSetOf(asset)}/`;
  const isOutdated = ({ category, source, validTo }: Label): boolean =>
    hasAnswered && category === 'issuer_frozen' && source.startsWith(listed) && validTo === null;
  return [...labels.filter((label) => !isOutdated(label)), ...labelsOfFreeze(freeze)];
}
