/** Ways in which a provider fails. */
export const FAULTS = [
  /** 429 without saying until when. */
  'too-many',
  /** 429 with `Retry-After` of a second. */
  'too-many-retry-after',
  'error',
  /** A body that ends too early, as an answer that is whole. */
  'truncated',
  /** A connection that ends in the middle of the body. */
  'broken-off',
  /** Numbers as text, text as numbers, lists as objects. */
  'wrong-types',
  /** Headers at once, then a byte now and then. */
  'slow-body',
  /** Nothing for as long as somebody waits. */
  'silent',
  /** Every item of a list twice. */
  'duplicates',
  /** Every list in reverse order. */
  'out-of-order',
  /** A connection that is reset before the answer. */
  'reset',
  /** Somebody else is to be asked. */
  'redirect',
  /** More bytes than anybody wants. */
  'huge',
  /** A page of HTML with status 200, as proxies like to send. */
  'html',
] as const;

export type Fault = (typeof FAULTS)[number];

/** Applies a fault to the JSON of an answer; text that is no JSON stays as it is. */
export function distort(fault: 'wrong-types' | 'duplicates' | 'out-of-order', body: string): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return body;
  }
  if (fault === 'wrong-types') return JSON.stringify(wrongTypes(value));
  return JSON.stringify(everyList(value, fault === 'duplicates' ? twice : (list) => list.toReversed()));
}

function wrongTypes(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return 7;
  if (Array.isArray(value)) return { items: value.length };
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, wrongTypes(part)]));
}

/** What a page lists, not the parts of what is listed: a transaction stays as it is. */
function everyList(value: unknown, change: (list: readonly unknown[]) => readonly unknown[]): unknown {
  if (Array.isArray(value)) return change(value);
  if (typeof value !== 'object' || value === null || 'txid' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, everyList(part, change)]));
}

function twice(list: readonly unknown[]): readonly unknown[] {
  return list.flatMap((item) => [item, item]);
}
