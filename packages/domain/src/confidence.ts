/**
 * The published confidence scale of a label, 0 to 100 (docs/method, section 5): how sure its source can be that the
 * address belongs to the entity.
 */
export const CONFIDENCE = {
  ownership: 100,
  override: 100,
  ledger: 100,
  authority: 100,
  manual_transaction: 90,
  service_api: 70,
  forensic: 70,
  authority_second_hand: 60,
  service_data: 50,
  trusted_provider: 50,
  untrusted_transaction: 40,
  community: 40,
  derived: 40,
  web_crawl: 20,
  unstated: 20,
  heuristic: 10,
} as const;

export type ConfidenceSource = keyof typeof CONFIDENCE;
