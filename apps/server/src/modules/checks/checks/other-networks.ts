import { CATEGORIES, isNetworkId, NETWORKS, type RiskTier } from '@assay/domain';
import {
  type GoverningLabel,
  governingLabel,
  isTextSetOfMethod2,
  type Label,
  type Note,
  TEXT_SET,
  type TextSet,
} from '@assay/exposure';
import { citeListing, officialListOf } from '@assay/wording';

/** Labels of the same address text on another network. */
export interface LabelsOnNetwork {
  readonly network: string;
  readonly labels: readonly Label[];
}

/** Tiers that cause a warning, the most severe first. */
const TIERS: readonly RiskTier[] = ['S', 'A', 'B'];
const MOST_NAMED = 3;

/** Whether a canonical address belongs to the same key on every Ethereum-style network. */
export function sharesKeys(address: string): boolean {
  return /^0x[0-9a-f]{40}$/.test(address);
}

/**
 * A warning where the same address has a more severe label on another Ethereum-style network than on the checked one.
 * Version 1 of the method assesses each network separately, so the warning has no effect on the stars. Version 2 carries
 * such labels to the same key: what is left are contracts.
 *
 * @param own labels of the address on the checked network
 * @param now Unix seconds of the check
 * @param textSet that its text is of
 */
export function noteOtherNetworks(
  own: readonly Label[],
  elsewhere: readonly LabelsOnNetwork[],
  now: number,
  textSet: TextSet = TEXT_SET,
): Note | null {
  const ownRank = rankOf(governingGiven(own, now));
  const graver = elsewhere
    .flatMap(({ network, labels }) => {
      const governing = governingGiven(labels, now);
      return governing === null || rankOf(governing) >= ownRank ? [] : [{ network, label: governing.label }];
    })
    .sort((a, b) => rankOfLabel(a.label) - rankOfLabel(b.label) || (a.network < b.network ? -1 : 1));
  const [first, ...others] = graver;
  if (first === undefined) return null;
  const { entity, category, source, sourceDate } = first.label;
  const dated = sourceDate === null ? source : `${source}, ${sourceDate}`;
  const list = textSet === 1 ? null : officialListOf(first.label);
  const cited =
    list === null
      ? `labelled ${CATEGORIES[category].title}: ${entity} (${dated})`
      : `listed: ${citeListing(list, entity, sourceDate)}`;
  const also = others.slice(0, MOST_NAMED).map(({ network }) => nameOf(network));
  const more = others.length > also.length ? ' and others' : '';
  const rest = also.length === 0 ? '' : ` It is labelled on ${also.join(', ')}${more} too.`;
  return {
    kind: 'label_on_other_network',
    text:
      `Warning: on ${nameOf(first.network)} this address is ${cited}.${rest} ` +
      (isTextSetOfMethod2(textSet)
        ? 'There is a contract on one of the two networks, so the label does not hold here.'
        : 'A wallet has the same key on every Ethereum-style network.'),
    ...(textSet === 1
      ? {}
      : {
          params: {
            network: nameOf(first.network),
            category,
            entity,
            source,
            list,
            date: sourceDate,
            also,
            more: more !== '',
          },
        }),
    label: { network: nameOf(first.network), category, entity },
  };
}

function governingGiven(labels: readonly Label[], now: number): GoverningLabel | null {
  return governingLabel(
    labels.filter(({ origin }) => origin === 'given'),
    now,
  );
}

/** Index in the tiers that cause a warning; the number of tiers for all others. */
function rankOf(governing: GoverningLabel | null): number {
  return governing === null ? TIERS.length : rankOfLabel(governing.label);
}

function rankOfLabel({ category }: Label): number {
  const rank = TIERS.indexOf(CATEGORIES[category].tier);
  return rank < 0 ? TIERS.length : rank;
}

function nameOf(network: string): string {
  return isNetworkId(network) ? NETWORKS[network].name : network;
}
