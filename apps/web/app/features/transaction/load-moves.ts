import type { TransactionData } from '@assay/contracts';
import { ApiError, createClient, type FetchLike } from '@assay/contracts/client';
import { isNetworkId } from '@assay/domain';
import { redirect } from 'react-router';
import { readPage } from '../../shell/navigation/read-page.ts';
import type { TransactionView } from '../../shell/navigation/transaction-path.ts';
import { readText } from '../../shell/secrets/read-text.ts';

/** What the page of a transaction is given; without an id it asks for one. */
export type LoadedMoves =
  | { readonly is: 'asked'; readonly isKeyPossible: boolean }
  | { readonly is: 'looked up'; readonly view: TransactionView; readonly found: TransactionData }
  | { readonly is: 'not looked up'; readonly view: TransactionView; readonly message: string };

/** An id of 64 digits in the address of the page was named as one: by a link, or by the answer to the question. */
const NEVER_IN_AN_ADDRESS = 'secret';

/**
 * For loaders only.
 *
 * @throws a redirect to the page without it where the id or the side is a secret, so that no history repeats it
 */
export async function loadMoves(fetch: FetchLike<AbortSignal>, url: URL, signal: AbortSignal): Promise<LoadedMoves> {
  const text = (name: string) => url.searchParams.get(name)?.trim() || undefined;
  const id = text('id');
  if (id === undefined) return { is: 'asked', isKeyPossible: url.searchParams.has('ask') };
  const [network, ticker, side] = ['network', 'ticker', 'side'].map(text);
  for (const typed of [id, side ?? '']) {
    if ((await readText(typed)).is === NEVER_IN_AN_ADDRESS) throw redirect('/transaction');
  }
  const page = readPage(url.searchParams.get('page'));
  const sidePage = readPage(url.searchParams.get('side_page'));
  const view = { id, network, ticker, side, page, sidePage };
  const client = createClient<AbortSignal>({ fetch, baseUrl: '/api', timezone: 'UTC' });
  try {
    const on = network !== undefined && isNetworkId(network) ? { network } : {};
    const query = { transaction: id, ...on, ticker, side, page, side_page: sidePage };
    return { is: 'looked up', view, found: await client.call('GET /monitor/transaction', { query, signal }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { is: 'not looked up', view, message: error.message };
  }
}
