type Plain = string | number | boolean | null | { readonly [key: string]: Plain };

const NULL_REFERENCE = -5;

/**
 * Plain data in the form the router fetches pages in (turbo-stream: one flat list, objects refer to indexes in it), so
 * that a journey can give the page an answer that the server rarely gives.
 */
export function encodePageData(value: Plain): string {
  const list: unknown[] = [];
  function indexOf(part: Plain): number {
    if (part === null) return NULL_REFERENCE;
    const index = list.push(null) - 1;
    list[index] =
      typeof part === 'object'
        ? Object.fromEntries(Object.entries(part).map(([key, inner]) => [`_${indexOf(key)}`, indexOf(inner)]))
        : part;
    return index;
  }
  indexOf(value);
  return `${JSON.stringify(list)}\n`;
}
