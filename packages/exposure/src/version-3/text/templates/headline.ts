import { formatShare } from '@assay/wording';
import { WORDS } from '../category-words.ts';
import { define, type ParamsOf } from '../define.ts';
import { LEVEL_WORDS } from '../words.ts';

const RISK = { level: 'level', certainty: 'certainty', category: 'category' } as const;
type Risk = Pick<ParamsOf<typeof RISK>, 'level' | 'certainty'>;

const LAYER_END = { direct: ', directly', indirect: ', indirectly', both: '' };

/** The verdicts of docs/method/3, sections 11 and 12. */
export const HEADLINES = {
  low_risk: define('low_risk', {}, () => 'Low risk.'),
  low_risk_with_trace: define(
    'low_risk_with_trace',
    { category: 'category' },
    ({ category }) => `Low risk, with a trace of ${WORDS[category].trace}.`,
  ),
  low_risk_with_part: define(
    'low_risk_with_part',
    { category: 'category', share: 'share' },
    ({ category, share }) => `Low risk, with ${formatShare(share)} from ${WORDS[category].from}.`,
  ),
  nothing_found_part_unknown: define('nothing_found_part_unknown', {}, () => 'Nothing found; a part is not known.'),
  trace_part_unknown: define(
    'trace_part_unknown',
    { category: 'category' },
    ({ category }) => `With a trace of ${WORDS[category].trace}; a part is not known.`,
  ),
  part_part_unknown: define(
    'part_part_unknown',
    { category: 'category', share: 'share' },
    ({ category, share }) => `With ${formatShare(share)} from ${WORDS[category].from}; a part is not known.`,
  ),
  paid_part_unknown: define(
    'paid_part_unknown',
    { category: 'category', share: 'share' },
    ({ category, share }) => `With ${formatShare(share)} paid to ${WORDS[category].paid}; a part is not known.`,
  ),
  origin_at_a_distance: define('origin_at_a_distance', {}, () => 'Origin known, at a distance.'),
  risk: define(
    'risk',
    { ...RISK, layer: 'layerOrBoth' },
    ({ category, layer, ...risk }) => `${levelOf(risk)}: ${WORDS[category].trace}${LAYER_END[layer]}.`,
  ),
  returned: define(
    'returned',
    RISK,
    ({ category, ...risk }) => `${levelOf(risk)}: sent back money from ${WORDS[category].from}.`,
  ),
  paid_acts: define('paid_acts', RISK, ({ category, ...risk }) => `${levelOf(risk)}: paid ${WORDS[category].paid}.`),
  paid_as_victims: define(
    'paid_as_victims',
    RISK,
    ({ category, ...risk }) => `${levelOf(risk)}: paid ${WORDS[category].paid}; a victim would look the same.`,
  ),
  own_label: define(
    'own_label',
    { level: 'level', category: 'category' },
    ({ level, category }) => `${LEVEL_WORDS[level]}: ${WORDS[category].own}.`,
  ),
  own_service_floor: define(
    'own_service_floor',
    { level: 'level', category: 'category' },
    ({ level, category }) => `${LEVEL_WORDS[level]}: ${WORDS[category].own}, and received from high-risk sources.`,
  ),
  no_records: define('no_records', {}, () => 'No records.'),
  contact: define('contact', {}, () => 'Something was found, too little is known to rate it.'),
  none_found: define('none_found', {}, () => 'No listed contact found.'),
  too_little: define('too_little', {}, () => 'Too little could be read.'),
};

function levelOf({ level, certainty }: Risk): string {
  switch (certainty) {
    case 'all_known':
      return LEVEL_WORDS[level];
    case 'not_all_known':
      return `${LEVEL_WORDS[level]}, not all is known`;
    case 'weaker_labels':
      return `${LEVEL_WORDS[level]}, by weaker labels`;
    case 'in_what_was_read':
      return `${LEVEL_WORDS[level]} in what was read`;
  }
}
