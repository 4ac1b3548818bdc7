import type { CheckFirstFacts } from '@assay/contracts';
import { type Asset, currencyOf } from '@assay/domain';
import type { Label } from '@assay/exposure';
import type { WithSnapshot } from './checks.ports.ts';
import { presentLabel } from './present-check.ts';

/**
 * The labels of the address itself, and whether imported records mention it: if so, only imported records are used,
 * so that results do not depend on later chain reads. Uses one database read.
 */
export function readFirstFacts(
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
