import { CONFIDENCE } from '@assay/domain';

/** Words of publishers' confidence scales and their place on ours (docs/method, section 5). */
const CONFIDENCE_WORDS: Readonly<Record<string, number>> = {
  ...CONFIDENCE,
  ledger_immanent: CONFIDENCE.ledger,
  manual_transaction: CONFIDENCE.manual_transaction,
  forensic_investigation: CONFIDENCE.forensic,
  forensic_report: CONFIDENCE.trusted_provider,
  // GraphSense: data an authority published, carried on by somebody else.
  authority_data: CONFIDENCE.authority_second_hand,
  unknown: CONFIDENCE.unstated,
};

/**
 * @param text word of a scale, or a whole number 0 to 100; absent means none was given
 * @returns null when the word is on no known scale
 */
export function confidenceOf(text: string | undefined): number | null {
  const key = (text ?? '').trim().toLowerCase().replaceAll('-', '_');
  if (key === '') return CONFIDENCE.unstated;
  if (Object.hasOwn(CONFIDENCE_WORDS, key)) return CONFIDENCE_WORDS[key] ?? null;
  if (!/^\d{1,3}$/.test(key)) return null;
  const value = Number(key);
  return value <= 100 ? value : null;
}
