/** The part of the Network Information API that says whether bytes are dear; not every browser has it. */
export interface ConnectionFacts {
  readonly saveData?: boolean;
  /** `slow-2g`, `2g`, `3g` or `4g`: what the connection feels like. */
  readonly effectiveType?: string;
}

const SLOW: ReadonlySet<string> = new Set(['slow-2g', '2g', '3g']);

/** Whether pages may be fetched before they are asked for. An unknown connection counts as a good one. */
export function mayPrefetch(connection: ConnectionFacts | undefined): boolean {
  if (connection === undefined) return true;
  return connection.saveData !== true && !SLOW.has(connection.effectiveType ?? '');
}

/** Chrome's 2g means under 70 kbit/s and 3g under 700: on either, what was asked for must not wait. */
export function readConnection(): (ConnectionFacts & EventTarget) | undefined {
  const { connection } = navigator as Navigator & { readonly connection?: ConnectionFacts & EventTarget };
  return connection;
}
