type Plain = string | number | boolean | null | { readonly [key: string]: Plain };

const NULL_REFERENCE = -5;

/**
 * Plain data in the form the router fetches pages in (turbo-stream: one flat list, objects refer to places in it), so
 * that a journey can hand the page an answer the server gives too rarely.
 */
export function encodePageData(value: Plain): string {
  const list: unknown[] = [];
  function place(part: Plain): number {
    if (part === null) return NULL_REFERENCE;
    const at = list.push(null) - 1;
    list[at] =
      typeof part === 'object'
        ? Object.fromEntries(Object.entries(part).map(([key, inner]) => [`_${place(key)}`, place(inner)]))
        : part;
    return at;
  }
  place(value);
  return `${JSON.stringify(list)}\n`;
}
