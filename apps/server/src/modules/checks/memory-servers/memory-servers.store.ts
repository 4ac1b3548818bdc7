import { z } from 'zod';
import type { Db } from '../../../platform/db/index.ts';

/** After this time without renewal a server counts as stopped. */
const GONE_AFTER_SECONDS = 10;
/** Rows that are read; more servers than these are left out, newest row first. */
const MOST_SERVERS = 64;

/** An asset in the memory of a server. */
export interface AnnouncedAsset {
  readonly ledger: number;
  readonly network: string;
  readonly ticker: string;
  readonly revision: number;
}

/** A server that walks for others. */
export interface MemoryServer {
  readonly url: string;
  readonly productVersion: string;
  readonly methodVersion: string;
  readonly assets: readonly AnnouncedAsset[];
}

interface MemoryServerRow {
  readonly url: string;
  readonly product_version: string;
  readonly method_version: string;
  readonly assets: unknown;
}

const assets = z.array(z.object({ ledger: z.int(), network: z.string(), ticker: z.string(), revision: z.int() }));

export const memoryServersStore = {
  /** Writes what a server has in memory, and deletes the rows of servers that were killed. */
  async renew(db: Db, server: MemoryServer): Promise<void> {
    await db.query(
      `INSERT INTO memory_servers (url, product_version, method_version, assets) VALUES ($1, $2, $3, $4)
       ON CONFLICT (url) DO UPDATE SET product_version = EXCLUDED.product_version,
         method_version = EXCLUDED.method_version, assets = EXCLUDED.assets, seen_at = now()`,
      [server.url, server.productVersion, server.methodVersion, JSON.stringify(server.assets)],
    );
    await db.query(`DELETE FROM memory_servers WHERE seen_at < now() - $1 * interval '1 second'`, [GONE_AFTER_SECONDS]);
  },

  async remove(db: Db, url: string): Promise<void> {
    await db.query('DELETE FROM memory_servers WHERE url = $1', [url]);
  },

  /** The servers that run, as far as is known: one that was killed is listed for some seconds. */
  async list(db: Db): Promise<readonly MemoryServer[]> {
    const { rows } = await db.query<MemoryServerRow>(
      `SELECT url, product_version, method_version, assets FROM memory_servers
        WHERE seen_at >= now() - $1 * interval '1 second' ORDER BY seen_at DESC, url LIMIT $2`,
      [GONE_AFTER_SECONDS, MOST_SERVERS],
    );
    return rows.map(({ url, product_version: productVersion, method_version: methodVersion, assets: given }) => ({
      ...{ url, productVersion, methodVersion },
      assets: assets.parse(given),
    }));
  },
};
