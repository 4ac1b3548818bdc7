const MOST_BYTES = 64;

/** Buttons whose name is their whole data. */
export const PLAIN = [
  'amounts',
  'balance',
  'buy',
  'choose-language',
  'dismiss',
  'forget',
  'forgotten',
  'link',
  'part',
  'parted',
  // The message that the button's own message quotes is handled again.
  'reread',
  // The answer to what 64 hexadecimal digits were.
  'was-key',
  'was-transaction',
] as const;

type PlainPress = { readonly do: (typeof PLAIN)[number] };

/** The data of buttons: at most 64 bytes, so addresses are sent as their stored ids. */
export type Press =
  /** Check the kept address as this asset. */
  | { readonly do: 'pick'; readonly kept: string; readonly ticker: string; readonly parent: string | null }
  /** Another page of the assets of a kept address. */
  | { readonly do: 'assets'; readonly kept: string; readonly page: number }
  /** The assets of a kept address, in a message of their own. */
  | { readonly do: 'address'; readonly kept: string }
  | { readonly do: 'show' | 'again' | 'pdf' | 'share' | 'unshare'; readonly subId: string }
  /** What a transaction moved, of the kept network or asset. */
  | { readonly do: 'moves'; readonly kept: string }
  /** Check the kept payment. */
  | { readonly do: 'payment'; readonly kept: string }
  | { readonly do: 'history'; readonly page: number }
  | { readonly do: 'language'; readonly language: string }
  | { readonly do: 'amount'; readonly checks: number }
  | { readonly do: 'pay'; readonly provider: string; readonly checks: number }
  | { readonly do: 'paid'; readonly orderId: string }
  | { readonly do: 'join'; readonly token: string }
  | PlainPress;

const SUB = '([0-9a-f]{32})';
const KEPT = '([\\w-]{22})';

type Reader = (found: readonly string[]) => Press;

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [
    new RegExp(`^pick:${KEPT}:([A-Z0-9]{1,12}):([A-Z]{0,8})$`),
    ([kept = '', ticker = '', parent = '']) => ({ do: 'pick', kept, ticker, parent: parent === '' ? null : parent }),
  ],
  [new RegExp(`^assets:${KEPT}:(\\d{1,3})$`), ([kept = '', page]) => ({ do: 'assets', kept, page: Number(page) })],
  [new RegExp(`^address:${KEPT}$`), ([kept = '']) => ({ do: 'address', kept })],
  ...(['show', 'again', 'pdf', 'share', 'unshare'] as const).map((name): readonly [RegExp, Reader] => [
    new RegExp(`^${name}:${SUB}$`),
    ([subId = '']) => ({ do: name, subId }),
  ]),
  ...(['moves', 'payment'] as const).map((name): readonly [RegExp, Reader] => [
    new RegExp(`^${name}:${KEPT}$`),
    ([kept = '']) => ({ do: name, kept }),
  ]),
  [/^history:(\d{1,6})$/, ([page]) => ({ do: 'history', page: Number(page) })],
  [/^language:([a-z]{2})$/, ([language = '']) => ({ do: 'language', language })],
  [/^amount:(\d{1,6})$/, ([checks]) => ({ do: 'amount', checks: Number(checks) })],
  [/^pay:([a-z]{1,20}):(\d{1,6})$/, ([provider = '', checks]) => ({ do: 'pay', provider, checks: Number(checks) })],
  [new RegExp(`^paid:${SUB}$`), ([orderId = '']) => ({ do: 'paid', orderId })],
  [/^join:([\w-]{43})$/, ([token = '']) => ({ do: 'join', token })],
  ...PLAIN.map((name): readonly [RegExp, Reader] => [new RegExp(`^${name}$`), () => ({ do: name })]),
];

/**
 * The text a button carries.
 *
 * @throws RangeError when it would not fit, or would not be read again
 * @example writePress({ do: 'pdf', subId }) // 'pdf:7f3a…', 36 bytes
 */
export function writePress(press: Press): string {
  const text = [press.do, ...contentOf(press)].join(':');
  if (Buffer.byteLength(text) > MOST_BYTES || readPress(text) === null) {
    throw new RangeError(`A button cannot carry '${press.do}' with this content`);
  }
  return text;
}

/** Reads what a button carried; null for anything else, which anybody may send. */
export function readPress(text: string): Press | null {
  for (const [pattern, read] of READERS) {
    const found = pattern.exec(text);
    if (found !== null) return read(found.slice(1));
  }
  return null;
}

function isPlain(press: Press): press is PlainPress {
  return PLAIN.some((name) => name === press.do);
}

function contentOf(press: Press): readonly (string | number)[] {
  if (isPlain(press)) return [];
  switch (press.do) {
    case 'pick':
      return [press.kept, press.ticker, press.parent ?? ''];
    case 'assets':
      return [press.kept, press.page];
    case 'address':
    case 'moves':
    case 'payment':
      return [press.kept];
    case 'show':
    case 'again':
    case 'pdf':
    case 'share':
    case 'unshare':
      return [press.subId];
    case 'history':
      return [press.page];
    case 'language':
      return [press.language];
    case 'amount':
      return [press.checks];
    case 'pay':
      return [press.provider, press.checks];
    case 'paid':
      return [press.orderId];
    case 'join':
      return [press.token];
  }
}
