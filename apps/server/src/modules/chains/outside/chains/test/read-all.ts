import type { Asset } from '@assay/domain';
import type { RawTransfer } from '@assay/exposure';
import type { AccountSource, SourceCall, TransfersPage } from '../../../sources/sources.ports.ts';

/** The whole history of an account, page by page, with the pages' own statements about completeness. */
export async function readAll(
  source: AccountSource,
  asset: Asset,
  account: string,
  call: SourceCall,
): Promise<{ readonly records: RawTransfer[]; readonly pages: TransfersPage[] }> {
  const pages: TransfersPage[] = [];
  let cursor: string | null = null;
  do {
    const page: TransfersPage = await source.transfers(
      { asset, account, direction: 'both', since: null, until: null, cursor },
      call,
    );
    pages.push(page);
    cursor = page.next;
    if (pages.length > 500) throw new Error('The history does not end');
  } while (cursor !== null);
  return { records: pages.flatMap(({ records }) => records), pages };
}
