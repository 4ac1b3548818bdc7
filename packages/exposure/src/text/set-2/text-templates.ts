import { ADVICE, CATEGORY_WORDS } from '@assay/wording';
import { type CitedLabel, cite } from './words.ts';

/** Advice, and what the result says in plain words. */
export const TEXT_TEMPLATES = {
  advice_keep: () => ADVICE.keep,
  advice_limited: () => ADVICE.limited,
  advice_ask: () => ADVICE.ask,
  advice_refuse: () => ADVICE.refuse,
  advice_service: () => ADVICE.service,
  advice_not_rated: () => ADVICE.not_rated,
  advice_no_records: () => ADVICE.no_records,
  advice_sources_failed: () => ADVICE.sources_failed,
  advice_burn_address: () => ADVICE.burn_address,

  found_no_records: () =>
    'No confirmed transfer of this address in this asset was found. The address may be new, or the asset another one.',
  found_not_traceable: () =>
    'Transfers of this asset cannot be followed here: its network hides them, or no records of it are kept.',
  found_sources_failed: () => 'No source of transfers answered, so nothing can be said of this address.',
  found_too_little: () => 'There are transfers, but hardly any of them lead to a party that is known.',
  found_burn_address: () =>
    'Nobody holds the key to this address: assets are issued from it or destroyed by sending them to it. Do not accept it as the address of a counterparty.',
  check_given_back: () => 'The check is given back.',
  nothing_charged: () => 'Nothing was charged.',

  label_says: (label: CitedLabel) => `This address ${CATEGORY_WORDS[label.category].own}: ${cite(label)}.`,
  weak_label_says: (label: CitedLabel) =>
    `A source of limited confidence says that this address ${CATEGORY_WORDS[label.category].own}: ${cite(label)}.`,
  also_listed: ({ sources }: { readonly sources: readonly string[] }) =>
    sources.length === 1
      ? `${sources[0]} says the same.`
      : `${sources.length} other sources say the same: ${sources.join(', ')}.`,
  service_itself: () => 'The stars are those of the service; its own transfers are shown, but not scored.',
  too_small_listed: () => 'What is too small in sum to count is listed as such.',

  may_be_frozen: () => 'An exchange or custody service may freeze assets received from this wallet.',
  may_be_held: () =>
    'An exchange or custody service may hold assets received from this wallet and ask where they come from.',
  may_be_asked: () => 'A counterparty may ask where these assets come from.',
};
