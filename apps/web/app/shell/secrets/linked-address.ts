import { redirect } from 'react-router';
import { readText } from './read-text.ts';

/**
 * For loaders only: the address that a link brings in its query, without spaces; empty without one.
 *
 * @throws a redirect to the page without it where it is or can be a secret, so that no history and no page repeats it
 */
export async function readLinkedAddress(url: URL): Promise<string> {
  const text = url.searchParams.get('address') ?? '';
  if ((await readText(text)).is === 'clear') return text.replace(/\s+/g, '');
  const rest = new URLSearchParams(url.searchParams);
  rest.delete('address');
  throw redirect(rest.size === 0 ? url.pathname : `${url.pathname}?${rest}`);
}
