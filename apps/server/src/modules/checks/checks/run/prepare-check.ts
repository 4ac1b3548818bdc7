import type { CheckFirstFacts } from '@assay/contracts';
import { type Asset, currencyOf } from '@assay/domain';
import type { Label } from '@assay/exposure';
import type { Log } from '../../../../platform/kernel/log.ts';
import type { CheckSubject } from '../begin/begin-check.ts';
import type { RunningCheck } from '../begin/running-check.ts';
import type { EnginePort, WithSnapshot } from '../checks.ports.ts';
import { askFreeze, type ComputePorts, type Prepared } from '../compute/compute-check.ts';
import { faultsOf, type OnDemandReader } from '../compute/on-demand-reading.ts';
import { isBurnAddress } from '../compute/read-check.ts';
import type { PaymentRules } from '../payment/compute-payment.ts';
import { type PreparedPayment, preparePayment } from '../payment/prepare-payment.ts';
import { presentLabel } from '../present-evidence.ts';

export interface PreparePorts extends Pick<ComputePorts, 'freezes'> {
  readonly engine: EnginePort;
  readonly withSnapshot: WithSnapshot;
  /** Without them no transaction is checked. */
  readonly payments?: PaymentRules;
  /** On-demand reads of chains; without it only imported records are used. */
  readonly live?: OnDemandReader;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

export interface PreparedCheck extends Prepared, PreparedPayment {}

/** Without imported records: reads labels and the issuer first, then the chain, before the check takes a slot. */
export async function prepareCheck(
  deps: PreparePorts,
  subject: CheckSubject,
  now: Date,
  check: RunningCheck,
  signal: AbortSignal,
): Promise<PreparedCheck> {
  const { asset, address, payment } = subject;
  if (payment !== undefined) return preparePayment(deps, { asset, address, payment }, check, signal);
  if (deps.live?.canAsk(asset) !== true || isBurnAddress(asset, address)) return {};
  const { isImported, facts } = await readFirstFacts(deps, asset, address, now);
  check.report('facts', 0.02);
  check.found(facts);
  if (isImported) return {};
  const freeze = askFreeze(deps, asset, address, now, signal);
  freeze.then(
    (answer) => check.found({ ...facts, issuer_freeze: answer }),
    // The check awaits the same promise and handles a failure.
    () => undefined,
  );
  const gathering = await deps.live.gather(asset, address, {
    signal,
    version: deps.engine.version,
    onProgress: ({ calls, explained, providers }) =>
      check.report('fetching', calls.made / calls.budget, { calls, explained, providers: [...providers] }),
  });
  if (gathering.faults.length > 0) deps.log.warn({ err: new Error(faultsOf(gathering)) }, 'a source did not answer');
  return { freeze, gathering };
}

/**
 * The labels of the address itself, and whether imported records mention it: if so, only imported records are used,
 * so that results do not depend on later chain reads. Uses one database read.
 */
function readFirstFacts(
  { withSnapshot }: { readonly withSnapshot: WithSnapshot },
  asset: Asset,
  address: string,
  now: Date,
): Promise<{ readonly isImported: boolean; readonly facts: CheckFirstFacts }> {
  const chain = asset.network ?? currencyOf(asset);
  const seconds = now.getTime() / 1000;
  return withSnapshot(asset, async (snapshot) => {
    const subject = (await snapshot.store?.subject(address)) ?? null;
    const [labels = []] = subject === null ? await snapshot.labelsOf(chain, [address]) : [subject.labels];
    const facts: CheckFirstFacts = {
      labels: labels.filter(({ origin }) => origin === 'given').map(presentLabel),
      is_sanctioned: labels.some((label) => label.category === 'sanctions' && isCurrent(label, seconds)),
      issuer_freeze: null,
    };
    return { isImported: subject !== null, facts };
  });
}

function isCurrent({ validFrom, validTo }: Label, seconds: number): boolean {
  return (validFrom === null || validFrom <= seconds) && (validTo === null || validTo >= seconds);
}
